"""The weather as files: hourly fields near the ground, month by month."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from mesocosm.earth.planet.contents import File, told
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.cf import netcdf
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.tables import SURFACE


def parts(planet: Planet, region: Region) -> list[str]:
    return list(months(planet.size.days))


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    first, days = months(planet.size.days)[part]
    start = datetime(first.year, first.month, first.day, tzinfo=UTC)
    weather = planet.sky(region.key).hours(start, 24 * days)
    steps = {name: variable.step for name, variable in SURFACE.items()}
    yield f"weather/surface-{part}.nc", netcdf(weather, steps, crs=region.crs, source=told(planet, region))


def months(days: int) -> dict[str, tuple[date, int]]:
    """Months of so many days from the first year on: by `2031-01`, its first day and how many days of it count."""
    last = date(FIRST_YEAR, 1, 1) + timedelta(days=days)
    found, day = {}, date(FIRST_YEAR, 1, 1)
    while day < last:
        following = date(day.year + day.month // 12, day.month % 12 + 1, 1)
        found[f"{day:%Y-%m}"] = (day, (min(following, last) - day).days)
        day = following
    return found
