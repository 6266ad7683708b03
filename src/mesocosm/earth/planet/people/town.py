"""A town at the scale of metres: the records of what stands within two kilometres of a place's market square.

Shapes are shapely geometries in metres of the region's plane, to the centimetre. Ids begin with that of the place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people.settlement import Place

if TYPE_CHECKING:
    from shapely.geometry import LineString, MultiPolygon, Polygon

StreetKind = Literal["motorway", "primary", "secondary", "residential", "service"]
Zone = Literal["core", "terrace", "suburb", "estate", "industry", "park", "square", "school", "hospital", "church"]
Use = Literal["house", "flats", "shop", "office", "school", "hospital", "station", "church", "industry", "warehouse"]
Form = Literal["detached", "angled", "terrace", "perimeter", "slab", "tower", "hall", "winged", "cross"]
Material = Literal["brick", "concrete", "timber", "stone", "steel", "adobe"]
Roof = Literal["gable", "hip", "flat"]
AreaKind = Literal[
    "park", "square", "car_park", "tennis_court", "basketball_court", "football_pitch", "playground", "wood", "grass",
    "construction_site"
]  # fmt: skip
SiteKind = Literal["port", "airfield", "tank_farm", "solar_field", "rail_station"]
PartKind = Literal[
    "quay", "crane", "container", "runway", "taxiway", "apron", "tank", "bund", "solar_row", "platform", "track"
]
Crop = Literal[
    "wheat", "barley", "rapeseed", "maize", "soya", "sunflower", "potato", "rice", "cotton", "vines", "olives",
    "sugar_cane", "sorghum", "cassava", "lucerne", "pasture", "fallow"
]  # fmt: skip


@dataclass(frozen=True)
class Street:
    """A street from one crossing to the next."""

    id: str
    name: str
    kind: StreetKind
    line: LineString
    width_m: float
    """Width of the carriageway."""
    road: str
    """Id of the region's road that the street is part of; empty for others."""


@dataclass(frozen=True)
class TownBridge:
    """The deck on which a street crosses water."""

    id: str
    street: str
    deck: Polygon


@dataclass(frozen=True)
class Block:
    """Land between streets, without their pavements."""

    id: str
    zone: Zone
    outline: Polygon


@dataclass(frozen=True)
class Parcel:
    id: str
    block: str
    outline: Polygon


@dataclass(frozen=True)
class Building:
    id: str
    parcel: str
    """Id of the parcel, block or site."""
    use: Use
    form: Form
    outline: Polygon
    storeys: int
    height_m: float
    built: int
    """Year of construction."""
    material: Material
    roof: Roof
    residents: int


@dataclass(frozen=True)
class Area:
    """Open land of one use."""

    id: str
    kind: AreaKind
    outline: Polygon


@dataclass(frozen=True)
class Field:
    id: str
    outline: Polygon
    crop: Crop
    sown_day: int
    """Day of the year; for perennial crops, the day on which growth begins. `harvest_day` is that of the harvest."""
    harvest_day: int
    irrigated: bool


@dataclass(frozen=True)
class Part:
    """A piece of a site, such as a tank or a crane."""

    id: str
    kind: PartKind
    outline: Polygon
    height_m: float


@dataclass(frozen=True)
class Site:
    id: str
    kind: SiteKind
    outline: Polygon
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Town:
    """Everything in a window of 4 × 4 km about a market square."""

    id: str
    place: Place
    window: Polygon
    extent: MultiPolygon
    """Built-up land."""
    rivers: MultiPolygon
    """Running water; `standing` is that of the sea and lakes."""
    standing: MultiPolygon
    streets: tuple[Street, ...]
    bridges: tuple[TownBridge, ...]
    railways: tuple[LineString, ...]
    blocks: tuple[Block, ...]
    parcels: tuple[Parcel, ...]
    buildings: tuple[Building, ...]
    areas: tuple[Area, ...]
    sites: tuple[Site, ...]
    fields: tuple[Field, ...]
    trees: Floats
    """One row per tree: x, y, radius of the crown and height, metres."""
