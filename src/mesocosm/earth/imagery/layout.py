"""Scenes as columns, in the layout of stac-geoparquet 1.1 (GeoParquet 1.1 with STAC's names), and back.

One row per scene: its footprint in WKB, its box as four numbers (`xmin > xmax` crosses the antimeridian), its
properties as columns, its assets as a struct with a field for each key. A table has one collection, whose scenes have
the same assets.

Source: https://github.com/radiantearth/stac-geoparquet-spec (1.1.0), https://geoparquet.org/releases/v1.1.0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

from pydantic import JsonValue

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.errors import InvalidScene
from mesocosm.earth.imagery.scene import COLUMNS_OF_OUR_OWN, MOMENTS, Asset, Scene, spell

if TYPE_CHECKING:
    import pyarrow as pa

    Row = Mapping[str, JsonValue]

STAC_VERSION = "1.1.0"
EXTENSIONS = (
    "https://stac-extensions.github.io/eo/v2.0.0/schema.json",
    "https://stac-extensions.github.io/projection/v2.0.0/schema.json",
    "https://stac-extensions.github.io/grid/v1.1.0/schema.json",
)
CORNERS = ("xmin", "ymin", "xmax", "ymax")
COVERING = {"bbox": {corner: ["bbox", corner] for corner in CORNERS}}
REQUIRED = ("id", "geometry", "bbox", "datetime", "collection", "assets")
"""Columns that every table of scenes must have."""


def to_table(scenes: Sequence[Scene]) -> pa.Table:
    """Convert scenes of one collection to a table."""
    import pyarrow as pa
    import shapely

    bare = {
        "type": pa.array(["Feature"] * len(scenes)),
        "stac_version": pa.array([STAC_VERSION] * len(scenes)),
        "stac_extensions": pa.array([list(EXTENSIONS)] * len(scenes), pa.list_(pa.string())),
        "id": pa.array([scene.id for scene in scenes]),
        "geometry": pa.array(shapely.to_wkb([scene.footprint for scene in scenes], byte_order=1), pa.binary()),
        "bbox": pa.array([corners_of(scene.bbox) for scene in scenes], box_type()),
        "links": pa.array([[]] * len(scenes), pa.list_(pa.struct([("href", pa.string()), ("rel", pa.string())]))),
        "assets": _assets(scenes),
        "collection": pa.array([scene.collection for scene in scenes]),
        "datetime": pa.array([scene.datetime for scene in scenes], pa.timestamp("us", "UTC")),
        "platform": pa.array([scene.platform for scene in scenes], pa.string()),
        "instruments": pa.array([scene.sensor.split("+") for scene in scenes], pa.list_(pa.string())),
        "eo:cloud_cover": pa.array([scene.cloud_cover for scene in scenes], pa.float64()),
        "proj:code": pa.array([f"EPSG:{scene.epsg}" if scene.epsg else None for scene in scenes], pa.string()),
        "grid:code": pa.array([scene.tile for scene in scenes], pa.string()),
    }
    return with_metadata(pa.table(bare | _properties(scenes)))


def with_metadata(table: pa.Table) -> pa.Table:
    """Add the metadata that GeoParquet and stac-geoparquet require."""
    kinds: list[str] = []  # the specification's "not known"; polygons and several polygons
    column = {"encoding": "WKB", "geometry_types": kinds, "covering": COVERING, "edges": "planar"}
    geo = {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": column}}
    return table.replace_schema_metadata(
        {"geo": json.dumps(geo), "stac-geoparquet": json.dumps({"version": "1.1.0", "collections": {}})}
    )


def demand_columns(names: Sequence[str], of_what: str) -> None:
    """Refuse a table that lacks a column of the layout."""
    missing = [name for name in REQUIRED if name not in names]
    if missing:
        raise InvalidScene(f"{of_what} lacks the columns {', '.join(missing)}; it must hold {', '.join(REQUIRED)}")


def from_row(row: Row) -> Scene:
    """Return the scene of a row, whose values are Python's own types."""
    import shapely

    code, instruments = row.get("proj:code"), row.get("instruments")
    return Scene(
        id=str(row["id"]),
        collection=str(row["collection"]),
        sensor="+".join(cast("list[str]", instruments or ["unknown"])),
        datetime=cast("datetime", row["datetime"]).astimezone(UTC),
        bbox=_box(cast("dict[str, float]", row["bbox"])),
        footprint=shapely.from_wkb(row["geometry"]),
        assets=_assets_of(cast("dict[str, dict[str, JsonValue] | None]", row["assets"])),
        cloud_cover=cast("float | None", row.get("eo:cloud_cover")),
        epsg=int(str(code).removeprefix("EPSG:")) if code else None,
        platform=cast("str | None", row.get("platform")),
        tile=cast("str | None", row.get("grid:code")),
        properties={key: _plain(key, value) for key, value in row.items() if _is_property(key, value)},
    )


def _is_property(key: str, value: JsonValue) -> bool:
    return value is not None and key not in COLUMNS_OF_OUR_OWN


def _plain(key: str, value: JsonValue) -> JsonValue:
    """Return a property in its original form: times as text, structs without nulls."""
    if key in MOMENTS:
        return spell(cast("datetime", value))
    if isinstance(value, dict):
        return {inner: _plain("", member) for inner, member in value.items() if member is not None}
    return [_plain("", member) for member in value] if isinstance(value, list) else value


def corners_of(box: BoundingBox) -> dict[str, float]:
    """Read the box of a row."""
    return {"xmin": box.west, "ymin": box.south, "xmax": box.east, "ymax": box.north}


def _box(corners: Mapping[str, float]) -> BoundingBox:
    west, south, east, north = (corners[corner] for corner in CORNERS)
    return BoundingBox(west=west, south=south, east=east, north=north)


def box_type() -> pa.DataType:
    """Return the column type of a box, four numbers."""
    import pyarrow as pa

    return pa.struct([(corner, pa.float64()) for corner in CORNERS])


def asset_type() -> pa.DataType:
    """Return the column type of an asset, by the names of STAC 1.1."""
    import pyarrow as pa

    bands = pa.list_(pa.struct([("name", pa.string())]))
    words = pa.list_(pa.string())
    return pa.struct(
        [("href", pa.string()), ("type", pa.string()), ("roles", words), ("gsd", pa.float64()), ("bands", bands)]
    )


def _assets(scenes: Sequence[Scene]) -> pa.Array:
    import pyarrow as pa

    keys = sorted({asset.key for scene in scenes for asset in scene.assets})
    by_key = [{asset.key: _asset_row(asset) for asset in scene.assets} for scene in scenes]
    columns = [pa.array([scene.get(key) for scene in by_key], asset_type()) for key in keys]
    return pa.StructArray.from_arrays(columns, names=keys)


def _asset_row(asset: Asset) -> dict[str, object]:
    bands = [{"name": band} for band in asset.bands]
    roles = list(asset.roles)
    return {
        "href": asset.href, "type": asset.media_type, "roles": roles, "gsd": asset.resolution_m, "bands": bands
    }  # fmt: skip


def _assets_of(assets: Mapping[str, Mapping[str, JsonValue] | None]) -> tuple[Asset, ...]:
    return tuple(_asset(key, assets[key]) for key in sorted(assets) if assets[key] is not None)


def _asset(key: str, row: Mapping[str, JsonValue] | None) -> Asset:
    row = row or {}
    bands = cast("list[dict[str, str]]", row.get("bands") or [])
    return Asset(
        key=key,
        href=str(row.get("href")),
        bands=tuple(band["name"] for band in bands),
        resolution_m=cast("float | None", row.get("gsd")),
        media_type=cast("str | None", row.get("type")),
        roles=tuple(cast("list[str]", row.get("roles") or [])),
    )


def _properties(scenes: Sequence[Scene]) -> dict[str, pa.Array]:
    names = sorted({name for scene in scenes for name in scene.properties})
    return {name: property_column(name, [scene.properties.get(name) for scene in scenes]) for name in names}


def property_column(name: str, values: list[JsonValue]) -> pa.Array:
    """Convert a property of all scenes to a column."""
    import pyarrow as pa

    if name == "datetime" or name in MOMENTS:
        moments = [None if value is None else datetime.fromisoformat(str(value)) for value in values]
        return pa.array(moments, pa.timestamp("us", "UTC"))
    try:
        return pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError) as error:
        kinds = sorted({type(value).__name__ for value in values if value is not None})
        raise InvalidScene(
            f"property {name} must be of one kind in all scenes of a collection, got {', '.join(kinds)}: {error}"
        ) from error
