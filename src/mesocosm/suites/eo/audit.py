"""How far apart the splits lie: each source of a split against the nearest of another, and the identifiers in both.

After EO-Gym, Appendix B.1, Table 18: distance by the haversine formula, median, 90th percentile, shares of test sources
within 1 and 5 km of a training source, and identifiers that stand in both splits; so too for the validation split.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mesocosm.earth.geo.distance import great_circle_km
from mesocosm.stats.summary import median, percentile
from mesocosm.suite.splits import SPLITS, Split
from mesocosm.suites.eo.lake.frame import Sensor
from mesocosm.suites.eo.lake.overpasses import looks
from mesocosm.suites.eo.lake.sites import Site, planet, sites
from mesocosm.types import Record

SENSORS: tuple[Sensor, ...] = ("rgb", "sar", "sentinel-2", "landsat")
PAIRS: tuple[tuple[Split, Split], ...] = (("test", "train"), ("test", "validation"), ("validation", "train"))
"""Pairs of splits that are compared."""
NEAR_KM = (1.0, 5.0)
SQUARE_KM = 2.2
"""How far a spot may lie from the market square of its town: 1.5 km along either axis."""


class Point(NamedTuple):
    """Degrees north and east."""

    latitude: float
    longitude: float


class Scope(Record):
    """The sources of one kind in a split, compared with those of another split."""

    scope: str
    split: Split
    other: Split
    sources: int
    others: int
    nearest_km: float
    """Smallest distance from a source to a source of the other split, in km."""
    median_km: float
    p90_km: float
    within_1_km: float
    within_5_km: float
    shared: int
    """Number of identifiers in both splits."""


class Audit(Record):
    """All comparisons, and whether the splits are far enough apart."""

    scopes: tuple[Scope, ...]
    by_square: int
    """Number of sites placed by the market square of their town, since they are not built."""

    @property
    def clean(self) -> bool:
        """Whether no identifier is shared and all sources lie at least 5 km from other splits, plus what spots may
        stray.
        """
        least = NEAR_KM[1] + (2 * SQUARE_KM if self.by_square else 0.0)
        return all(not scope.shared and not scope.nearest_km < least for scope in self.scopes)


def audit(place: Callable[[Site], Point], by_square: int = 0) -> Audit:
    """Audit the lake's sites, as a whole and by sensor.

    Args:
        place: The function that gives the position of a site.
        by_square: How many sites are placed by the market square of their town.
    """
    where = {split: _sources(split, place) for split in SPLITS}
    return Audit(
        scopes=tuple(
            scope(name, where[split][name], where[other][name], split, other)
            for split, other in PAIRS
            for name in where[split]
        ),
        by_square=by_square,
    )


def _sources(split: Split, place: Callable[[Site], Point]) -> dict[str, dict[str, Point]]:
    """Return the sources of a split by kind: each identifier with its position."""
    placed = {site: place(site) for site in sites(split)}
    pictures = {
        f"{sensor} pictures": {
            look.name: point for site, point in placed.items() for look in looks(site) if look.sensor == sensor
        }
        for sensor in SENSORS
    }
    return {
        "sites": {site.key: point for site, point in placed.items()},
        "towns": {site.place: point for site, point in placed.items()},
        **pictures,
    }


def scope(
    name: str, own: dict[str, Point], others: dict[str, Point], split: Split = "test", other: Split = "train"
) -> Scope:
    """Compare the sources of a split with those of another, by their identifiers and positions."""
    distances = nearest_km(list(own.values()), list(others.values()))
    return Scope(
        scope=name,
        split=split,
        other=other,
        sources=len(own),
        others=len(others),
        nearest_km=min(distances, default=math.nan),
        median_km=median(distances),
        p90_km=percentile(distances, rank=90),
        within_1_km=_share(distances, NEAR_KM[0]),
        within_5_km=_share(distances, NEAR_KM[1]),
        shared=len(own.keys() & others.keys()),
    )


def _share(distances: Sequence[float], limit_km: float) -> float:
    return sum(distance <= limit_km for distance in distances) / len(distances) if distances else math.nan


def nearest_km(own: Sequence[Point], others: Sequence[Point]) -> list[float]:
    """Return the distance of each source to the nearest of the others in km; an empty list if either side is empty."""
    if not others:
        return []
    latitudes, longitudes = zip(*others, strict=True)
    known = {point: float(great_circle_km(*point, latitudes, longitudes).min()) for point in dict.fromkeys(own)}
    return [known[point] for point in own]


def in_degrees(site: Site, x: float, y: float) -> Point:
    """Convert a point of a region's plane, in metres, to degrees."""
    from pyproj import Transformer

    longitude, latitude = Transformer.from_crs(planet().region(site.region).crs, "EPSG:4326", always_xy=True).transform(
        x, y
    )
    return Point(round(float(latitude), 6), round(float(longitude), 6))


def spot_of_site(site: Site) -> Point:
    """Return the middle of a site that is built."""
    from mesocosm.suites.eo.lake.lake import lake

    west, south, east, north = lake().frames(site.key, "rgb")[0].window.bounds
    return in_degrees(site, (west + east) / 2, (south + north) / 2)


def square_of_site(site: Site) -> Point:
    """Return the market square of a site's town."""
    place = planet().place(site.place)
    return in_degrees(site, place.x, place.y)
