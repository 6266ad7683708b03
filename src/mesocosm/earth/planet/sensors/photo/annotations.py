"""Annotations of a picture: the box, the rotated box and the outline of every thing in a window."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.photo.scenery import Scenery, Thing, gather_rings
from mesocosm.earth.planet.sensors.window import Floats, Ints, Window


@dataclass(frozen=True)
class Annotation:
    """A thing in a picture; pixels are counted from the upper left corner, x right and y down."""

    thing: Thing
    box: tuple[float, float, float, float]
    """Left, top, right and bottom of the part within the picture."""
    oriented: Floats
    """Four corners of the smallest rotated box about the whole thing."""
    polygon: Floats
    """Outline seen from above, also where it lies beyond the picture's edge."""
    inside: float
    """Share of the outline's box within the picture."""


def annotate(window: Window, sceneries: tuple[Scenery, ...], least_inside: float = 0.25) -> tuple[Annotation, ...]:
    """Return every thing of which at least a share lies in the window."""
    return tuple(note for scenery in sceneries for note in _annotate(window, scenery, least_inside))


def _annotate(window: Window, scenery: Scenery, least_inside: float) -> list[Annotation]:
    near = scenery.thing_boxes.near(window)
    west, south, east, north = scenery.thing_boxes.bounds[:, near]
    low, high = on_pixels(window, np.stack([west, north], axis=-1)), on_pixels(window, np.stack([east, south], axis=-1))
    first, last = np.maximum(low, 0.0), np.minimum(high, [window.columns, window.rows])
    share = np.prod(last - first, axis=1) / np.maximum(np.prod(high - low, axis=1), 1e-9)
    kept = np.flatnonzero(share >= least_inside)
    corners, starts = gather_rings(scenery.outline_corners, scenery.outline_starts, near[kept])
    polygons = np.split(round_to_step(on_pixels(window, corners), 0.01), starts[1:-1])
    turned = round_to_step(on_pixels(window, smallest_boxes(corners, starts)), 0.01)
    edges = np.round(np.concatenate([first, last], axis=1)[kept], 2).tolist()
    inside = np.round(np.minimum(share[kept], 1.0), 3).tolist()
    return [
        Annotation(scenery.things[thing], (left, top, right, bottom), box, polygon, part)
        for thing, (left, top, right, bottom), box, polygon, part in zip(
            near[kept].tolist(), edges, turned, polygons, inside, strict=False
        )
    ]


def on_pixels(window: Window, places: Floats) -> Floats:
    """Convert places of the plane to pixels of a window."""
    west, _, _, north = window.bounds
    return np.asarray((places - [west, north]) / window.resolution_m * [1.0, -1.0])


def smallest_boxes(corners: Floats, starts: Ints) -> Floats:
    """Return the smallest box of each ring that lies along a side of its hull: shape (rings, 4, 2).

    The first corner is the northernmost, or of two such the western one; the others follow clockwise.
    """
    import shapely

    count = starts.size - 1
    boxes = np.zeros((count, 4, 2))
    if count == 0:
        return boxes
    # Relative to the first corner, so that areas keep the digits that decide between sides.
    origin = corners[starts[:-1]]
    local = corners - np.repeat(origin, np.diff(starts), axis=0)
    rings = shapely.linearrings(local, indices=np.repeat(np.arange(count), np.diff(starts)))
    hulls = shapely.convex_hull(rings)
    points, ring = shapely.get_coordinates(hulls, return_index=True)
    sizes = np.bincount(ring, minlength=count)
    begin = np.cumsum(sizes) - sizes
    for size in np.unique(sizes):
        same = np.flatnonzero(sizes == size)
        boxes[same] = _boxes_of_hulls(points[begin[same][:, None] + np.arange(size)])
    return np.asarray(boxes + origin[:, None])


def _boxes_of_hulls(hulls: Floats) -> Floats:
    """Return the boxes of hulls with equally many corners, where the last corner repeats the first."""
    sides = np.diff(hulls, axis=1)
    length = np.maximum(np.sqrt((sides * sides).sum(axis=-1, keepdims=True)), 1e-9)
    along = sides / length
    left = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    u, v = (along @ hulls.transpose(0, 2, 1)), (left @ hulls.transpose(0, 2, 1))
    ends = np.stack([u.min(axis=-1), u.max(axis=-1), v.min(axis=-1), v.max(axis=-1)], axis=-1)
    area = round_to_step((ends[..., 1] - ends[..., 0]) * (ends[..., 3] - ends[..., 2]), 1e-4)
    area = np.where(length[..., 0] > 1e-6, area, np.inf)
    best = area.argmin(axis=1)
    each = np.arange(len(hulls))
    (u0, u1, v0, v1), along, left = ends[each, best].T, along[each, best], left[each, best]
    box = np.stack([_at(u, v, along, left) for u, v in ((u0, v0), (u0, v1), (u1, v1), (u1, v0))], axis=1)
    return _from_the_north(round_to_step(box, 0.001))


def _at(u: Floats, v: Floats, along: Floats, left: Floats) -> Floats:
    return np.asarray(u[:, None] * along + v[:, None] * left)


def _from_the_north(box: Floats) -> Floats:
    order = np.lexsort((box[..., 0], -box[..., 1]), axis=-1)[:, :1]
    return np.take_along_axis(box, ((order + np.arange(4)) % 4)[..., None], axis=1)
