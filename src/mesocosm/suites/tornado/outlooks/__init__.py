"""Outlooks drawn as polygons: levels, reading, repairing, refusing, comparing."""
