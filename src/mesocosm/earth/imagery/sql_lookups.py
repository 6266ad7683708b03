"""The look-ups of a catalogue computed by DuckDB from GeoParquet files alone, without an index.

For files of others, such as the `stac.parquet` of a built planet, and few queries: nothing is prepared and nothing is
written. The results equal those of `Catalogue`, which has an index and is much faster: a test compares the two. DuckDB
selects scenes by box, time and names; shapely compares shapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

from mesocosm.earth.imagery.errors import DamagedCatalogue, InvalidQuery
from mesocosm.earth.imagery.layout import demand_columns, from_row
from mesocosm.earth.imagery.neighbours import middle
from mesocosm.earth.imagery.query import Filters, Place, When, filters_of, microseconds, place_of, place_of_footprint
from mesocosm.earth.imagery.scene import Scene
from mesocosm.earth.imagery.sql import SETTINGS
from mesocosm.errors import UnknownName

if TYPE_CHECKING:
    import duckdb

    from mesocosm.earth.imagery.query import Where

OPTIONAL = {"platform": "VARCHAR", "instruments": "VARCHAR[]", "eo:cloud_cover": "DOUBLE", "grid:code": "VARCHAR"}
"""Optional columns of a file; null if absent."""
Value = str | float | int | datetime
Condition = tuple[str, list[Value]]
"""The text after WHERE, and a value for each of its question marks."""
IN_TIME = "epoch_us(datetime)"
BATCH = 256
"""Rows fetched at a time."""


class SqlLookups:
    """Scenes in GeoParquet files in the layout of stac-geoparquet; close it, or use it in a `with` statement."""

    def __init__(self, files: Sequence[Path]) -> None:
        import duckdb

        self._base = duckdb.connect()
        for name, value in SETTINGS.items():
            self._base.execute(f"SET {name} = '{value}'")
        try:
            self._view(self._base.read_parquet([str(file) for file in files], union_by_name=True), files)
        except duckdb.Error as error:
            self._base.close()
            raise DamagedCatalogue(f"DuckDB cannot read {', '.join(map(str, files))}: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the files."""
        self._base.close()

    def _view(self, rows: duckdb.DuckDBPyRelation, files: Sequence[Path]) -> None:
        demand_columns(rows.columns, ", ".join(map(str, files)))
        rows.create_view("files")
        missing = [f'NULL::{kind} AS "{name}"' for name, kind in OPTIONAL.items() if name not in rows.columns]
        self._base.execute(f"CREATE VIEW scenes AS SELECT {', '.join(['*', *missing])} FROM files")

    def __len__(self) -> int:
        row = self._base.execute("SELECT count(*) FROM scenes").fetchone()
        return int(row[0]) if row else 0

    def get(self, name: str) -> Scene:
        """Return the scene of this name."""
        for scene in self._scenes(("id = ?", [name])):
            return scene
        raise UnknownName("scene", name, [])

    def at(
        self,
        where: Where,
        *,
        when: When | None = None,
        sensor: str | None = None,
        collection: str | None = None,
        max_cloud: float | None = None,
    ) -> list[Scene]:
        """Return scenes whose footprints meet a place, in order of time and name, as `Catalogue.at`."""
        place = place_of(where)
        met = self._scenes(_within(place, filters_of(when, sensor, collection, max_cloud)))
        return [scene for scene in met if _meets(scene, place)]

    def nearest(
        self,
        where: Where,
        time: datetime,
        *,
        sensor: str | None = None,
        collection: str | None = None,
        max_cloud: float | None = None,
    ) -> Scene | None:
        """Return the scene at a place nearest in time, of two equally near the earlier, as `Catalogue.nearest`."""
        place, filters = place_of(where), filters_of(None, sensor, collection, max_cloud)
        near = self._by_gap(_within(place, filters), microseconds(time))
        return next((scene for scene in near if _meets(scene, place)), None)

    def next(self, scene: Scene, *, max_cloud: float | None = None) -> Scene | None:
        """Return the next scene of the collection at the tile, or over the middle, of this one, as `Catalogue.next`."""
        return self._in_turn(scene, max_cloud, ">", "")

    def previous(self, scene: Scene, *, max_cloud: float | None = None) -> Scene | None:
        """Return the previous scene, by the rule of `next`."""
        return self._in_turn(scene, max_cloud, "<", " DESC")

    def companion(self, scene: Scene, sensor: str, *, max_cloud: float | None = None) -> Scene | None:
        """Return the scene of another sensor that overlaps this one, nearest in time, as `Catalogue.companion`."""
        import shapely

        place, filters = place_of_footprint(scene.footprint), filters_of(None, sensor, None, max_cloud)
        condition, values = _within(place, filters)
        near = self._by_gap((f"{condition} AND id <> ?", [*values, scene.id]), microseconds(scene.datetime))
        for other in near:
            if shapely.intersects(scene.footprint, other.footprint) and not scene.footprint.touches(other.footprint):
                return other
        return None

    def _in_turn(self, scene: Scene, max_cloud: float | None, sign: str, order: str) -> Scene | None:
        filters = filters_of(None, None, scene.collection, max_cloud)
        if scene.tile is None:
            place = place_of(middle(scene.footprint))
            condition, values = _within(place, filters)
        else:
            place = None
            condition, values = _passing(filters)
            condition, values = f'{condition} AND "grid:code" = ?', [*values, scene.tile]
        later = (f"{condition} AND ({IN_TIME}, id) {sign} (?, ?)", [*values, microseconds(scene.datetime), scene.id])
        in_order = self._scenes(later, f"datetime{order}, id{order}")
        return next((other for other in in_order if place is None or _meets(other, place)), None)

    def _by_gap(self, condition: Condition, time: int) -> Iterator[Scene]:
        return self._scenes(condition, f"abs({IN_TIME} - {time:d}), datetime, id")

    def _scenes(self, condition: Condition, order: str = "datetime, id") -> Iterator[Scene]:
        import duckdb

        cursor = self._base.cursor()
        try:
            cursor.execute(f"SELECT * FROM scenes WHERE {condition[0]} ORDER BY {order}", condition[1])
            for batch in cursor.to_arrow_reader(BATCH):
                yield from (from_row(row) for row in batch.to_pylist())
        except duckdb.Error as error:
            raise InvalidQuery(f"DuckDB cannot answer: {error}") from error
        finally:
            cursor.close()


def _meets(scene: Scene, place: Place) -> bool:
    return any(scene.footprint.intersects(shape) for shape in place.shapes)


def _within(place: Place, filters: Filters) -> Condition:
    """Return the condition that a scene's box meets one of a place's; with xmin > xmax it crosses the antimeridian."""
    condition, values = _passing(filters)
    inside = (
        "(CASE WHEN bbox.xmin > bbox.xmax THEN ? >= bbox.xmin OR ? <= bbox.xmax"
        " ELSE ? >= bbox.xmin AND ? <= bbox.xmax END AND ? <= bbox.ymax AND ? >= bbox.ymin)"
    )
    for west, south, east, north in place.boxes.tolist():
        values += [east, west, east, west, south, north]
    return f"{condition} AND ({' OR '.join([inside] * len(place.boxes))})", values


def _passing(filters: Filters) -> Condition:
    parts: dict[str, Value | None] = {
        f"{IN_TIME} >= ?": filters.start,
        f"{IN_TIME} < ?": filters.end,
        "coalesce(array_to_string(instruments, '+'), 'unknown') = ?": filters.sensor,
        "collection = ?": filters.collection,
        '"eo:cloud_cover" <= ?': filters.max_cloud,
    }
    given = {part: value for part, value in parts.items() if value is not None}
    return " AND ".join(["TRUE", *given]), list(given.values())
