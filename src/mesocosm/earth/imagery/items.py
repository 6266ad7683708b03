"""Scenes from STAC items, as the archives of Sentinel-2, Landsat and others write them, and items from scenes.

Items of STAC 1.0 and 1.1 are read: `proj:epsg` and `proj:code`, `eo:bands` and `bands`. The id of an item reveals its
content, so the scene gets another name and the id becomes a property.

Source: https://github.com/radiantearth/stac-spec (1.0.0, 1.1.0) and the extensions eo, projection, grid, sar and sat.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pydantic import JsonValue

from mesocosm.earth.imagery.errors import InvalidScene
from mesocosm.earth.imagery.footprint import box_around, from_geojson
from mesocosm.earth.imagery.layout import (
    EXTENSIONS,
    STAC_VERSION,
    box_type,
    corners_of,
    property_column,
    with_metadata,
)
from mesocosm.earth.imagery.scene import COLUMNS_OF_OUR_OWN, Asset, Scene, make_scene, spell

if TYPE_CHECKING:
    import pyarrow as pa

SOURCE_ID = "mesocosm:source_id"
"""Property with the id of the item in its archive."""
OF_AN_ITEM = ("type", "stac_version", "stac_extensions", "id", "geometry", "bbox", "links", "assets", "collection")
Object = Mapping[str, JsonValue]


def read_items(path: Path) -> list[Scene]:
    """Read the scenes of a JSON file with one item, a list of items or a FeatureCollection."""
    try:
        document = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidScene(f"cannot read STAC items from {path}: {error}") from error
    items = document.get("features", [document]) if isinstance(document, dict) else document
    if not isinstance(items, list):
        raise InvalidScene(f"{path} must hold a STAC item, a list of items or a FeatureCollection")
    return [_scene_at(item, f"{path}, item {number}") for number, item in enumerate(items)]


def read_parquet_items(path: Path) -> list[Scene]:
    """Read the scenes of a stac-geoparquet file of any archive."""
    import shapely

    from mesocosm.earth.imagery.geoparquet_files import read_table

    rows = read_table(path).to_pylist()
    shapes = shapely.to_geojson(shapely.from_wkb([row["geometry"] for row in rows]))
    items = [_item_of(row, json.loads(shape)) for row, shape in zip(rows, shapes, strict=True)]
    return [_scene_at(item, f"{path}, row {number}") for number, item in enumerate(items)]


def items_table(items: Sequence[Object]) -> pa.Table:
    """Return STAC items unchanged, with ids, in the layout of stac-geoparquet: properties become columns."""
    import pyarrow as pa
    import shapely

    shapes = [from_geojson(item.get("geometry")) for item in items]
    properties = [_object(item, "properties") for item in items]
    names = sorted({name for record in properties for name in record})
    clash = [name for name in names if name in OF_AN_ITEM]
    if clash:
        raise InvalidScene(f"properties must not hold {', '.join(clash)}: parts of the item itself")
    own = {
        name: pa.array([item.get(name) for item in items]) for name in OF_AN_ITEM if name not in ("geometry", "bbox")
    }
    own["geometry"] = pa.array(shapely.to_wkb(shapes, byte_order=1), pa.binary())
    own["bbox"] = pa.array([corners_of(box_around(shape)) for shape in shapes], box_type())
    columns = {name: property_column(name, [of_item.get(name) for of_item in properties]) for name in names}
    return with_metadata(pa.table(own | columns))


def from_item(item: Object) -> Scene:
    """Return the scene that a STAC item describes."""
    properties = _object(item, "properties")
    kept = {key: value for key, value in properties.items() if key not in COLUMNS_OF_OUR_OWN and key != "proj:epsg"}
    return make_scene(
        collection=_text(item, "collection"),
        sensor=_sensor(properties),
        datetime=_time(properties),
        footprint=from_geojson(item.get("geometry")),
        assets=[_asset(key, asset, properties) for key, asset in _object(item, "assets").items()],
        cloud_cover=cast("float | None", properties.get("eo:cloud_cover")),
        epsg=_epsg(properties),
        platform=cast("str | None", properties.get("platform")),
        tile=_tile(properties),
        properties=kept | {SOURCE_ID: _text(item, "id")},
    )


def to_item(scene: Scene) -> dict[str, JsonValue]:
    """Return a scene as a STAC item."""
    import shapely

    box = scene.bbox
    own: dict[str, JsonValue] = {
        "datetime": spell(scene.datetime),
        "instruments": list(scene.sensor.split("+")),
        "platform": scene.platform,
        "eo:cloud_cover": scene.cloud_cover,
        "proj:code": f"EPSG:{scene.epsg}" if scene.epsg else None,
        "grid:code": scene.tile,
    }
    return {
        "type": "Feature",
        "stac_version": STAC_VERSION,
        "stac_extensions": list(EXTENSIONS),
        "id": scene.id,
        "collection": scene.collection,
        "geometry": json.loads(shapely.to_geojson(scene.footprint)),
        "bbox": [box.west, box.south, box.east, box.north],
        "properties": {key: value for key, value in own.items() if value is not None} | dict(scene.properties),
        "links": [{"rel": "collection", "href": "./collection.json", "type": "application/json"}],
        "assets": {asset.key: _asset_object(asset) for asset in scene.assets},
    }


def _item_of(row: dict[str, object], geometry: JsonValue) -> dict[str, JsonValue]:
    """Restore the item of a row of a table: columns outside the item's fields are properties, and nulls are dropped."""
    plain = cast("dict[str, JsonValue]", {key: _without_null(value) for key, value in row.items()})
    parts: dict[str, JsonValue] = {key: plain[key] for key in ("id", "collection", "assets") if key in plain}
    properties: dict[str, JsonValue] = {
        key: value for key, value in plain.items() if key not in OF_AN_ITEM and value is not None
    }
    return parts | {"geometry": geometry, "properties": properties}


def _without_null(value: object) -> object:
    if isinstance(value, datetime):
        return spell(value if value.tzinfo else value.replace(tzinfo=UTC))
    if isinstance(value, dict):
        return {key: _without_null(inner) for key, inner in value.items() if inner is not None}
    return [_without_null(inner) for inner in value] if isinstance(value, list) else value


def _scene_at(item: JsonValue, where: str) -> Scene:
    if not isinstance(item, dict):
        raise InvalidScene(f"{where} must be an object, got {type(item).__name__}")
    try:
        return from_item(item)
    except InvalidScene as error:
        raise InvalidScene(f"{where} ({item.get('id')}): {error}") from error


def _object(parent: Object, field: str) -> Object:
    value = parent.get(field)
    if not isinstance(value, dict):
        raise InvalidScene(f"{field} must be an object, got {value!r}")
    return value


def _text(parent: Object, field: str) -> str:
    value = parent.get(field)
    if not isinstance(value, str) or not value:
        raise InvalidScene(f"{field} must be text, got {value!r}")
    return value


def _sensor(properties: Object) -> str:
    """Return the instruments, or the band of a radar whose item does not name its instrument."""
    instruments = properties.get("instruments")
    if isinstance(instruments, list) and instruments:
        return "+".join(str(instrument) for instrument in instruments)
    band = properties.get("sar:frequency_band")
    return f"{str(band).lower()}-sar" if band else "unknown"


def _time(properties: Object) -> datetime:
    """Return the acquisition time, or the middle between start and end."""
    if properties.get("datetime") is not None:
        return _moment(properties, "datetime")
    start, end = _moment(properties, "start_datetime"), _moment(properties, "end_datetime")
    return start + (end - start) / 2


def _moment(properties: Object, field: str) -> datetime:
    value = properties.get(field)
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError as error:
        raise InvalidScene(f"{field} must be a time such as 2031-05-01T10:00:00Z, got {value!r}") from error
    # RFC 3339 asks for a zone; archives that leave it out mean UTC, as STAC says all times are.
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _epsg(properties: Object) -> int | None:
    code = properties.get("proj:epsg") or str(properties.get("proj:code") or "").removeprefix("EPSG:")
    return int(code) if isinstance(code, int) or (isinstance(code, str) and code.isdecimal()) else None


def _tile(properties: Object) -> str | None:
    """Return the cell of the grid, by the codes of STAC's grid extension."""
    if properties.get("grid:code"):
        return str(properties["grid:code"])
    if properties.get("s2:mgrs_tile"):
        return f"MGRS-{properties['s2:mgrs_tile']}"
    path, row = properties.get("landsat:wrs_path"), properties.get("landsat:wrs_row")
    return f"WRS{properties.get('landsat:wrs_type') or 2}-{path}{row}" if path and row else None


def _asset(key: str, asset: JsonValue, properties: Object) -> Asset:
    if not isinstance(asset, dict) or not isinstance(asset.get("href"), str):
        raise InvalidScene(f"asset {key} must be an object with an href, got {asset!r}")
    roles = asset.get("roles")
    return Asset(
        key=key,
        href=str(asset["href"]),
        bands=_bands(asset),
        resolution_m=_resolution(asset, properties),
        media_type=cast("str | None", asset.get("type")),
        roles=tuple(str(role) for role in roles) if isinstance(roles, list) else (),
    )


def _bands(asset: Object) -> tuple[str, ...]:
    bands = asset.get("bands") or asset.get("eo:bands") or []
    named = (
        [band["name"] for band in bands if isinstance(band, dict) and "name" in band] if isinstance(bands, list) else []
    )
    polarisations = asset.get("sar:polarizations")
    return tuple(str(name) for name in named or (polarisations if isinstance(polarisations, list) else []))


def _resolution(asset: Object, properties: Object) -> float | None:
    """Return the resolution of the asset or its first band; that of the scene applies only to its image assets."""
    raster = asset.get("raster:bands")
    first = raster[0] if isinstance(raster, list) and raster else None
    of_band = first.get("spatial_resolution") if isinstance(first, dict) else None
    is_picture = "tiff" in str(asset.get("type"))
    value = asset.get("gsd") or of_band or (properties.get("gsd") if is_picture else None)
    return float(value) if isinstance(value, int | float) else None


def _asset_object(asset: Asset) -> dict[str, JsonValue]:
    members: dict[str, JsonValue] = {
        "href": asset.href,
        "type": asset.media_type,
        "roles": list(asset.roles) or None,
        "gsd": asset.resolution_m,
        "bands": [{"name": band} for band in asset.bands] or None,
    }
    return {key: value for key, value in members.items() if value is not None}
