"""Gridded fields on latitudes and longitudes, with fixed names and order of axes, true areas and checked units.

A field is an xarray data set whose axes are called `time`, `level` (hPa), `latitude` and `longitude`; latitudes rise,
longitudes rise within -180 to 180. `open_fields` brings every file into this form, so that no calculation below has to
ask for the name or direction of an axis.
"""
