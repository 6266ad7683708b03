"""Columns of air over places: temperature, moisture, wind and ascent on levels that follow the ground.

A column is the large scale, plus what the boundaries do to it (cold wedges, elevated mixed layer with its lid),
plus the daily course: sunshine mixes the lowest layer to one potential temperature, night cools it from below.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.geo.grid import rotate_vectors
from mesocosm.earth.weather import thermodynamics as moist
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.suites.tornado.days import synoptic
from mesocosm.suites.tornado.days.places import Field, Places
from mesocosm.suites.tornado.days.scenario import Scenario
from mesocosm.suites.tornado.days.surface import Ground, ground
from mesocosm.suites.tornado.days.synoptic import Balance, Boundaries, logistic

SIGMA = np.array(
    [
        *(1.0, 0.993, 0.984, 0.973, 0.960, 0.945, 0.928, 0.910, 0.890, 0.868, 0.845, 0.820, 0.793, 0.764, 0.733, 0.700),
        *(0.665, 0.628, 0.590, 0.550, 0.510, 0.470, 0.430, 0.390, 0.350, 0.310, 0.270, 0.230, 0.190, 0.150, 0.115),
    ]
)
"""Levels as parts of the surface pressure, ground first; the lowest represents the air at two metres."""


@dataclass(frozen=True)
class Columns:
    """Columns of air: levels first, then the shape of the places (and hours)."""

    pressure_hpa: Field
    height_m: Field
    """Height above sea level, in metres."""
    temperature_k: Field
    dewpoint_k: Field
    u: Field
    """Wind along the map's x axis, in m/s."""
    v: Field
    omega: Field
    """Vertical motion in Pa/s, negative upwards."""
    above_ground_m: Field
    ground: Ground
    balance: Balance
    boundaries: Boundaries

    @property
    def surface_pressure_hpa(self) -> Field:
        surface: Field = self.pressure_hpa[0]
        return surface


def columns(scenario: Scenario, where: Places, hour: Field) -> Columns:
    """Compute the air over places at hours; the two broadcast."""
    balance = synoptic.balance(scenario, where, hour)
    bounds = synoptic.boundaries(scenario, balance.at, where, hour)
    first = synoptic.surface_pressure_hpa(scenario, balance.low_level_m, balance.warm_k, where.elevation_m)
    soil = ground(scenario, where, hour, balance, bounds, first)
    patches = synoptic.texture(scenario, "humidity", where, hour, 700.0)
    pressure, height, temperature, dewpoint = _balance_column(scenario, where, balance, bounds, soil, first, patches)
    above = height - height[0]
    u, v = _wind(scenario, where, hour, balance, bounds, pressure, above)
    omega = _ascent(scenario, where, hour, balance, bounds, pressure)
    return Columns(pressure, height, temperature, dewpoint, u, v, omega, above, soil, balance, bounds)


# ------------------------------------------------------------ temperature, moisture, pressure


def _balance_column(
    scenario: Scenario, where: Places, balance: Balance, bounds: Boundaries, soil: Ground, first: Field, patches: Field
) -> tuple[Field, Field, Field, Field]:
    """Compute pressure, height, temperature and dew point in hydrostatic balance.

    The middle troposphere keeps the heights of the large scale, so warm air lowers the pressure at the ground and a
    cold wedge raises it: the column is built, its thickness compared, and the surface pressure mended once.
    """
    shape = np.broadcast_shapes(first.shape, soil.temperature_k.shape)
    pressure = SIGMA.reshape(-1, *[1] * len(shape)) * np.broadcast_to(first, shape)
    temperature, dewpoint = _thermals(scenario, balance, bounds, soil, pressure, patches)
    height = _heights(where.elevation_m, pressure, temperature, dewpoint)
    anchor = np.searchsorted(-SIGMA, -0.51)
    wanted = synoptic.height_m(scenario, balance.low_level_m, balance.warm_k, pressure[anchor])
    mended = pressure * np.exp(GRAVITY * (wanted - height[anchor]) / (synoptic.DRY_AIR * temperature[0]))
    return mended, _heights(where.elevation_m, mended, temperature, dewpoint), temperature, dewpoint


def _thermals(
    scenario: Scenario, balance: Balance, bounds: Boundaries, soil: Ground, pressure: Field, patches: Field
) -> tuple[Field, Field]:
    large = synoptic.usual_temperature_k(scenario.season, pressure)
    large = large + balance.warm_k * synoptic.contrast_at(pressure)
    rough_height_m = 8000 * np.log(pressure[0] / pressure) * (1 - 0.055 * np.log(pressure[0] / pressure))
    undisturbed = (
        large + soil.anomaly_k * np.exp(-((rough_height_m / 6500) ** 2)) + _lid(scenario, soil, rough_height_m)
    )
    undisturbed = undisturbed + wedge_k(scenario, bounds, rough_height_m)
    theta = np.maximum.accumulate(moist.potential_temperature(pressure, undisturbed), axis=0)
    theta = _daily(theta, soil, rough_height_m, pressure[0])
    temperature = theta * (pressure / 1000) ** moist.KAPPA
    free = humidity(scenario, bounds, pressure, patches)
    return temperature, _dewpoint(soil, pressure, temperature, rough_height_m, free)


def _lid(scenario: Scenario, soil: Ground, height_m: Field) -> Field:
    """Return the warming by the elevated mixed layer: positive at its base, which caps moist air, negative on top."""
    z = (height_m - soil.moist_depth_m) / 1000
    cap = scenario.cap_k * (1.45 - 0.8 * soil.sun)  # mixing and lift weaken the lid by day
    base = cap * logistic((z - 0.15) / 0.06)
    fall = np.clip((z - 0.3) / 3.6, 0, 1) * (cap + scenario.steepness_k)
    fade = np.exp(-np.maximum(z - 3.9, 0) / 1.5)
    lid: Field = soil.lid * np.where(z < 3.9, base - fall, -scenario.steepness_k * fade)
    return lid


def wedge_k(scenario: Scenario, bounds: Boundaries, height_m: Field) -> Field:
    """Return cooling behind fronts: wedges deepening with distance, steep at the cold, shallow at the warm front."""
    z = height_m / 1000
    cold = logistic((-bounds.cold_front - 70 * z) / 45) * np.exp(-((z / 3.5) ** 2))
    warm = logistic((-bounds.warm_front - 150 * z) / 55) * np.exp(-((z / 2.5) ** 2))
    wedge: Field = -scenario.front_k * np.maximum(cold, 0.8 * warm)
    return wedge


def _daily(theta: Field, soil: Ground, height_m: Field, surface_hpa: Field) -> Field:
    """Mix to the ground's potential temperature where that is higher, and cool from below where it is lower."""
    at_ground = moist.potential_temperature(surface_hpa, soil.temperature_k)
    cooled = theta + np.minimum(at_ground - theta[0], 0) * np.exp(-height_m / 420)
    return np.asarray(np.maximum(cooled, at_ground))


def _dewpoint(soil: Ground, pressure: Field, temperature: Field, height_m: Field, free_humidity: Field) -> Field:
    """Return the dew point: moist air below, mixed to the top of its layer; above it the humidity of the free air."""
    vapour = moist.saturation_vapour_pressure(soil.dewpoint_k)
    ratio = moist.mixing_ratio(vapour, pressure[0]) * np.exp(-0.06 * height_m / 1000)
    saturated = moist.saturation_mixing_ratio(pressure, temperature)
    share = logistic((height_m - soil.moist_depth_m) / 110)
    free = np.minimum(saturated * free_humidity, 1.2 * ratio + 1e-4)
    mixed = np.maximum(np.minimum((1 - share) * ratio + share * free, 0.97 * saturated), 2e-6)
    return moist.dewpoint_of(mixed * pressure / (moist.EPSILON + mixed))


def humidity(scenario: Scenario, bounds: Boundaries, pressure: Field, patches: Field) -> Field:
    """Return the relative humidity of free air: dry in the mixed layer and behind the trough, moist in ascent."""
    low = logistic((pressure - 480) / 60)
    gliding = logistic(-bounds.warm_front / 60) * np.exp(-((np.minimum(bounds.warm_front, 0) / 420) ** 2))
    gliding = gliding * logistic((bounds.cold_front + 350) / 90)
    band = np.exp(-(((bounds.cold_front + 60) / 170) ** 2)) * logistic((bounds.warm_front + 300) / 90)
    lifted = np.clip(scenario.lift, 0, 1.2) * np.clip(scenario.low_depth_hpa / 9, 0, 1)
    wet = np.maximum(0.62 * gliding, 0.5 * band) * lifted
    outflow = 0.25 * np.exp(-(((bounds.cold_front - 250) / 500) ** 2)) * (1 - low)
    humid: Field = np.clip(0.30 + 0.08 * low + 0.09 * patches + wet + outflow, 0.10, 0.96)
    return humid


def _heights(elevation_m: Field, pressure: Field, temperature: Field, dewpoint: Field) -> Field:
    """Return hydrostatic heights from the ground up."""
    virtual = moist.virtual_temperature(temperature, moist.saturation_mixing_ratio(pressure, dewpoint))
    steps = -0.5 * (virtual[1:] + virtual[:-1]) * np.diff(np.log(pressure), axis=0)
    thickness = synoptic.DRY_AIR / GRAVITY * np.cumsum(steps, axis=0)
    start = np.broadcast_to(elevation_m, pressure.shape[1:])
    return np.concatenate([start[None], start + thickness])


# ------------------------------------------------------------ wind and ascent


def _wind(
    scenario: Scenario, where: Places, hour: Field, balance: Balance, bounds: Boundaries, pressure: Field, above: Field
) -> tuple[Field, Field]:
    """Return wind: balanced above the boundary layer, below it slowed and turned to low pressure, a jet at night."""
    u, v = balance.wind(pressure)
    sun = synoptic.warming(where, hour)
    rough = where.land + 0.35 * (1 - where.land)
    depth = 500 + 700 * sun
    drag = rough * (0.42 + 0.13 * (1 - sun)) * np.exp(-((above / depth) ** 1.4))
    drag = drag + rough * 0.20 * np.exp(-above / 60)
    night = 1 - np.clip(1.5 * sun, 0, 1)
    jet = scenario.nocturnal_jet * (0.35 + 0.65 * night) * where.land * bounds.warm_sector
    speed = 1 - drag + jet * np.exp(-(((above - 700) / 480) ** 2))
    turn = np.radians(34 * rough * np.exp(-((above / 1000) ** 1.3)))
    u, v = (speed * part for part in rotate_vectors(u, v, turn))
    shift_u, shift_v = _shift(scenario, sun, bounds, above)
    gust = np.exp(-above / 4000)
    u = u + shift_u + 0.9 * gust * synoptic.texture(scenario, "u", where, hour)
    return u, v + shift_v + 0.9 * gust * synoptic.texture(scenario, "v", where, hour)


def _shift(scenario: Scenario, sun: Field, bounds: Boundaries, above: Field) -> tuple[Field, Field]:
    """Return what the boundaries add near the ground: northerlies behind the cold front, easterlies in the cool air
    north of the warm front, and westerly momentum mixed down behind the dryline.
    """
    z = above / 1000
    contrast = np.clip(scenario.front_k / 8, 0, 1.4)
    cold = (
        contrast
        * logistic((-bounds.cold_front - 70 * z) / 40)
        * np.exp(-((bounds.cold_front / 900) ** 2) - (z / 1.8) ** 2)
    )
    cool = (
        contrast
        * logistic((-bounds.warm_front - 120 * z) / 45)
        * np.exp(-((bounds.warm_front / 500) ** 2) - (z / 1.2) ** 2)
    )
    cool = cool * logistic(bounds.cold_front / 60)
    dry = logistic(-bounds.dryline / 30) * bounds.warm_sector * sun * np.exp(-((z / 2.2) ** 2))
    return 1.5 * cold - 5.5 * cool + 4.5 * dry, -5.5 * cold - 1.0 * cool - 1.5 * dry


def _ascent(
    scenario: Scenario, where: Places, hour: Field, balance: Balance, bounds: Boundaries, pressure: Field
) -> Field:
    """Return the vertical motion: broad ahead of the trough, sharp and shallow at the boundaries, sinking behind."""
    ahead = (where.x_km - balance.at.trough_x - 450) / 450
    near_jet = np.exp(-(((where.y_km - balance.at.low_y + 100) / 600) ** 2))
    wave = np.clip(scenario.trough_depth / 500, -1, 1.5) * near_jet
    broad = wave * (0.45 * np.exp(-(ahead**2)) - 0.30 * np.exp(-((ahead + 2.6) ** 2)))
    lift = np.clip(scenario.lift, 0, 1.3) * boundary_lift(bounds)
    sigma = pressure / pressure[0]
    deep, shallow = np.sin(np.pi * np.clip(1 - sigma, 0, 1)), np.sin(np.pi * np.clip(2 * (1 - sigma), 0, 1))
    ripple = 0.06 * synoptic.texture(scenario, "omega", where, hour, 500.0)
    omega: Field = -(broad + ripple) * deep - 0.9 * lift * shallow
    return omega


def boundary_lift(bounds: Boundaries) -> Field:
    """Return how strongly boundaries lift the air, 0 to 1: along cold front and dryline, less along the warm front."""
    warm_side = logistic(bounds.warm_front / 50)
    cold = np.exp(-(((bounds.cold_front - 15) / 55) ** 2)) * warm_side
    dry = np.exp(-(((bounds.dryline - 15) / 50) ** 2)) * warm_side * logistic(bounds.cold_front / 40)
    warm = 0.75 * np.exp(-(((bounds.warm_front + 10) / 70) ** 2)) * logistic(bounds.cold_front / 60)
    warm = warm * np.exp(-np.maximum(bounds.cold_front, 0) / 450)
    lift: Field = np.maximum(np.maximum(cold, dry), warm)
    return lift
