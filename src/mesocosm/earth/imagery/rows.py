"""The rows behind the entries of an index: whole scenes, one at a time, without unpacking a Parquet file.

A Parquet file is packed in groups of thousands of rows. So each is unpacked once to an Arrow file beside the index,
which is mapped into memory and gives any row at once. Where it cannot be written, the rows live in memory.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.imagery.layout import from_row
from mesocosm.earth.imagery.manifest import Manifest, Part
from mesocosm.earth.imagery.parts import read_part
from mesocosm.earth.imagery.scene import Scene
from mesocosm.files import whole

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = "rows"
ROWS_OF_A_BATCH = 65_536


class Rows:
    """All rows of a catalogue, one file after the other."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self._folder = folder
        self._parts = manifest.parts
        self._starts = np.cumsum([0, *(part.scenes for part in manifest.parts)])
        self._open = functools.cache(self._batches)

    def scene(self, row: int) -> Scene:
        """The scene in a row."""
        part = int(np.searchsorted(self._starts, row, side="right")) - 1
        batch, place = divmod(row - int(self._starts[part]), ROWS_OF_A_BATCH)
        return from_row(self._open(part)[batch].slice(place, 1).to_pylist()[0])

    def _batches(self, number: int) -> list[pa.RecordBatch]:
        """The rows of a file in batches of equal length, mapped where that is possible."""
        part = self._parts[number]
        path = self._folder / ROWS / f"{part.sha256[:32]}.arrow"
        try:
            return _mapped(path, part)
        except (OSError, ValueError):  # not there, or cut short
            table = read_part(self._folder, part).combine_chunks()
        try:
            _unpack(table, path)
            return _mapped(path, part)
        except (OSError, ValueError):
            return list(table.to_batches(max_chunksize=ROWS_OF_A_BATCH))


def _mapped(path: Path, part: Part) -> list[pa.RecordBatch]:
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
