"""Hourly heat gains and losses that need no plant: sunshine, the cold sky, outdoor air, people and devices."""

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
"""Share of sunshine that room surfaces absorb; part of the reflected rest leaves through the windows."""
AIR_J_KGK = 1006.0
AIR_GAS_CONSTANT = 287.05
ROOM_K = 293.15


@dataclass(frozen=True)
class Gains:
    """Heat gains for each hour of a year."""

    outer_w_m2: dict[str, Floats]
    """Net absorption of each part's outer surface per square metre: sunshine less the radiation lost to the cold sky.
    """
    solar_w: Floats
    """Sunshine that enters through windows and stays inside."""
    internal_w: Floats
    air_w_k: Floats
    """Heat loss to outdoor air per kelvin."""


def gains_of(building: Building, elements: list[Element], year: WeatherYear) -> Gains:
    """Compute all gains of a year."""
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
    """Return the heat capacity of room air at the pressure of the standard atmosphere, in J/(m³ K)."""
    pressure = 100.0 * standard_pressure_hpa(elevation_m)
    return pressure / (AIR_GAS_CONSTANT * ROOM_K) * AIR_J_KGK


def light_lost(building: Building, elements: list[Element]) -> float:
    """Return the share of entered sunshine that surfaces reflect out through the windows."""
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
    """Return the share of the surroundings that is cold sky; near the horizon it is as warm as air (Walton 1983)."""
    seen = 0.5 * (1 + float(np.cos(np.radians(tilt_deg))))
    return float(seen**1.5)


def _sky_excess(year: WeatherYear) -> Floats:
    """Return the sky's long-wave radiation less that of a black body as warm as the air, in W/m²; negative if clear."""
    black = STEFAN_BOLTZMANN * (year.hours["temperature_c"] + 273.15) ** 4
    return np.asarray(year.hours["infrared_w_m2"] - black)


def _through(building: Building, part: Element, light: SkyLight) -> Floats:
    """Return the sunshine that enters through a window, in W."""
    glass = building.windows
    _, sky, ground = tilted_light(light, part.tilt_deg, part.azimuth_deg, building.ground_albedo)
    beam = light.direct_normal * beam_through(light.path, part.azimuth_deg, glass.panes)
    return np.asarray(part.area_m2 * glass.g * (beam + diffuse_factor(glass.panes) * (sky + ground)))
