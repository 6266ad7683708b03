"""Reflectance of the ground on a day: soil under leaves, roofs, roads, water, snow and burns, mixed in every pixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.ground.ground import Soil
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.sensors import crops
from mesocosm.earth.planet.sensors.conditions import (
    WET_M,
    Conditions,
    burnt_share,
    flood_depth,
    moisture,
    on_day,
    rises_above,
    snow_share,
)
from mesocosm.earth.planet.sensors.crops import Crop
from mesocosm.earth.planet.sensors.landscape import Landscape, Surface, refine_field
from mesocosm.earth.planet.sensors.materials import Material, leaf_cover, spectra, spectrum, wetting
from mesocosm.earth.planet.sensors.noise import normal, salt, smooth, uniform
from mesocosm.earth.planet.sensors.window import Bools, Codes, Singles

BACKGROUNDS: tuple[Material, ...] = (
    "brown_soil",
    "dark_soil",
    "red_soil",
    "pale_soil",
    "rock",
    "sand",
    "tile",
    "bitumen",
    "metal",
    "asphalt",
    "gravel",
    "ice",
)
CANOPIES: tuple[Material, ...] = ("grass", "broadleaf", "conifer", "crop", "blossom")
ROOFS: dict[Surface, Material] = {
    Surface.TILE_ROOF: "tile",
    Surface.FLAT_ROOF: "bitumen",
    Surface.METAL_ROOF: "metal",
    Surface.PAVED: "gravel",
    Surface.BEACH: "sand",
    Surface.ICE: "ice",
}
SOILS: dict[Soil, Material] = {
    Soil.SAND: "pale_soil",
    Soil.LOAM: "brown_soil",
    Soil.SILT: "brown_soil",
    Soil.CLAY: "red_soil",
    Soil.PEAT: "dark_soil",
    Soil.ROCK: "rock",
}
BLOOM_DAYS = (62, 95)
"""Days before the harvest of rapeseed between which its fields are yellow."""


@dataclass(frozen=True)
class Mixture:
    """The composition of each pixel on a day."""

    background: Codes
    canopy: Codes
    leaf: Singles
    """Leaf area, m² over m²; `cover` is the share of the ground that it hides."""
    cover: Singles
    dry: Singles
    """Share of the leaves that are dry."""
    wet: Singles
    """Soil moisture, 0 to 1."""
    bright: Singles
    """Brightness of the pixel relative to its material's mean."""
    road: Singles
    rail: Singles
    burnt: Singles
    snow: Singles
    water: Singles
    turbid: Singles
    shallow: Singles
    flood_m: Singles


def make_mixture(landscape: Landscape, conditions: Conditions) -> Mixture:
    """Return the state of every pixel: season, crops, moisture, floods, snow and fire."""
    window = landscape.window
    leaf, dry = _leaves(landscape, conditions)
    flood = flood_depth(landscape, conditions.flood_depth_m)
    burnt = burnt_share(window, conditions.burnt) * (landscape.water_share < 0.5)
    water = np.maximum(landscape.water_share, np.clip((flood - 0.02) / (WET_M - 0.02), 0.0, 1.0))
    # Seen from above, roofs and crowns rise above a flood.
    shown = np.where(rises_above(landscape, flood), landscape.water_share, water)
    offshore = np.maximum(-landscape.shore, 0.0)
    murk = smooth(salt(window.region, "murk", conditions.date.toordinal()), window.x(), window.y(), 2500.0, 3)
    still = landscape.surface == Surface.LAKE
    sea = landscape.surface == Surface.SEA
    turbid = np.clip(np.where(sea, 0.75 - 1.1 * offshore, np.where(still, 0.25, 0.65)) + 0.12 * murk, 0.02, 1.0)
    return Mixture(
        background=_backgrounds(landscape),
        canopy=_canopies(landscape, conditions),
        leaf=leaf * (1.0 - burnt),
        cover=leaf_cover(leaf * (1.0 - burnt)),
        dry=dry,
        wet=_wetness(landscape, conditions),
        bright=_brightness(landscape, conditions),
        road=landscape.road_share,
        rail=landscape.rail_share,
        burnt=burnt,
        snow=snow_share(landscape, conditions.snow_depth_m)
        * np.where(_wooded(landscape), np.float32(0.45), np.float32(0.96)),
        water=shown.astype(np.float32),
        turbid=np.where(flood > 0, 0.9, turbid).astype(np.float32),
        shallow=np.where(sea, np.clip(0.5 - 5.0 * offshore, 0.0, 0.5), 0.0).astype(np.float32),
        flood_m=flood,
    )


def band_reflectance(mixture: Mixture, band: int) -> Singles:
    """Return the reflectance of every pixel in a band, by its place among the thirteen, under even light."""
    soil = spectra(BACKGROUNDS)[:, band][mixture.background]
    soil = soil * (1.0 - mixture.wet * (1.0 - wetting()[band]))
    green, straw = spectra(CANOPIES)[:, band][mixture.canopy], spectrum("straw")[band]
    value = soil + mixture.cover * (green + mixture.dry * (straw - green) - soil)
    value = value * mixture.bright
    value = value + mixture.road * (spectrum("asphalt")[band] - value)
    over: tuple[tuple[Singles, Material], ...] = (
        (mixture.rail, "gravel"),
        (mixture.burnt, "burnt"),
        (mixture.snow, "snow"),
    )
    for share, material in over:
        if share.any():
            value = value + share * (spectrum(material)[band] - value)
    clear, murky, light = (spectrum(kind)[band] for kind in ("clear_water", "turbid_water", "shallow_water"))
    water = clear + mixture.turbid * (murky - clear) + mixture.shallow * (light - clear)
    return np.asarray(value + mixture.water * (water - value), np.float32)


def _wooded(landscape: Landscape) -> Bools:
    return np.asarray(np.isin(landscape.surface, (Surface.BROADLEAF, Surface.CONIFER, Surface.HEDGE)))


def _backgrounds(landscape: Landscape) -> Codes:
    soils = np.zeros(max(Soil) + 1, np.uint8)
    for kind, material in SOILS.items():
        soils[kind] = BACKGROUNDS.index(material)
    background = soils[landscape.soil]
    for surface, material in ROOFS.items():
        background = np.where(landscape.surface == surface, np.uint8(BACKGROUNDS.index(material)), background)
    return background


def _canopies(landscape: Landscape, conditions: Conditions) -> Codes:
    canopy = np.full(landscape.surface.shape, CANOPIES.index("grass"), np.uint8)
    canopy[np.isin(landscape.surface, (Surface.BROADLEAF, Surface.HEDGE))] = CANOPIES.index("broadleaf")
    canopy[landscape.surface == Surface.CONIFER] = CANOPIES.index("conifer")
    sown = (landscape.crop > 0) & ~np.isin(landscape.crop, (Crop.PASTURE, Crop.FALLOW, Crop.OLIVES, Crop.LUCERNE))
    canopy[sown] = CANOPIES.index("crop")
    canopy[landscape.crop == Crop.OLIVES] = CANOPIES.index("conifer")
    harvest = crops.days(landscape.window.region.climate)[Crop.RAPESEED, 1]
    left = (harvest + landscape.sowing_shift - conditions.date.timetuple().tm_yday) % 365
    bloom = (landscape.crop == Crop.RAPESEED) & (left > BLOOM_DAYS[0]) & (left < BLOOM_DAYS[1])
    canopy[bloom] = CANOPIES.index("blossom")
    return canopy


def _leaves(landscape: Landscape, conditions: Conditions) -> tuple[Singles, Singles]:
    """Return leaf area and its dry share: crops by their calendar, grass by warmth and rain, trees by warmth."""
    window, climate = landscape.window, landscape.window.region.climate
    ground = make_ground(window.region)
    x, y, day = window.x(), window.y(), conditions.date.timetuple().tm_yday
    warmth = refine_field(ground, on_day(ground.temperature_c, conditions.date), x, y)
    green = conditions.greenness if conditions.greenness is not None else moisture(ground, conditions.date)
    lush = np.clip(refine_field(ground, green, x, y), 0.0, 1.0)
    season = np.clip((warmth - 4.0) / 8.0, 0.0, 1.0)
    shed = season if climate in ("oceanic", "continental", "humid_subtropical") else 0.35 + 0.65 * lush
    leaf, dry = crops.growth(climate, landscape.crop, landscape.sowing_shift, day)
    grass = (0.5 + 2.6 * lush * (0.3 + 0.7 * season), 0.75 * (1.0 - lush) + 0.25 * (1.0 - season))
    states = {
        Surface.BROADLEAF: (0.7 + 4.0 * shed, 0.5 * (1.0 - shed)),
        Surface.HEDGE: (0.7 + 2.8 * shed, 0.4 * (1.0 - shed)),
        Surface.CONIFER: (np.full_like(lush, 3.6), np.full_like(lush, 0.03)),
        Surface.SHRUBS: (0.5 + 1.3 * lush, 0.45 * (1.0 - lush) + 0.1),
        Surface.GRASS: grass,
        Surface.GARDEN: (grass[0] * 0.9, grass[1] * 0.7),
        Surface.WETLAND: (1.0 + 2.0 * season, 0.35 * (1.0 - season)),
        Surface.BARE: (0.15 * lush, 1.0 - lush),
    }
    for surface, (area, dried) in states.items():
        mask = landscape.surface == surface
        leaf[mask], dry[mask] = area[mask], dried[mask]
    for crop, share in ((Crop.PASTURE, 1.0), (Crop.LUCERNE, 1.2), (Crop.FALLOW, 0.35)):
        mask = landscape.crop == crop
        leaf[mask], dry[mask] = share * grass[0][mask], grass[1][mask]
    olives = landscape.crop == Crop.OLIVES
    leaf[olives], dry[olives] = 1.0, 0.1
    return leaf * _vigour(landscape), dry


def _vigour(landscape: Landscape) -> Singles:
    """Return the vigour of plants: better and worse patches within fields, and from field to field."""
    window = landscape.window
    patches = smooth(salt(window.region, "vigour"), window.x(), window.y(), 170.0, 3, 0.6)
    own = uniform(salt(window.region, "husbandry"), landscape.parcel).astype(np.float32)
    tilth = np.where(landscape.parcel > 0, 0.4 * (own - 0.5), 0.0)
    return np.asarray(np.clip(1.0 + 0.1 * patches + tilth, 0.3, 1.6), np.float32)


def _wetness(landscape: Landscape, conditions: Conditions) -> Singles:
    window, ground = landscape.window, make_ground(landscape.window.region)
    field = conditions.soil_moisture if conditions.soil_moisture is not None else moisture(ground, conditions.date)
    wet = np.clip(refine_field(ground, field, window.x(), window.y()), 0.0, 1.0)
    hard = np.isin(landscape.surface, (Surface.TILE_ROOF, Surface.FLAT_ROOF, Surface.METAL_ROOF, Surface.PAVED))
    return np.where(hard, 0.0, np.where(landscape.surface == Surface.WETLAND, 0.95, 0.75 * wet)).astype(np.float32)


def _brightness(landscape: Landscape, conditions: Conditions) -> Singles:
    """Return the noise of crowns, roofs and soils about their materials' means."""
    window = landscape.window
    region = window.region
    grain = normal(salt(region, "grain"), window.row_numbers()[:, None], window.column_numbers()[None, :])
    broad = smooth(salt(region, "tone"), window.x(), window.y(), 420.0, 3, 0.6)
    own = uniform(salt(region, "soils"), landscape.parcel).astype(np.float32)
    strength = np.full(max(Surface) + 1, 0.05, np.float32)
    strength[[Surface.BROADLEAF, Surface.CONIFER, Surface.HEDGE, Surface.SHRUBS]] = 0.11
    strength[[Surface.TILE_ROOF, Surface.FLAT_ROOF, Surface.METAL_ROOF, Surface.PAVED]] = 0.22
    strength[Surface.FIELD] = 0.025
    tone = np.where(landscape.parcel > 0, 0.26 * (own - 0.5), 0.0)
    return np.asarray(np.clip(1.0 + strength[landscape.surface] * grain + 0.05 * broad + tone, 0.4, 1.8), np.float32)
