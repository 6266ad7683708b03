"""Units of fields, checked wherever one is handed on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.units import registry

if TYPE_CHECKING:
    import xarray as xr

SPELLINGS = {
    "C": "degC", "degrees_celsius": "degC", "Celsius": "degC", "celsius": "degC", "°C": "degC",
    "K": "kelvin", "m s-1": "m/s", "m s**-1": "m/s", "m/s": "m/s", "m s^-1": "m/s",
    "kg m-2 s-1": "kg/m**2/s", "kg m**-2 s**-1": "kg/m**2/s", "kg kg-1": "kg/kg", "kg kg**-1": "kg/kg",
    "m2 s-2": "m**2/s**2", "m**2 s**-2": "m**2/s**2", "W m-2": "W/m**2", "W m**-2": "W/m**2", "J m-2": "J/m**2",
    "J m**-2": "J/m**2", "mm day-1": "mm/day", "mm d-1": "mm/day", "mm/d": "mm/day", "%": "percent", "(0 - 1)": "1",
    "gpm": "m", "mb": "hPa", "millibars": "hPa", "kg m-2": "kg/m**2", "kg m**-2": "kg/m**2", "s**-1": "1/s",
    "s-1": "1/s", "~": "1", "": "1",
}  # fmt: skip
"""As files of the field write units, to what the unit registry reads."""
WATER = 1000.0
"""kg/m³: a mass of water over an area is a depth."""


def unit_of(values: xr.DataArray, name: str = "") -> str:
    """The unit that a field states, as the registry writes it; a field without one is refused."""
    stated = values.attrs.get("units")
    if stated is None:
        raise InvalidRecord(f"{name or values.name} states no units; say them with `units`, such as 'K' or 'm s-1'")
    return SPELLINGS.get(str(stated), str(stated))


def converted(values: xr.DataArray, unit: str, name: str = "") -> xr.DataArray:
    """A field in another unit of the same kind; another kind is refused with both units."""
    import pint

    given, wanted = unit_of(values, name), SPELLINGS.get(unit, unit)
    if given == wanted:
        return values
    units = registry()
    try:
        factor = units.Quantity(1.0, given).to(wanted).magnitude
        offset = units.Quantity(0.0, given).to(wanted).magnitude
    except (pint.DimensionalityError, pint.UndefinedUnitError) as error:
        depth = _as_depth(values, given, wanted)
        if depth is not None:
            return depth
        raise InvalidRecord(
            f"{name or values.name} is in {given}, which cannot be told in {wanted}: {error}"
        ) from error
    told = values * (factor - offset) + offset
    return told.assign_attrs({**values.attrs, "units": unit})


def _as_depth(values: xr.DataArray, given: str, wanted: str) -> xr.DataArray | None:
    """Water as a depth, given its mass over an area, also per time; None where that is not what it is."""
    import pint

    units = registry()
    try:
        factor = (units.Quantity(1.0, given) / units.Quantity(WATER, "kg/m**3")).to(wanted).magnitude
    except (pint.DimensionalityError, pint.UndefinedUnitError):
        return None
    depth: xr.DataArray = (values * factor).assign_attrs({**values.attrs, "units": wanted})
    return depth
