"""Soundings as xarray data sets, and back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mesocosm.earth.weather.soundings.profile import FloatArray, Profile, Sounding
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
"""Variable to the field of a profile, its unit and its standard name (CF conventions)."""
OPTIONAL = frozenset({"omega"})


def to_dataset(sounding: Sounding) -> xr.Dataset:
    """A sounding as a data set along `level`, ground first, with units and standard names of the CF conventions.

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
    """A sounding from a data set as `to_dataset` makes it; values in other units of the same kind are converted.

    Variables are found by their names, or by their standard names of the CF conventions.
    """
    columns = {field: _column(dataset, name) for name, (field, _, _) in QUANTITIES.items()}
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
    named = [str(key) for key, values in dataset.variables.items() if values.attrs.get("standard_name") == standard]
    found = name if name in dataset.variables else next(iter(named), None)
    if found is None and name in OPTIONAL:
        return None
    if found is None:
        raise InvalidRecord(f"a sounding needs the variable {name!r}; the data set has {', '.join(map(str, dataset))}")
    values = dataset[found]
    if values.ndim != 1:
        raise InvalidRecord(f"{found} must run along one axis, the levels of a sounding, got {list(values.dims)}")
    return _converted(values.values.astype(np.float64), str(values.attrs.get("units", wanted)), wanted, found)


def _converted(values: FloatArray, unit: str, wanted: str, name: str) -> FloatArray:
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
