"""The grid of a GRIB message, from the keys that describe it (section 3 of WMO-No. 306, Volume I.2, FM 92 GRIB)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.geo.projection import projection
from mesocosm.errors import UserError

Get = Callable[[str], Any]
"""A function that returns the value of a key of the message."""

MODEL_RADIUS_M = 6371229.0
"""Radius of the sphere of the American models: code 6 of the table below."""
SPHERES = {0: 6367470.0, 6: MODEL_RADIUS_M, 8: 6371200.0}
"""Radius in metres by code (WMO Manual on Codes, WMO-No. 306, Volume I.2, GRIB2 code table 3.2)."""
ELLIPSOIDS = {2: "+a=6378160 +b=6356775", 4: "+ellps=GRS80", 5: "+ellps=WGS84"}


def grid_of(get: Get) -> Grid:
    """Return the grid, in our order of rows and columns whatever the order of the message."""
    kind = get("gridType")
    if kind not in PLANES:
        raise UserError(f"a GRIB grid of type {kind!r} cannot be read; known: {', '.join(PLANES)}")
    proj, nx, ny, dx, dy = PLANES[kind](get)
    first = get("longitudeOfFirstGridPointInDegrees"), get("latitudeOfFirstGridPointInDegrees")
    # Degrees of rotated grids are already those of the plane.
    x0, y0 = first if kind in ("regular_ll", "rotated_ll") else projection(proj)(*first)
    x0 -= dx * (nx - 1) if get("iScansNegatively") else 0.0
    y0 -= 0.0 if get("jScansPositively") else dy * (ny - 1)
    return Grid(proj=proj, x0=x0, y0=y0, dx=dx, dy=dy, nx=nx, ny=ny)


def in_our_order(values: NDArray[Any], get: Get, grid: Grid) -> NDArray[np.float32]:
    """Return values in rows from south to north and columns from west to east."""
    if get("jPointsAreConsecutive"):
        table = values.reshape(grid.nx, grid.ny).T
    else:
        table = values.reshape(grid.ny, grid.nx)
        if get("alternativeRowScanning"):
            table[1::2] = table[1::2, ::-1].copy()
    table = table[:, ::-1] if get("iScansNegatively") else table
    table = table if get("jScansPositively") else table[::-1]
    return np.ascontiguousarray(table, dtype=np.float32)


Plane = tuple[str, int, int, float, float]
"""PROJ string, columns, rows, and their steps."""


def _degrees(get: Get) -> Plane:
    return "+proj=longlat", *_degree_steps(get)


def _degree_steps(get: Get) -> tuple[int, int, float, float]:
    nx, ny = get("Ni"), get("Nj")
    span_x = get("longitudeOfLastGridPointInDegrees") - get("longitudeOfFirstGridPointInDegrees")
    span_y = get("latitudeOfLastGridPointInDegrees") - get("latitudeOfFirstGridPointInDegrees")
    span_x = abs(span_x) if get("iScansNegatively") else span_x % 360
    # The ends are exact; the written steps are rounded, and over thousands of columns that adds up.
    return nx, ny, span_x / max(nx - 1, 1), abs(span_y) / max(ny - 1, 1)


def _rotate(get: Get) -> Plane:
    pole_south = get("latitudeOfSouthernPoleInDegrees"), get("longitudeOfSouthernPoleInDegrees")
    proj = (
        f"+proj=ob_tran +o_proj=longlat +o_lat_p={-pole_south[0]:.9g} +o_lon_p=0 +lon_0={pole_south[1]:.9g} "
        f"{_earth(get)}"
    )
    return proj, *_degree_steps(get)


def _lambert(get: Get) -> Plane:
    proj = (
        f"+proj=lcc +lat_1={get('Latin1InDegrees'):.9g} +lat_2={get('Latin2InDegrees'):.9g} "
        f"+lat_0={_standard_latitude(get):.9g} +lon_0={_east(get('LoVInDegrees')):.9g} {_earth(get)}"
    )
    return proj, get("Nx"), get("Ny"), get("DxInMetres"), get("DyInMetres")


def _standard_latitude(get: Get) -> float:
    """Return the origin of latitude, which only shifts the plane; GRIB1 does not have it."""
    return float(get("LaDInDegrees") if get("edition") == 2 else get("Latin1InDegrees"))


def _polar(get: Get) -> Plane:
    pole = -90 if get("projectionCentreFlag") & 128 else 90
    true = get("LaDInDegrees") if get("edition") == 2 else math.copysign(60, pole)
    east = _east(get("orientationOfTheGridInDegrees"))
    proj = f"+proj=stere +lat_0={pole} +lat_ts={true:.9g} +lon_0={east:.9g} {_earth(get)}"
    return proj, get("Nx"), get("Ny"), get("DxInMetres"), get("DyInMetres")


def _mercator(get: Get) -> Plane:
    # Centred on the grid, so that the line where longitudes jump stays away from it.
    middle = get("longitudeOfFirstGridPointInDegrees")
    middle += (get("longitudeOfLastGridPointInDegrees") - middle) % 360 / 2
    proj = f"+proj=merc +lat_ts={get('LaDInDegrees'):.9g} +lon_0={_east(middle):.9g} {_earth(get)}"
    return proj, get("Ni"), get("Nj"), get("DiInMetres"), get("DjInMetres")


def _east(longitude: float) -> float:
    return (longitude + 180) % 360 - 180


def _earth(get: Get) -> str:
    """Return the figure of the Earth; for an unknown one, the sphere of the American models."""
    shape = get("shapeOfTheEarth")
    if shape == 1:
        return f"+R={get('radius'):.9g}"
    if shape in (3, 7):
        unit = 1000 if shape == 3 else 1
        axes = (get(f"earth{axis}AxisInMetres") for axis in ("Major", "Minor"))
        return "+a={:.9g} +b={:.9g}".format(*(axis * (unit if axis < 1e5 else 1) for axis in axes))
    return ELLIPSOIDS.get(shape) or f"+R={SPHERES.get(shape, MODEL_RADIUS_M):.9g}"


PLANES: dict[str, Callable[[Get], Plane]] = {
    "regular_ll": _degrees,
    "rotated_ll": _rotate,
    "lambert": _lambert,
    "polar_stereographic": _polar,
    "mercator": _mercator,
}
