"""The inputs of an overlay: roads as lines, and a hazard as a grid or as areas."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, FiniteFloat, JsonValue, model_validator

from mesocosm.earth.geo.projection import checked_epsg
from mesocosm.errors import InvalidRecord
from mesocosm.types import Record

LARGEST_TEXT = 40_000_000
MOST_CELLS = 20_000_000
MOST_CROSSINGS = 4_000_000
"""For one road: cells that it crosses, or its points times the corners of the areas that it meets."""
CROSSING_BYTES = 512 * 2**20
"""Memory that these crossings may take, in bytes."""
LONGEST_S = 7 * 86400
DEGREES = "EPSG:4326"
STOPS_M = 0.3
"""Depth of water that stops a car, in metres (Pregnolato et al. 2017)."""

Text = Annotated[str, Field(min_length=1, max_length=LARGEST_TEXT)]
Intensity = Annotated[FiniteFloat, Field(ge=0, le=1e6)]


def _epsg(code: str) -> str:
    try:
        return checked_epsg(code)
    except InvalidRecord as error:
        raise ValueError(str(error)) from error


class Grid(Record):
    """A hazard on square or oblong cells; rows from north to south, without NaN, None where it is unknown."""

    crs: Annotated[str, AfterValidator(_epsg)] = DEGREES
    """Coordinate system of the corner and the cells, such as EPSG:4326 or EPSG:32632."""
    west: FiniteFloat = Field(ge=-1e8, le=1e8)
    north: FiniteFloat = Field(ge=-1e8, le=1e8)
    """Outer corner of the first cell, in units of the crs."""
    cell_x: FiniteFloat = Field(ge=1e-7, le=1e7)
    cell_y: FiniteFloat = Field(ge=1e-7, le=1e7)
    values: tuple[tuple[Intensity | None, ...], ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _is_oblong(self) -> Grid:
        widths = {len(row) for row in self.values}
        if len(widths) != 1 or not min(widths):
            raise ValueError(f"values must be rows of one length, got lengths {sorted(widths)[:5]}")
        if len(self.values) * min(widths) > MOST_CELLS:
            raise ValueError(f"values must not hold more than {MOST_CELLS:,} cells")
        return self


class OverlayInputs(Record):
    """Roads (`osm`, `net` or `roads`), a hazard (`grid`, `asc` or `areas`), and its effect on cars."""

    osm: Text | None = None
    """OpenStreetMap XML: every way with a `highway` that cars may use is a road."""
    net: Text | None = None
    """A SUMO network with its projection: every edge for cars is a road."""
    roads: dict[str, JsonValue] | None = None
    """GeoJSON: LineStrings in degrees with `id`, `speed_km_h`, and `clearance_m` where a bridge lifts them."""
    grid: Grid | None = None
    asc: Text | None = None
    """An ESRI ASCII grid, in `asc_crs`."""
    asc_crs: Annotated[str, AfterValidator(_epsg)] = DEGREES
    areas: dict[str, JsonValue] | None = None
    """GeoJSON: polygons in degrees with `intensity`; where they overlap, the worst counts."""
    effect: Literal["flood", "threshold"]
    """`flood`: intensities are depths in metres and slow cars down; `threshold`: they only close roads."""
    closes_at: FiniteFloat | None = Field(default=None, gt=0)
    """Intensity from which a road is closed; by default 0.3 m of a flood."""
    bridge_clearance_m: FiniteFloat = Field(default=0.0, ge=0, le=100)
    """Height of the map's bridges above the ground to which the depth refers (only `osm` marks bridges)."""
    from_s: FiniteFloat = Field(default=0.0, ge=0, le=LONGEST_S)
    to_s: FiniteFloat | None = Field(default=None, gt=0, le=LONGEST_S)
    """Copied to the closures."""

    @model_validator(mode="after")
    def _is_whole(self) -> OverlayInputs:
        for names in (("osm", "net", "roads"), ("grid", "asc", "areas")):
            given = [name for name in names if getattr(self, name) is not None]
            if len(given) != 1:
                raise ValueError(
                    f"exactly one of {', '.join(names)} must be given, got {' and '.join(given) or 'none'}"
                )
        if self.effect == "threshold" and self.closes_at is None:
            raise ValueError("closes_at is needed for the effect threshold")
        if self.effect == "flood" and self.closes_at is not None and self.closes_at > STOPS_M:
            raise ValueError(f"closes_at must not exceed {STOPS_M} m of a flood: cars cannot drive in deeper water")
        if self.to_s is not None and self.to_s <= self.from_s:
            raise ValueError(f"to_s must lie after from_s ({self.from_s:g} s), got {self.to_s:g}")
        return self

    @property
    def limit(self) -> float:
        return STOPS_M if self.closes_at is None else self.closes_at
