"""Units of fields: reading, checking and conversion."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.units import quantity

if TYPE_CHECKING:
    import xarray as xr

SPELLINGS = {
    "C": "degC", "degrees_celsius": "degC", "Celsius": "degC", "celsius": "degC", "°C": "degC", "K": "kelvin",
    "m s-1": "m/s", "m s**-1": "m/s", "m s^-1": "m/s", "mm d-1": "mm/day", "mm/d": "mm/day", "%": "percent",
    "(0 - 1)": "1", "Proportion": "1", "Fraction": "1", "fraction": "1", "~": "1", "": "1", "gpm": "m", "mb": "hPa",
    "millibars": "hPa", "(10**-6 g) m**-3": "µg/m**3",
}  # fmt: skip
"""Spellings of units in files, with those that the unit registry reads."""
WATER = 1000.0
"""Density in kg/m³, by which a mass of water over an area becomes a depth."""

MASSES_OVER_AREA = ("[mass] / [length] ** 2", "[mass] / [length] ** 2 / [time]")
TEMPERATURES = ("kelvin", "degC", "degF")
POWERS = re.compile(r"([A-Za-zµμ°%]+)(?:\*\*|\^)?(-?\d+)?")
DIFFERENCE = {"units_metadata": "temperature: difference"}
"""Attributes of a temperature difference (CF 1.11, section 3.1.2), which converts without an offset."""


def is_temperature(values: xr.DataArray) -> bool:
    """Say whether a field is a temperature by its unit; temperature differences, which may be added up, are not."""
    known = normalise_unit(str(values.attrs.get("units", ""))) in TEMPERATURES
    return known and not DIFFERENCE.items() <= values.attrs.items()


def unit_of(values: xr.DataArray, name: str = "") -> str:
    """Return the unit that a field states, as the registry writes it; refuse a field without one."""
    stated = values.attrs.get("units")
    if stated is None:
        raise InvalidRecord(f"{name or values.name} states no units; state them with `units`, such as 'K' or 'm s-1'")
    return normalise_unit(str(stated))


def normalise_unit(unit: str) -> str:
    """Write a unit as the registry reads it: "kg m-2 s**-1" is kg*m**-2*s**-1."""
    if unit in SPELLINGS:
        return SPELLINGS[unit]
    parts = [POWERS.fullmatch(word) for word in unit.split()]
    if len(parts) < 2 and not (parts and parts[0] and parts[0][2]):
        return unit
    words = [f"{part[1]}**{part[2]}" if part[2] else part[1] for part in parts if part is not None]
    return "*".join(words) if len(words) == len(parts) else unit


def convert_field(values: xr.DataArray, unit: str, name: str = "") -> xr.DataArray:
    """Convert a field to another unit of the same dimension; refuse another dimension, with both units in the message.

    A temperature difference converts without an offset.
    """
    given, wanted = unit_of(values, name), normalise_unit(unit)
    if given == wanted:
        return values
    try:
        factor, offset = _line(given, wanted)
    except ValueError as error:
        depth = _as_depth(values, given, unit)
        if depth is not None:
            return depth
        raise InvalidRecord(
            f"{name or values.name} is in {given}, which cannot be converted to {wanted}: {error}"
        ) from error
    if DIFFERENCE.items() <= values.attrs.items():
        offset = 0.0
    converted = values * factor + offset
    return converted.assign_attrs({**values.attrs, "units": unit})


WATERS = ("precip", "rain", "evap", "runoff", "snow", "water")
"""Parts of names of depths of water per time; without one of them, m/s is a wind."""


def daily_depth(values: xr.DataArray) -> xr.DataArray | None:
    """Return a rate of water in mm/day; None if the field is not a rate, such as the depth of a month, or is a wind."""
    names = [str(values.name), *(str(values.attrs.get(key, "")) for key in ("standard_name", "long_name"))]
    try:
        if unit_of(values) == "m/s" and not any(word in name.lower() for name in names for word in WATERS):
            return None
        return convert_field(values, "mm/day")
    except InvalidRecord:
        return None


def _line(given: str, wanted: str) -> tuple[float, float]:
    """Return factor and offset between two units; raise `ValueError` for other dimensions and unknown units."""
    import pint

    try:
        offset = quantity(0.0, given).to(quantity(1.0, wanted).units).magnitude
        return quantity(1.0, given).to(quantity(1.0, wanted).units).magnitude - offset, offset
    except pint.PintError as error:
        raise ValueError(str(error)) from error


def _as_depth(values: xr.DataArray, given: str, unit: str) -> xr.DataArray | None:
    """Convert a mass of water over an area, or its rate, to a depth; None if the field is something else."""
    import pint

    try:
        one = quantity(1.0, given)
        if not any(one.check(kind) for kind in MASSES_OVER_AREA):  # mass per volume is a gas, not water
            return None
        factor = (one / quantity(WATER, "kg/m**3")).to(quantity(1.0, normalise_unit(unit)).units).magnitude
    except (pint.PintError, ValueError):
        return None
    depth: xr.DataArray = (values * factor).assign_attrs({**values.attrs, "units": unit})
    return depth
