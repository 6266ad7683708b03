"""Where people live in a region and what joins their towns: the records of the kilometre scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mesocosm.earth.planet.ground.ground import Codes
from mesocosm.earth.planet.regions import Region

if TYPE_CHECKING:
    from shapely.geometry import LineString

RoadKind = Literal["motorway", "primary", "secondary", "railway"]


@dataclass(frozen=True)
class Place:
    """A town or village."""

    id: str
    """`r003-p00`; the largest is 00."""
    name: str
    x: float
    """Of its market square, metres of the region's plane; `y` likewise."""
    y: float
    cell: int
    population: int
    port: bool
    river_cell: int
    """The cell of the river that the town lies on; -1 where there is none."""


@dataclass(frozen=True)
class Road:
    """A stretch of road or railway from one junction to the next; its ends are shared with its neighbours."""

    id: str
    kind: RoadKind
    name: str
    """The number of the stretch, such as `A4`."""
    line: LineString
    cells: tuple[int, ...]
    lanes: int
    """Both ways together; tracks, of a railway."""


@dataclass(frozen=True)
class Bridge:
    """Where a road crosses a river."""

    id: str
    road: str
    x: float
    y: float
    cell: int
    """Of the river beneath it."""
    river_width_m: float
    length_m: float
    bearing_deg: float
    """Along the road, clockwise from the plane's north, in 0..180."""
    clearance_m: float
    """Of its deck above the mean water."""
    built: int


@dataclass(frozen=True)
class PowerLine:
    """A high-voltage line between two places."""

    id: str
    kilovolts: int
    line: LineString
    """Straight between pylons that turn it."""
    places: tuple[str, str]


@dataclass(frozen=True)
class Settlement:
    """All that people have built at the kilometre scale."""

    region: Region
    places: tuple[Place, ...]
    """From the largest to the smallest."""
    roads: tuple[Road, ...]
    bridges: tuple[Bridge, ...]
    power_lines: tuple[PowerLine, ...]
    cover: Codes
    """Of the ground, with towns on it."""
