"""How far apart the splits lie: each test source against its nearest training source, and what both share.

After EO-Gym, Appendix B.1, Table 18: distance by the haversine formula, median, 90th percentile, shares of test sources
within 1 and 5 km of a training source, and identifiers that stand in both splits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mesocosm.earth.geo.distance import great_circle_km
from mesocosm.stats.summary import median, percentile
from mesocosm.suites.eo.lake.frame import Sensor
from mesocosm.suites.eo.lake.passes import looks
from mesocosm.suites.eo.lake.sites import Site, Split, planet, sites
from mesocosm.types import Record

SENSORS: tuple[Sensor, ...] = ("rgb", "sar", "sentinel-2", "landsat")
NEAR_KM = (1.0, 5.0)
SQUARE_KM = 2.2
"""How far a spot may lie from the market square of its town: 1.5 km along either axis."""


class Point(NamedTuple):
    """Degrees north and east."""

    latitude: float
    longitude: float


class Scope(Record):
    """The sources of one kind."""

    scope: str
    train: int
    test: int
    nearest_km: float
    """Of the test source that lies nearest to a training source."""
    median_km: float
    p90_km: float
    within_1_km: float
    within_5_km: float
    shared: int
    """Identifiers in both splits."""


class Audit(Record):
    """All scopes, and whether the splits keep their distance."""

    scopes: tuple[Scope, ...]
    by_square: int
    """Sites placed by the market square of their town, since they are not built."""

    @property
    def clean(self) -> bool:
        """Whether nothing is shared and every test source lies 5 km or more from training, spots that may stray too."""
        least = NEAR_KM[1] + (2 * SQUARE_KM if self.by_square else 0.0)
        return all(not scope.shared and not scope.nearest_km < least for scope in self.scopes)


def audit(place: Callable[[Site], Point], by_square: int = 0) -> Audit:
    """Audit the lake's sites, as a whole and by the sensors that look at them.

    Args:
        place: Where a site lies.
        by_square: How many are placed by the market square of their town.
    """
    where = {split: {site.key: place(site) for site in sites(split)} for split in _SPLITS}
    names = {sensor: {split: _frames(split, sensor) for split in _SPLITS} for sensor in SENSORS}
    return Audit(
        scopes=(
            scope("sites", where["train"], where["test"]),
            scope("towns", *(_towns(split, where[split]) for split in _SPLITS)),
            *(
                scope(
                    f"{sensor} pictures",
                    *({name: where[split][key] for name, key in names[sensor][split].items()} for split in _SPLITS),
                )
                for sensor in SENSORS
            ),
        ),
        by_square=by_square,
    )


_SPLITS: tuple[Split, ...] = ("train", "test")


def _frames(split: Split, sensor: Sensor) -> dict[str, str]:
    """Names of frames to their sites."""
    return {look.name: site.key for site in sites(split) for look in looks(site) if look.sensor == sensor}


def _towns(split: Split, where: dict[str, Point]) -> dict[str, Point]:
    return {site.place: where[site.key] for site in sites(split)}


def scope(name: str, train: dict[str, Point], test: dict[str, Point]) -> Scope:
    """Test sources against training sources, by their identifiers and places."""
    distances = nearest_km(list(test.values()), list(train.values()))
    return Scope(
        scope=name,
        train=len(train),
        test=len(test),
        nearest_km=min(distances, default=math.nan),
        median_km=median(distances),
        p90_km=percentile(distances, rank=90),
        within_1_km=_share(distances, NEAR_KM[0]),
        within_5_km=_share(distances, NEAR_KM[1]),
        shared=len(train.keys() & test.keys()),
    )


def _share(distances: Sequence[float], limit_km: float) -> float:
    return sum(distance <= limit_km for distance in distances) / len(distances) if distances else math.nan


def nearest_km(test: Sequence[Point], train: Sequence[Point]) -> list[float]:
    """Distance of each test source to the nearest training source; nothing where there is none of either."""
    if not train:
        return []
    latitudes, longitudes = zip(*train, strict=True)
    known = {point: float(great_circle_km(*point, latitudes, longitudes).min()) for point in dict.fromkeys(test)}
    return [known[point] for point in test]


def in_degrees(site: Site, x: float, y: float) -> Point:
    """A point of a region's plane, metres, in degrees."""
    from pyproj import Transformer

    longitude, latitude = Transformer.from_crs(planet().region(site.region).crs, "EPSG:4326", always_xy=True).transform(
        x, y
    )
    return Point(round(float(latitude), 6), round(float(longitude), 6))


def spot_of_site(site: Site) -> Point:
    """The middle of a site that is built."""
    from mesocosm.suites.eo.lake.lake import lake

    west, south, east, north = lake().frames(site.key, "rgb")[0].window.bounds
    return in_degrees(site, (west + east) / 2, (south + north) / 2)


def square_of_site(site: Site) -> Point:
    """The market square of a site's town."""
    place = planet().place(site.place)
    return in_degrees(site, place.x, place.y)
