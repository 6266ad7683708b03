"""The GeoParquet files of a catalogue: written in order of place and time, read with one sentence for every error."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.imagery.cells import cell_keys
from mesocosm.earth.imagery.errors import DamagedCatalogue, InvalidScene
from mesocosm.earth.imagery.layout import CORNERS, demand_columns, with_metadata
from mesocosm.earth.imagery.manifest import PARTS, Part, write_draft
from mesocosm.sources.source import sha256_of

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_OF_A_GROUP = 8192
"""Rows of a row group, which other readers can skip by the boxes and times in the file's footer."""


def write_part(folder: Path, table: pa.Table) -> Part:
    """Write checked scenes of one collection to a file named by its hash."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    ordered = with_metadata(table.take(_by_place(table)))
    unnamed = folder / PARTS / f"{table['id'][0].as_py()}.unnamed"
    with write_draft(unnamed) as draft:
        pq.write_table(ordered, draft, row_group_size=ROWS_OF_A_GROUP, compression="zstd")
    digest = sha256_of(unnamed)
    file = f"{PARTS}/{digest[:32]}.parquet"
    times = pc.min_max(table["datetime"])
    part = Part(
        file=file,
        sha256=digest,
        bytes=unnamed.stat().st_size,
        scenes=table.num_rows,
        collection=table["collection"][0].as_py(),
        first=times["min"].as_py(),
        last=times["max"].as_py(),
    )
    unnamed.replace(folder / file)
    return part


def read_part(folder: Path, part: Part, columns: list[str] | None = None) -> pa.Table:
    """Read a file of the catalogue; of `columns`, those that it has."""
    return read_table(folder / part.file, columns)


def read_table(path: Path, columns: list[str] | None = None) -> pa.Table:
    """Read a table of scenes from any GeoParquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            demand_columns(file.schema_arrow.names, str(path))
            names = file.schema_arrow.names
            return file.read([name for name in columns if name in names] if columns else None)
    except FileNotFoundError as error:
        raise DamagedCatalogue(f"{path} does not exist") from error
    except (OSError, pa.ArrowException) as error:
        raise DamagedCatalogue(f"{path} is cut short or no Parquet file: {error}") from error


def corners(table: pa.Table) -> list[NDArray[np.float64]]:
    """Return west, south, east and north of each box."""
    import pyarrow.compute as pc

    return [pc.struct_field(table["bbox"], corner).to_numpy() for corner in CORNERS]


def microseconds_of(table: pa.Table) -> NDArray[np.int64]:
    """Return the times of scenes in microseconds since 1970."""
    import pyarrow as pa

    return np.asarray(table["datetime"].cast(pa.timestamp("us", "UTC")).cast(pa.int64()).to_numpy())


def check_table(table: pa.Table) -> None:
    """Refuse a table whose rows are not scenes of one collection; uniqueness of ids is checked elsewhere."""
    import pyarrow as pa
    import pyarrow.compute as pc

    demand_columns(table.column_names, "the table")
    kind = table.schema.field("datetime").type
    if not pa.types.is_timestamp(kind) or kind.tz is None:
        raise InvalidScene(f"the column datetime must hold times with a time zone, got {kind}")
    for name in ("id", "geometry", "bbox", "datetime", "collection"):
        if table[name].null_count:
            raise InvalidScene(f"the column {name} must hold no null, got {table[name].null_count:,}")
    badly_named = pc.invert(pc.match_substring_regex(table["id"], "^[0-9a-f]{32}$"))
    if pc.any(badly_named).as_py():
        wrong = table["id"].filter(badly_named)[0].as_py()
        raise InvalidScene(f"the column id must hold 32 hexadecimal digits in lower case, got {wrong!r}")
    _demand_boxes(*corners(table))


def _demand_boxes(
    west: NDArray[np.float64], south: NDArray[np.float64], east: NDArray[np.float64], north: NDArray[np.float64]
) -> None:
    right = (np.abs(west) <= 180) & (np.abs(east) <= 180) & (south >= -90) & (south <= north) & (north <= 90)
    if not right.all():  # NaN compares false
        row = int(np.flatnonzero(~right)[0])
        box = [float(edge[row]) for edge in (west, south, east, north)]
        raise InvalidScene(f"row {row}: bbox must be west, south, east, north in degrees, south ≤ north; got {box}")


def _by_place(table: pa.Table) -> NDArray[np.int64]:
    """Return the order of rows by square of the globe, then time."""
    return np.lexsort((microseconds_of(table), cell_keys(*corners(table))))
