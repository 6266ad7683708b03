"""Small scenes to fill catalogues with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.scene import Asset, Scene, make_scene

NOON = datetime(2031, 5, 1, 12, tzinfo=UTC)
ASSETS = (Asset("red", "red.tif", ("B04",), 10.0, "image/tiff; application=geotiff", ("data",)),)


def scene_at(
    west: float,
    south: float,
    east: float,
    north: float,
    *,
    hours: float = 0,
    collection: str = "optical",
    sensor: str = "msi",
    cloud: float | None = 0.0,
    tile: str | None = None,
    platform: str | None = None,
    number: int = 0,
) -> Scene:
    """Make a scene of a box; `number` makes its name differ from that of a similar scene."""
    return make_scene(
        collection=collection,
        sensor=sensor,
        datetime=NOON + timedelta(hours=hours),
        footprint=BoundingBox(west=west, south=south, east=east, north=north),
        assets=ASSETS,
        cloud_cover=cloud,
        epsg=4326,
        platform=platform,
        tile=tile,
        properties={"number": number},
    )
