"""Gridded forecasts in GRIB files: their grids, their names, reading and writing them."""
