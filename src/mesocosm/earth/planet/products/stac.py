"""STAC 1.1 items of the rasters and a collection of them, for catalogue tools; links are relative to each other.

The same items are also in one stac-geoparquet file, which DuckDB, geopandas and others query without reading each item.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm.earth.planet.sizes import FIRST_YEAR

if TYPE_CHECKING:
    import pystac
    from rasterio.io import DatasetReader

COLLECTION = "planet"
PARQUET = "stac.parquet"
PROJECTION = "https://stac-extensions.github.io/projection/v2.0.0/schema.json"
FILE = "https://stac-extensions.github.io/file/v2.1.0/schema.json"
RASTER = "https://stac-extensions.github.io/raster/v2.0.0/schema.json"
DECIMALS = 6


@dataclass(frozen=True)
class Raster:
    """A GeoTIFF of the planet: its path below the planet's folder, its size and hash."""

    path: str
    bytes: int
    sha256: str


def stac_files(folder: Path, rasters: Sequence[Raster], title: str) -> dict[str, bytes]:
    """Return the collection and an item for every raster, by path below the planet's folder."""
    import pystac

    items = [stac_item(folder, raster) for raster in rasters]
    times = [item.datetime for item in items if item.datetime]
    extent = pystac.Extent(
        pystac.SpatialExtent([_around([item.bbox for item in items if item.bbox])]),
        pystac.TemporalExtent([[min(times), max(times)]]),
    )
    collection = pystac.Collection(COLLECTION, title, extent, title=title, license="CC0-1.0")
    collection.clear_links()
    for item in items:
        collection.add_link(pystac.Link("item", f"./{item.id}.json", media_type="application/geo+json"))
    spelled = {f"stac/{item.id}.json": _spell(item) for item in items}
    return {"stac/collection.json": _spell(collection), PARQUET: stac_parquet(items)} | spelled


def stac_parquet(items: Sequence[pystac.Item]) -> bytes:
    """Return all items as one GeoParquet file; paths are relative to the planet's folder, in which the file lies."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from mesocosm.earth.imagery.items import items_table

    documents = [item.to_dict(include_self_link=False, transform_hrefs=False) for item in items]
    for document in documents:
        document["links"] = []  # they are relative to the items' files, not to this one
        document["assets"]["data"]["href"] = document["assets"]["data"]["href"].removeprefix("../")
    sink = pa.BufferOutputStream()
    pq.write_table(items_table(documents), sink, compression="zstd")
    return bytes(sink.getvalue())


def _around(boxes: Sequence[Sequence[float]]) -> list[float]:
    corners = list(zip(*boxes, strict=True))
    return [min(corners[0]), min(corners[1]), max(corners[2]), max(corners[3])]


def stac_item(folder: Path, raster: Raster) -> pystac.Item:
    """Return a raster's item, from its own header."""
    import pystac
    import rasterio
    from rasterio.warp import transform_geom

    with rasterio.open(folder / raster.path) as file:
        place = transform_geom(file.crs, "EPSG:4326", _ring(*file.bounds), precision=DECIMALS)
        moment = file.tags().get("time", f"{FIRST_YEAR}-01-01T00:00:00Z")
        properties, asset = _properties(file), _asset(file)
    corners = place["coordinates"][0]
    item = pystac.Item(
        raster.path.removesuffix(".tif").replace("/", "-"),
        dict(place),
        _around([[x, y, x, y] for x, y in corners]),
        datetime.fromisoformat(moment).astimezone(UTC),
        properties,
        stac_extensions=[FILE, PROJECTION, RASTER],
    )
    item.collection_id = COLLECTION
    item.add_link(pystac.Link("collection", "./collection.json", media_type="application/json"))
    asset |= {"file:size": raster.bytes, "file:checksum": f"1220{raster.sha256}"}
    href = f"../{raster.path}"
    item.add_asset("data", pystac.Asset(href, media_type=pystac.MediaType.COG, roles=["data"], extra_fields=asset))
    return item


def _ring(west: float, south: float, east: float, north: float) -> dict[str, object]:
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {"type": "Polygon", "coordinates": [ring]}


def _properties(file: DatasetReader) -> dict[str, object]:
    instrument = file.tags().get("instruments")
    return ({"instruments": instrument.split("+")} if instrument else {}) | {
        "proj:code": str(file.crs),
        "proj:shape": [file.height, file.width],
        "proj:transform": list(file.transform)[:6],
        "gsd": abs(file.transform.a),
    }


def _asset(file: DatasetReader) -> dict[str, object]:
    bands = [
        {"name": name, "raster:scale": scale, "raster:offset": offset} | ({"unit": unit} if unit else {})
        for name, unit, scale, offset in zip(file.descriptions, file.units, file.scales, file.offsets, strict=True)
    ]
    asset = {"data_type": file.dtypes[0], "bands": bands}
    return asset if file.nodata is None else asset | {"nodata": file.nodata}


def _spell(thing: pystac.Item | pystac.Collection) -> bytes:
    document = thing.to_dict(include_self_link=False, transform_hrefs=False)
    return (json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()
