"""What comes in and goes out of a building by itself in each hour: sunshine, the cold sky, air, people and devices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.epw import WeatherYear
from mesocosm.earth.weather.epw_writing import HOURS
from mesocosm.earth.weather.standard_pressure import standard_pressure_hpa
from mesocosm.earth.weather.sunshine import STEFAN_BOLTZMANN, SkyLight, tilted_light
from mesocosm.simulators.building_hourly.building import HOURS_OF_DAY, Building
from mesocosm.simulators.building_hourly.elements import Element
from mesocosm.simulators.building_hourly.glazing import beam_through, diffuse_factor

Floats = NDArray[np.float64]
EMISSIVITY = 0.9
INSIDE_ABSORPTANCE = 0.6
"""Of sunshine by the surfaces of rooms; what they throw back goes out through the windows again, in part."""
AIR_J_KGK = 1006.0
AIR_GAS_CONSTANT = 287.05
ROOM_K = 293.15


@dataclass(frozen=True)
class Gains:
    """For each hour of a year, W."""

    outer_w_m2: dict[str, Floats]
    """Taken up by the outer surface of each part: sunshine, less what it sends to the cold sky; by m² of it."""
    solar_w: Floats
    """Sunshine through windows that stays inside."""
    internal_w: Floats
    air_w_k: Floats
    """Heat that outdoor air carries off, for each kelvin."""


def gains_of(building: Building, elements: list[Element], year: WeatherYear) -> Gains:
    """All of a year's gains."""
    light = year.light
    share = 1 - light_lost(building, elements)
    day = np.arange(HOURS) % HOURS_OF_DAY
    changes = building.infiltration_per_h + building.ventilation_per_h * np.asarray(building.ventilation_profile)[day]
    internal = building.gains_w_m2 * building.floor_area_m2 * np.asarray(building.gains_profile)[day]
    windows = [part for part in elements if part.kind == "window"]
    return Gains(
        outer_w_m2={part.name: _outer(building, part, year, light) for part in elements if _is_outside(part)},
        solar_w=share * sum((_through(building, part, light) for part in windows), np.zeros(HOURS)),
        internal_w=internal,
        air_w_k=changes * building.volume_m3 / 3600 * air_j_m3k(year.elevation_m),
    )


def air_j_m3k(elevation_m: float) -> float:
    """Heat capacity of room air by the pressure of the standard atmosphere."""
    pressure = 100.0 * standard_pressure_hpa(elevation_m)
    return pressure / (AIR_GAS_CONSTANT * ROOM_K) * AIR_J_KGK


def light_lost(building: Building, elements: list[Element]) -> float:
    """Share of entered sunshine that the surfaces throw out through the windows again."""
    whole = sum(part.area_m2 for part in elements)
    glass = sum(part.area_m2 for part in elements if part.kind == "window")
    out = (1 - INSIDE_ABSORPTANCE) * building.windows.g * diffuse_factor(building.windows.panes) * glass / whole
    return out / (INSIDE_ABSORPTANCE + out)


def _is_outside(part: Element) -> bool:
    return part.kind in ("wall", "roof", "window")


def _outer(building: Building, part: Element, year: WeatherYear, light: SkyLight) -> Floats:
    cold = sky_view(part.tilt_deg) * EMISSIVITY * _sky_excess(year)
    if part.kind == "window":
        return cold
    falling = sum(tilted_light(light, part.tilt_deg, part.azimuth_deg, building.ground_albedo), np.zeros(HOURS))
    return np.asarray(part.absorptance * falling + cold)


def sky_view(tilt_deg: float) -> float:
    """Share of the surroundings that is cold sky: what lies near the horizon is as warm as the air (Walton 1983)."""
    seen = 0.5 * (1 + float(np.cos(np.radians(tilt_deg))))
    return float(seen**1.5)


def _sky_excess(year: WeatherYear) -> Floats:
    """Long-wave radiation of the sky less that of a black body as warm as the air, W/m²; below 0 under a clear sky."""
    black = STEFAN_BOLTZMANN * (year.hours["temperature_c"] + 273.15) ** 4
    return np.asarray(year.hours["infrared_w_m2"] - black)


def _through(building: Building, part: Element, light: SkyLight) -> Floats:
    """Sunshine that comes in through a window, W."""
    glass = building.windows
    _, sky, ground = tilted_light(light, part.tilt_deg, part.azimuth_deg, building.ground_albedo)
    beam = light.direct_normal * beam_through(light.path, part.azimuth_deg, glass.panes)
    return np.asarray(part.area_m2 * glass.g * (beam + diffuse_factor(glass.panes) * (sky + ground)))
