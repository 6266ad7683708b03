"""Where people live in a region and what connects their towns: records at the scale of kilometres."""

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
    """Id such as `r003-p00`; the largest place is 00."""
    name: str
    x: float
    """Eastward coordinate of the market square, metres of the region's plane; `y` is the northward one."""
    y: float
    cell: int
    population: int
    port: bool
    river_cell: int
    """Cell of the river on which the town lies; -1 if there is none."""


@dataclass(frozen=True)
class Road:
    """A stretch of road or railway from one junction to the next; its ends are shared with its neighbours."""

    id: str
    kind: RoadKind
    name: str
    """Number of the stretch, such as `A4`."""
    line: LineString
    cells: tuple[int, ...]
    lanes: int
    """Lanes in both directions together; for a railway, tracks."""


@dataclass(frozen=True)
class Bridge:
    """Where a road crosses a river."""

    id: str
    road: str
    x: float
    y: float
    cell: int
    """Cell of the river beneath it."""
    river_width_m: float
    length_m: float
    bearing_deg: float
    """Direction along the road, clockwise from the plane's north, in 0..180."""
    clearance_m: float
    """Height of the deck above the mean water."""
    built: int


@dataclass(frozen=True)
class PowerLine:
    """A high-voltage line between two places."""

    id: str
    kilovolts: int
    line: LineString
    """Line that is straight between pylons at which it turns."""
    places: tuple[str, str]


@dataclass(frozen=True)
class Settlement:
    """Everything that people have built, at the scale of kilometres."""

    region: Region
    places: tuple[Place, ...]
    """Places from the largest to the smallest."""
    roads: tuple[Road, ...]
    bridges: tuple[Bridge, ...]
    power_lines: tuple[PowerLine, ...]
    cover: Codes
    """Land cover of the ground, with towns on it."""
