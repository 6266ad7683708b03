"""Bundles: results in one file, with all that it takes to compute every number of them again."""
