"""Soundings as xarray data sets, and back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mesocosm.earth.weather.soundings.profile import FloatArray, Profile, Sounding, direction_and_speed
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

QUANTITIES = {
    "pressure": ("pressure_hpa", "hPa", "air_pressure"),
    "height": ("height_m", "m", "altitude"),
    "temperature": ("temperature_c", "degC", "air_temperature"),
    "dewpoint": ("dewpoint_c", "degC", "dew_point_temperature"),
    "wind_direction": ("wind_direction_deg", "degree", "wind_from_direction"),
    "wind_speed": ("wind_speed_kt", "knot", "wind_speed"),
    "omega": ("omega_pa_s", "Pa/s", "lagrangian_tendency_of_air_pressure"),
}
"""For each variable: the field of a profile, its unit and its standard name (CF conventions)."""
OPTIONAL = frozenset({"omega"})
WIND = ("wind_direction", "wind_speed")
COMPONENTS = ("u", "v")
OTHER_NAMES = {
    "pressure": ("air_pressure", "pressure_level", "plev", "pres"),
    "height": ("altitude", "geopotential_height", "gph"),
    "temperature": ("air_temperature", "ta", "t"),
    "dewpoint": ("dew_point_temperature", "dew_point", "td"),
    "wind_direction": ("wind_from_direction", "wdir"),
    "wind_speed": ("wspd",),
    "u": ("eastward_wind", "ua", "u_wind"),
    "v": ("northward_wind", "va", "v_wind"),
    "omega": ("lagrangian_tendency_of_air_pressure", "wap"),
}
"""Other names or standard names of a variable; the standard name of the CF conventions comes first."""


def to_dataset(sounding: Sounding) -> xr.Dataset:
    """Return a sounding as a data set along `level`, ground first, with units and standard names of the CF conventions.

    Place and time are scalar coordinates; `station`, `source` and `forecast_hour` are attributes.
    """
    import xarray as xr

    profile, station = sounding.profile, sounding.station
    variables = {
        name: ("level", values, {"units": unit, "standard_name": standard})
        for name, (field, unit, standard) in QUANTITIES.items()
        if (values := getattr(profile, field)) is not None
    }
    coordinates = {
        "latitude": ((), station.latitude, {"units": "degrees_north", "standard_name": "latitude"}),
        "longitude": ((), station.longitude, {"units": "degrees_east", "standard_name": "longitude"}),
        "elevation": ((), station.elevation_m, {"units": "m", "standard_name": "surface_altitude"}),
    }
    attributes: dict[str, Any] = {"station": station.id, "source": sounding.source}
    if sounding.forecast_hour is not None:
        attributes["forecast_hour"] = sounding.forecast_hour
    made = xr.Dataset(variables, coordinates, attributes)
    if profile.valid is not None:
        made = made.assign_coords(time=np.datetime64(profile.valid.astimezone(UTC).replace(tzinfo=None), "ns"))
    return made


def from_dataset(dataset: xr.Dataset) -> Sounding:
    """Read a sounding from a data set as `to_dataset` makes it, with conversion of units.

    Variables are found by their names (`QUANTITIES`, `OTHER_NAMES`), or by their standard names of the CF conventions.
    The wind may be given by its components `u` and `v` instead of direction and speed.
    """
    columns = {field: _column(dataset, name) for name, (field, _, _) in QUANTITIES.items() if name not in WIND}
    columns |= _wind(dataset)
    place = [_scalar(dataset, name) for name in ("latitude", "longitude", "elevation")]
    hour = dataset.attrs.get("forecast_hour")
    return Sounding(
        Station(str(dataset.attrs.get("station", "")), *place),
        Profile(_valid(dataset), **columns),  # type: ignore[arg-type]  # only `omega_pa_s` may be None
        None if hour is None else int(hour),
        str(dataset.attrs.get("source", "")),
    )


def _column(dataset: xr.Dataset, name: str) -> FloatArray | None:
    _, wanted, standard = QUANTITIES[name]
    found = _find_variable(dataset, name)
    if found is None and name in OPTIONAL:
        return None
    if found is None:
        raise InvalidRecord(
            f"a sounding needs the variable {name!r}, or one of that standard name ({standard}); {_list_names(dataset)}"
        )
    unit = str(dataset[found].attrs.get("units", wanted))
    return _convert(_along_levels(dataset, found), unit, wanted, found)


def _wind(dataset: xr.Dataset) -> dict[str, FloatArray | None]:
    """Return direction and speed of the wind, computed from its components if necessary."""
    if all(_find_variable(dataset, name) for name in WIND):
        return {QUANTITIES[name][0]: _column(dataset, name) for name in WIND}
    direction, speed = direction_and_speed(*(_component(dataset, name) for name in COMPONENTS))
    return {"wind_direction_deg": direction, "wind_speed_kt": speed}


def _component(dataset: xr.Dataset, name: str) -> FloatArray:
    """Return a component of the wind, m/s; refuse one without a unit."""
    found = _find_variable(dataset, name)
    if found is None:
        either = "'wind_direction' and 'wind_speed', or 'eastward_wind' and 'northward_wind'"
        raise InvalidRecord(f"a sounding needs the variables {either} (u and v); {_list_names(dataset)}")
    if "units" not in dataset[found].attrs:
        raise InvalidRecord(f"{found} must state its unit in the attribute `units`, such as m s-1 or knot")
    return _convert(_along_levels(dataset, found), str(dataset[found].attrs["units"]), "m/s", found)


def _find_variable(dataset: xr.Dataset, name: str) -> str | None:
    """Return the variable with this name or standard name, or with another possible name, in that order."""
    for wanted in (name, *OTHER_NAMES[name]):
        for key, values in dataset.variables.items():
            if wanted in (key, values.attrs.get("standard_name")):
                return str(key)
    return None


def _list_names(dataset: xr.Dataset) -> str:
    return f"the data set has {', '.join(map(str, dataset.variables))}"


def _along_levels(dataset: xr.Dataset, name: str) -> FloatArray:
    values = dataset[name]
    if values.ndim != 1:
        raise InvalidRecord(f"{name} must run along one axis, the levels of a sounding, got {list(values.dims)}")
    return values.values.astype(np.float64)


def _convert(values: FloatArray, unit: str, wanted: str, name: str) -> FloatArray:
    from mesocosm.units import quantity

    if unit == wanted:
        return values
    try:
        zero, one = (float(quantity(number, unit).to(wanted).magnitude) for number in (0.0, 1.0))
    except (ValueError, TypeError) as error:  # pint's error of dimensions is a TypeError
        raise InvalidRecord(f"{name} must be in {wanted} or a unit of its kind, got {unit!r}: {error}") from error
    return zero + values * (one - zero)


def _scalar(dataset: xr.Dataset, name: str) -> float:
    return float(dataset[name]) if name in dataset.variables and dataset[name].size == 1 else float("nan")


def _valid(dataset: xr.Dataset) -> datetime | None:
    if "time" not in dataset.variables or dataset["time"].size != 1:
        return None
    moment = np.datetime64(dataset["time"].values.ravel()[0], "us")
    return None if np.isnat(moment) else cast(datetime, moment.item()).replace(tzinfo=UTC)
