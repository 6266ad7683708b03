"""The large scale: a moving low, the trough and the jet above it, fronts and dryline, and balanced winds.

Temperature varies across the jet by one field in the plane times one profile in the vertical, so heights and
geostrophic winds follow exactly: the wind at any pressure is that of 1000 hPa plus the thermal wind in between.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mesocosm import seeding
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.suites.tornado.days.places import Field, Places
from mesocosm.suites.tornado.days.scenario import MIDDAY, Scenario

DRY_AIR = 287.05
"""Gas constant of dry air, J/kg/K. The soundings use one with more digits: using it here would change every day."""
EARTH_TURNS = 7.2921e-5
JET_WIDTH = 850.0
"""Half width of the zone between cold and warm air, in km."""
METRES_PER_HPA = 8.3
WAVES = 10
"""Number of waves in the irregularities of a field."""
SYSTEM_STEP_KM = 20.0
"""Distance over which gradients of the large scale are taken, in km."""

_LEVELS_HPA = np.array([1080.0, 1000, 850, 700, 600, 500, 400, 300, 250, 200, 150, 100, 50])
_CONTRAST = np.array([1.0, 1.0, 1.0, 1.0, 0.98, 0.94, 0.82, 0.45, 0.0, -0.55, -0.6, -0.4, -0.2])
"""The contrast across the jet by height: it reverses above the tropopause, so that the jet is strongest at 250 hPa."""


@dataclass(frozen=True)
class Systems:
    """Positions of the weather systems at some hours."""

    low_x: Field
    low_y: Field
    trough_x: Field
    jet_y: Field


def systems(scenario: Scenario, hour: Field) -> Systems:
    """Return the positions at the hours given."""
    since = np.asarray(hour, float) - MIDDAY
    low_x, low_y = scenario.low_x + scenario.low_u * since, scenario.low_y + scenario.low_v * since
    jet_y = scenario.low_y + 250 + 0.5 * scenario.low_v * since
    return Systems(low_x, low_y, low_x - scenario.trough_lag, jet_y)


def logistic(value: Field) -> Field:
    """Return the logistic function: from 0 to 1 around zero."""
    curve: Field = 0.5 * (1 + np.tanh(0.5 * value))
    return curve


# ------------------------------------------------------------ heights, temperature and wind in balance


def warmth(scenario: Scenario, at: Systems, x_km: Field, y_km: Field) -> Field:
    """Return by how many kelvin the troposphere is warmer than at the jet's axis."""
    bend = -scenario.trough_depth * np.exp(-(((x_km - at.trough_x) / 750) ** 2))
    ridge = 0.55 * abs(scenario.trough_depth) * np.exp(-(((x_km - at.trough_x - 1700) / 900) ** 2))
    streak = 1 + scenario.streak * np.exp(-(((x_km - at.trough_x - 300) / 800) ** 2))
    half_contrast = (13 - 6 * scenario.season) * scenario.jet_contrast * streak
    across = (y_km - at.jet_y - bend - ridge) / JET_WIDTH
    field: Field = -half_contrast * np.tanh(across) - 1.2 * across
    return field


def low_level_height_m(scenario: Scenario, at: Systems, x_km: Field, y_km: Field) -> Field:
    """Return the height of 1000 hPa in metres: the low with its trough along the front, anticyclones on both sides."""
    south = np.maximum(at.low_y - y_km, 0.0)
    trough = x_km - at.low_x + 0.3 * south
    low = np.exp(
        -0.5 * ((trough / 1.1) ** 2 + (np.maximum(y_km - at.low_y, 0.0) + south / 1.7) ** 2) / scenario.low_radius**2
    )
    high = np.exp(-0.5 * (((x_km - at.low_x - 1350) / 800) ** 2 + ((y_km - at.low_y + 350) / 850) ** 2))
    behind = np.exp(-0.5 * (((x_km - at.low_x + 1300) / 800) ** 2 + ((y_km - at.low_y - 200) / 800) ** 2))
    pressure = 1014 - scenario.low_depth_hpa * low + scenario.high_hpa * (high + 0.6 * behind)
    height: Field = (pressure - 1000) * METRES_PER_HPA
    return height


@functools.cache
def _column_of_contrast() -> tuple[Field, Field]:
    """Return ln p from the ground up, and metres of thickness above 1000 hPa per kelvin of contrast."""
    log_p = np.log(np.linspace(1080, 40, 400))
    contrast = np.interp(-log_p, -np.log(_LEVELS_HPA), _CONTRAST)
    steps = -0.5 * (contrast[1:] + contrast[:-1]) * np.diff(log_p)
    thickness = DRY_AIR / GRAVITY * np.concatenate([[0.0], np.cumsum(steps)])
    return log_p, thickness - np.interp(-np.log(1000.0), -log_p, thickness)


def contrast_at(pressure_hpa: Field) -> Field:
    """Return the part of the contrast across the jet that applies at a pressure."""
    return np.asarray(np.interp(-np.log(pressure_hpa), -np.log(_LEVELS_HPA), _CONTRAST))


def thickness_per_kelvin(pressure_hpa: Field) -> Field:
    """Return by how many metres a kelvin of warmth lifts a pressure surface above 1000 hPa."""
    log_p, thickness = _column_of_contrast()
    return np.interp(-np.log(pressure_hpa), -log_p, thickness)


def usual_temperature_k(season: float, pressure_hpa: Field) -> Field:
    """Return the profile on the axis of the jet: 6.2 K/km up to a tropopause near -57 °C."""
    standard_height_km = 44.33 * (1 - (pressure_hpa / 1013.25) ** 0.1903)
    falling = 279.5 + 17.5 * season - 6.2 * standard_height_km
    tropopause = 216.0
    profile: Field = tropopause + 2.5 * np.logaddexp(0, (falling - tropopause) / 2.5)
    return profile


@functools.lru_cache(maxsize=64)
def _usual_heights(season: float) -> tuple[Field, Field]:
    log_p = np.log(np.linspace(1080, 40, 400))
    temperature = usual_temperature_k(season, np.exp(log_p))
    steps = -0.5 * (temperature[1:] + temperature[:-1]) * np.diff(log_p)
    height = DRY_AIR / GRAVITY * np.concatenate([[0.0], np.cumsum(steps)])
    return log_p, height - np.interp(-np.log(1000.0), -log_p, height)


def height_m(scenario: Scenario, low_level: Field, warm: Field, pressure_hpa: Field) -> Field:
    """Return the height of a pressure surface over the large scale, in metres."""
    log_p, usual = _usual_heights(scenario.season)
    height: Field = (
        low_level + np.interp(-np.log(pressure_hpa), -log_p, usual) + warm * thickness_per_kelvin(pressure_hpa)
    )
    return height


def surface_pressure_hpa(scenario: Scenario, low_level: Field, warm: Field, elevation_m: Field) -> Field:
    """Return the pressure at which the large scale has the height of the ground, by Newton's method."""
    pressure = 1013.25 * np.exp(-(elevation_m - low_level + 110) / 8300)
    for _ in range(4):
        temperature = usual_temperature_k(scenario.season, pressure) + warm * contrast_at(pressure)
        error = height_m(scenario, low_level, warm, pressure) - elevation_m
        pressure = pressure * np.exp(GRAVITY * error / (DRY_AIR * temperature))
    return pressure


@dataclass(frozen=True)
class Balance:
    """The large scale over places at some hours, on which the columns are built."""

    at: Systems
    low_level_m: Field
    warm_k: Field
    wind_1000: tuple[Field, Field]
    thermal_wind: tuple[Field, Field]
    """Wind added per metre of thickness that a kelvin gives, in m/s."""

    def wind(self, pressure_hpa: Field) -> tuple[Field, Field]:
        """Return the balanced wind along the map's axes, held below the speeds that curvature allows."""
        thickness = thickness_per_kelvin(pressure_hpa)
        u, v = (low + thickness * per for low, per in zip(self.wind_1000, self.thermal_wind, strict=True))
        slowed = 1 / np.sqrt(1 + (u**2 + v**2) / 110.0**2)
        return u * slowed, v * slowed


def balance(scenario: Scenario, where: Places, hour: Field) -> Balance:
    """Compute heights, warmth and geostrophic winds."""
    at = systems(scenario, hour)
    x, y, step = where.x_km, where.y_km, SYSTEM_STEP_KM
    coriolis = 2 * EARTH_TURNS * np.sin(np.radians(np.maximum(where.latitude, 22.0)))
    factor = GRAVITY / coriolis / (2000 * step)

    def geostrophic(surface: Callable[[Scenario, Systems, Field, Field], Field]) -> tuple[Field, Field]:
        to_north = surface(scenario, at, x, y + step) - surface(scenario, at, x, y - step)
        to_east = surface(scenario, at, x + step, y) - surface(scenario, at, x - step, y)
        return -factor * to_north, factor * to_east

    low_level, warm = low_level_height_m(scenario, at, x, y), warmth(scenario, at, x, y)
    return Balance(at, low_level, warm, geostrophic(low_level_height_m), geostrophic(warmth))


# ------------------------------------------------------------ fronts and dryline


@dataclass(frozen=True)
class Boundaries:
    """Kilometres to each boundary, positive on its warm or moist side."""

    cold_front: Field
    warm_front: Field
    dryline: Field

    @property
    def warm_sector(self) -> Field:
        """1 inside the warm sector and 0 outside, with smooth edges; both sides of the dryline are inside."""
        return logistic(self.cold_front / 30) * logistic(self.warm_front / 35)

    @property
    def moist(self) -> Field:
        """1 in Gulf air at the ground, 0 elsewhere, smooth between: ahead of the dryline, south of the warm front."""
        return logistic(np.minimum(self.dryline, self.cold_front) / 25) * logistic(self.warm_front / 35)


def boundaries(scenario: Scenario, at: Systems, where: Places, hour: Field) -> Boundaries:
    """Place fronts at the low, and the dryline ahead of the cold front where the ground rises to the west."""
    south = np.clip(at.low_y - where.y_km, 0.0, 1300.0)
    front_x = at.low_x - 0.22 * south - 1.8e-4 * south**2 + 25 * np.sin(south / 210 + scenario.texture % 7)
    cold = (where.x_km - front_x) / np.sqrt(1 + (0.22 + 3.6e-4 * south) ** 2)
    ahead = np.maximum(where.x_km - at.low_x, 0.0)
    warm_y = at.low_y - 20 - 0.12 * ahead - 1.2e-4 * ahead**2 + 20 * np.sin(ahead / 180 + scenario.texture % 5)
    warm = (warm_y - where.y_km) / np.sqrt(1 + (0.12 + 2.4e-4 * ahead) ** 2)
    on_the_plains = logistic((-100 - front_x) / 90)
    afternoon = 0.5 * (1 - np.cos(2 * np.pi * (np.asarray(hour, float) - 12) / 24))
    dryline_x = front_x + on_the_plains * scenario.dryline_gap * (0.55 + 0.6 * afternoon)
    return Boundaries(cold, warm, where.x_km - dryline_x)


# ------------------------------------------------------------ sun and irregularities


def local_hour(where: Places, hour: Field) -> Field:
    """Return the solar time, 0 to 24 hours."""
    solar: Field = (np.asarray(hour, float) + where.longitude / 15) % 24
    return solar


def warming(where: Places, hour: Field) -> Field:
    """Return the daily course of temperature: 0 at six in the morning, 1 at half past three."""
    since_six = (local_hour(where, hour) - 6) % 24
    rising = 0.5 * (1 - np.cos(np.pi * since_six / 9.5))
    falling = 0.5 * (1 + np.cos(np.pi * (np.maximum(since_six - 9.5, 0) / 14.5) ** 0.72))
    course: Field = np.where(since_six < 9.5, rising, falling)
    return course


def texture(scenario: Scenario, name: str, where: Places, hour: Field, longest_km: float = 900.0) -> Field:
    """Return irregularities of unit spread that drift with the flow: a sum of waves, the same for map and sounding."""
    east, north, phase = _waves(scenario.texture, name)
    x = (where.x_km - 0.8 * scenario.low_u * np.asarray(hour, float)) / longest_km
    y = (where.y_km - 0.8 * scenario.low_v * np.asarray(hour, float)) / longest_km
    total = sum(np.sin(x * along + y * across + shift) for along, across, shift in zip(east, north, phase, strict=True))
    return np.asarray(total * np.sqrt(2 / WAVES))


@functools.lru_cache(maxsize=256)
def _waves(seed: int, name: str) -> tuple[Field, Field, Field]:
    """Return wave numbers per longest wave towards east and north, and phases."""
    draw = seeding.generator("tornado texture", seed, name)
    number = 2 * np.pi / draw.uniform(0.25, 1.0, WAVES)
    heading, phase = draw.uniform(0, 2 * np.pi, size=(2, WAVES))
    return number * np.cos(heading), number * np.sin(heading), phase
