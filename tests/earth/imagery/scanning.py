"""All look-ups again, as simple as possible: by a scan through all scenes.

Shapes are compared on an unrolled map: the place is drawn at its own longitudes and a turn to either side.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import shapely
from shapely.affinity import translate

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.scene import Scene

TURNS = (-360, 0, 360)


def drawn(where: tuple[float, ...]) -> shapely.Geometry:
    if len(where) == 2:
        return shapely.Point(*where)
    west, south, east, north = where
    return shapely.LineString([(west, south), (east + 360 * (west > east), north)]).envelope


def touches_pole(shape: shapely.Geometry, pole: int) -> bool:
    return bool(shapely.bounds(shape)[3 if pole > 0 else 1] == pole)


def meets(footprint: shapely.Geometry, place: shapely.Geometry) -> bool:
    if any(touches_pole(footprint, pole) and touches_pole(place, pole) for pole in (-90, 90)):
        return True
    return any(footprint.intersects(translate(place, turn)) for turn in TURNS)


def in_order(scenes: list[Scene]) -> list[Scene]:
    return sorted(scenes, key=lambda scene: (scene.datetime, scene.id))


def at(
    scenes: list[Scene],
    place: shapely.Geometry,
    when: tuple[datetime, datetime] | None = None,
    sensor: str | None = None,
    max_cloud: float | None = None,
) -> list[Scene]:
    return in_order(
        [
            scene
            for scene in scenes
            if meets(scene.footprint, place)
            and (when is None or when[0] <= scene.datetime < when[1])
            and (sensor is None or scene.sensor == sensor)
            and (max_cloud is None or (scene.cloud_cover is not None and scene.cloud_cover <= max_cloud))
        ]
    )


def nearest(scenes: list[Scene], place: shapely.Geometry, time: datetime) -> Scene | None:
    return min(at(scenes, place), key=lambda scene: abs(scene.datetime - time), default=None)


def same_place(scenes: list[Scene], scene: Scene) -> list[Scene]:
    series = [other for other in scenes if other.collection == scene.collection]
    if scene.tile is not None:
        return in_order([other for other in series if other.tile == scene.tile])
    largest = max(shapely.get_parts(scene.footprint), key=lambda part: part.area)  # boxes: the centroid is inside
    return at(series, largest.centroid)


def following(scenes: list[Scene], scene: Scene) -> Scene | None:
    later = [other for other in same_place(scenes, scene) if (other.datetime, other.id) > (scene.datetime, scene.id)]
    return later[0] if later else None


def preceding(scenes: list[Scene], scene: Scene) -> Scene | None:
    earlier = [other for other in same_place(scenes, scene) if (other.datetime, other.id) < (scene.datetime, scene.id)]
    return earlier[-1] if earlier else None


def companion(scenes: list[Scene], scene: Scene, sensor: str) -> Scene | None:
    overlapping = [
        other
        for other in in_order(scenes)
        if other.id != scene.id and other.sensor == sensor and other.footprint.intersection(scene.footprint).area > 0
    ]
    return min(overlapping, key=lambda other: abs(other.datetime - scene.datetime), default=None)


def beside(scenes: list[Scene], scene: Scene, direction: str) -> Scene | None:
    """Return the adjacent tile on a grid of whole degrees: the one whose box is this one's, moved by its size."""
    east, north = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}[direction]
    box = moved(scene.bbox, east, north)
    tiles = [
        other
        for other in in_order(scenes)
        if (other.bbox.west, other.bbox.south) == box
        and other.collection == scene.collection
        and other.platform == scene.platform
        and abs(other.datetime - scene.datetime) <= timedelta(minutes=10)
    ]
    return tiles[0] if tiles else None


def moved(box: BoundingBox, east: int, north: int) -> tuple[float, float]:
    width, height = (box.east - box.west) % 360, box.north - box.south
    return (box.west + east * width + 180) % 360 - 180, box.south + north * height
