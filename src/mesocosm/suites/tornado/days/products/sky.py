"""Clouds, radiation, satellite channels, and visibility."""

from __future__ import annotations

import numpy as np

from mesocosm.suites.tornado.days.layers import interpolate
from mesocosm.suites.tornado.days.places import Field
from mesocosm.suites.tornado.days.products.moment import Moment

STEFAN_BOLTZMANN = 5.670374e-8
SOLAR_CONSTANT = 1361.0
CLOUDY = 0.3
"""Cover from which a cloud's base and top are reported."""
ANVIL_K = 4.0


def clouds(now: Moment) -> dict[str, Field]:
    """Return cover by layer, bases and tops; bases and tops are missing where the sky is clear."""
    base, top = _bounds(now)
    covered = now.total_cloud > CLOUDY
    base, top = np.where(covered, base, np.nan), np.where(covered, top, np.nan)
    pressure = [
        100 * interpolate(now.air.pressure_hpa, now.air.height_m, np.nan_to_num(height)) for height in (base, top)
    ]
    ceiling = np.where(np.maximum(now.cloud["low"], now.cloud["middle"]) > 0.5, base, np.nan)
    return {
        "Low_cloud_cover_at_0_lowCloudLayer": 100 * now.cloud["low"],
        "Medium_cloud_cover_at_0_middleCloudLayer": 100 * now.cloud["middle"],
        "High_cloud_cover_at_0_highCloudLayer": 100 * now.cloud["high"],
        "Total_Cloud_Cover_at_0_boundaryLayerCloudLayer": 100 * now.cloud["boundary"],
        "Total_Cloud_Cover_at_0_atmosphere": 100 * now.total_cloud,
        "Geopotential_height_at_0_cloudBase": base,
        "Geopotential_height_at_0_cloudCeiling": ceiling,
        "Geopotential_height_at_0_cloudTop": top,
        "Pressure_at_cloud_base_at_0_cloudBase": np.where(covered, pressure[0], np.nan),
        "Pressure_at_0_cloudTop": np.where(covered, pressure[1], np.nan),
    }


def satellite(now: Moment) -> dict[str, Field]:
    """Return brightness temperatures: channel 4 sees cloud tops or the ground, channel 3 the upper air's vapour."""
    _, top = _bounds(now)
    top_k = interpolate(now.air.temperature_k, now.air.height_m, top) - ANVIL_K * np.clip(now.storm_top_m / 12000, 0, 1)
    thick = np.clip(1.2 * np.maximum(now.cloud["middle"], now.cloud["low"]) + 0.7 * now.cloud["high"], 0, 1)
    window = (1 - thick) * ground_temperature_k(now) + thick * top_k
    upper = np.clip(now.at_pressure(now.humidity, 400.0), 0.05, 1)
    vapour = np.minimum(now.at_pressure(now.air.temperature_k, 430.0) - 12 * np.sqrt(upper), window)
    fields = {}
    for satellite_number, offset in ((11, 0.0), (12, -0.6)):
        name = f"Simulated_Brightness_Temperature_for_GOES_{satellite_number},_Channel"
        fields[f"{name}_3_at_0_nominalTop"] = vapour + offset
        fields[f"{name}_4_at_0_nominalTop"] = window + offset
    leaving = 0.62 * STEFAN_BOLTZMANN * window**4 + 0.2 * STEFAN_BOLTZMANN * vapour**4
    return fields | {"Upward_long-wave_radiation_flux_at_0_nominalTop": leaving}


def radiation(now: Moment) -> dict[str, Field]:
    """Return sunlight and heat radiation at the ground and at the top of the atmosphere."""
    cover = now.total_cloud
    clear = SOLAR_CONSTANT * now.sun_height * 0.76 ** (1 / np.maximum(now.sun_height, 0.1))
    arriving = clear * (1 - 0.72 * cover)
    diffuse = arriving * np.clip(0.15 + 0.8 * cover, 0, 1)
    air_k = now.air.temperature_k[0]
    vapour = np.sqrt(np.clip((now.air.dewpoint_k[0] - 250) / 50, 0.05, 1))
    ground = STEFAN_BOLTZMANN * ground_temperature_k(now) ** 4
    bright = albedo(now)
    return {
        "Downward_short-wave_radiation_flux_at_0_surface": arriving,
        "Upward_short-wave_radiation_flux_at_0_surface": bright * arriving,
        "Upward_short-wave_radiation_flux_at_0_nominalTop": SOLAR_CONSTANT * now.sun_height * (0.16 + 0.45 * cover),
        "Cloud_Forcing_Net_Solar_Flux_at_0_surface": (1 - bright) * (arriving - clear),
        "Visible_Beam_Downward_Solar_Flux_at_0_surface": 0.46 * (arriving - diffuse),
        "Visible_Diffuse_Downward_Solar_Flux_at_0_surface": 0.46 * diffuse,
        "Downward_long-wave_radiation_flux_at_0_surface": STEFAN_BOLTZMANN
        * air_k**4
        * (0.62 + 0.25 * vapour + 0.1 * cover),
        "Upward_long-wave_radiation_flux_at_0_surface": ground,
    }


def haze(now: Moment) -> dict[str, Field]:
    """Return visibility and the optical depth of aerosol."""
    rain = 24000 / (1 + now.rain_mm_h / 3)
    mist = 24000 * np.clip((1.02 - now.humidity[0]) / 0.12, 0.03, 1)
    return {
        "Visibility_at_0_surface": np.minimum(rain, mist),
        "Aerosol_optical_depth_at_0_atmosphereSingleLayer": 0.05 + 0.12 * now.scenario.season * now.humidity[0],
    }


def ground_temperature_k(now: Moment) -> Field:
    """Return the ground's temperature: hotter than the air by day, colder in a clear night; water keeps its own."""
    clear = 1 - 0.8 * now.total_cloud
    land = now.air.temperature_k[0] + clear * (9 * now.sun_height - 2.0)
    ground: Field = now.where.land * land + (1 - now.where.land) * now.air.ground.sea_k
    return ground


def albedo(now: Moment) -> Field:
    """Return the share of the sunlight that the ground sends back."""
    from mesocosm.suites.tornado.days.products.precipitation import snow_depth_m

    white = np.clip(snow_depth_m(now) / 0.05, 0, 1)
    return now.where.land * (0.18 + 0.4 * white) + (1 - now.where.land) * 0.07


def _bounds(now: Moment) -> tuple[Field, Field]:
    """Return the height above the sea of the lowest base and the highest top, whether or not the sky is covered."""
    ground = now.where.elevation_m
    low, middle, high = (now.cloud[name] > CLOUDY for name in ("low", "middle", "high"))
    base = ground + np.where(low, 900.0, np.where(middle, 3500.0, 8500.0))
    top = ground + np.where(high, 10500.0, np.where(middle, 6500.0, 2400.0))
    return base, np.maximum(top, ground + now.storm_top_m)
