"""A folder of scenes with look-ups by place, time and sensor.

    catalogue = Catalogue.create(folder) catalogue.add(scenes) for scene in catalogue.at((4.9, 52.4), when=(start, end),
    sensor="msi", max_cloud=20):
        before = catalogue.previous(scene) radar = catalogue.companion(scene, "c-sar")

The first look-up after scenes were added builds the index.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self, overload

from mesocosm.earth.imagery import neighbours, store
from mesocosm.earth.imagery.errors import DamagedCatalogue, InvalidQuery, MissingAsset
from mesocosm.earth.imagery.index import Entries, Index, number_of
from mesocosm.earth.imagery.index_store import index_of
from mesocosm.earth.imagery.manifest import Manifest
from mesocosm.earth.imagery.names import KnownNames
from mesocosm.earth.imagery.neighbours import DIRECTIONS, Direction
from mesocosm.earth.imagery.query import Filters, When, filters_of, microseconds, place_of
from mesocosm.earth.imagery.row_lookup import Rows
from mesocosm.earth.imagery.scene import NAME, Scene
from mesocosm.errors import UnknownName

if TYPE_CHECKING:
    import pyarrow as pa

    from mesocosm.earth.imagery.query import Where
    from mesocosm.earth.imagery.sql_lookups import SqlLookups


class Matches(Sequence[Scene]):
    """Scenes that match a query, in order of time and name; each is read when accessed."""

    def __init__(self, rows: Rows, numbers: Sequence[int]) -> None:
        self._rows = rows
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> Scene: ...
    @overload
    def __getitem__(self, place: slice) -> Matches: ...
    def __getitem__(self, place: int | slice) -> Scene | Matches:
        if isinstance(place, slice):
            return Matches(self._rows, self._numbers[place])
        return self._rows.scene(self._numbers[place])

    def __repr__(self) -> str:
        return f"Matches({len(self)} scenes)"


class Catalogue:
    """Scenes in a folder, with look-ups; made by `create` or `open`."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self._manifest = manifest
        self._known = KnownNames(folder)
        self._index: Index | None = None
        self._rows: Rows | None = None

    @classmethod
    def create(cls, folder: Path | str) -> Self:
        """Make an empty catalogue in a folder, which is created if it does not exist."""
        return cls(Path(folder), store.begin(Path(folder)))

    @classmethod
    def open(cls, folder: Path | str) -> Self:
        """Open the catalogue in a folder; raise `DamagedCatalogue` if a file is missing or truncated."""
        return cls(Path(folder), store.whole_manifest(Path(folder)))

    @classmethod
    def salvage(cls, folder: Path | str) -> tuple[Self, list[str]]:
        """Open the catalogue in a folder without its damaged files, and return what is wrong with each of those."""
        manifest, problems = store.drop_damaged(Path(folder))
        return cls(Path(folder), manifest), problems

    def __len__(self) -> int:
        return self._manifest.scenes

    @property
    def manifest(self) -> Manifest:
        """The files of the catalogue with their hashes."""
        return self._manifest

    @property
    def collections(self) -> list[str]:
        """Names of the collections."""
        return sorted({part.collection for part in self._manifest.parts})

    @property
    def sensors(self) -> list[str]:
        """Names of the sensors."""
        return sorted(self.index.names.sensors)

    @property
    def index(self) -> Index:
        """The index of look-ups, built if there is none."""
        if self._index is None:
            self._index = index_of(self.folder, self._manifest)
            self._rows = Rows(self.folder, self._manifest)
        return self._index

    def add(self, scenes: Iterable[Scene]) -> None:
        """Add scenes, all or none; refuse a name that occurs twice, here or in the catalogue.

        Each call writes a file for each collection, so add thousands of scenes at once rather than one at a time.
        """
        self._grow(store.tables_of(scenes))

    def add_table(self, table: pa.Table) -> None:
        """Add scenes that are already columns in the layout of `layout`, all or none."""
        self._grow(store.by_collection(table))

    def add_tables(self, tables: Sequence[pa.Table]) -> None:
        """Add several tables as `add_table` does, each of one collection with its own columns: all or none."""
        self._grow(list(tables))

    def rows(self, numbers: Iterable[int]) -> Matches:
        """All scenes by their position in the files, which is unrelated to their content: to sample or to iterate."""
        return Matches(self._opened_rows(), list(numbers))

    def get(self, name: str) -> Scene:
        """Return the scene of this name."""
        return self._scene(self._entry(name))

    def at(
        self,
        where: Where,
        *,
        when: When | None = None,
        sensor: str | None = None,
        collection: str | None = None,
        max_cloud: float | None = None,
    ) -> Matches:
        """Return scenes whose footprints meet a place, edges included, in order of time.

        Args:
            where: A point (longitude, latitude), a box (west, south, east, north; west > east crosses the
                antimeridian), or a polygon; degrees. At a pole every longitude is the same point.
            when: From a time (included) to a time (excluded).
            sensor: Its name, see `sensors`.
            collection: Its name, see `collections`.
            max_cloud: Percent; scenes of unknown cloud cover are left out.
        """
        filters = self._filters(when, sensor, collection, max_cloud)
        return self._matches(self.index.find(place_of(where), filters))

    def nearest(
        self,
        where: Where,
        time: datetime,
        *,
        sensor: str | None = None,
        collection: str | None = None,
        max_cloud: float | None = None,
    ) -> Scene | None:
        """Return the scene at a place nearest in time, before or after; of two equally near, the earlier."""
        filters = self._filters(None, sensor, collection, max_cloud)
        return self._perhaps(neighbours.nearest(self.index, place_of(where), microseconds(time), filters))

    def next(self, scene: Scene, *, max_cloud: float | None = None) -> Scene | None:
        """Return the next scene of the collection at the same place: its tile, or else the middle of its footprint."""
        filters_of(None, max_cloud=max_cloud)
        return self._perhaps(neighbours.in_turn(self.index, self._entry(scene.id), max_cloud, forward=True))

    def previous(self, scene: Scene, *, max_cloud: float | None = None) -> Scene | None:
        """Return the previous scene, by the rule of `next`."""
        filters_of(None, max_cloud=max_cloud)
        return self._perhaps(neighbours.in_turn(self.index, self._entry(scene.id), max_cloud, forward=False))

    def companion(self, scene: Scene, sensor: str, *, max_cloud: float | None = None) -> Scene | None:
        """Return the scene of another sensor that overlaps this one and is nearest to it in time."""
        filters = self._filters(None, sensor, None, max_cloud)
        return self._perhaps(neighbours.companion(self.index, self._entry(scene.id), filters))

    def beside(self, scene: Scene, direction: Direction) -> Scene | None:
        """Return the neighbouring tile of the same grid and pass to the north, east, south or west."""
        if direction not in DIRECTIONS:
            raise InvalidQuery(f"direction must be one of {', '.join(DIRECTIONS)}, got {direction!r}")
        return self._perhaps(neighbours.beside(self.index, self._entry(scene.id), direction))

    def sql(self, question: str, *values: str | float | datetime) -> pa.Table:
        """Run a SELECT on the table `scenes` with DuckDB; see `sql`."""
        from mesocosm.earth.imagery.sql import ask

        return ask(self.folder, self._manifest, question, values)

    def by_sql(self) -> SqlLookups:
        """Return the same look-ups, computed by DuckDB from the files alone; see `sql_lookups`."""
        from mesocosm.earth.imagery.sql_lookups import SqlLookups

        return SqlLookups([self.folder / part.file for part in self._manifest.parts])

    def path(self, scene: Scene, key: str) -> Path:
        """Return the path of a file of a scene; raise `MissingAsset` if it does not exist."""
        href = scene.asset(key).href
        path = self.folder / href.removeprefix("file://")
        if not path.is_file():
            raise MissingAsset(f"asset {key} of scene {scene.id} should be at {path}, but there is no file")
        return path

    def verify(self) -> None:
        """Read every file of the catalogue and compare its hash; raise `DamagedCatalogue` with those that differ."""
        problems = store.altered_files(self.folder, self._manifest)
        if problems:
            raise DamagedCatalogue("; ".join(problems))

    def _grow(self, tables: Sequence[pa.Table]) -> None:
        self._manifest = store.append(self.folder, self._known, tables)
        self._index = self._rows = None

    def _filters(
        self, when: When | None, sensor: str | None, collection: str | None, max_cloud: float | None
    ) -> Filters:
        """Make filters after a check of their names: a name that no scene has is an error and not an empty result."""
        names = self.index.names
        if sensor is not None:
            number_of("sensor", sensor, names.sensors)
        if collection is not None:
            number_of("collection", collection, names.collections)
        return filters_of(when, sensor, collection, max_cloud)

    def _entry(self, name: str) -> int:
        entries: list[int] = self.index.entries_named(name).tolist() if NAME.fullmatch(name) else []
        for entry in entries:
            if len(entries) == 1 or self._scene(entry).id == name:
                return entry
        raise UnknownName("scene", name, [])

    def _matches(self, entries: Entries) -> Matches:
        return Matches(self._opened_rows(), self.index.arrays.row[entries].tolist())

    def _perhaps(self, entry: int | None) -> Scene | None:
        return None if entry is None else self._scene(entry)

    def _scene(self, entry: int) -> Scene:
        return self._opened_rows().scene(int(self.index.arrays.row[entry]))

    def _opened_rows(self) -> Rows:
        if self._rows is None:
            self._rows = Rows(self.folder, self._manifest)
        return self._rows
