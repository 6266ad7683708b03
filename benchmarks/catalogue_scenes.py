"""Scenes without pixels for `catalogue.py`, and questions about them.

There are optical tiles of 1.1 degrees on a grid of one degree, which a satellite takes repeatedly between 60 degrees
south and 80 north, radar scenes of 2.5 degrees, and small pictures of 0.05 degrees over six hundred towns. The places
are fixed: more scenes mean more times at each place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
import pyarrow as pa
import shapely
from numpy.typing import NDArray

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.layout import asset_type, box_type
from mesocosm.earth.imagery.scene import Scene
from mesocosm.seeding import generator

START = datetime(2031, 1, 1, tzinfo=UTC)
YEARS = 6
BATCH = 330_000
SENSORS = {"optical": "msi", "radar": "c-sar", "town": "rgb"}
SHARES = {"optical": 0.6, "radar": 0.15, "town": 0.25}
SIZES = {"optical": 1.1, "radar": 2.5, "town": 0.05}
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Questions:
    """Questions to all sides: a place, a time and a scene for each question."""

    points: list[tuple[float, float]]
    boxes: list[tuple[float, float, float, float]]
    times: list[datetime]
    scenes: list[Scene]


def tables(scenes: int) -> Iterator[pa.Table]:
    """Return so many scenes, in one table for each kind."""
    for kind, share in SHARES.items():
        count = int(scenes * share)
        for start in range(0, count, BATCH):
            yield _table(kind, start, min(BATCH, count - start), count)


def questions(catalogue: Catalogue, count: int) -> Questions:
    """Return points and boxes of two degrees with scenes, and times over all years."""
    draw = generator("benchmark", "catalogue", "questions")
    rows = draw.integers(0, len(catalogue), count).tolist()
    scenes = list(catalogue.rows(rows))
    points = [(float(s.bbox.west + draw.uniform(0, 0.04)), float(s.bbox.south + draw.uniform(0, 0.04))) for s in scenes]
    boxes = [(x, y, (x + 182) % 360 - 180, y + 2) for x, y in points]
    times = [START + timedelta(days=float(day)) for day in draw.uniform(0, YEARS * 365, count)]
    return Questions(points, boxes, times, scenes)


def _places(kind: str) -> Floats:
    """Return south-western corners, longitude and latitude."""
    if kind != "town":
        step = 1.0 if kind == "optical" else 2.0
        return np.stack(np.meshgrid(np.arange(-180, 179.9, step), np.arange(-60, 79, step)), -1).reshape(-1, 2)
    draw = generator("benchmark", "catalogue", "towns")
    towns = np.column_stack([draw.uniform(-179, 179, 600), draw.uniform(-55, 70, 600)])
    blocks = 0.04 * np.indices((6, 6)).reshape(2, -1).T
    return np.asarray((towns[:, None] + blocks).reshape(-1, 2))


def _table(kind: str, start: int, count: int, of_all: int) -> pa.Table:
    draw = generator("benchmark", "catalogue", kind, start)
    places, number = _places(kind), np.arange(start, start + count)
    place = number % len(places)
    between_s = YEARS * 365.25 * 86400 / -(-of_all // len(places))
    seconds = number // len(places) * between_s + place * (0.2 * between_s / len(places))
    west, south = places[place].T
    cloud = None if kind == "radar" else np.round(draw.beta(0.6, 0.8, count) * 100, 1)
    return _columns(kind, draw.bytes(16 * count).hex(), west, south, seconds, cloud, place)


def _columns(
    kind: str, digits: str, west: Floats, south: Floats, seconds: Floats, cloud: Floats | None, place: NDArray[np.int64]
) -> pa.Table:
    count = len(west)
    names = [digits[start : start + 32] for start in range(0, 32 * count, 32)]
    east, north = (west + SIZES[kind] + 180) % 360 - 180, south + SIZES[kind]
    micro = (seconds * 1e6).astype(np.int64) + int(START.timestamp()) * 1_000_000
    return pa.table(
        {
            "type": pa.array(["Feature"] * count),
            "stac_version": pa.array(["1.1.0"] * count),
            "id": pa.array(names),
            "geometry": pa.array(shapely.to_wkb(_footprints(west, south, east, north)), pa.binary()),
            "bbox": pa.StructArray.from_arrays([west, south, east, north], fields=list(box_type())),
            "assets": _assets(names),
            "collection": pa.array([kind] * count),
            "datetime": pa.array(micro, pa.timestamp("us", "UTC")),
            "platform": pa.array([f"{kind}-a"] * count),
            "instruments": pa.array([[SENSORS[kind]]] * count),
            "eo:cloud_cover": pa.nulls(count, pa.float64()) if cloud is None else pa.array(cloud),
            "proj:code": pa.array(["EPSG:4326"] * count),
            "grid:code": pa.array([f"GRID-{tile}" for tile in place]),
        }
    )


def _assets(names: list[str]) -> pa.Array:
    """Return one file a scene, named but not existing."""
    kinds = list(asset_type())
    rest = [pa.nulls(len(names), kind.type) for kind in kinds[1:]]
    asset = pa.StructArray.from_arrays([pa.array([f"{name}.tif" for name in names]), *rest], fields=kinds)
    return pa.StructArray.from_arrays([asset], names=["data"])


def _footprints(west: Floats, south: Floats, east: Floats, north: Floats) -> NDArray[np.object_]:
    """Return boxes as polygons, in two halves across the antimeridian."""
    crosses = west > east
    shapes = shapely.box(west, south, np.where(crosses, 180, east), north)
    for row in np.flatnonzero(crosses):
        shapes[row] = shapely.multipolygons([shapes[row], shapely.box(-180, south[row], east[row], north[row])])
    return shapes
