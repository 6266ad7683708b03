"""DSSAT, the cropping system model: its program dscsm048 from the package `DSSATTools` (GPL 3), run directly."""
