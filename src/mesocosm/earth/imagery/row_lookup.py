"""Rows of the entries of an index: whole scenes, one at a time, without unpacking a Parquet file.

A Parquet file is compressed in groups of thousands of rows. So each is unpacked once to an Arrow file beside the index,
which is mapped into memory and gives any row at once. If it cannot be written, the rows are in memory.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.imagery.geoparquet_files import read_part
from mesocosm.earth.imagery.layout import from_row
from mesocosm.earth.imagery.manifest import Manifest, Part
from mesocosm.earth.imagery.scene import Scene
from mesocosm.files import whole

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = "rows"
ROWS_OF_A_BATCH = 65_536
THE_SAME = ("type", "stac_version", "stac_extensions", "links")
"""Columns without information about a scene."""


class Rows:
    """All rows of a catalogue, over all files in order."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self._starts = np.cumsum([0, *(part.scenes for part in manifest.parts)])
        self._columns = [[_columns(batch) for batch in _batches(folder, part)] for part in manifest.parts]

    def scene(self, row: int) -> Scene:
        """Return the scene of a row."""
        part = int(np.searchsorted(self._starts, row, side="right")) - 1
        batch, place = divmod(row - int(self._starts[part]), ROWS_OF_A_BATCH)
        return from_row({name: column[place].as_py() for name, column in self._columns[part][batch].items()})


def _columns(batch: pa.RecordBatch) -> dict[str, pa.Array]:
    """Return the columns with information about a scene; called once, since a batch makes them anew each time."""
    return {
        name: column for name, column in zip(batch.schema.names, batch.columns, strict=True) if name not in THE_SAME
    }


def _batches(folder: Path, part: Part) -> list[pa.RecordBatch]:
    """Return the rows of a file in batches of equal length, memory-mapped if possible."""
    path = folder / ROWS / f"{part.sha256[:32]}.arrow"
    try:
        return _map(path, part)
    except (OSError, ValueError):  # missing or truncated
        table = read_part(folder, part).combine_chunks()
    try:
        _unpack(table, path)
        return _map(path, part)
    except (OSError, ValueError):
        return list(table.to_batches(max_chunksize=ROWS_OF_A_BATCH))


def _map(path: Path, part: Part) -> list[pa.RecordBatch]:
    import pyarrow as pa

    reader = pa.ipc.open_file(pa.memory_map(str(path)))
    batches = [reader.get_batch(number) for number in range(reader.num_record_batches)]
    if sum(batch.num_rows for batch in batches) != part.scenes:
        raise ValueError(f"{path} must hold {part.scenes} rows")
    return batches


def _unpack(table: pa.Table, path: Path) -> None:
    import pyarrow as pa

    with whole(path) as draft, pa.OSFile(str(draft), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=ROWS_OF_A_BATCH)
