"""A box of longitudes and latitudes.

Shapely's boxes are shapes in a plane; this one is on the globe: it may cross the antimeridian, and it refuses edges
beyond the range of coordinates.
"""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from mesocosm.errors import InvalidRecord
from mesocosm.types import Record


class BoundingBox(Record):
    """A box on the globe in degrees; `west > east` crosses the antimeridian."""

    west: float = Field(ge=-180, le=180)
    south: float = Field(ge=-90, le=90)
    east: float = Field(ge=-180, le=180)
    north: float = Field(ge=-90, le=90)

    @model_validator(mode="after")
    def _south_below_north(self) -> Self:
        if self.south > self.north:
            raise ValueError(f"south must not exceed north, got south {self.south} and north {self.north}")
        return self

    @property
    def crosses_antimeridian(self) -> bool:
        return self.west > self.east

    def describe(self) -> str:
        """Write west, south, east and north as agents write them."""
        return f"[{self.west:g}, {self.south:g}, {self.east:g}, {self.north:g}]"

    def demand_no_crossing(self, what: str) -> None:
        """Refuse a box across the antimeridian for data that do not cross it; usually west and east are swapped."""
        if self.crosses_antimeridian:
            raise InvalidRecord(
                f"`box` {self.describe()}: west must not exceed east, got {self.west:g} and {self.east:g}; such a box "
                f"crosses the antimeridian, across which {what} does not reach"
            )

    def contains(self, longitude: float, latitude: float) -> bool:
        """Say whether a point lies in the box, edges included."""
        if not self.south <= latitude <= self.north:
            return False
        if self.crosses_antimeridian:
            return longitude >= self.west or longitude <= self.east
        return self.west <= longitude <= self.east
