"""Directions of winds and waves: means on the circle, where 355 and 5 degrees average to 0 and not to 180."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

DEGREES = {"degree", "degrees", "deg", "°", "degree true", "degrees true", "degree_true", "degrees_true", "degree.true"}
SHORT_NAMES = {"mwd", "dwi", "wdir", "wd", "mdww", "mdts", "dirpw", "dirsw", "wvdir", "wdir10", "wind_dir"}
"""Names of directions in files of winds and waves."""
SMALLEST_LENGTH = 1e-6
"""Least length of the mean of unit vectors; where they cancel out, there is no mean direction."""
NORTH = 360.0 - 1e-5


def is_direction(values: xr.DataArray) -> bool:
    """Say whether a field is a direction of wind, waves or currents, by its unit and its names."""
    if str(values.attrs.get("units", "")).strip().lower() not in DEGREES:
        return False
    names = [str(values.attrs.get(key, "")) for key in ("standard_name", "long_name")] + [str(values.name)]
    return str(values.name).lower() in SHORT_NAMES or any("direction" in name.lower() for name in names)


def refuse_direction(values: xr.DataArray, what: str) -> None:
    """Refuse a statistic that has no meaning on the circle."""
    if is_direction(values):
        raise InvalidRecord(f"{values.name} is a direction, which has no {what}; work on the wind's components u and v")


def turn(values: xr.DataArray, other: xr.DataArray) -> xr.DataArray:
    """Return the difference of two directions, degrees in [-180, 180), clockwise positive: from 350 to 10 is +20."""
    return (values - other + 180.0) % 360.0 - 180.0


def mean_direction(values: xr.DataArray, mean: Callable[[xr.DataArray], xr.DataArray]) -> xr.DataArray:
    """Compute the direction of the mean of unit vectors, degrees in [0, 360): atan2(mean(sin d), mean(cos d)).

    Mardia and Jupp (2000), Directional Statistics, eq. 2.2.4. NaN where the vectors cancel out.

    Args:
        values: Directions in degrees.
        mean: Function that averages a field over its axes with its weights.
    """
    north, east = _parts(values, mean)
    angle = north.copy(data=np.degrees(np.arctan2(east.values, north.values)) % 360.0)
    direction = angle.where(angle < NORTH, 0.0).where(_length(north, east) > SMALLEST_LENGTH)
    return direction.assign_attrs(values.attrs)


def circular_deviation(values: xr.DataArray, mean: Callable[[xr.DataArray], xr.DataArray]) -> xr.DataArray:
    """Compute the circular standard deviation, degrees: √(-2 ln R), R the mean vector's length (eq. 2.3.11)."""
    length = _length(*_parts(values, mean)).clip(SMALLEST_LENGTH, 1.0)
    return length.copy(data=np.degrees(np.sqrt(-2 * np.log(length.values)))).assign_attrs(values.attrs)


def _parts(values: xr.DataArray, mean: Callable[[xr.DataArray], xr.DataArray]) -> tuple[xr.DataArray, xr.DataArray]:
    angles = np.radians(values.values.astype(np.float64))
    return mean(values.copy(data=np.cos(angles))), mean(values.copy(data=np.sin(angles)))


def _length(north: xr.DataArray, east: xr.DataArray) -> xr.DataArray:
    return north.copy(data=np.hypot(north.values, east.values))
