"""The weather as files: hourly fields near the ground, month by month, and events of the sky on pressure levels."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.planet.exports import File, describe_origin
from mesocosm.earth.planet.exports.stations import daily_table
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.cf import netcdf
from mesocosm.earth.planet.products.gribs import degrees_within, grib
from mesocosm.earth.planet.products.soundings import bufkit, dew_point_c, wind_from
from mesocosm.earth.planet.products.zarrs import zarr_zip
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.tables import SURFACE
from mesocosm.earth.weather.soundings.profile import Profile
from mesocosm.earth.weather.soundings.stations import Station

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
EVENT_KINDS = ("cyclone", "storm", "deluge")
"""Kinds of event whose days are written on pressure levels."""
EVENT_DAYS = 2
"""Number of events of each year and region, the first ones."""
GRIB_HOURS = (0, 6, 12, 18)
FREEZING = 273.15
NEAR_GROUND: dict[str, tuple[str, float, float, float]] = {
    "2_metre_temperature_at_2_heightAboveGround": ("temperature_2m", 1.0, FREEZING, 0.01),
    "2_metre_dewpoint_temperature_at_2_heightAboveGround": ("dew_point_2m", 1.0, FREEZING, 0.01),
    "10_metre_U_wind_component_at_10_heightAboveGround": ("wind_east_10m", 1.0, 0.0, 0.01),
    "10_metre_V_wind_component_at_10_heightAboveGround": ("wind_north_10m", 1.0, 0.0, 0.01),
    "Surface_pressure_at_0_surface": ("surface_pressure", 100.0, 0.0, 1.0),
    "Pressure_reduced_to_MSL_at_0_meanSea": ("pressure_msl", 100.0, 0.0, 1.0),
    "Total_Cloud_Cover_at_0_atmosphere": ("cloud_cover", 100.0, 0.0, 0.1),
}
"""By product: our name, the factor and the addend for GRIB's unit, and the step in that unit."""
ALOFT: dict[str, tuple[str, float, float, float]] = {
    "Geopotential_height": ("geopotential_height", 1.0, 0.0, 0.1),
    "Temperature": ("temperature", 1.0, FREEZING, 0.01),
    "U_component_of_wind": ("wind_east", 1.0, 0.0, 0.01),
    "V_component_of_wind": ("wind_north", 1.0, 0.0, 0.01),
    "Relative_humidity": ("relative_humidity", 100.0, 0.0, 0.1),
    "Specific_humidity": ("specific_humidity", 1.0, 0.0, 1e-7),
    "Vertical_velocity": ("omega", 1.0, 0.0, 1e-4),
}


def parts(planet: Planet, region: Region) -> list[str]:
    return [*months(planet.size.days), *(f"{day}" for day in event_days(planet, region))]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    sky, in_months = planet.sky(region.key), months(planet.size.days)
    if part in in_months:
        first, days = in_months[part]
        weather = sky.hours(_midnight(first), 24 * days)
        steps = {name: variable.step for name, variable in SURFACE.items()}
        source = describe_origin(planet, region)
        yield f"weather/surface-{part}.nc", netcdf(weather, steps, crs=region.crs, source=source, hours=1)
        yield f"weather/surface-{part}.zarr.zip", zarr_zip(weather, steps, crs=region.crs, source=source, hours=1)
        yield f"stations/daily-{part}.csv", daily_table(region, planet.settlement(region.key).places, weather)
        return
    run = _midnight(date.fromisoformat(part))
    surface, levels = sky.hours(run, 24), sky.levels(run, 24)
    yield f"weather/levels-{part}.grib2", _gribs(region, run, surface, levels)
    place = planet.settlement(region.key).places[0]
    yield f"weather/{place.id}-{part}.buf", _soundings(planet, region, place, run, surface, levels)


def months(days: int) -> dict[str, tuple[date, int]]:
    """Return the months of so many days from the first year on: by `2031-01`, the first day and the number of days."""
    last = date(FIRST_YEAR, 1, 1) + timedelta(days=days)
    listed, day = {}, date(FIRST_YEAR, 1, 1)
    while day < last:
        following = date(day.year + day.month // 12, day.month % 12 + 1, 1)
        listed[f"{day:%Y-%m}"] = (day, (min(following, last) - day).days)
        day = following
    return listed


def event_days(planet: Planet, region: Region) -> list[date]:
    """Return the middle days of events; if there is none within the planet's days, the first day."""
    last = date(FIRST_YEAR, 1, 1) + timedelta(days=planet.size.days)
    chosen: set[date] = set()
    for year in planet.years:
        events = [event for event in planet.events(region.key, year) if event.kind in EVENT_KINDS]
        chosen |= {_day(event.middle_hour) for event in events[:EVENT_DAYS]}
    return sorted(day for day in chosen if day < last) or [date(FIRST_YEAR, 1, 1)]


def _day(hour: float) -> date:
    return date(FIRST_YEAR, 1, 1) + timedelta(days=int(hour // 24))


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _gribs(region: Region, run: datetime, surface: xr.Dataset, levels: xr.Dataset) -> bytes:
    """Return some hours of a day on tenths of degrees; rain is that of the hour before, as in forecasts."""
    degrees = degrees_within(_nodes(region, surface))
    content = b""
    for hour in GRIB_HOURS:
        now, above = surface.isel(time=hour), levels.isel(time=hour)
        fields = {
            name: (degrees.values(now[ours].values) * factor + added, step)
            for name, (ours, factor, added, step) in NEAR_GROUND.items()
        }
        if hour > 0:
            rain = degrees.values(surface.precipitation.values[hour - 1])
            fields["Total_Precipitation_at_0_surface"] = (rain, 0.01)
        for name, (ours, factor, added, step) in ALOFT.items():
            for level, values in zip(above.level.values, above[ours].values, strict=True):
                fields[f"{name}_at_{level:g}_isobaricInhPa"] = (degrees.values(values) * factor + added, step)
        content += grib(degrees.grid, run, hour, fields)
    return content


def _nodes(region: Region, weather: xr.Dataset) -> Grid:
    x, y = weather.x.values, weather.y.values
    return Grid(region.grid.proj, float(x[0]), float(y[0]), float(x[1] - x[0]), float(y[1] - y[0]), x.size, y.size)


def _soundings(
    planet: Planet, region: Region, place: Place, run: datetime, surface: xr.Dataset, levels: xr.Dataset
) -> bytes:
    """Return soundings of every hour of a day over a place: the ground, and the levels above it."""
    here, above = (weather.sel(x=place.x, y=place.y, method="nearest") for weather in (surface, levels))
    longitude, latitude = region.grid.from_plane(place.x, place.y)
    height = float(planet.ground(region.key).elevation_m.ravel()[place.cell])
    station = Station(place.id.upper().replace("-", ""), round(float(latitude), 4), round(float(longitude), 4), height)
    profiles = [
        _profile(height, run + timedelta(hours=hour), here.isel(time=hour), above.isel(time=hour)) for hour in range(24)
    ]
    return bufkit(station, profiles, run)


def _profile(height_m: float, valid: datetime, ground: xr.Dataset, above: xr.Dataset) -> Profile:
    pressure = float(ground.surface_pressure)
    free = above.isel(
        level=(above.level.values < pressure - 5.0) & (above.geopotential_height.values > height_m + 30.0)
    )
    warmth = _stack(ground.temperature_2m, free.temperature)
    moist = dew_point_c(free.temperature.values.astype(np.float64), free.relative_humidity.values.astype(np.float64))
    direction, speed = wind_from(
        _stack(ground.wind_east_10m, free.wind_east), _stack(ground.wind_north_10m, free.wind_north)
    )
    return Profile(
        valid,
        np.concatenate([[round(pressure, 1)], free.level.values.astype(np.float64)]),
        np.concatenate([[height_m], round_to_step(free.geopotential_height, 0.1)]),
        warmth,
        round_to_step(np.concatenate([[float(ground.dew_point_2m)], moist]), 0.1),
        round_to_step(direction, 0.1),
        round_to_step(speed, 0.1),
        round_to_step(np.concatenate([[0.0], free.omega.values]), 0.001),
    )


def _stack(ground: xr.DataArray, above: xr.DataArray) -> Floats:
    return round_to_step(np.concatenate([[float(ground)], above.values]), 0.1)
