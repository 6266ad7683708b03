"""Winds and moist air on grids: speed and direction, measures of humidity, transport of water vapour.

Vapour pressures are those of `earth.weather.thermodynamics` (Ambaum 2020), over liquid water.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from mesocosm.earth.fields.field_units import convert_field
from mesocosm.earth.weather import thermodynamics as moist
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

CALM = 0.0


def winds(u: xr.DataArray, v: xr.DataArray) -> xr.Dataset:
    """Compute speed, m/s, and the direction that the wind comes from, degrees clockwise from north in (0, 360].

    dd = 180 + atan2(u, v) (WMO-No. 8, Vol. I, 5.1.2: north is 360). The direction of a calm is NaN and not the 0 of
    reports, which a mean would count as north.
    """
    import xarray as xr

    east, north = convert_field(u, "m/s", "u"), convert_field(v, "m/s", "v")
    speed = _size(east, north)
    direction: xr.DataArray = xr.apply_ufunc(lambda x, y: np.degrees(np.arctan2(x, y)) + 180.0, east, north)
    direction = direction.where(direction > 0, 360.0).where(speed > CALM)
    return xr.Dataset(
        {
            "wind_speed": speed.drop_attrs(deep=False).assign_attrs(units="m s-1", standard_name="wind_speed"),
            "wind_from_direction": direction.drop_attrs(deep=False).assign_attrs(
                units="degree", standard_name="wind_from_direction"
            ),
        }
    )


def _size(east: xr.DataArray, north: xr.DataArray) -> xr.DataArray:
    import xarray as xr

    size: xr.DataArray = xr.apply_ufunc(np.hypot, east, north)
    return size


def humidity(
    temperature: xr.DataArray,
    pressure: xr.DataArray,
    *,
    dewpoint: xr.DataArray | None = None,
    specific: xr.DataArray | None = None,
    relative: xr.DataArray | None = None,
) -> xr.Dataset:
    """Compute all measures of humidity from one of them: dew point, specific humidity or relative humidity.

    e = q p / (ε + (1 - ε) q);  r = ε e / (p - e);  q = r / (1 + r);  RH = e / e_s(T);  θ = T (1000 hPa / p)^κ.
    """
    import xarray as xr

    given = [field for field in (dewpoint, specific, relative) if field is not None]
    if len(given) != 1:
        raise InvalidRecord("give exactly one of dew point, specific humidity and relative humidity")
    air, weight = convert_field(temperature, "K", "temperature"), convert_field(pressure, "hPa", "pressure")
    if dewpoint is not None:
        vapour = _over(moist.saturation_vapour_pressure, convert_field(dewpoint, "K", "dew point"))
    elif specific is not None:
        share = convert_field(specific, "1", "specific humidity")
        vapour = share * weight / (moist.EPSILON + (1 - moist.EPSILON) * share)
    elif relative is not None:
        vapour = convert_field(relative, "1", "relative humidity") * _over(moist.saturation_vapour_pressure, air)
    ratio = moist.EPSILON * vapour / (weight - vapour)
    ratio = ratio.where(weight > vapour)
    measures = {
        "dew_point": (_over(moist.dewpoint_of, vapour.where(vapour > 0)), "K"),
        "relative_humidity": (vapour / _over(moist.saturation_vapour_pressure, air) * 100.0, "%"),
        "specific_humidity": (ratio / (1 + ratio), "kg kg-1"),
        "mixing_ratio": (ratio, "kg kg-1"),
        "potential_temperature": (air * (1000.0 / weight) ** moist.KAPPA, "K"),
    }
    return xr.Dataset(
        {name: field.drop_attrs(deep=False).assign_attrs(units=unit) for name, (field, unit) in measures.items()}
    )


def _over(function: Callable[[Any], Any], values: xr.DataArray) -> xr.DataArray:
    """Apply a function of plain arrays to a field; NaN where the function is undefined."""
    import xarray as xr

    with np.errstate(all="ignore"):
        result: xr.DataArray = xr.apply_ufunc(function, values.astype(np.float64))
    return result


def moisture_transport(
    q: xr.DataArray, u: xr.DataArray, v: xr.DataArray, ground: xr.DataArray | None = None
) -> xr.Dataset:
    """Compute integrated water vapour, kg/m², and its transport, kg/(m s).

    (1/g) ∫ q dp, (1/g) ∫ q u dp and (1/g) ∫ q v dp. Integrates by trapezoids between the given levels, from lowest
    pressure to highest, in whatever order the file has them (Zhu and Newell 1998, Monthly Weather Review 126, 725-735,
    for the transport).

    Args:
        q: Specific humidity on pressure levels.
        u: Wind towards east on the same levels.
        v: Wind towards north on the same levels.
        ground: Air pressure at the ground, where the integral ends; without it, levels below the ground count too.
            Between the lowest level and a ground below it, the values are those of that level.
    """
    import xarray as xr

    for name, field in (("q", q), ("u", u), ("v", v)):
        if "level" not in field.dims or field.sizes["level"] < 2:
            raise InvalidRecord(f"{name} needs at least two pressure levels to integrate over")
    share, east, north = convert_field(q, "1", "q"), convert_field(u, "m/s", "u"), convert_field(v, "m/s", "v")
    east, north = (share * wind for wind in xr.align(east, north, join="exact"))
    column = {"IWV": (share, "kg m-2"), "IVT_u": (east, "kg m-1 s-1"), "IVT_v": (north, "kg m-1 s-1")}
    bottom = None if ground is None else _bottom(ground, share)
    fields = {
        name: _integrate(field, bottom).drop_attrs(deep=False).assign_attrs(units=unit)
        for name, (field, unit) in column.items()
    }
    fields["IVT"] = _size(fields["IVT_u"], fields["IVT_v"]).drop_attrs(deep=False).assign_attrs(units="kg m-1 s-1")
    return xr.Dataset(fields)


def _bottom(ground: xr.DataArray, share: xr.DataArray) -> xr.DataArray:
    import xarray as xr

    bottom = convert_field(ground, "Pa", "surface pressure")
    try:
        xr.align(bottom, share, join="exact")
    except ValueError as error:
        raise InvalidRecord("the surface pressure lies on other cells or times than the humidity") from error
    return bottom


def _integrate(values: xr.DataArray, bottom: xr.DataArray | None) -> xr.DataArray:
    ordered = values.sortby("level")
    pascals = ordered.assign_coords(level=ordered["level"].astype(np.float64) * 100.0)
    if bottom is None:
        column: xr.DataArray = pascals.integrate("level") / GRAVITY
        return column
    layers = [
        _layer(pascals.isel(level=at), pascals.isel(level=at + 1), bottom) for at in range(len(pascals.level) - 1)
    ]
    column = (sum(layers[1:], layers[0]) + _foot(pascals.isel(level=-1), bottom)) / GRAVITY
    axes = [axis for axis in values.dims if axis != "level"]
    return column.transpose(*axes, ...)


def _layer(upper: xr.DataArray, lower: xr.DataArray, bottom: xr.DataArray) -> xr.DataArray:
    """Integrate the part of a layer above the ground, by a trapezoid that ends there; values below may be missing."""
    high, low = float(upper["level"]), float(lower["level"])
    depth = (bottom - high).clip(0.0, low - high)
    above, below = upper.drop_vars("level"), lower.drop_vars("level")
    slope = (below - above).fillna(0.0) / (low - high)
    part = depth * (above + slope * depth / 2)
    return part.where(depth > 0, 0.0).where(bottom.notnull())


def _foot(lowest: xr.DataArray, bottom: xr.DataArray) -> xr.DataArray:
    """Integrate from the lowest level to a ground below it, with the values of that level."""
    depth = (bottom - float(lowest["level"])).clip(0.0)
    return (depth * lowest.drop_vars("level")).where(depth > 0, 0.0)


def vertical_shear(u: xr.DataArray, v: xr.DataArray, top_hpa: float, bottom_hpa: float) -> xr.Dataset:
    """Compute the wind at the upper level minus that at the lower, m/s, and its magnitude."""
    import xarray as xr

    if top_hpa >= bottom_hpa:
        raise InvalidRecord(f"top must lie above bottom, at a lower pressure; got {top_hpa:g} and {bottom_hpa:g} hPa")
    east, north = (
        at_level(convert_field(wind, "m/s", name), top_hpa) - at_level(convert_field(wind, "m/s", name), bottom_hpa)
        for name, wind in (("u", u), ("v", v))
    )
    fields = {"shear_u": east, "shear_v": north, "shear": _size(east, north)}
    return xr.Dataset(
        {name: field.drop_attrs(deep=False).assign_attrs(units="m s-1") for name, field in fields.items()}
    )


def at_level(values: xr.DataArray, level_hpa: float) -> xr.DataArray:
    """Return a field at one of its pressure levels."""
    if "level" not in values.dims:
        raise InvalidRecord(f"{values.name} has no pressure levels")
    levels = values["level"].values.astype(np.float64)
    near = int(np.abs(levels - level_hpa).argmin())
    if abs(levels[near] - level_hpa) > 0.01:
        raise InvalidRecord(
            f"level {level_hpa:g} hPa does not exist; levels: {', '.join(f'{each:g}' for each in levels)}"
        )
    return values.isel(level=near, drop=True)
