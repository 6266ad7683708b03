"""The contracts of a source of names and of a source of maps; a planet is one, a service of the network another."""

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
    """Such as city, town, village or region."""
    longitude: float = Field(ge=-180, le=180)
    latitude: float = Field(ge=-90, le=90)
    box: BoundingBox
    population: int | None = None
    within: str = ""
    """The larger place that it is part of."""

    def describe(self) -> dict[str, JsonValue]:
        """As plain data: point and box as lists, x before y."""
        box: list[JsonValue] = [self.box.west, self.box.south, self.box.east, self.box.north]
        kept: dict[str, JsonValue] = {"id": self.id, "name": self.name, "kind": self.kind, "within": self.within}
        point: list[JsonValue] = [self.longitude, self.latitude]
        kept["point"], kept["box"], kept["population"] = point, box, self.population
        return kept


class Unmapped(Record):
    """A settlement that a map shows as a point, without its streets."""

    name: str
    box: BoundingBox | None = None
    """One whose map has its streets and buildings; None where no map has them."""


class Gazetteer(Protocol):
    """Names of places."""

    def places_named(self, query: str) -> list[NamedPlace]:
        """Places of a name, the most likely first; none where nothing is called so."""

    def near(self, longitude: float, latitude: float, most: int) -> list[NamedPlace]:
        """Places by their distance from a point, the nearest first, then the regions that hold it."""


class MapSource(Protocol):
    """Maps as OpenStreetMap XML."""

    def document(self, box: BoundingBox) -> bytes:
        """The map of a box; `InvalidRecord` where there is none."""

    def without_streets(self, box: BoundingBox) -> list[Unmapped]:
        """Settlements in a box whose streets its map leaves out, the largest first; a full map leaves out none."""
        return []
