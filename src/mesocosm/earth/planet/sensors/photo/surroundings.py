"""The country around a town's window, from the landscape, so that a picture across the edge is drawn to its end."""

from __future__ import annotations

import numpy as np

from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement import RoadKind
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.people.town import Town
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.crops import Crop, days
from mesocosm.earth.planet.sensors.landscape import Landscape, Surface, make_landscape
from mesocosm.earth.planet.sensors.noise import salt, uniform
from mesocosm.earth.planet.sensors.painter import ribbon
from mesocosm.earth.planet.sensors.photo.grounds import ASPHALT, GRASS, SEA, WATER, crop_colour
from mesocosm.earth.planet.sensors.photo.rings import plain_rings
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, tint
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.window import Bools, Ints, window_about

REACH_M = 340.0
"""Reach beyond the window: half of a picture of 512 pixels of a metre, and a little more."""
PIXEL_M = 10.0
OPEN: dict[int, tuple[Colour, int]] = {
    Surface.BROADLEAF: ((58, 78, 42), 60),
    Surface.CONIFER: ((44, 64, 44), 60),
    Surface.SHRUBS: ((104, 110, 72), 44),
    Surface.GRASS: (GRASS, 34),
    Surface.GARDEN: ((112, 126, 82), 34),
    Surface.BARE: ((150, 134, 108), 26),
    Surface.BEACH: ((214, 198, 160), 18),
    Surface.WETLAND: ((92, 104, 66), 30),
    Surface.ICE: ((236, 240, 244), 8),
    Surface.SEA: (SEA, 12),
    Surface.LAKE: (WATER, 12),
}
"""Colour and strength of noise of open land; built-up land is drawn as grass."""
FIRST_FIELD = 100
WIDTHS_M: dict[RoadKind, float] = {"motorway": 19.0, "primary": 12.0, "secondary": 9.0, "railway": 10.0}


def draw_surroundings(sketch: Sketch, region: Region, town: Town, day: int) -> None:
    """Draw land, fields and water around the window, in shapes as coarse as the landscape's pixels of 10 m."""
    west, south, east, north = town.window.bounds
    size = max(east - west, north - south) + 2.0 * REACH_M
    window = window_about(region, (west + east) / 2, (south + north) / 2, round(size / PIXEL_M) * PIXEL_M, PIXEL_M)
    landscape = make_landscape(window, unbuilt=(town.id,))
    inner = PIXEL_M
    beyond = (np.abs(window.x() - (west + east) / 2) > (east - west) / 2 - inner)[None, :] | (
        np.abs(window.y() - (south + north) / 2) > (north - south) / 2 - inner
    )[:, None]
    kinds, parcels = _kinds(landscape)
    colours = _field_colours(landscape, parcels, day)
    for number, ring in _outlines(landscape, kinds, beyond):
        colour, grain = OPEN.get(number, (GRASS, 34)) if number < FIRST_FIELD else (colours[number - FIRST_FIELD], 18)
        sketch.face(ring, colour, Layer.LAND, grain)
    _ways(sketch, region, town)


def _ways(sketch: Sketch, region: Region, town: Town) -> None:
    """Draw the region's roads and railways, from where the town's end."""
    import shapely

    around = shapely.box(*(np.asarray(town.window.bounds) + np.array([-1, -1, 1, 1]) * REACH_M))
    ring = shapely.difference(around, shapely.buffer(town.window, -1.0))
    for road in make_settlement(make_ground(region)).roads:
        for piece in shapely.get_parts([shapely.intersection(road.line, ring)]):
            if piece.geom_type == "LineString" and piece.length > 1.0:
                colour = (134, 124, 114) if road.kind == "railway" else ASPHALT
                sketch.face(ribbon(shapely.get_coordinates(piece), WIDTHS_M[road.kind]), colour, Layer.WAY, 12)


def _kinds(landscape: Landscape) -> tuple[Ints, Ints]:
    """Return a number for every surface and every field, and the first pixel of each field."""
    from scipy.ndimage import distance_transform_edt

    field = landscape.surface == Surface.FIELD
    _, first, number = np.unique(np.where(field, landscape.parcel, 0), return_index=True, return_inverse=True)
    kinds = np.where(field, number.reshape(field.shape) + FIRST_FIELD, landscape.surface)
    # Hedges are thinner than a pixel: their pixels take the surface beside them.
    row, column = distance_transform_edt(
        landscape.surface == Surface.HEDGE, return_distances=False, return_indices=True
    )
    return kinds[row, column], first


def _field_colours(landscape: Landscape, first: Ints, day: int) -> list[Colour]:
    calendar = days(landscape.window.region.climate)
    crops, shifts = landscape.crop.ravel()[first].tolist(), landscape.sowing_shift.ravel()[first].tolist()
    tones = uniform(salt(landscape.window.region, "field tones"), landscape.parcel.ravel()[first]).tolist()
    return [
        tint(
            crop_colour(Crop(crop).name.lower(), int(calendar[crop, 0]) + shift, int(calendar[crop, 1]) + shift, day),
            0.88 + 0.24 * tone,
        )
        for crop, shift, tone in zip(crops, shifts, tones, strict=True)
    ]


def _outlines(landscape: Landscape, kinds: Ints, mask: Bools) -> list[tuple[int, list[tuple[float, float]]]]:
    """Return outlines of equal areas, the larger first, so that enclosed areas are drawn over the enclosing ones."""
    import shapely
    from rasterio.features import shapes
    from rasterio.transform import Affine
    from shapely.geometry import shape

    west, _, _, north = landscape.window.bounds
    place = Affine(PIXEL_M, 0.0, west, 0.0, -PIXEL_M, north)
    parts = [(int(value), shape(each)) for each, value in shapes(kinds.astype(np.int32), mask, transform=place)]
    parts.sort(key=lambda part: (-part[1].area, part[1].bounds))
    rings = plain_rings(list(shapely.simplify([outline for _, outline in parts], 0.9 * PIXEL_M)))
    return [(number, ring) for (number, _), ring in zip(parts, rings, strict=True)]
