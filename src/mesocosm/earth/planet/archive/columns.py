"""Acquisitions as columns of a catalogue, without a loop over them: a region-year of a mission at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.imagery.layout import EXTENSIONS, STAC_VERSION, asset_type, box_type
from mesocosm.earth.planet.archive.acquisitions import FILES, FileKind, Taken
from mesocosm.earth.planet.archive.archive import WHOLE, Archive
from mesocosm.earth.planet.archive.missions import MISSIONS, Mission, Pass
from mesocosm.earth.planet.archive.tiles import Tile

if TYPE_CHECKING:
    import pyarrow as pa

Places = NDArray[np.int64]
FOLDER = "files"
"""Folder of the made files, below the catalogue's folder."""
MEDIA_TYPE = "image/tiff; application=geotiff; profile=cloud-optimized"


def mission_table(archive: Archive, key: str, mission: Mission) -> pa.Table:
    """Return all acquisitions of a region by a mission, in the layout of the catalogue; no row if there are none."""
    import pyarrow as pa

    squares = archive.tiles(key, mission)
    by_tile = _by_tile(archive, mission, squares)
    years = [archive.acquisitions_of_year(key, mission, year) for year in archive.years]
    return pa.concat_tables([_year(archive, mission, squares, by_tile, columns) for columns in years])


def _year(
    archive: Archive, mission: Mission, squares: Sequence[Tile], by_tile: dict[str, pa.Array], columns: Taken
) -> pa.Table:
    import pyarrow as pa

    count = columns.at.size
    own = {
        "id": names_of(archive, mission, squares, columns, WHOLE),
        "collection": _same(mission.collection, pa.string(), count),
        "eo:cloud_cover": _clouds(columns),
        "assets": _assets(archive, mission, squares, columns),
        "type": _same("Feature", pa.string(), count),
        "stac_version": _same(STAC_VERSION, pa.string(), count),
        "stac_extensions": _same(list(EXTENSIONS), pa.list_(pa.string()), count),
        "links": _same([], pa.list_(pa.struct([("href", pa.string()), ("rel", pa.string())])), count),
        "instruments": _same(mission.sensor.split("+"), pa.list_(pa.string()), count),
    }
    by_pass = _by_pass(columns.passes, squares[0].region.longitude)
    taken = {name: column.take(pa.array(columns.tile)) for name, column in by_tile.items()}
    return pa.table(own | taken | {name: column.take(pa.array(columns.at)) for name, column in by_pass.items()})


def names_of(archive: Archive, mission: Mission, squares: Sequence[Tile], columns: Taken, file: int) -> pa.Array:
    """Return the names of acquisitions, or of one file of each."""
    import pyarrow as pa

    rank, number = (np.array([getattr(tile, name) for tile in squares], np.int64) for name in ("rank", "number"))
    day = np.array([a_pass.day for a_pass in columns.passes], np.int64)
    recipe = (
        squares[0].region.index,
        rank[columns.tile],
        number[columns.tile],
        MISSIONS.index(mission),
        day[columns.at],
        file,
    )
    return pa.array(archive.seal.names(*recipe).astype("U32")) if columns.at.size else pa.array([], pa.string())


def _clouds(columns: Taken) -> pa.Array:
    import pyarrow as pa

    return pa.array(columns.cloud_percent.astype(np.float64), mask=columns.cloud_percent < 0)


def _by_tile(archive: Archive, mission: Mission, squares: Sequence[Tile]) -> dict[str, pa.Array]:
    """Return columns that are the same whenever a tile is taken."""
    import pyarrow as pa
    import shapely

    finest = min(kind.pixel_m for kind in FILES[mission.collection])
    shapes = shapely.normalize(np.array([tile.footprint(finest) for tile in squares], object))
    corners = shapely.bounds(shapes).T
    return {
        "geometry": pa.array(shapely.to_wkb(shapes, byte_order=1), pa.binary()),
        "bbox": pa.StructArray.from_arrays([pa.array(edge) for edge in corners], fields=list(box_type())),
        "proj:code": pa.array([tile.region.crs for tile in squares], pa.string()),
        "grid:code": pa.array(archive.tile_codes(squares), pa.string()),
    }


def _by_pass(passes: Sequence[Pass], longitude: float) -> dict[str, pa.Array]:
    """Return columns that are the same for all tiles of a pass, by the names of STAC's extensions view and sat."""
    import pyarrow as pa

    state = [
        None if a_pass.ascending is None else "ascending" if a_pass.ascending else "descending" for a_pass in passes
    ]
    return {
        "datetime": pa.array([a_pass.time(longitude) for a_pass in passes], pa.timestamp("us", "UTC")),
        "platform": pa.array([a_pass.platform for a_pass in passes], pa.string()),
        "sat:relative_orbit": pa.array([a_pass.track for a_pass in passes], pa.int64()),
        "sat:orbit_state": pa.array(state, pa.string()),
        "view:off_nadir": pa.array([a_pass.zenith_deg for a_pass in passes], pa.float64()),
        "view:azimuth": pa.array([a_pass.azimuth_deg for a_pass in passes], pa.float64()),
    }


def _assets(archive: Archive, mission: Mission, squares: Sequence[Tile], columns: Taken) -> pa.Array:
    """Return a struct with a field for each file; paths are relative to the folder of the catalogue."""
    import pyarrow as pa

    kinds = FILES[mission.collection]
    files = []
    for number, kind in enumerate(kinds, start=1):
        files.append(_asset(kind, names_of(archive, mission, squares, columns, number)))
    return pa.StructArray.from_arrays(files, names=[kind.key for kind in kinds])


def _asset(kind: FileKind, names: pa.Array) -> pa.Array:
    import pyarrow as pa
    import pyarrow.compute as pc

    href = pc.binary_join_element_wise(f"{FOLDER}/", names, ".tif", "")
    metadata = {
        "type": MEDIA_TYPE,
        "roles": list(kind.roles),
        "gsd": kind.pixel_m,
        "bands": [{"name": b} for b in kind.bands],
    }
    fields = list(asset_type())
    rest = [_same(metadata[field.name], field.type, len(names)) for field in fields[1:]]
    return pa.StructArray.from_arrays([href, *rest], fields=fields)


def _same(value: object, kind: pa.DataType, count: int) -> pa.Array:
    """Return a column of one value."""
    import pyarrow as pa

    return pa.array([value], kind).take(pa.array(np.zeros(count, np.int64)))
