"""The ground of a window at pixels of metres: land cover of the kilometre grid refined into fields, woods, shores,
towns.

Cover changes from one kilometre cell to the next along irregular edges; farmland is cut into whole parcels; rivers,
roads and railways keep the courses and widths that the region gives them. Every pixel depends on its own coordinates
alone, so any window can be made by itself.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from mesocosm.earth.planet.ground.courses import water_field
from mesocosm.earth.planet.ground.ground import Cover, Ground, Soil
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.ground.noise import at_places
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import CELL_M, Region
from mesocosm.earth.planet.sensors import crops
from mesocosm.earth.planet.sensors.crops import Crop
from mesocosm.earth.planet.sensors.fields import Parcels, make_parcels
from mesocosm.earth.planet.sensors.lines import river_share, road_shares
from mesocosm.earth.planet.sensors.noise import salt, smooth, smooth_at, uniform
from mesocosm.earth.planet.sensors.streets import Built, make_built
from mesocosm.earth.planet.sensors.window import Bools, Codes, Floats, Ints, Singles, Window


class Surface(IntEnum):
    """Cover of a pixel, apart from the shares of water and roads in it."""

    BROADLEAF = 1
    CONIFER = 2
    SHRUBS = 3
    GRASS = 4
    FIELD = 5
    HEDGE = 6
    BARE = 7
    BEACH = 8
    WETLAND = 9
    ICE = 10
    SEA = 11
    LAKE = 12
    TILE_ROOF = 13
    FLAT_ROOF = 14
    METAL_ROOF = 15
    PAVED = 16
    GARDEN = 17


WILD: dict[Cover, Surface] = {
    Cover.TREES: Surface.BROADLEAF,
    Cover.SHRUBS: Surface.SHRUBS,
    Cover.GRASS: Surface.GRASS,
    Cover.BARE: Surface.BARE,
    Cover.SNOW: Surface.ICE,
    Cover.WETLAND: Surface.WETLAND,
}
HEDGED = {"oceanic": 0.5, "mediterranean": 0.12, "humid_subtropical": 0.2, "tropical": 0.25}
"""Share of parcels with hedges or rows of trees around them, by climate; elsewhere few."""
MARGIN = 2
"""Margin around a window, in pixels, that is needed at the edges of its pictures."""
BEACH = 0.045
"""Width of beaches in units of the water field, which rises by about 1 in a kilometre."""


@dataclass(frozen=True)
class Landscape:
    """Layers of shape (rows, columns), rows from north to south."""

    window: Window
    surface: Codes
    soil: Codes
    elevation_m: Singles
    """Height of the ground, or of the water surface, in steps of 0.01 m."""
    water_share: Singles
    """Share of the pixel's area under sea, lakes and rivers at mean flow; `road_share` and `rail_share` are alike."""
    road_share: Singles
    rail_share: Singles
    crop: Codes
    """Crop of fields; 0 elsewhere."""
    sowing_shift: Ints
    """Days by which a parcel is sown later than its climate's calendar."""
    parcel: Ints
    """Number of the field; 0 elsewhere."""
    shore: Singles
    """Water field: about the distance from the shore of sea or lake in kilometres, negative on water."""
    roof_height_m: Singles
    """Height of buildings; 0 elsewhere."""


@functools.lru_cache(maxsize=4)
def make_landscape(window: Window, unbuilt: tuple[str, ...] = ()) -> Landscape:
    """Return the cover of the window's ground in an ordinary year, before weather and season.

    Places whose ids are given are left unbuilt. The layers are cached for other days and sensors, so do not write to
    them.
    """
    region = window.region
    ground = make_ground(region)
    x, y = window.x(), window.y()
    shore = _shore(region, x, y)
    parcels = make_parcels(region, x, y)
    soil = _nearest(ground, ground.soil, x, y)
    places = tuple(place for place in make_settlement(ground).places if place.id not in unbuilt)
    built = make_built(region, places, x, y)
    surface, crop = _cover(ground, parcels, x, y)
    surface = _towns(_hedge(region, surface, parcels), built)
    surface = _shores(ground, surface, shore, x, y)
    field = surface == Surface.FIELD
    river = river_share(window)
    road, rail = road_shares(window)
    track = np.where(field & (parcels.track_m < 2.5), np.float32(min(1.0, 4.0 / window.resolution_m)), np.float32(0.0))
    water = np.where(np.isin(surface, (Surface.SEA, Surface.LAKE)), np.float32(1.0), river)
    return Landscape(
        window=window,
        surface=surface,
        soil=soil,
        elevation_m=elevation(ground, x, y),
        water_share=water,
        road_share=np.maximum(np.maximum(road, track), built.street_share(window.resolution_m)),
        rail_share=rail,
        crop=np.where(field, crop, np.uint8(0)),
        sowing_shift=np.where(field, _shift(region, parcels.number), 0),
        parcel=np.where(field, parcels.number, 0),
        shore=shore,
        roof_height_m=np.where(water > 0.5, np.float32(0.0), built.height_m),
    )


def elevation(ground: Ground, x: Floats, y: Floats) -> Singles:
    """Return the height of the ground at every crossing: the kilometre grid's, with spurs and hollows on steep land."""
    height = refine_field(ground, ground.elevation_m, x, y)
    slope = refine_field(ground, ground.slope, x, y)
    relief = smooth(salt(ground.region, "relief"), x, y, 1400.0, 5, 0.48)
    return round_to_step(
        height + (1.0 + 420.0 * slope) * 0.16 * relief * np.minimum(1.0 + 60.0 * slope, 4.0), 0.01
    ).astype(np.float32)


def refine_field(ground: Ground, values: Floats, x: Floats, y: Floats) -> Floats:
    """Interpolate a field of the kilometre grid smoothly at every crossing of rows y and columns x."""
    grid = ground.region.grid
    columns = np.clip((x - grid.x0) / CELL_M, 0.0, grid.nx - 1.0)
    rows = np.clip((y - grid.y0) / CELL_M, 0.0, grid.ny - 1.0)
    return at_places(values, rows, columns)


def _shore(region: Region, x: Floats, y: Floats) -> Singles:
    wander = smooth(salt(region, "shore"), x, y, 260.0, 4, 0.55)
    return (water_field(region, x, y) + 0.012 * wander).astype(np.float32)


def _nearest(ground: Ground, values: Codes, x: Floats, y: Floats) -> Codes:
    """Return the codes of the kilometre grid with irregular borders between cells."""
    best = np.full((y.size, x.size), -np.inf, np.float32)
    codes = np.zeros(best.shape, np.uint8)
    for code in _present(ground, values, x, y):
        share = refine_field(ground, (values == code).astype(np.float64), x, y)
        weight = share + 0.17 * smooth(salt(ground.region, "border", int(code)), x, y, 900.0, 4, 0.6)
        weight = np.where(share > 0.02, weight, -9.0).astype(np.float32)
        codes = np.where(weight > best, np.uint8(code), codes)
        best = np.maximum(weight, best)
    return codes


def _present(ground: Ground, values: Codes, x: Floats, y: Floats) -> list[int]:
    """Return the codes in and about the window."""
    grid = ground.region.grid
    columns = _cells(x, grid.x0, grid.nx)
    rows = _cells(y, grid.y0, grid.ny)
    return [int(code) for code in np.unique(values[rows, columns])]


def _cells(along: Floats, origin: float, count: int) -> slice:
    """Return the cells in or near which places lie."""
    first, last = (int((end - origin) // CELL_M) for end in (float(along.min()), float(along.max())))
    return slice(min(max(first - 2, 0), count - 1), max(last + 4, 1))


def _cover(ground: Ground, parcels: Parcels, x: Floats, y: Floats) -> tuple[Codes, Codes]:
    """Return the surface before towns and shores, and the crop of every parcel."""
    region = ground.region
    wild = np.where(np.isin(ground.cover, list(WILD)), ground.cover, _kept_wild(region))
    cover = _nearest(ground, wild.astype(np.uint8), x, y)
    surface = np.zeros(cover.shape, np.uint8)
    for kind, code in WILD.items():
        surface[cover == kind] = code
    surface = _woods(ground, surface, x, y)
    number, where = np.unique(parcels.number, return_inverse=True)
    first = np.zeros(number.size, np.int64)
    first[where.ravel()] = np.arange(where.size)
    middle_x, middle_y = parcels.middle_x.ravel()[first], parcels.middle_y.ravel()[first]
    farmed = _farmed(ground, number, middle_x, middle_y)
    crop = crops.choose_crop(region.climate, uniform(salt(region, "crops"), number))
    own = where.reshape(cover.shape)
    return np.where(farmed[own], np.uint8(Surface.FIELD), surface), crop[own]


def _kept_wild(region: Region) -> int:
    """Return the surface between fields and about towns."""
    return int(Cover.GRASS if region.climate in ("semi_arid", "continental") else Cover.TREES)


def _farmed(ground: Ground, number: Ints, x: Floats, y: Floats) -> Bools:
    """Return whether parcels are tilled, in whole parcels, by the kilometre grid's share of crops at their middles."""
    share = _at_points(ground, (ground.cover == Cover.CROPS).astype(np.float64), x, y)
    patch = smooth_at(salt(ground.region, "tillage"), x, y, 1700.0, 2)
    own = uniform(salt(ground.region, "tilled"), number) - 0.5
    return round_to_step(share + 0.09 * patch + 0.34 * own, 1e-5) > 0.42


def _at_points(ground: Ground, values: Floats, x: Floats, y: Floats) -> Floats:
    """Interpolate a field of the kilometre grid linearly at single points."""
    grid = ground.region.grid
    u = np.clip((x - grid.x0) / CELL_M, 0.0, grid.nx - 1.001)
    v = np.clip((y - grid.y0) / CELL_M, 0.0, grid.ny - 1.001)
    i, j = u.astype(np.int64), v.astype(np.int64)
    u, v = u - i, v - j
    south = values[j, i] * (1 - u) + values[j, i + 1] * u
    return np.asarray(south * (1 - v) + (values[j + 1, i] * (1 - u) + values[j + 1, i + 1] * u) * v)


def _woods(ground: Ground, surface: Codes, x: Floats, y: Floats) -> Codes:
    """Add conifers where it is cold or sandy, glades in woods, copses and single trees on grass."""
    region = ground.region
    warmth = refine_field(ground, ground.temperature_c.mean(axis=0), x, y)
    stand = smooth(salt(region, "stands"), x, y, 1100.0, 4, 0.6)
    copse = smooth(salt(region, "copses"), x, y, 240.0, 4, 0.65)
    cold = stand + 0.28 * (7.5 - warmth) > 0.75
    surface = np.where((surface == Surface.BROADLEAF) & cold, np.uint8(Surface.CONIFER), surface)
    wooded = np.isin(surface, (Surface.BROADLEAF, Surface.CONIFER))
    surface = np.where(wooded & (copse > 1.75), np.uint8(Surface.GRASS), surface)
    trees = (surface == Surface.GRASS) & (copse > (1.45 if region.climate != "semi_arid" else 2.3)) & ~wooded
    surface = np.where(trees, np.uint8(Surface.BROADLEAF), surface)
    open_ground = np.isin(surface, (Surface.GRASS, Surface.SHRUBS)) & (copse < -1.5)
    return np.where(open_ground, np.where(surface == Surface.GRASS, Surface.SHRUBS, Surface.GRASS), surface).astype(
        np.uint8
    )


def _hedge(region: Region, surface: Codes, parcels: Parcels) -> Codes:
    share = HEDGED.get(region.climate, 0.04)
    hedge = (uniform(salt(region, "hedges"), parcels.number) < share) & (parcels.edge_m < 5.0)
    return np.where((surface == Surface.FIELD) & hedge, np.uint8(Surface.HEDGE), surface)


def _towns(surface: Codes, built: Built) -> Codes:
    codes = np.asarray(
        [
            0,
            Surface.TILE_ROOF,
            Surface.FLAT_ROOF,
            Surface.METAL_ROOF,
            Surface.PAVED,
            Surface.GARDEN,
            Surface.BROADLEAF,
            Surface.GRASS,
        ],
        np.uint8,
    )
    return np.where(built.kind > 0, codes[built.kind], surface)


def _shores(ground: Ground, surface: Codes, shore: Singles, x: Floats, y: Floats) -> Codes:
    sea = refine_field(ground, ground.sea.astype(np.float64), x, y)
    lake = refine_field(ground, ground.lake.astype(np.float64), x, y)
    marine = sea >= lake
    sandy = smooth(salt(ground.region, "beaches"), x, y, 2600.0, 2) > -0.5
    beach = (shore >= 0.0) & (shore < BEACH) & marine & (sea > 0.05)
    surface = np.where(beach & sandy, np.uint8(Surface.BEACH), surface)
    surface = np.where(beach & ~sandy & (shore < BEACH / 2), np.uint8(Surface.BARE), surface)
    return np.where(shore < 0.0, np.where(marine, Surface.SEA, Surface.LAKE), surface).astype(np.uint8)


def _shift(region: Region, number: Ints) -> Ints:
    span = 2 * crops.FARTHEST_DAYS + 1
    return np.floor(uniform(salt(region, "sowing"), number) * span).astype(np.int64) - crops.FARTHEST_DAYS


def is_rocky(landscape: Landscape) -> Bools:
    """Return where bare ground is rock and not earth."""
    return np.asarray(landscape.soil == Soil.ROCK)


def has_crop(landscape: Landscape, crop: Crop) -> Bools:
    return np.asarray(landscape.crop == crop)
