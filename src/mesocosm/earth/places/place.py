"""The contracts of sources of place names and of maps, which a planet and network services implement."""

from __future__ import annotations

from typing import Protocol

from pydantic import Field, JsonValue

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.types import Record


class NamedPlace(Record):
    """A place with a name."""

    id: str
    name: str
    kind: str
    """Kind of place, such as city, town, village or region."""
    longitude: float = Field(ge=-180, le=180)
    latitude: float = Field(ge=-90, le=90)
    box: BoundingBox
    population: int | None = None
    within: str = ""
    """Name of the larger place that contains it."""

    def describe(self) -> dict[str, JsonValue]:
        """Return the place as plain data: point and box as lists, x before y."""
        box: list[JsonValue] = [self.box.west, self.box.south, self.box.east, self.box.north]
        kept: dict[str, JsonValue] = {"id": self.id, "name": self.name, "kind": self.kind, "within": self.within}
        point: list[JsonValue] = [self.longitude, self.latitude]
        kept["point"], kept["box"], kept["population"] = point, box, self.population
        return kept


class Unmapped(Record):
    """A settlement that a map shows as a point, without its streets."""

    name: str
    box: BoundingBox | None = None
    """Box whose map has its streets and buildings; None if no map has them."""


class Gazetteer(Protocol):
    """A source of names of places."""

    def places_named(self, query: str) -> list[NamedPlace]:
        """Return the places with a name, the most likely first; empty if there is none."""

    def near(self, longitude: float, latitude: float, most: int) -> list[NamedPlace]:
        """Return the places nearest to a point, the nearest first, then the regions that contain the point."""


class MapSource(Protocol):
    """A source of maps as OpenStreetMap XML."""

    def document(self, box: BoundingBox) -> bytes:
        """Return the map of a box; raise `InvalidRecord` if there is none."""

    def without_streets(self, box: BoundingBox) -> list[Unmapped]:
        """Return settlements in a box whose streets its map lacks, the largest first; a full map lacks none."""
        return []
