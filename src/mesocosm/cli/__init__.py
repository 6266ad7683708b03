"""The command line: one file per verb, found by its name."""
