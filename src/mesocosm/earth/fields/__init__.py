"""Gridded fields on latitudes and longitudes: one set of names, one order of axes, true areas, units that are checked.

A field is an xarray data set whose axes are called `time`, `level` (hPa), `latitude` and `longitude`; latitudes rise,
longitudes rise within -180 to 180. Whatever a file calls them, `open_fields` brings them into this form, so that
no calculation below has to ask which way an axis runs.
"""
