"""Echoes, rain, snow and traces of storms."""

from __future__ import annotations

import numpy as np

from mesocosm.suites.tornado.days.places import Field
from mesocosm.suites.tornado.days.products.moment import Moment
from mesocosm.suites.tornado.days.storms import NO_ECHO

SECONDS = 3600.0


def echoes(now: Moment) -> dict[str, Field]:
    """Return reflectivity at levels, liquid water, hail and lightning."""
    echo, cape = now.echo, np.clip((now.echo - 40) / 25, 0, 1)
    tall = np.where(now.storm_top_m > 0, now.storm_top_m, 5000.0)
    liquid = np.where(echo > 0, 3.44e-6 * (10 ** (np.clip(echo, 0, 56) / 10)) ** (4 / 7) * 0.6 * tall, 0.0)
    hail = 0.045 * cape**2 * np.clip((now.air.temperature_k[0] - 278) / 15, 0, 1)
    return {
        "Maximum_Composite_radar_reflectivity_at_0_atmosphere": echo,
        "Derived_radar_reflectivity_at_1000_heightAboveGround": _weaker(echo, 2.0),
        "Derived_radar_reflectivity_at_4000_heightAboveGround": _weaker(echo, np.where(echo > 40, 3.0, 8.0)),
        "Derived_radar_reflectivity_at_263_isothermal": _weaker(echo, np.where(echo > 40, 6.0, 12.0)),
        "Vertically-integrated_liquid_at_0_atmosphere": liquid,
        "Hail_at_0_atmosphere": hail,
        "Hail_at_0_sigma": 0.9 * hail,
        "Hail_at_0_surface": 0.6 * hail,
        "Lightning_at_0_atmosphere": 6 * np.clip((echo - 38) / 20, 0, 1) ** 2,
    }


def rain_and_snow(now: Moment) -> dict[str, Field]:
    """Return rate, sum of the hour, kind of precipitation, and snow on the ground."""
    cold = now.air.temperature_k[0] < 273.15
    warm_above = np.max(now.air.temperature_k[:14], axis=0) > 274.15
    raining = now.rain_mm_h > 0.1
    kinds = {"snow": cold & ~warm_above, "freezing_rain": cold & warm_above, "ice_pellets": np.zeros_like(cold)}
    kinds["rain"] = ~cold
    fields = {f"Categorical_{kind}_at_0_surface": (raining & falls).astype(float) for kind, falls in kinds.items()}
    lying = snow_depth_m(now)
    frozen = np.clip((274.65 - now.air.temperature_k[0]) / 3, 0, 1)
    return fields | {
        "Precipitation_rate_at_0_surface": now.rain_mm_h / SECONDS,
        "Total_Precipitation_at_0_surface": now.rain_of_hour_mm,
        "Freezing_Rain_at_0_surface": np.where(kinds["freezing_rain"], now.rain_of_hour_mm, 0.0),
        "Percent_frozen_precipitation_at_0_surface": np.where(raining, 100 * frozen, 0.0),
        "Snow_depth_at_0_surface": lying,
        "Snow_cover_at_0_surface": 100 * np.clip(lying / 0.05, 0, 1),
        "Water_equivalent_of_accumulated_snow_depth_(deprecated)_at_0_surface": 200 * lying,
        "Storm_surface_runoff_at_0_surface": 0.25 * np.maximum(now.rain_of_hour_mm - 5, 0) * now.where.land,
        "Baseflow-groundwater_runoff_at_0_surface": 0.004 * now.rain_of_hour_mm * now.where.land,
    }


def snow_depth_m(now: Moment) -> Field:
    """Return the depth of old snow in metres: deep in the north and on high ground in winter, none in summer."""
    line = 39 + 20 * now.scenario.season - 0.004 * now.where.elevation_m
    depth: Field = 0.25 * np.clip((now.where.latitude - line) / 8, 0, 1) * now.where.land
    return np.where(now.air.temperature_k[0] > 283, 0.0, depth)


def _weaker(echo: Field, by: Field | float) -> Field:
    return np.where(echo > 0, np.maximum(echo - by, NO_ECHO), NO_ECHO)
