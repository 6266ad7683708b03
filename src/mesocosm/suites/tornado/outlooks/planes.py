"""The two planes in which outlooks are compared."""

from __future__ import annotations

from mesocosm.earth.geo.projection import Plane

PUBLISHED = Plane("+proj=lcc +lat_1=25 +lat_2=25 +lat_0=25 +lon_0=-95 +R=6371200 +units=m", bends_edges=False)
"""As published: the sphere of the NCEP grids; conformal, so areas grow from 3 % too large at 35° N to 14 % at 45° N."""

EQUAL_AREA = Plane("EPSG:5070", bends_edges=True)
"""Conus Albers: areas are true everywhere, distances within 2 % over the contiguous states."""
