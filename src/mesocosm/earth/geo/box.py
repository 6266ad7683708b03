"""A box of longitudes and latitudes.

Shapely's boxes are shapes in a plane; this one is on the globe: it may cross the antimeridian, and it refuses edges
that are nowhere.
"""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

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

    def contains(self, longitude: float, latitude: float) -> bool:
        """Whether a point lies in the box, edges included."""
        if not self.south <= latitude <= self.north:
            return False
        if self.crosses_antimeridian:
            return longitude >= self.west or longitude <= self.east
        return self.west <= longitude <= self.east
