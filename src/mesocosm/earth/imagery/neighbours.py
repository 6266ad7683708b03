"""Scenes related to a scene: before and after it, of another sensor, and on each side of it.

All functions work on entries of an index: see `index`. Of equally good scenes the earliest is returned, and of one time
the first by name.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.imagery.index import Entries, Index
from mesocosm.earth.imagery.query import Filters, Place, place_of, place_of_footprint

if TYPE_CHECKING:
    import shapely

Suits = Callable[[Entries], NDArray[np.bool_]]
Direction = Literal["north", "east", "south", "west"]
DIRECTIONS: tuple[Direction, ...] = ("north", "east", "south", "west")
PASS = timedelta(minutes=10)
"""Largest time between neighbours of one pass: flying over a tile of 200 km takes half a minute at 7 km/s, and a
satellite in low orbit returns to a place after more than 90 minutes.
"""
ROOM = 0.05
"""Largest gap between adjacent tiles as a share of their size; gaps in grids come from rounding and are smaller."""
ASIDE = 0.2
"""Least distance of an adjacent tile, as a share of a tile; anything nearer is the same tile."""
AT_ONCE = 64
"""Footprints that are compared at once."""


def in_turn(index: Index, entry: int, max_cloud: float | None, forward: bool) -> int | None:
    """Return the next or previous entry of the same collection at the same place.

    The place is the tile, if the scene has one; otherwise every scene that covers the middle of this scene is there.
    """
    series = index.series(entry)
    if series is None:
        series = _over_the_middle(index, entry)
    rank = index.arrays.rank[series]
    wanted = rank > index.arrays.rank[entry] if forward else rank < index.arrays.rank[entry]
    if max_cloud is not None:
        wanted &= index.arrays.cloud[series] <= max_cloud
    rest = series[wanted]
    if not len(rest):
        return None
    ranks = index.arrays.rank[rest]
    return int(rest[ranks.argmin() if forward else ranks.argmax()])


def nearest(index: Index, place: Place, time: int, filters: Filters) -> int | None:
    """Return the entry at a place that is nearest to a time in microseconds since 1970."""
    return _first(index, index.near(place, filters), time, lambda entries: index.meets(entries, place))


def companion(index: Index, entry: int, filters: Filters) -> int | None:
    """Return the entry nearest in time to this one whose footprint shares an area with it."""
    import shapely

    footprint = index.shapes(index.arrays.footprint[[entry]])[0]
    shapely.prepare(footprint)

    def overlaps(entries: Entries) -> NDArray[np.bool_]:
        others = index.shapes(index.arrays.footprint[entries])
        return np.asarray(shapely.intersects(footprint, others) & ~shapely.touches(footprint, others))

    entries = index.near(place_of_footprint(footprint), filters)
    return _first(index, entries[entries != entry], int(index.arrays.time[entry]), overlaps)


def beside(index: Index, entry: int, direction: Direction) -> int | None:
    """Return the adjacent tile on a side: of the same collection and platform, taken in the same pass.

    Centres of boxes are compared in units of tiles. A tile to the north lies more to the north than to the side, and
    less than half a tile to the side. Where the zones of a grid overlap, a tile in the same plane has precedence.
    """
    arrays = index.arrays
    entries = index.near(_around(index, entry), _same_pass(index, entry))
    entries = entries[(arrays.platform[entries] == arrays.platform[entry]) & (entries != entry)]
    east, north = _offsets(index, entry, entries)
    ahead, across = {"north": (north, east), "east": (east, north), "south": (-north, east), "west": (-east, north)}[
        direction
    ]
    good = (ahead > ASIDE) & (np.abs(across) < 0.5) & (ahead > np.abs(across))
    if not good.any():
        return None
    entries, off = entries[good], (ahead**2 + across**2)[good]
    other_plane = arrays.epsg[entries] != arrays.epsg[entry]
    return int(entries[np.lexsort((arrays.rank[entries], off, other_plane))[0]])


def _over_the_middle(index: Index, entry: int) -> Entries:
    footprint = index.shapes(index.arrays.footprint[[entry]])[0]
    collection = index.names.collections[index.arrays.collection[entry]]
    return index.find(place_of(middle(footprint)), Filters(collection=collection))


def middle(footprint: shapely.Geometry) -> shapely.Geometry:
    """Return a point well inside a footprint: the centroid of its largest polygon, or a near one if that is outside."""
    import shapely

    parts = shapely.get_parts(footprint)
    largest = parts[shapely.area(parts).argmax()]
    centroid = shapely.centroid(largest)
    return centroid if shapely.covers(largest, centroid) else shapely.point_on_surface(largest)


def _first(index: Index, entries: Entries, time: int, suits: Suits) -> int | None:
    """Return the first fitting entry in order of distance in time; footprints are read only as far as needed."""
    ordered = entries[np.lexsort((index.arrays.rank[entries], np.abs(index.arrays.time[entries] - time)))]
    for start in range(0, len(ordered), AT_ONCE):
        some = ordered[start : start + AT_ONCE]
        suitable = suits(some)
        if suitable.any():
            return int(some[suitable.argmax()])
    return None


def _same_pass(index: Index, entry: int) -> Filters:
    time, reach = int(index.arrays.time[entry]), PASS // timedelta(microseconds=1)
    collection = index.names.collections[index.arrays.collection[entry]]
    return Filters(time - reach, time + reach + 1, collection=collection)


def _around(index: Index, entry: int) -> Place:
    """Return the box of an entry with a margin, as boxes that do not cross the antimeridian."""
    west, south, east, north = _box(index, entry)
    wide, high = (east - west) * ROOM, (north - south) * ROOM
    west, east = west - wide, east + wide
    spans = (
        [(-180.0, 180.0)] if east - west >= 360 else [(west, east), (west - 360, east - 360), (west + 360, east + 360)]
    )
    boxes = [
        (max(left, -180.0), max(south - high, -90.0), min(right, 180.0), min(north + high, 90.0))
        for left, right in spans
        if left <= 180 and right >= -180
    ]
    return Place((), np.array(boxes))


def _box(index: Index, entry: int) -> tuple[float, float, float, float]:
    """Return west, south, east and north, with east beyond 180 if the box crosses the antimeridian."""
    arrays = index.arrays
    west, south, east, north = (float(edge[entry]) for edge in (arrays.west, arrays.south, arrays.east, arrays.north))
    return west, south, east + 360 if west > east else east, north


def _offsets(index: Index, entry: int, entries: Entries) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the offsets of box centres to the east and north, in mean widths and heights of the two boxes."""
    arrays = index.arrays
    west, south, east, north = _box(index, entry)
    wests, easts = arrays.west[entries], arrays.east[entries]
    easts = np.where(wests > easts, easts + 360, easts)
    souths, norths = arrays.south[entries], arrays.north[entries]
    off_east = (wests + easts - west - east) / 2
    off_east -= 360 * np.round(off_east / 360)
    off_north = (souths + norths - south - north) / 2
    return off_east / ((easts - wests + east - west) / 2), off_north / ((norths - souths + north - south) / 2)
