"""Stations, one in every place: a year of days of each as CSV, hours and an EPW file of the towns."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.contents import File
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.epw import HOURS, Site, epw
from mesocosm.earth.planet.products.tables import Cell, table
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sky.clock import Clock, year_hours
from mesocosm.earth.planet.sky.nodes import CELLS
from mesocosm.earth.planet.sky.tables import SURFACE

Floats = NDArray[np.float64]
DAILY = ("temperature_mean", "temperature_min", "temperature_max", "precipitation", "wind_speed", "shortwave")


def parts(planet: Planet, region: Region) -> list[str]:
    return [str(year) for year in planet.years]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    year, places = int(part), planet.settlement(region.key).places
    sites = [site_of(planet, region, place) for place in places]
    days = min(planet.size.days, year_hours(year)[1] // 24)
    if part == str(planet.years[0]):
        yield "stations/stations.csv", _listed(places, sites)
    hours = station_hours(planet, region, places, year, days)
    yield f"stations/daily-{part}.csv", table(("station", "date", *DAILY), _days(places, hours, year, days))
    for place, site in list(zip(places, sites, strict=True))[: planet.size.towns]:
        series = {name: values[:, places.index(place)] for name, values in hours.items()}
        yield f"stations/{place.id}-{part}.csv", _hourly(series, year)
        if days * 24 >= HOURS:
            clock = Clock(np.arange(HOURS) + year_hours(year)[0], site.longitude)
            content = epw(
                site, year, {name: values[:HOURS] for name, values in series.items()}, clock.sun_height(site.latitude)
            )
            yield f"stations/{place.id}-{part}.epw", content


def site_of(planet: Planet, region: Region, place: Place) -> Site:
    """Where a place's station stands."""
    longitude, latitude = region.grid.from_plane(place.x, place.y)
    height = float(planet.ground(region.key).elevation_m.ravel()[place.cell])
    return Site(place.name, region.key, round(float(latitude), 4), round(float(longitude), 4), round(height, 1))


def station_hours(planet: Planet, region: Region, places: tuple[Place, ...], year: int, days: int) -> dict[str, Floats]:
    """Hours of so many days of a year at the nodes in whose squares places lie: (hours, places)."""
    sky, start = planet.sky(region.key), datetime(year, 1, 1, tzinfo=UTC)
    series = [sky.place(*node_of(region, place), start, 24 * days) for place in places]
    return {name: np.stack([weather[name].values.astype(np.float64) for weather in series], axis=1) for name in SURFACE}


def node_of(region: Region, place: Place) -> tuple[int, int]:
    """Row and column of the weather's node about a place."""
    row, column = divmod(place.cell, region.grid.nx)
    return row // CELLS, column // CELLS


def _listed(places: tuple[Place, ...], sites: list[Site]) -> bytes:
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


def _days(places: tuple[Place, ...], hours: dict[str, Floats], year: int, days: int) -> Iterator[tuple[Cell, ...]]:
    by_day = {name: values.reshape(days, 24, -1) for name, values in hours.items()}
    warmth, wind = by_day["temperature_2m"], np.hypot(by_day["wind_east_10m"], by_day["wind_north_10m"])
    columns = (warmth.mean(axis=1), warmth.min(axis=1), warmth.max(axis=1), by_day["precipitation"].sum(axis=1),
               wind.mean(axis=1), by_day["shortwave"].mean(axis=1))  # fmt: skip
    first = date(year, 1, 1)
    for number, place in enumerate(places):
        for day in range(days):
            told = (first + timedelta(days=day)).isoformat()
            yield (place.id, told, *(float(column[day, number]) for column in columns))
