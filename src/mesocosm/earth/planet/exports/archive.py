"""Satellite acquisitions of a region, without pixels: a GeoParquet file per mission, ready for the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.geoparquet_files import read_table
from mesocosm.earth.imagery.layout import with_metadata
from mesocosm.earth.planet.archive.archive import Archive
from mesocosm.earth.planet.archive.indexing import region_tables
from mesocosm.earth.planet.exports import File
from mesocosm.earth.planet.manifest import read_manifest
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import Region

PART = "index"
FOLDER = "archive"


def parts(planet: Planet, region: Region) -> list[str]:
    return [PART] if planet.settlement(region.key).places else []


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    for table in region_tables(Archive(planet), region.key):
        sink = pa.BufferOutputStream()
        pq.write_table(with_metadata(table), sink, compression="zstd")
        yield f"{FOLDER}/{table['collection'][0].as_py()}.parquet", bytes(sink.getvalue())


def catalogue_of(planet_folder: Path, folder: Path) -> Catalogue:
    """Make a catalogue, in a folder of its own, of all satellite acquisitions of a built planet."""
    paths = [file.path for file in read_manifest(planet_folder).files]
    listed = [path for path in paths if Path(path).parent.name == FOLDER and path.endswith(".parquet")]
    tables = [read_table(planet_folder / path) for path in listed]
    catalogue = Catalogue.create(folder)
    catalogue.add_tables(tables)
    return catalogue
