"""Other ways to the same answers, for `catalogue.py`: SQLite with an R-tree, DuckDB over Parquet, a walk with pystac.

Each side is a dictionary from the name of a query to a function of the number of the question, which returns the number
of answers and has read the first ten of them completely. Boxes across the antimeridian are stored in the R-tree with
longitudes beyond 180, and queried in the same way; for such queries the answers of the other sides are not compared.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from datetime import timedelta
from pathlib import Path

import pyarrow as pa
from catalogue_scenes import START, Questions

from mesocosm.earth.imagery.manifest import PARTS

Lookups = dict[str, Callable[[int], int]]
READ = 10
MONTH = timedelta(days=30)
SCHEMA = """
create table scenes(number integer primary key, id text, collection text, sensor text, time integer, cloud real,
                    tile text, body text);
create virtual table boxes using rtree(number, west, east, south, north, first, last);
"""
KEYS = "create unique index by_id on scenes(id); create index by_tile on scenes(collection, tile, time);"
JOIN = "select body from boxes join scenes using (number) where west <= ? and east >= ? and south <= ? and north >= ? "


def micro(moment) -> int:
    return (moment - START) // timedelta(microseconds=1) + int(START.timestamp()) * 1_000_000


def days(moment) -> float:
    """Return the days since the start, few enough that 32 bits of the R-tree resolve the minute."""
    return (moment - START) / timedelta(days=1)


def fill_sqlite(path: Path, tables: Iterable[pa.Table]) -> sqlite3.Connection:
    """Fill an R-tree over longitude, latitude and time, and a row of JSON for each scene."""
    base = sqlite3.connect(path)
    base.executescript("pragma journal_mode=off; pragma synchronous=off;" + SCHEMA)
    number = 0
    for table in tables:
        scenes, boxes = [], []
        for row in table.select(
            ["id", "bbox", "collection", "datetime", "instruments", "eo:cloud_cover", "grid:code"]
        ).to_pylist():
            number += 1
            box, time = row["bbox"], row["datetime"]
            east = box["xmax"] + 360 * (box["xmin"] > box["xmax"])
            day = days(time)
            body = json.dumps({**row, "datetime": time.isoformat(), "assets": {"data": {"href": f"{row['id']}.tif"}}})
            scenes.append((number, row["id"], row["collection"], row["instruments"][0], micro(time),
                           row["eo:cloud_cover"], row["grid:code"], body))  # fmt: skip
            boxes.append((number, box["xmin"], east, box["ymin"], box["ymax"], day, day))
        base.executemany("insert into scenes values(?,?,?,?,?,?,?,?)", scenes)
        base.executemany("insert into boxes values(?,?,?,?,?,?,?)", boxes)
    base.executescript(KEYS)
    return base


def sqlite_lookups(base: sqlite3.Connection, q: Questions) -> Lookups:
    def count_rows(sql: str, *values: object) -> int:
        rows = base.execute(sql, values).fetchall()
        for (body,) in rows[:READ]:
            json.loads(body)
        return len(rows)

    def at(box: tuple[float, ...], more: str, *values: object) -> int:
        west, south, east, north = box if len(box) == 4 else (*box, *box)
        return count_rows(JOIN + more, east + 360 * (west > east), west, north, south, *values)

    def month(i: int) -> tuple[float, float, int, int]:
        start, end = q.times[i], q.times[i] + MONTH
        return days(end) + 0.01, days(start) - 0.01, micro(start), micro(end)

    in_month = "and first <= ? and last >= ? and time >= ? and time < ? "
    by_gap = "and sensor = ? order by abs(time - ?), time limit 1"

    def companion(i: int) -> int:
        s = q.scenes[i]
        box = (s.bbox.west, s.bbox.south, s.bbox.east, s.bbox.north)
        return at(box, by_gap, "c-sar" if s.sensor == "msi" else "msi", micro(s.datetime))

    def beside(i: int) -> int:  # the + keeps SQLite from going by the index of tiles, which is slower
        s, box = q.scenes[i], q.scenes[i].bbox
        reach = timedelta(minutes=11)
        around = (box.west, box.south, box.east, box.north + 0.01)
        return at(around, "and first <= ? and last >= ? and +collection = ? limit 10",
                  days(s.datetime + reach), days(s.datetime - reach), s.collection)  # fmt: skip

    tile = "select body from scenes where collection = ? and tile = ? and time {} ? {} order by time {} limit 1"

    def in_turn(i: int, sql: str) -> int:
        return count_rows(sql, q.scenes[i].collection, q.scenes[i].tile, micro(q.scenes[i].datetime))

    return {
        "point, all time": lambda i: at(q.points[i], "order by time, id"),
        "point, month, cloud ≤ 20": lambda i: at(
            q.points[i], in_month + "and cloud <= 20 order by time, id", *month(i)
        ),
        "box 2°, month, sensor": lambda i: at(q.boxes[i], in_month + "and sensor = 'msi' order by time, id", *month(i)),
        "nearest in time": lambda i: at(q.points[i], by_gap, q.scenes[i].sensor, micro(q.times[i])),
        "next": lambda i: in_turn(i, tile.format(">", "", "asc")),
        "previous, cloud ≤ 20": lambda i: in_turn(i, tile.format("<", "and cloud <= 20", "desc")),
        "companion": companion,
        "beside": beside,
        "by name": lambda i: count_rows("select body from scenes where id = ?", q.scenes[i].id),
    }


def duckdb_lookups(folder: Path, q: Questions) -> Lookups:
    """Return queries in SQL over the catalogue's own Parquet files, sorted by place and time."""
    import duckdb

    base = duckdb.connect()
    base.execute("SET threads = 1")  # its processor time would count every thread
    base.execute(f"create view scenes as select * exclude (geometry) from read_parquet('{folder / PARTS}/*.parquet')")
    inside = (
        "select * from scenes where (case when bbox.xmin > bbox.xmax then bbox.xmax + 360 else bbox.xmax end) >= ?"
        " and bbox.xmin <= ? and bbox.ymin <= ? and bbox.ymax >= ? "
    )

    def count_rows(sql: str, *values: object) -> int:
        answer = base.execute(sql, list(values)).to_arrow_table()
        answer[:READ].to_pylist()
        return len(answer)

    def point(i: int, more: str, *values: object) -> int:
        x, y = q.points[i]
        return count_rows(inside + more, x, x, y, y, *values)

    return {
        "point, all time": lambda i: point(i, "order by datetime, id"),
        "point, month, cloud ≤ 20": lambda i: point(
            i, 'and datetime >= ? and datetime < ? and "eo:cloud_cover" <= 20', q.times[i], q.times[i] + MONTH
        ),
        "nearest in time": lambda i: point(
            i,
            "and instruments[1] = ? order by abs(epoch_us(datetime) - ?) limit 1",
            q.scenes[i].sensor,
            micro(q.times[i]),
        ),
        "by name": lambda i: count_rows("select * from scenes where id = ?", q.scenes[i].id),
    }


def pystac_lookups(scenes: list, q: Questions) -> Lookups:
    """Return queries by a walk through pystac items, all of which are read for every question."""
    import pystac
    import shapely

    root = pystac.Catalog("benchmark", "items without pixels")
    for scene in scenes:
        box = scene.bbox
        corners = [box.west, box.south, box.east, box.north]
        item = pystac.Item(scene.id, shapely.geometry.mapping(scene.footprint), corners, scene.datetime,
                           {"eo:cloud_cover": scene.cloud_cover})  # fmt: skip
        item.add_asset("data", pystac.Asset(f"{scene.id}.tif"))
        root.add_item(item)

    def walk(i: int, month: bool) -> int:
        point = shapely.Point(*q.points[i])
        return sum(
            shapely.geometry.shape(item.geometry).intersects(point)
            and (not month or (q.times[i] <= item.datetime < q.times[i] + MONTH))
            for item in root.get_items(recursive=True)
        )

    return {"point, all time": lambda i: walk(i, False), "point, month, cloud ≤ 20": lambda i: walk(i, True)}
