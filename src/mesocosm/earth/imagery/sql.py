"""SQL queries on the GeoParquet files of a catalogue, through DuckDB.

For questions beyond the look-ups: counts by month, means of a property, joins. No extension is loaded or fetched, so
shapes are WKB and places are selected by the columns of `bbox`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm.earth.imagery.errors import InvalidQuery
from mesocosm.earth.imagery.manifest import Manifest

if TYPE_CHECKING:
    import pyarrow as pa

SETTINGS = {"autoinstall_known_extensions": "false", "enable_geoparquet_conversion": "false", "TimeZone": "UTC"}


def ask(folder: Path, manifest: Manifest, question: str, values: Sequence[str | float | datetime]) -> pa.Table:
    """Run a query with DuckDB on the table `scenes`, whose columns are those of `layout`.

    Args:
        folder: Folder of the catalogue.
        manifest: Its files; columns that a file lacks are null.
        question: One SELECT, with a ? for each of the values.
        values: In the order of the question marks.
    """
    import duckdb

    files = [str(folder / part.file) for part in manifest.parts]
    if not files:
        raise InvalidQuery(f"the catalogue in {folder} has no scenes to query")
    with duckdb.connect() as base:
        for name, value in SETTINGS.items():
            base.execute(f"SET {name} = '{value}'")
        try:
            base.read_parquet(files, union_by_name=True).create_view("scenes")
            return base.execute(question, list(values)).to_arrow_table()
        except duckdb.Error as error:
            raise InvalidQuery(f"DuckDB cannot answer {question!r}: {error}") from error
