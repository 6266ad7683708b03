"""Bundles: results in one file, with everything needed to compute all numbers again."""
