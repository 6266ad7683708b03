"""`python -m mesocosm`: the command line."""

from mesocosm.cli.main import main

main()
