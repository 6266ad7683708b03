"""DSSAT, the cropping system model: its program dscsm048, brought by the package `DSSATTools` (GPL 3), run directly."""
