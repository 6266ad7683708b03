"""The ground: constants of the land, and the heat that passes through it."""

from __future__ import annotations

import numpy as np

from mesocosm.suites.tornado.days.places import Field
from mesocosm.suites.tornado.days.products.moment import Moment
from mesocosm.suites.tornado.days.products.sky import albedo, ground_temperature_k, radiation

WATER, CROPS, FOREST, SHRUBS = 17, 12, 4, 7
"""Vegetation types of the International Geosphere-Biosphere Programme."""


def constants(now: Moment) -> dict[str, Field]:
    """Return the fields that do not change within a day."""
    where = now.where
    green = greenness(now)
    kind = np.where(where.longitude < -103, SHRUBS, np.where(where.longitude < -92, CROPS, FOREST))
    kind = np.where(where.land > 0, kind, WATER)
    rough = np.select([kind == WATER, kind == FOREST, kind == CROPS], [0.0002, 0.8, 0.15], 0.08)
    return {
        "Land-sea_mask_at_0_surface": where.land,
        "Orography_at_0_surface": where.elevation_m,
        "Vegetation_at_0_surface": 100 * green,
        "Vegetation_Type_at_0_surface": kind.astype(float),
        "Leaf_Area_Index_at_0_surface": 5 * green,
        "Forecast_surface_roughness_at_0_surface": rough,
        "Sea_ice_area_fraction_at_0_surface": _lake_ice(now),
    }


def heat(now: Moment) -> dict[str, Field]:
    """Return how the ground spends the radiation it gets."""
    fluxes = radiation(now)
    down, sun = (fluxes[f"Downward_{kind}-wave_radiation_flux_at_0_surface"] for kind in ("long", "short"))
    net = (1 - albedo(now)) * sun + down - fluxes["Upward_long-wave_radiation_flux_at_0_surface"]
    stored = 0.12 * net * now.where.land
    wet = moisture_availability(now)
    return {
        "Temperature_at_0_surface": ground_temperature_k(now),
        "Ground_heat_flux_at_0_surface": -stored,
        "Latent_heat_net_flux_at_0_surface": wet * np.maximum(net - stored, -20),
        "Instantaneous_surface_sensible_heat_flux_at_0_surface": (1 - wet) * (net - stored),
        "Moisture_availability_at_0_depthBelowLand": 100 * wet,
        "Plant_canopy_surface_water_at_0_surface": 0.4 * np.clip(now.rain_of_hour_mm / 3, 0, 1) * greenness(now),
    }


def greenness(now: Moment) -> Field:
    """Return the share of the ground under leaves: moist east, growing season."""
    east = np.clip((now.where.longitude + 108) / 20, 0.1, 1)
    green: Field = now.where.land * east * (0.25 + 0.6 * now.scenario.season)
    return green


def moisture_availability(now: Moment) -> Field:
    """Return the share of the energy that evaporates water."""
    east = np.clip((now.where.longitude + 106) / 22, 0.12, 0.75)
    return np.where(now.where.land > 0, east, 1.0)


def _lake_ice(now: Moment) -> Field:
    """Return the ice on lakes: the northern lakes are frozen in deep winter."""
    frozen = (now.scenario.season < 0.08) & (now.where.latitude > 45) & (now.where.longitude > -95)
    ice: Field = np.where(frozen & (now.where.longitude < -80), 0.6, 0.0) * (1 - now.where.land)
    return ice
