"""The air at the ground: temperature and dew point by air mass, season and hour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.weather.thermodynamics import FREEZING
from mesocosm.suites.tornado.days import synoptic
from mesocosm.suites.tornado.days.places import Field, Places
from mesocosm.suites.tornado.days.scenario import Scenario
from mesocosm.suites.tornado.days.synoptic import Balance, Boundaries, logistic


@dataclass(frozen=True)
class Ground:
    """The conditions at the ground under a column."""

    temperature_k: Field
    dewpoint_k: Field
    anomaly_k: Field
    """Difference between the air mass and the large scale, before the daily course, in K."""
    lid: Field
    """1 under the elevated mixed layer, 0 away from it."""
    moist_depth_m: Field
    sea_k: Field
    sun: Field


def ground(
    scenario: Scenario, where: Places, hour: Field, balance: Balance, bounds: Boundaries, surface_hpa: Field
) -> Ground:
    """Compute temperature and dew point at two metres, and the layers above that follow from the air mass."""
    sun = synoptic.warming(where, hour)
    warm_sector = bounds.warm_sector
    anomaly = scenario.warmth_k * warm_sector + 0.5 * synoptic.texture(scenario, "warmth", where, hour)
    large = synoptic.usual_temperature_k(scenario.season, surface_hpa)
    large = large + balance.warm_k * synoptic.contrast_at(surface_hpa)
    clear = 1 - 0.75 * _overcast(scenario, bounds)
    swing = _daily_range_k(scenario, where, bounds) * clear
    wedge = -scenario.front_k * np.maximum(logistic(-bounds.cold_front / 45), 0.8 * logistic(-bounds.warm_front / 55))
    land_temperature = large + anomaly + wedge + swing * (sun - 0.42)
    sea = np.broadcast_to(_sea_temperature_k(scenario, where), land_temperature.shape)
    temperature = where.land * land_temperature + (1 - where.land) * (0.5 * sea + 0.5 * land_temperature)
    dewpoint = np.minimum(_dewpoint_k(scenario, where, hour, bounds, temperature, sun), temperature - 0.4)
    lid = warm_sector * np.exp(-np.maximum(bounds.dryline, 0) / 900)
    lid = np.maximum(
        lid,
        0.85
        * logistic(-bounds.warm_front / 90)
        * np.exp(-((np.minimum(bounds.warm_front, 0) / 300) ** 2))
        * logistic(bounds.cold_front / 60),
    )
    return Ground(temperature, dewpoint, anomaly, lid, _depth(bounds), sea, sun)


def _depth(bounds: Boundaries) -> Field:
    """Return the top of the layer in which moisture is mixed; dry air mixes far deeper."""
    moist = bounds.moist
    depth: Field = 1250 * moist + (1 - moist) * (900 + 1900 * logistic(-bounds.dryline / 40) * bounds.warm_sector)
    return depth


def _daily_range_k(scenario: Scenario, where: Places, bounds: Boundaries) -> Field:
    """Return the daily range of temperature in K: large over dry high ground, small in moist or wintry air."""
    dry = 1 - bounds.moist
    swing: Field = (9.5 + 2.5 * dry + 0.0022 * where.elevation_m) * (0.75 + 0.25 * scenario.season)
    return swing


def _overcast(scenario: Scenario, bounds: Boundaries) -> Field:
    """Return the clouds in the cool air north of the warm front and in the band along the cold front."""
    deep = np.clip(scenario.low_depth_hpa / 8, 0, 1)
    north = logistic(-bounds.warm_front / 50) * np.exp(-((np.minimum(bounds.warm_front, 0) / 500) ** 2))
    band = np.exp(-(((bounds.cold_front + 80) / 150) ** 2))
    cover: Field = deep * np.maximum(north * logistic((bounds.cold_front + 300) / 100), 0.7 * band)
    return cover


def _sea_temperature_k(scenario: Scenario, where: Places) -> Field:
    """Return the temperature of the sea in K: it falls towards the north; the Great Lakes follow the season."""
    sea = 25.0 + 3.5 * scenario.season - 0.75 * np.maximum(where.latitude - 26, 0)
    lake = (where.latitude > 41) & (where.longitude > -93) & (where.longitude < -75)
    water: Field = FREEZING + np.where(lake, 2 + 18 * scenario.season, np.maximum(sea, 3.0))
    return water


def _dewpoint_k(
    scenario: Scenario, where: Places, hour: Field, bounds: Boundaries, temperature: Field, sun: Field
) -> Field:
    moist = _gulf_air_c(scenario, where, bounds) + 0.4 * synoptic.texture(scenario, "moisture", where, hour)
    moist = moist - 2.5 * logistic(
        (17 - np.asarray(hour, float)) / 2
    )  # in the morning the return flow is still shallow
    high = logistic((where.elevation_m - 1150) / 130)
    desert = -7 + 9 * scenario.season - 3.5 * sun + 1.0 * synoptic.texture(scenario, "desert", where, hour)
    warm_sector = (1 - high) * moist + high * np.minimum(moist, desert)
    dry_side = logistic(-bounds.dryline / 22)
    warm_sector = (1 - dry_side) * warm_sector + dry_side * np.minimum(desert, warm_sector)
    celsius = temperature - FREEZING
    cool = celsius - 2.2 - 3.0 * sun - 5 * logistic((-bounds.warm_front - 450) / 120)
    cold = np.minimum(celsius - 4.5 - 6.0 * sun, _cold_air_c(scenario, where))
    north = logistic(-bounds.warm_front / 40)
    behind = logistic(-bounds.cold_front / 35)
    ahead = (1 - north) * warm_sector + north * np.minimum(cool, np.maximum(moist, _cold_air_c(scenario, where) + 6))
    mixed: Field = FREEZING + (1 - behind) * ahead + behind * cold
    return mixed


def _gulf_air_c(scenario: Scenario, where: Places, bounds: Boundaries) -> Field:
    """Return the dew point of air from the Gulf in °C: what the season offers, less with the distance inland, highest
    in a tongue ahead of the dryline or front.
    """
    at_coast = 18.0 + 5.0 * scenario.season + scenario.gulf_dewpoint_c
    inland = np.maximum(where.y_km + 950, 0.0)
    falling = 8 * (inland / scenario.moisture_reach) ** 1.6
    tongue = np.exp(-((np.maximum(bounds.dryline - 260, 0) / scenario.tongue_width) ** 2))
    drier = (1 - tongue) * np.minimum(7.0, 2 + inland / 130)
    gulf: Field = at_coast - falling - drier
    return gulf


def _cold_air_c(scenario: Scenario, where: Places) -> Field:
    cold: Field = 2 + 11 * scenario.season - 0.005 * np.maximum(where.y_km + 600, 0.0)
    return cold
