"""`python -m mesocosm`: the command line."""

from mesocosm.cli.main import main

if __name__ == "__main__":
    main()
