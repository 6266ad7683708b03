"""Metadata of one scene: where, when, by which sensor, in which files.

A scene's name is a hash of its content and reveals nothing of it: an agent that is asked what a picture shows cannot
read the answer from its name.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.errors import InvalidScene
from mesocosm.types import canonical_json

if TYPE_CHECKING:
    import shapely

NAME = re.compile(r"[0-9a-f]{32}")
"""Pattern of a name, 128 bits: of 10⁷ names, two are equal by chance once in 10²⁴ catalogues."""
COLUMNS_OF_OUR_OWN = frozenset({
    "type", "stac_version", "stac_extensions", "id", "geometry", "bbox", "links", "assets", "collection", "datetime",
    "platform", "instruments", "eo:cloud_cover", "proj:code", "grid:code",
})  # fmt: skip
"""Columns of the layout that are fields of a scene or constant, so that no property may have their name."""
MOMENTS = ("created", "updated", "published", "expires", "start_datetime", "end_datetime")
"""Properties that stac-geoparquet stores as times rather than text."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of a scene."""

    key: str
    """Key within the scene, such as `B04`."""
    href: str
    """A web address or a path, absolute or relative to the folder of the catalogue."""
    bands: tuple[str, ...] = ()
    resolution_m: float | None = None
    """Size of a pixel on the ground."""
    media_type: str | None = None
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A satellite scene. `make_scene` makes it, with name and box."""

    id: str
    """32 hexadecimal digits."""
    collection: str
    """Series of similar scenes that it belongs to, such as `sentinel-2-l2a`."""
    sensor: str
    """Instrument, such as `msi`; several together as `oli+tirs`."""
    datetime: datetime
    """Acquisition time in UTC; the middle of a longer acquisition."""
    bbox: BoundingBox
    footprint: shapely.Geometry
    """Polygons in degrees, cut at the antimeridian."""
    assets: tuple[Asset, ...]
    """Files in order of their keys."""
    cloud_cover: float | None = None
    """Cloud cover in percent; None if unknown, as for radar."""
    epsg: int | None = None
    """EPSG code of the plane of the pixels."""
    platform: str | None = None
    """Satellite or aircraft."""
    tile: str | None = None
    """Cell of the sensor's grid, such as `MGRS-31UFS` or `WRS2-199024`."""
    properties: Mapping[str, JsonValue] = field(default_factory=dict)
    """All other metadata, by the names of STAC, without nulls."""

    def __hash__(self) -> int:
        return hash(self.id)

    def asset(self, key: str) -> Asset:
        """Return a file of this scene by its key."""
        from mesocosm.errors import UnknownName

        for asset in self.assets:
            if asset.key == key:
                return asset
        raise UnknownName(f"asset of scene {self.id}", key, [asset.key for asset in self.assets])


def make_scene(
    *,
    collection: str,
    sensor: str,
    datetime: datetime,
    footprint: shapely.Geometry | BoundingBox,
    assets: Iterable[Asset],
    name: str | None = None,
    cloud_cover: float | None = None,
    epsg: int | None = None,
    platform: str | None = None,
    tile: str | None = None,
    properties: Mapping[str, JsonValue] | None = None,
) -> Scene:
    """Make a checked scene; its name is a hash of all the rest unless `name` is given.

    Args:
        collection, sensor, cloud_cover, epsg, platform, tile, properties: See `Scene`.
        datetime: Acquisition time, with a time zone.
        footprint: Polygons in degrees, or a box; longitudes may exceed 180.
        assets: One or more files with different keys.
        name: 32 hexadecimal digits, if the maker of the pixels has hashed them.
    """
    from mesocosm.earth.imagery.footprint import box_around, from_box, from_shape

    shape = from_box(footprint) if isinstance(footprint, BoundingBox) else from_shape(footprint)
    scene = Scene(
        id=name or "0" * 32,
        collection=_word("collection", collection),
        sensor=_word("sensor", sensor),
        datetime=utc(datetime),
        bbox=box_around(shape),
        footprint=shape,
        assets=_checked_assets(assets),
        cloud_cover=_percent(cloud_cover),
        epsg=epsg,
        platform=platform,
        tile=tile,
        properties=_checked_properties(properties or {}),
    )
    if name is not None and not NAME.fullmatch(name):
        raise InvalidScene(f"the name of a scene must be 32 hexadecimal digits in lower case, got {name!r}")
    return scene if name else _with_content_id(scene)


def utc(moment: datetime) -> datetime:
    """Convert a moment to UTC; refuse one without a time zone."""
    if moment.tzinfo is None:
        raise InvalidScene(f"datetime must carry a time zone, got {moment.isoformat()}; in UTC: {moment.isoformat()}Z")
    return moment.astimezone(UTC)


def spell(moment: datetime) -> str:
    """Write a moment as text: RFC 3339 in UTC, with a Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _with_content_id(scene: Scene) -> Scene:
    from dataclasses import asdict, replace

    content = {
        "collection": scene.collection,
        "sensor": scene.sensor,
        "datetime": spell(scene.datetime),
        "footprint": scene.footprint.wkb_hex,
        "assets": [asdict(asset) for asset in scene.assets],
        "known": [scene.cloud_cover, scene.epsg, scene.platform, scene.tile],
        "properties": scene.properties,
    }
    return replace(scene, id=hashlib.sha256(canonical_json(content)).hexdigest()[:32])


def _word(field: str, value: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InvalidScene(f"{field} must be a word, got {value!r}")
    return value


def _percent(cloud_cover: float | None) -> float | None:
    if cloud_cover is None:
        return None
    if not 0 <= cloud_cover <= 100:
        raise InvalidScene(f"cloud_cover must lie in [0, 100] percent, got {cloud_cover}")
    return float(cloud_cover)


def _checked_assets(assets: Iterable[Asset]) -> tuple[Asset, ...]:
    every = tuple(sorted(assets, key=lambda asset: asset.key))
    keys = [asset.key for asset in every]
    if not every:
        raise InvalidScene("assets must hold one file or more, got none")
    twice = next((key for key, following in pairwise(keys) if key == following), None)
    if twice is not None:
        raise InvalidScene(f"the keys of assets must differ, got {twice!r} twice")
    return every


def _checked_properties(properties: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    reserved = sorted(COLUMNS_OF_OUR_OWN & properties.keys())
    if reserved:
        raise InvalidScene(f"properties must not hold {', '.join(reserved)}: fields of the scene itself")
    return {
        key: _moment(key, kept) for key, value in properties.items() if (kept := _drop_empty(key, value)) is not None
    }


def _moment(key: str, value: JsonValue) -> JsonValue:
    """Write times in one form; other values are unchanged."""
    if key not in MOMENTS:
        return value
    try:
        return spell(utc(datetime.fromisoformat(str(value))))
    except ValueError as error:
        raise InvalidScene(f"property {key} must be a time such as 2031-05-01T10:00:00Z, got {value!r}") from error


def _drop_empty(key: str, value: JsonValue) -> JsonValue:
    """Drop nulls and empty objects from a value, since a column cannot distinguish them from absent values."""
    if isinstance(value, dict):
        return {
            inner: kept for inner, member in value.items() if (kept := _drop_empty(key, member)) is not None
        } or None
    if isinstance(value, list | tuple):
        return [_drop_empty(key, member) for member in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise InvalidScene(f"property {key} must be finite, got {value}")
    if value is not None and not isinstance(value, str | int | float | bool):
        raise InvalidScene(f"property {key} must be what JSON can spell, got {type(value).__name__}")
    return value
