"""Towns in the landscape: their buildings, streets, areas and fields over the open ground, from the records.

A pixel takes what covers most of its samples; streets count by their share.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mesocosm.earth.planet.people.town import Building, Town
from mesocosm.earth.planet.sensors.crops import Crop, days
from mesocosm.earth.planet.sensors.landscape import Landscape, Surface, make_landscape
from mesocosm.earth.planet.sensors.painter import average_squares, paint, place_rings, ribbon
from mesocosm.earth.planet.sensors.window import Bools, Codes, Floats, Ints, Singles, Window

SAMPLES = 3
EDGE_M = 12.0
"""Distance from the edge of the town's window within which the edge cuts a field."""
SHORE = (Surface.SEA, Surface.LAKE, Surface.BEACH, Surface.BARE)
AREAS: dict[str, Surface] = {
    "park": Surface.GRASS,
    "square": Surface.PAVED,
    "car_park": Surface.PAVED,
    "tennis_court": Surface.TILE_ROOF,
    "basketball_court": Surface.PAVED,
    "football_pitch": Surface.GRASS,
    "playground": Surface.BEACH,
    "wood": Surface.BROADLEAF,
    "grass": Surface.GRASS,
    "construction_site": Surface.BARE,
}
BLOCKS: dict[str, Surface] = {"core": Surface.PAVED, "industry": Surface.PAVED, "square": Surface.PAVED}
SITES: dict[str, Surface] = {"port": Surface.PAVED, "tank_farm": Surface.PAVED, "rail_station": Surface.PAVED}
PARTS: dict[str, Surface] = {
    "tank": Surface.METAL_ROOF,
    "container": Surface.METAL_ROOF,
    "solar_row": Surface.FLAT_ROOF,
    "runway": Surface.PAVED,
    "taxiway": Surface.PAVED,
    "apron": Surface.PAVED,
    "quay": Surface.PAVED,
    "crane": Surface.METAL_ROOF,
}


def make_town_landscape(window: Window, town: Town) -> Landscape:
    """Return the landscape of a window with the records of a town in it, as photographs show it."""
    return with_town(make_landscape(window, unbuilt=(town.id,)), town)


def with_town(landscape: Landscape, town: Town) -> Landscape:
    """Replace the landscape in a town's window by the town's records, without the shore and the fields at the edge.

    A field that the window's edge cuts is left as in the landscape, so that the town has no straight border.
    """
    window = landscape.window
    west, south, east, north = window.bounds
    x0, y0, x1, y1 = town.window.bounds
    if x0 >= east or x1 <= west or y0 >= north or y1 <= south:
        return landscape
    rings, codes, heights = _faces(town)
    numbers = _most(window, rings)
    soft = _soft(town)
    strand = np.isin(landscape.surface, SHORE)
    inside = (numbers > len(soft)) | ((numbers > 0) & ~strand)
    table, tall = np.asarray([0, *codes], np.uint8), np.asarray([0.0, *heights], np.float32)
    fields, crop, shift, parcel = _fields(window, landscape, town)
    fields &= inside
    surface = np.where(inside, table[numbers], landscape.surface).astype(np.uint8)
    surface = np.where(fields, np.uint8(Surface.FIELD), surface)
    wet = np.where(inside, _rivers(window, town), landscape.water_share)
    return replace(
        landscape,
        surface=surface,
        water_share=np.where(inside & (numbers > len(soft)), np.minimum(wet, 0.4), wet).astype(np.float32),
        road_share=np.where(inside, _streets(window, town), landscape.road_share).astype(np.float32),
        crop=np.where(fields, crop, np.where(inside, 0, landscape.crop)).astype(np.uint8),
        sowing_shift=np.where(fields, shift, np.where(inside, 0, landscape.sowing_shift)),
        parcel=np.where(fields, parcel, np.where(inside, 0, landscape.parcel)),
        roof_height_m=np.where(inside, tall[numbers], landscape.roof_height_m).astype(np.float32),
    )


def _soft(town: Town) -> list[tuple[object, int, float]]:
    """Return open land: the town's window without what its edge cuts, then woods and grass."""
    import shapely

    edge = shapely.boundary(town.window)
    wild = [area for area in town.areas if area.kind in ("wood", "grass")]
    outlines = [area.outline for area in wild] + [field.outline for field in town.fields]
    cut = [outline for outline in outlines if shapely.distance(outline, edge) < EDGE_M]
    rest = shapely.difference(town.window, shapely.union_all([*shapely.buffer(cut, 9.0), shapely.buffer(edge, EDGE_M)]))
    faces: list[tuple[object, int, float]] = [(part, int(Surface.GRASS), 0.0) for part in _parts(rest)]
    whole = [area for area in wild if shapely.distance(area.outline, edge) >= EDGE_M]
    return faces + [(area.outline, int(AREAS[area.kind]), 0.0) for area in whole]


def _faces(town: Town) -> tuple[list[Floats], list[int], list[float]]:
    """Return rings from the ground up, with the surface and the height of each; trees as crowns of broad leaves."""
    faces = _soft(town)
    faces += [(block.outline, BLOCKS.get(block.zone, Surface.GARDEN), 0.0) for block in town.blocks]
    faces += [(area.outline, AREAS[area.kind], 0.0) for area in town.areas if area.kind not in ("wood", "grass")]
    for site in town.sites:
        faces.append((site.outline, SITES.get(site.kind, Surface.GRASS), 0.0))
        faces += [(part.outline, PARTS.get(part.kind, Surface.PAVED), part.height_m) for part in site.parts]
    faces += [(building.outline, _roof(building), building.height_m) for building in town.buildings]
    rings = [_ring(shape) for shape, _, _ in faces]
    crowns = [_square(tree) for tree in town.trees]
    codes = [int(code) for _, code, _ in faces] + [int(Surface.BROADLEAF)] * len(crowns)
    return rings + crowns, codes, [height for _, _, height in faces] + [0.0] * len(crowns)


def _roof(building: Building) -> int:
    if building.roof != "flat":
        return int(Surface.TILE_ROOF)
    return int(Surface.METAL_ROOF if building.use in ("industry", "warehouse") else Surface.FLAT_ROOF)


def _parts(shape: object) -> list[object]:
    import shapely

    return [part for part in shapely.get_parts([shape]) if not part.is_empty]


def _ring(shape: object) -> Floats:
    import shapely

    return np.asarray(shapely.get_coordinates(shapely.get_exterior_ring(shape))[:-1])


def _square(tree: Floats) -> Floats:
    x, y, radius, _ = tree
    half = 0.88 * radius
    return np.asarray([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])


def _most(window: Window, rings: list[Floats]) -> Ints:
    """Return the number of the ring at each pixel's middle sample, from 1."""
    shape = (window.rows * SAMPLES, window.columns * SAMPLES)
    canvas = paint(place_rings(window, rings, SAMPLES), np.arange(1, len(rings) + 1), shape)
    return canvas[SAMPLES // 2 :: SAMPLES, SAMPLES // 2 :: SAMPLES].astype(np.int64)


def _share(window: Window, rings: list[Floats]) -> Singles:
    shape = (window.rows * SAMPLES, window.columns * SAMPLES)
    canvas = paint(place_rings(window, rings, SAMPLES), np.full(len(rings), 255), shape)
    return average_squares(canvas, SAMPLES).astype(np.float32) * np.float32(1.0 / 255.0)


def _streets(window: Window, town: Town) -> Singles:
    import shapely

    return _share(window, [ribbon(shapely.get_coordinates(street.line), street.width_m) for street in town.streets])


def _rivers(window: Window, town: Town) -> Singles:
    return _share(window, [_ring(part) for part in _parts(town.rivers)])


def _fields(window: Window, landscape: Landscape, town: Town) -> tuple[Bools, Codes, Ints, Ints]:
    """Return where fields lie, their crops, the days by which they are sown later than usual, and their numbers."""
    import shapely

    edge = shapely.boundary(town.window)
    whole = [field for field in town.fields if shapely.distance(field.outline, edge) >= EDGE_M]
    numbers = _most(window, [_ring(field.outline) for field in whole])
    crop = np.asarray([0, *(Crop[field.crop.upper()] for field in whole)], np.uint8)
    usual = days(window.region.climate)[crop, 0]
    sown = np.asarray([0, *(field.sown_day for field in whole)], np.int64)
    shift = (sown - usual + 182) % 365 - 182
    return np.asarray(numbers > 0), crop[numbers], shift[numbers], numbers + 7_000_000_000
