"""Selection of the position of an axis nearest to a value that a person writes, within the ends of the axis."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.axes import nearest_time
from mesocosm.errors import InvalidRecord, UnknownName

if TYPE_CHECKING:
    import xarray as xr

SAME = 1e-4
"""Relative difference up to which two values of an axis are equal: people write fewer digits than files have."""


class Pick(NamedTuple):
    """A selected position of an axis."""

    axis: str
    place: int
    taken: str
    """Value of the axis at this position, as text."""
    exact: bool
    """Whether this is the requested value, not only the nearest one."""


def pick(field: xr.DataArray, axis: str, wanted: str) -> Pick:
    """Select the position of an axis that is nearest to a value.

    Args:
        field: A field with the axis; if the axis has no values, positions count from 0.
        axis: Name of the axis.
        wanted: A time, a number, a name, or a position, by the type of the axis; hours for an axis of durations.

    Raises:
        InvalidRecord: The value is beyond the ends of the axis, or not of its type.
    """
    values = field[axis]
    if axis not in field.coords:
        return _by_count(axis, values.size, wanted)
    if is_time(values):
        place, exact = nearest_time(values, moment_of(axis, wanted))
        return Pick(axis, place, value_text(values[place]), exact)
    if values.dtype.kind in "USO":
        return _by_name(axis, [str(value) for value in values.values], wanted)
    return _by_number(values, axis, wanted)


def is_time(values: xr.DataArray) -> bool:
    """Say whether an axis has times, of numpy or of a calendar of climate models."""
    return values.dtype.kind == "M" or bool(values.size and hasattr(values.values.flat[0], "calendar"))


def moment_of(axis: str, text: str) -> datetime:
    """Read a time in UTC from text such as 2019-03-01T12:00."""
    try:
        moment = datetime.fromisoformat(text.replace("_", "T"))
    except ValueError as error:
        raise InvalidRecord(f"{axis} must be a time such as 2019-03-01T12:00, got {text!r}") from error
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def value_text(value: xr.DataArray) -> str:
    """Write one value of an axis with its unit."""
    if is_time(value):
        return f"{_minute(value).replace('T', ' ')} UTC"
    if value.dtype.kind in "USO":
        return str(value.values)
    ticks, unit = _numbers(value)
    return f"{float(ticks):g} {unit}".rstrip()


def ends_of(field: xr.DataArray, axis: str) -> str:
    """Write the first and last value of an axis, in the form in which a value is selected."""
    written = _minute if is_time(field[axis]) else value_text
    return " to ".join(written(field[axis][place]) for place in (0, -1))


def _minute(time: xr.DataArray) -> str:
    return str(time.values)[:16].replace(" ", "T")


def _by_count(axis: str, size: int, wanted: str) -> Pick:
    if not wanted.isdecimal() or int(wanted) >= size:
        raise InvalidRecord(f"{axis} has no values and is counted from 0 to {size - 1}, got {wanted!r}")
    return Pick(axis, int(wanted), wanted, True)


def _by_name(axis: str, names: list[str], wanted: str) -> Pick:
    if wanted not in names:
        raise UnknownName(axis, wanted, names)
    return Pick(axis, names.index(wanted), wanted, True)


def _by_number(values: xr.DataArray, axis: str, wanted: str) -> Pick:
    ticks, unit = _numbers(values)
    low, high = float(ticks.min()), float(ticks.max())
    allowed = f"from {low:g} to {high:g} {unit}".rstrip()
    try:
        number = float(wanted)
    except ValueError as error:
        raise InvalidRecord(f"{axis} must be a number {allowed}, got {wanted!r}") from error
    place = int(np.argmin(np.abs(ticks - number)))
    exact = bool(np.isclose(number, ticks[place], rtol=SAME, atol=0.0))
    if not (exact or low <= number <= high):
        raise InvalidRecord(f"{axis} must lie {allowed}, got {wanted}")
    return Pick(axis, place, value_text(values[place]), exact)


def _numbers(values: xr.DataArray) -> tuple[NDArray[np.float64], str]:
    """Return values and their unit; durations in hours."""
    if values.dtype.kind == "m":
        return values.values / np.timedelta64(1, "h"), "h"
    return values.values.astype(np.float64), str(values.attrs.get("units", ""))
