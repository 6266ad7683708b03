"""Building of a catalogue's index from its GeoParquet files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.imagery.cells import cell_keys, level_of
from mesocosm.earth.imagery.geoparquet_files import corners, microseconds_of, read_part
from mesocosm.earth.imagery.index import SECONDS_BITS, YEAR_ONE_S, Arrays, Index, Names
from mesocosm.earth.imagery.manifest import Manifest

if TYPE_CHECKING:
    import pyarrow as pa

    Codes = NDArray[np.integer]

NEEDED = ["id", "geometry", "bbox", "datetime", "collection"]
WANTED = ["instruments", "eo:cloud_cover", "proj:code", "platform", "grid:code"]
"""Optional columns."""


def build(folder: Path, manifest: Manifest) -> Index:
    """Build the index of a catalogue from its files."""
    table = _columns(folder, manifest)
    high, low = halves(table["id"])
    box, time = corners(table), microseconds_of(table)
    count = len(time)
    rank = _inverse(np.lexsort((low, high, time)))
    cells, cell = np.unique(cell_keys(*box), return_inverse=True)
    order = np.lexsort((rank, cell))
    named = np.lexsort((low, high))
    coded, names = _encode(table)
    numbers, footprints = _dictionary(table["geometry"])
    tile = coded["tile"][order].astype(np.int32)
    by_tile, starts = _series(tile, rank[order])
    arrays = Arrays(
        moment=(cell[order].astype(np.int64) << SECONDS_BITS) | (time[order] // 1_000_000 + YEAR_ONE_S),
        time=time[order],
        rank=rank[order],
        west=box[0][order],
        south=box[1][order],
        east=box[2][order],
        north=box[3][order],
        cloud=_numbers(table["eo:cloud_cover"], count)[order],
        sensor=coded["sensor"][order].astype(np.int16),
        collection=coded["collection"][order].astype(np.int16),
        platform=coded["platform"][order].astype(np.int16),
        epsg=coded["epsg"][order].astype(np.int32),
        tile=tile,
        footprint=numbers[order].astype(np.int32),
        is_box=_fills(box, footprints, numbers)[order],
        row=order.astype(np.int32),
        cells=cells,
        ids=high[named],
        entry_of_id=_inverse(order)[named],
        by_tile=by_tile,
        tile_starts=starts,
    )
    return Index(arrays, names, footprints, levels_of(cells))


def levels_of(cells: NDArray[np.int64]) -> list[tuple[int, int, int]]:
    """Return the levels of sorted squares, each with the indices of its first square and the next level's first."""
    levels, starts = np.unique(level_of(cells), return_index=True)
    stops = np.append(starts, len(cells))[1:]
    return [(int(level), int(start), int(stop)) for level, start, stop in zip(levels, starts, stops, strict=True)]


def halves(ids: pa.ChunkedArray) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Convert names of 32 hexadecimal digits to two numbers each."""
    import pyarrow as pa

    digits = [np.frombuffer(b"".join(chunk.cast(pa.binary()).to_pylist()), np.uint8) for chunk in ids.chunks]
    if not digits:
        return np.empty(0, np.uint64), np.empty(0, np.uint64)
    letters = np.concatenate(digits)
    nibbles = (letters & 15) + 9 * (letters >> 6)  # 0x30-0x39 are digits, 0x61-0x66 the letters a-f
    pairs = (nibbles[0::2] << 4) | nibbles[1::2]
    words = np.frombuffer(pairs.tobytes(), ">u8").astype(np.uint64)
    return words[0::2], words[1::2]


def _columns(folder: Path, manifest: Manifest) -> pa.Table:
    """Read the columns that the index needs, of all files in order."""
    import pyarrow as pa

    schema = _schema()
    tables = [read_part(folder, part, NEEDED + WANTED) for part in manifest.parts]
    return pa.concat_tables([schema.empty_table(), *(_fit(table, schema) for table in tables)])


def _fit(table: pa.Table, schema: pa.Schema) -> pa.Table:
    import pyarrow as pa

    columns = [
        table[field.name].cast(field.type) if field.name in table.column_names else pa.nulls(len(table), field.type)
        for field in schema
    ]
    return pa.table(columns, schema=schema)


def _schema() -> pa.Schema:
    import pyarrow as pa

    from mesocosm.earth.imagery.layout import box_type

    kinds = {
        "geometry": pa.large_binary(),
        "bbox": box_type(),
        "datetime": pa.timestamp("us", "UTC"),
        "eo:cloud_cover": pa.float64(),
        "instruments": pa.list_(pa.string()),
    }
    return pa.schema([(name, kinds.get(name, pa.string())) for name in NEEDED + WANTED])


def _encode(table: pa.Table) -> tuple[dict[str, Codes], Names]:
    import pyarrow.compute as pc

    joined = pc.fill_null(pc.binary_join(table["instruments"], "+"), "unknown")
    collection, collections = _dictionary(table["collection"])
    sensor, sensors = _dictionary(joined)
    platform, platforms = _dictionary(table["platform"])
    tile, tiles = _dictionary(table["grid:code"])
    epsg, codes = _dictionary(table["proj:code"])
    numbers = np.array([_epsg(code) for code in codes.to_pylist()] + [0])
    names = Names(sensors.to_pylist(), collections.to_pylist(), platforms.to_pylist())
    of_collection = np.where(tile < 0, -1, collection.astype(np.int64) * max(len(tiles), 1) + tile)
    dense = np.unique(of_collection, return_inverse=True)[1] - int((tile < 0).any())
    coded = {"sensor": sensor, "collection": collection, "platform": platform, "epsg": numbers[epsg]}
    return coded | {"tile": dense}, names


def _epsg(code: str) -> int:
    digits = code.removeprefix("EPSG:")
    return int(digits) if digits.isdecimal() else 0


def _dictionary(column: pa.ChunkedArray) -> tuple[Codes, pa.Array]:
    """Number the distinct values in order of first occurrence, -1 for null; return numbers and values."""
    import pyarrow.compute as pc

    encoded = column.combine_chunks().dictionary_encode()
    return pc.fill_null(encoded.indices, -1).to_numpy(), encoded.dictionary


def _numbers(column: pa.ChunkedArray, count: int) -> NDArray[np.float64]:
    return np.asarray(column.to_numpy(), np.float64).reshape(count)


def _fills(box: list[NDArray[np.float64]], footprints: pa.Array, numbers: Codes) -> NDArray[np.bool_]:
    """Say whether each footprint has the area of its box, that is, whether it is the box."""
    import shapely

    west, south, east, north = box
    area = shapely.area(shapely.from_wkb(footprints.to_numpy(zero_copy_only=False)))[numbers]
    width = np.where(west > east, east + 360 - west, east - west)
    return np.asarray(np.isclose(area, width * (north - south), rtol=1e-12, atol=0))


def _inverse(order: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the inverse of a permutation."""
    places = np.empty(len(order), np.int32)
    places[order] = np.arange(len(order), dtype=np.int32)
    return places


def _series(tile: NDArray[np.int32], rank: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return entries with a tile in order of tile and rank, and the index at which each tile starts."""
    by_tile = np.lexsort((rank, tile))[int((tile < 0).sum()) :]
    tiles = int(tile.max(initial=-1)) + 1
    return by_tile.astype(np.int32), np.searchsorted(tile[by_tile], np.arange(tiles + 1))
