"""The archive of a planet with one small region, and requests to it."""

import functools
from datetime import UTC, datetime

from mesocosm.earth.archives.archive import Request, collection_of
from mesocosm.earth.archives.planet_archive import PlanetArchive
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.types import TimeInterval

SMALL = Size(regions=1, cells=60, towns=1, days=366)


@functools.cache
def small_archive() -> PlanetArchive:
    return PlanetArchive(Planet(1, SMALL))


def day(*date: int) -> datetime:
    return datetime(*date, tzinfo=UTC)


def request(collection: str, *variables: str, start=(2031, 7, 1), end=(2031, 7, 3), box=None, **rest) -> Request:
    whole = collection_of(small_archive(), collection).coverage[0]
    interval = TimeInterval(start=day(*start), end=day(*end))
    return Request(collection=collection, variables=variables, interval=interval, box=box or whole, **rest)
