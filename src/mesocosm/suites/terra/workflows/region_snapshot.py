"""Subject of a request: one region of a planet as it is known at a moment."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from mesocosm.earth.archives.archive import Request, Step
from mesocosm.earth.archives.planet_archive import PlanetArchive
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.places.planet_places import PlanetGazetteer
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.types import TimeInterval

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.places.place import NamedPlace
    from mesocosm.earth.planet.causal_graph import Story

SIZE = Size(regions=12, cells=100, towns=2, days=366)
"""Size of the planet: twelve regions of 100 km, two towns of each with streets and houses."""
Box = list[float]
"""West, south, east, north in degrees."""
TOWN_MARGIN = 0.15
"""Degrees around a town that are fetched, and around the outermost of several."""


SEALED_FROM = 2**64
"""Planets of sealed seeds have numbers of 128 bits (see `seeding.seed_of`); smaller ones are anyone's."""


@functools.lru_cache(maxsize=2)
def planet_of(seed: int) -> Planet:
    """Return the planet on which all items of a seed lie; nothing of the planet of a sealed seed is stored."""
    return Planet(seed, SIZE, cached=seed < SEALED_FROM)


@dataclass(frozen=True)
class Land:
    """A region and a moment: anything observed, taken or written later is not known."""

    planet: Planet
    region: str
    """Key of the region, such as `r003`."""
    now: datetime

    @cached_property
    def places(self) -> tuple[NamedPlace, ...]:
        """Settlements that fields cover, with the gazetteer's data, the largest first; four or more."""
        number = [region.key for region in self.planet.regions].index(self.region)
        covered = self.archive.collections()[0].coverage[number]
        settlements = gazetteer(self.planet).settlements(self.region)
        return tuple(place for place in settlements if covered.contains(place.longitude, place.latitude))

    @cached_property
    def towns(self) -> tuple[NamedPlace, ...]:
        """Settlements drawn with their streets and houses; there may be none."""
        drawn = gazetteer(self.planet).settlements(self.region)[: self.planet.size.towns]
        return tuple(place for place in self.places if place in drawn)

    def place(self, name: str) -> NamedPlace:
        """Return a settlement by its name."""
        return next(place for place in self.places if place.name == name)

    @property
    def climate(self) -> str:
        return self.planet.region(self.region).climate

    @cached_property
    def box(self) -> BoundingBox:
        """Box of the whole region."""
        return gazetteer(self.planet).region(self.region).box

    @cached_property
    def archive(self) -> PlanetArchive:
        """Archive of the region's fields as available at the moment."""
        return PlanetArchive(self.planet, self.now)

    def fetch(self, variables: Sequence[str], span: tuple[date, date], box: Box, step: Step = "day") -> xr.Dataset:
        """Return weather near the ground over a box, from one day until before another: the data that tools start from.

        For second ways to a truth, which use no tool.
        """
        interval = TimeInterval(start=midnight(span[0]), end=midnight(span[1]))
        sides = BoundingBox(west=box[0], south=box[1], east=box[2], north=box[3])
        return self.archive.fetch(
            Request(collection="reanalysis", variables=tuple(variables), interval=interval, box=sides, step=step)
        )

    def story(self, year: int) -> Story:
        """Return the region's year, layer by layer: causes and effects."""
        return self.planet.story(self.region, year)


@functools.lru_cache(maxsize=2)
def gazetteer(planet: Planet) -> PlanetGazetteer:
    return PlanetGazetteer(planet)


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def box_about(place: NamedPlace, half_degrees: float = TOWN_MARGIN) -> Box:
    """Return a square of degrees around a place."""
    return square_about((place.longitude, place.latitude), half_degrees)


def square_about(point: Sequence[float], half_degrees: float = TOWN_MARGIN) -> Box:
    """Return a square of degrees around a point, rounded to a hundredth of a degree as people write boxes."""
    west, south = point[0] - half_degrees, point[1] - half_degrees
    return [round(edge, 2) for edge in (west, south, west + 2 * half_degrees, south + 2 * half_degrees)]


def box_of_points(points: Iterable[Sequence[float]], margin: float = TOWN_MARGIN) -> Box:
    """Return the box that holds all points and a margin around them, rounded to a hundredth of a degree.

    For one point it can differ from `square_about` by a hundredth: an edge halfway between two may be rounded either
    way.
    """
    east, north = zip(*((point[0], point[1]) for point in points), strict=True)
    edges = (min(east) - margin, min(north) - margin, max(east) + margin, max(north) + margin)
    return [round(edge, 2) for edge in edges]
