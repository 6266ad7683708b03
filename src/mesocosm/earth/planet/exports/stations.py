"""Stations in the towns: a list, a year of hours as CSV, and an EPW file; daily values of every place are with the
months.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.exports import File
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.epw import HOURS, Site, epw
from mesocosm.earth.planet.products.tables import Cell, table
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.clock import Clock, year_hours
from mesocosm.earth.planet.sky.nodes import CELLS
from mesocosm.earth.planet.sky.tables import SURFACE

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
DAILY = ("temperature_mean", "temperature_min", "temperature_max", "precipitation", "wind_speed", "shortwave")


def parts(planet: Planet, region: Region) -> list[str]:
    return [str(year) for year in planet.years]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    year, places = int(part), planet.settlement(region.key).places
    if year == planet.years[0]:
        yield "stations/stations.csv", _list(places, [site_of(planet, region, place) for place in places])
    hours = min(24 * planet.size.days, year_hours(year)[1])
    for place in places[: planet.size.towns]:
        weather = planet.sky(region.key).place(*node_of(region, place), datetime(year, 1, 1, tzinfo=UTC), hours)
        series = {name: weather[name].values.astype(np.float64) for name in SURFACE}
        yield f"stations/{place.id}-{part}.csv", _hourly(series, year)
        if hours >= HOURS:
            yield f"stations/{place.id}-{part}.epw", _year(planet, region, place, year)


def _year(planet: Planet, region: Region, place: Place, year: int) -> bytes:
    """Return a year of local standard time as EPW; hours before the planet's first come from the end of that year."""
    site = site_of(planet, region, place)
    first, length = year_hours(year)
    moments = np.arange(first - site.time_zone, first - site.time_zone + length + 1)
    chosen = np.where(moments < 0, moments + length, moments)
    begin = int(chosen.min())
    node = node_of(region, place)
    weather = planet.sky(region.key).place(*node, moment(begin), int(chosen.max()) - begin + 1)
    if length > HOURS:
        leap_day = range(24 * 59, 24 * 60)
        moments, chosen = np.delete(moments, leap_day), np.delete(chosen, leap_day)
    series = {name: weather[name].values.astype(np.float64)[chosen - begin] for name in SURFACE}
    return epw(site, year, series, Clock(moments, site.longitude).sun_height(site.latitude))


def moment(hour: int) -> datetime:
    """Return the time of an hour, counted from the planet's first."""
    return datetime(FIRST_YEAR, 1, 1, tzinfo=UTC) + timedelta(hours=hour)


def site_of(planet: Planet, region: Region, place: Place) -> Site:
    """Return the site of a place's station."""
    longitude, latitude = region.grid.from_plane(place.x, place.y)
    height = float(planet.ground(region.key).elevation_m.ravel()[place.cell])
    return Site(place.name, region.key, round(float(latitude), 4), round(float(longitude), 4), round(height, 1))


def node_of(region: Region, place: Place) -> tuple[int, int]:
    """Return row and column of the weather node around a place."""
    row, column = divmod(place.cell, region.grid.nx)
    return row // CELLS, column // CELLS


def _list(places: tuple[Place, ...], sites: list[Site]) -> bytes:
    rows: list[tuple[Cell, ...]] = [
        (place.id, place.name, f"{site.longitude:.4f}", f"{site.latitude:.4f}", site.elevation_m, place.population)
        for place, site in zip(places, sites, strict=True)
    ]
    return table(("station", "name", "longitude", "latitude", "elevation_m", "population"), rows)


def _hourly(series: dict[str, Floats], year: int) -> bytes:
    start = datetime(year, 1, 1, tzinfo=UTC)
    moments = (f"{start + timedelta(hours=at):%Y-%m-%dT%H:%MZ}" for at in range(len(series["precipitation"])))
    values = zip(*(column.tolist() for column in series.values()), strict=True)
    return table(("time", *series), ((moment, *row) for moment, row in zip(moments, values, strict=True)), decimals=2)


def daily_table(region: Region, places: tuple[Place, ...], weather: xr.Dataset) -> bytes:
    """Return daily values (UTC) of every place, at the nodes around them, from hours of whole days."""
    rows, columns = zip(*(node_of(region, place) for place in places), strict=True)
    names = ("temperature_2m", "wind_east_10m", "wind_north_10m", "precipitation", "shortwave")
    warmth, east, north, rain, sun = (
        weather[name].values[:, rows, columns].astype(np.float64).reshape(-1, 24, len(places)) for name in names
    )
    means = [warmth.mean(axis=1), warmth.min(axis=1), warmth.max(axis=1)]
    means += [rain.sum(axis=1), np.hypot(east, north).mean(axis=1), sun.mean(axis=1)]
    days = [str(day) for day in weather.time.values[::24].astype("datetime64[D]")]
    listed: Iterator[tuple[Cell, ...]] = (
        (place.id, day, *(float(round_to_step(column[at, number], 0.01)) for column in means))
        for number, place in enumerate(places)
        for at, day in enumerate(days)
    )
    return table(("station", "date", *DAILY), listed, decimals=2)
