"""The index of look-ups: arrays over all scenes in order of place and time, mapped from disk.

The GeoParquet files are the truth; this index is built from them, kept beside them, and rebuilt if it does not belong
to the manifest. Measured at 660,000 scenes (`benchmarks/catalogue.py`): DuckDB over the Parquet files takes 50 to
250 ms for a query and more as the catalogue grows, since it opens and prunes files each time. An R-tree of SQLite
answers small queries faster than this index, in tens of microseconds against half a millisecond, but takes ten times as
long to build, has 32 bits per coordinate, and slows down with the number of scenes at a place. Here a query is a few
binary searches in arrays that the operating system pages in: milliseconds at 6.6 million scenes too.

An entry is a scene's position in these arrays, sorted by square (see `cells`), then time, then name. `moment` combines
the number of its square and the seconds of its time, so that one search finds a time within a square. `rank` is its
position among all scenes by time and name. Footprints that many scenes share are stored once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.imagery.cells import expand_ranges, occupied_places
from mesocosm.earth.imagery.query import Filters, Place
from mesocosm.errors import UnknownName

if TYPE_CHECKING:
    import pyarrow as pa

SECONDS_BITS = 39
"""Bits of the time in `moment`: 17,420 years, with 16 million squares in the bits above."""
YEAR_ONE_S = 62_135_596_800
"""Seconds from 1 January of the year 1, Python's first, to 1970."""
Entries = NDArray[np.int64]


@dataclass(frozen=True)
class Arrays:
    """Columns of the index; one value per entry unless noted."""

    moment: NDArray[np.int64]
    time: NDArray[np.int64]
    """Time in microseconds since 1970."""
    rank: NDArray[np.int32]
    west: NDArray[np.float64]
    south: NDArray[np.float64]
    east: NDArray[np.float64]
    north: NDArray[np.float64]
    cloud: NDArray[np.float64]
    """Cloud cover in percent; NaN if unknown."""
    sensor: NDArray[np.int16]
    """Position in the list of names; so are `collection` and `platform`, which is -1 if unknown."""
    collection: NDArray[np.int16]
    platform: NDArray[np.int16]
    epsg: NDArray[np.int32]
    """EPSG code; 0 if unknown."""
    tile: NDArray[np.int32]
    """Number of the tile within its collection; -1 if the scene has none."""
    footprint: NDArray[np.int32]
    """Position in the list of footprints."""
    is_box: NDArray[np.bool_]
    """Whether the footprint fills its box."""
    row: NDArray[np.int32]
    """Row number over all files in order."""
    cells: NDArray[np.int64]
    """Squares that contain a scene, sorted."""
    ids: NDArray[np.uint64]
    """First halves of all names, sorted."""
    entry_of_id: NDArray[np.int32]
    """The entry of each of `ids`."""
    by_tile: NDArray[np.int32]
    """Entries that have a tile, in order of tile, time and name."""
    tile_starts: NDArray[np.int64]
    """Index of the first entry of each tile in `by_tile`, with its length at the end."""


@dataclass(frozen=True)
class Names:
    """Names that the numbers of the index stand for."""

    sensors: list[str]
    collections: list[str]
    platforms: list[str]


@dataclass(frozen=True)
class Index:
    """The index of one state of a catalogue."""

    arrays: Arrays
    names: Names
    footprints: pa.Array
    """Distinct footprints, in WKB."""
    levels: list[tuple[int, int, int]]
    """Levels of `cells`: see `cells.occupied`."""

    def __len__(self) -> int:
        return len(self.arrays.moment)

    def find(self, place: Place, filters: Filters) -> Entries:
        """Return entries at a place that pass the filters, in order of time and name."""
        entries = self.near(place, filters)
        return self.ordered(entries[self.meets(entries, place)])

    def near(self, place: Place, filters: Filters) -> Entries:
        """Return entries whose boxes meet a place and that pass the filters, unordered."""
        arrays = self.arrays
        squares = np.unique(np.concatenate([occupied_places(arrays.cells, self.levels, box) for box in place.boxes]))
        base = squares << SECONDS_BITS
        first = np.searchsorted(arrays.moment, base | seconds(filters.start, 0))
        last = np.searchsorted(arrays.moment, base | seconds(filters.end, (1 << SECONDS_BITS) - 1), side="right")
        entries = expand_ranges(first, last)
        entries = entries[self._in_boxes(entries, place.boxes)]
        return entries[self._passes(entries, filters)]

    def meets(self, entries: Entries, place: Place) -> NDArray[np.bool_]:
        """Say for each entry, whose box meets a place, whether its footprint meets it too."""
        import shapely

        if place.is_boxes and self.arrays.is_box[entries].all():  # then it is enough that their boxes meet
            return np.ones(len(entries), bool)
        numbers, which = np.unique(self.arrays.footprint[entries], return_inverse=True)
        footprints = self.shapes(numbers)
        met = np.zeros(len(footprints), bool)
        for shape in place.shapes:
            shapely.prepare(shape)
            met |= shapely.intersects(shape, footprints)
        return met[which]

    def shapes(self, numbers: NDArray[np.int32]) -> NDArray[np.object_]:
        """Return footprints by their numbers."""
        import pyarrow as pa
        import shapely

        return np.asarray(shapely.from_wkb(self.footprints.take(pa.array(numbers)).to_numpy(zero_copy_only=False)))

    def ordered(self, entries: Entries) -> Entries:
        """Return entries in order of time and name."""
        return entries[np.argsort(self.arrays.rank[entries])]

    def entries_named(self, name: str) -> Entries:
        """Return entries whose names have the same first half: one or none; by a chance of one in 10¹⁹ more."""
        half = np.uint64(int(name[:16], 16))
        first, last = (int(np.searchsorted(self.arrays.ids, half, side)) for side in ("left", "right"))
        return self.arrays.entry_of_id[first:last].astype(np.int64)

    def series(self, entry: int) -> Entries | None:
        """Return entries of the same tile and collection, in order of time and name; None if the entry has no tile."""
        tile = int(self.arrays.tile[entry])
        if tile < 0:
            return None
        start, stop = self.arrays.tile_starts[tile : tile + 2].tolist()
        return self.arrays.by_tile[start:stop].astype(np.int64)

    def _in_boxes(self, entries: Entries, boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
        arrays = self.arrays
        west, south, east, north = (edge[entries] for edge in (arrays.west, arrays.south, arrays.east, arrays.north))
        crosses = west > east
        inside = np.zeros(len(entries), bool)
        for box_west, box_south, box_east, box_north in boxes.tolist():
            from_west, from_east = box_east >= west, box_west <= east
            along = np.where(crosses, from_west | from_east, from_west & from_east)
            inside |= along & (box_south <= north) & (south <= box_north)
        return inside

    def _passes(self, entries: Entries, filters: Filters) -> NDArray[np.bool_]:
        arrays, names = self.arrays, self.names
        passes = np.ones(len(entries), bool)
        if filters.start is not None:
            passes &= arrays.time[entries] >= filters.start
        if filters.end is not None:
            passes &= arrays.time[entries] < filters.end
        if filters.sensor is not None:
            passes &= arrays.sensor[entries] == number_of("sensor", filters.sensor, names.sensors)
        if filters.collection is not None:
            passes &= arrays.collection[entries] == number_of("collection", filters.collection, names.collections)
        if filters.max_cloud is not None:
            passes &= arrays.cloud[entries] <= filters.max_cloud
        return passes


def number_of(kind: str, name: str, names: list[str]) -> int:
    """Return the number of a name; refuse one that no scene has."""
    if name not in names:
        raise UnknownName(kind, name, names)
    return names.index(name)


def seconds(time: int | None, otherwise: int) -> int:
    """Convert microseconds since 1970 to whole seconds since the year 1."""
    return otherwise if time is None else time // 1_000_000 + YEAR_ONE_S
