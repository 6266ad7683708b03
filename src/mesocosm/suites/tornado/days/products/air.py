"""Temperature, moisture, heights and winds on levels and near the ground."""

from __future__ import annotations

import numpy as np

from mesocosm.earth.weather import thermodynamics as moist
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.suites.tornado.days.layers import interpolate, winds
from mesocosm.suites.tornado.days.places import STEP_KM, Field
from mesocosm.suites.tornado.days.products.moment import Moment
from mesocosm.suites.tornado.days.synoptic import DRY_AIR

AIR_LEVELS = (1000, 925, 850, 700, 500)
WIND_LEVELS = (*AIR_LEVELS, 300, 250)
HEIGHT_LEVELS = (1000, 850, 700, 500)
REDUCED_LAPSE = 0.0065
"""Temperature increase below the ground, in K per metre."""


def on_pressure_levels(now: Moment) -> dict[str, Field]:
    """Return temperature, dew point, height, wind and ascent on pressure surfaces."""
    air = now.air
    fields: dict[str, Field] = {}
    for level in AIR_LEVELS:
        below = _metres_below_ground(now, level)
        warmer = REDUCED_LAPSE * below
        temperature = now.at_pressure(air.temperature_k, level) + warmer
        fields[f"Temperature_at_{level}_isobaricInhPa"] = temperature
        dewpoint = now.at_pressure(air.dewpoint_k, level) + 0.5 * warmer
        fields[f"Dew_point_temperature_at_{level}_isobaricInhPa"] = np.minimum(dewpoint, temperature)
    for level in HEIGHT_LEVELS:
        height = now.at_pressure(air.height_m, level) - _metres_below_ground(now, level)
        fields[f"Geopotential_height_at_{level}_isobaricInhPa"] = height
    for level in WIND_LEVELS:
        fields[f"U_component_of_wind_at_{level}_isobaricInhPa"] = now.at_pressure(air.u, level)
        fields[f"V_component_of_wind_at_{level}_isobaricInhPa"] = now.at_pressure(air.v, level)
    rising = vertical_velocity(now)
    fields["Geometric_vertical_velocity_at_700_isobaricInhPa"] = now.at_pressure(rising, 700)
    sigma = air.pressure_hpa / air.pressure_hpa[0]
    layer = (sigma <= 0.8) & (sigma >= 0.5)
    fields["Geometric_vertical_velocity_at_1_sigmaLayer"] = np.sum(rising * layer, axis=0) / np.sum(layer, axis=0)
    return fields


def vertical_velocity(now: Moment) -> Field:
    """Return the vertical velocity in m/s, positive upwards, with storms' updrafts as far as a wide mesh shows them."""
    density = 100 * now.air.pressure_hpa / (DRY_AIR * now.air.temperature_k)
    updraft = 0.9 * np.clip((now.echo - 40) / 20, 0, 1)
    sigma = now.air.pressure_hpa / now.air.pressure_hpa[0]
    rising: Field = -now.air.omega / (density * GRAVITY) + updraft * np.sin(np.pi * np.clip(1.1 * (1 - sigma), 0, 1))
    return rising


def near_ground(now: Moment) -> dict[str, Field]:
    """Return the air at two, eight, ten and eighty metres, and the pressure."""
    air = now.air
    pressure, temperature, dewpoint = air.pressure_hpa[0], air.temperature_k[0], air.dewpoint_k[0]
    ratio = moist.saturation_mixing_ratio(pressure, dewpoint)
    speed = np.hypot(air.u[0], air.v[0])
    gust = 1.15 * np.maximum(speed, 0.62 * np.hypot(now.at_height(air.u, 600.0), now.at_height(air.v, 600.0)))
    gust = gust + 14 * np.clip((now.echo - 45) / 18, 0, 1)
    return {
        "2_metre_temperature_at_2_heightAboveGround": temperature,
        "2_metre_dewpoint_temperature_at_2_heightAboveGround": dewpoint,
        "2_metre_relative_humidity_at_2_heightAboveGround": 100 * now.humidity[0],
        "2_metre_specific_humidity_at_2_heightAboveGround": ratio / (1 + ratio),
        "Potential_temperature_at_2_heightAboveGround": moist.potential_temperature(pressure, temperature),
        "10_metre_U_wind_component_at_10_heightAboveGround": air.u[0],
        "10_metre_V_wind_component_at_10_heightAboveGround": air.v[0],
        "10_metre_wind_speed_at_10_heightAboveGround": 1.1 * speed + 5 * np.clip((now.echo - 45) / 18, 0, 1),
        "U_component_of_wind_at_80_heightAboveGround": now.at_height(air.u, 80.0),
        "V_component_of_wind_at_80_heightAboveGround": now.at_height(air.v, 80.0),
        "Wind_speed_(gust)_at_0_surface": np.maximum(gust, speed),
        "Surface_pressure_at_0_surface": 100 * pressure,
        "MSLP_(MAPS_System_Reduction)_at_0_meanSea": 100 * sea_level_pressure_hpa(now),
        "Mass_density_at_8_heightAboveGround": 2e-9 * (1 + 0.3 * speed),
        "Frictional_velocity_at_0_surface": 0.05 + 0.055 * speed,
    }


def sea_level_pressure_hpa(now: Moment) -> Field:
    """Reduce pressure to sea level as MAPS does, with temperature above the boundary layer: no trace of high ground."""
    height = 1800.0
    aloft = now.at_height(now.air.temperature_k, height)
    mean = aloft + REDUCED_LAPSE * (height + 0.5 * now.where.elevation_m)
    pressure: Field = now.air.surface_pressure_hpa * np.exp(GRAVITY * now.where.elevation_m / (DRY_AIR * mean))
    return pressure


def storm_winds(now: Moment) -> dict[str, Field]:
    """Return shear, storm motion, helicity and vorticity."""
    flow = winds(now.air)
    fields = {
        "Storm_relative_helicity_at_1000_heightAboveGroundLayer_Layer0m": flow.helicity_1km,
        "Storm_relative_helicity_at_3000_heightAboveGroundLayer_Layer0m": flow.helicity_3km,
        "U-component_storm_motion_at_0_heightAboveGroundLayer_Layer6000m": flow.motion_u,
        "V-component_storm_motion_at_0_heightAboveGroundLayer_Layer6000m": flow.motion_v,
    }
    for depth, shear in ((1000, flow.shear_1km), (6000, flow.shear_6km)):
        for axis, component in zip("uv", shear, strict=True):
            fields[f"Vertical_{axis}-component_shear_at_0_heightAboveGroundLayer_Layer{depth}m"] = component
    for depth in (1000, 2000):
        u, v = (now.at_height(component, depth / 2) for component in (now.air.u, now.air.v))
        spin = (np.gradient(v, axis=1) - np.gradient(u, axis=0)) / (1000 * STEP_KM)
        turning = np.maximum(flow.helicity_1km, 0) * np.clip((now.echo - 45) / 15, 0, 1) * 2e-5
        fields[f"Vorticity_(relative)_at_{depth}_heightAboveGroundLayer_Layer0m"] = np.maximum(spin, 0) + turning
    return fields


def isotherms(now: Moment) -> dict[str, Field]:
    """Return heights, pressure and humidity where the air has a given temperature, and a layer's thickness."""
    height = {warmth: isotherm_height_m(now, warmth) for warmth in (273.15, 263.0, 261.0, 256.0, 253.0)}
    freezing = height[273.15]
    pressure = 100 * interpolate(now.air.pressure_hpa, now.air.height_m, freezing)
    humid = 100 * interpolate(now.humidity, now.air.height_m, freezing)
    fields = {
        "Geopotential_height_at_253_isothermal": height[253.0],
        "Geopotential_height_at_263_isothermal": height[263.0],
        "Layer_Thickness_261K-256K_Layer": height[256.0] - height[261.0],
    }
    for level in ("isothermZero", "highestTroposphericFreezing"):
        fields[f"Geopotential_height_at_0_{level}"] = freezing
        fields[f"Pressure_at_0_{level}"] = pressure
        fields[f"Relative_humidity_at_0_{level}"] = humid
    return fields


def isotherm_height_m(now: Moment, temperature_k: float) -> Field:
    """Return the highest level above the sea with a temperature in the troposphere; the ground where it is colder."""
    warm = now.air.temperature_k >= temperature_k
    last = len(warm) - 1 - np.argmax(warm[::-1], axis=0)
    level = np.clip(last, 0, len(warm) - 2)[None]
    low, high = (np.take_along_axis(now.air.temperature_k, number, axis=0) for number in (level, level + 1))
    bottom, top = (np.take_along_axis(now.air.height_m, number, axis=0) for number in (level, level + 1))
    part = np.clip((low - temperature_k) / np.where(low == high, 1.0, low - high), 0, 1)
    height: Field = np.where(warm.any(axis=0), (bottom + part * (top - bottom))[0], now.air.height_m[0])
    return height


def _metres_below_ground(now: Moment, level: float) -> Field:
    """Return how far a pressure surface lies under the ground in metres; 0 where it does not."""
    mean = now.air.temperature_k[0] + 1.0
    depth = DRY_AIR * mean / GRAVITY * np.log(level / now.air.surface_pressure_hpa)
    below: Field = np.maximum(depth, 0.0)
    return below
