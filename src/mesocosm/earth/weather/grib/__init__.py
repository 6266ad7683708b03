"""Gridded forecasts in GRIB files: their grids and names, reading and writing."""
