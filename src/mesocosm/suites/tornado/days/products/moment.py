"""One hour of a synthetic day over all nodes, from which all products are taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.weather import thermodynamics as moist
from mesocosm.suites.tornado.days import synoptic
from mesocosm.suites.tornado.days.columns import Columns, columns
from mesocosm.suites.tornado.days.layers import at_height, at_pressure, interpolate
from mesocosm.suites.tornado.days.places import Field, Places
from mesocosm.suites.tornado.days.scenario import Scenario
from mesocosm.suites.tornado.days.storms import NO_ECHO, Cells, echo_dbz
from mesocosm.suites.tornado.days.synoptic import logistic

DEEPEST_RAIN_MM_H = 75.0


@dataclass(frozen=True)
class Moment:
    """The state of the air and of the storms."""

    scenario: Scenario
    where: Places
    hour: int
    air: Columns
    humidity: Field
    """Relative humidity of every level, 0 to 1."""
    echo: Field
    """Composite reflectivity, in dBZ."""
    storm_top_m: Field
    rain_mm_h: Field
    rain_of_hour_mm: Field
    cloud: dict[str, Field]
    """Cover of the low, middle, high and boundary layer clouds, 0 to 1."""

    def at_pressure(self, field: Field, pressure_hpa: float) -> Field:
        """Return a field of the columns on a pressure surface."""
        return at_pressure(self.air, field, pressure_hpa)

    def at_height(self, field: Field, above_ground_m: float) -> Field:
        """Return a field of the columns at a height."""
        return at_height(self.air, field, above_ground_m)

    def at_first(self, rising: Field, value: Field) -> Field:
        """Return the height above ground at which a quantity that rises with height reaches a value."""
        return interpolate(self.air.above_ground_m, np.maximum.accumulate(rising, axis=0), value)

    @property
    def total_cloud(self) -> Field:
        """Cover of all clouds, layers overlapping at random."""
        clear = (1 - self.cloud["low"]) * (1 - self.cloud["middle"]) * (1 - self.cloud["high"])
        return 1 - clear

    @property
    def sun_height(self) -> Field:
        """Sine of the sun's height, not below 0."""
        day = self.scenario.day.timetuple().tm_yday + (self.hour >= 24)
        tilt = np.radians(-23.44 * np.cos(2 * np.pi * (day + 10) / 365.25))
        latitude = np.radians(self.where.latitude)
        turn = np.radians(15 * (synoptic.local_hour(self.where, np.asarray(float(self.hour))) - 12))
        height = np.sin(latitude) * np.sin(tilt) + np.cos(latitude) * np.cos(tilt) * np.cos(turn)
        above: Field = np.maximum(height, 0.0)
        return above


def moment(scenario: Scenario, where: Places, hour: int, cells: Cells) -> Moment:
    """Compute everything at an hour."""
    air = columns(scenario, where, np.asarray(float(hour)))
    vapour, saturated = (
        moist.saturation_vapour_pressure(temperature) for temperature in (air.dewpoint_k, air.temperature_k)
    )
    humidity = np.clip(vapour / saturated, 0, 1)
    echo, top = composite(scenario, where, hour, cells, air)
    before = [composite(scenario, where, hour - back, cells, air)[0] for back in (0.75, 0.5, 0.25)]
    rains = [rain_rate_mm_h(echoes) for echoes in (echo, *before)]
    cloud = _clouds(air, humidity, echo, top)
    return Moment(scenario, where, hour, air, humidity, echo, top, rains[0], np.mean(rains, axis=0), cloud)


def composite(scenario: Scenario, where: Places, hour: float, cells: Cells, air: Columns) -> tuple[Field, Field]:
    """Combine storm cells and the steady rain of the fronts in one echo; return it with the tops of the storms."""
    echo, top = echo_dbz(cells, where, hour)
    return np.maximum(echo, steady_rain_dbz(scenario, where, hour, air)), top


def steady_rain_dbz(scenario: Scenario, where: Places, hour: float, air: Columns) -> Field:
    """Return the echo of rain where air ascends over the warm front and around the low; it is patchy."""
    bounds = air.boundaries
    gliding = logistic(-bounds.warm_front / 40) * np.exp(-(((bounds.warm_front + 140) / 190) ** 2))
    gliding = gliding * logistic((bounds.cold_front + 220) / 70) * np.exp(-np.maximum(bounds.cold_front, 0) / 550)
    along = np.exp(-np.maximum(bounds.warm_front, 0) / 480)
    band = 0.75 * along * np.exp(-(((bounds.cold_front + 70) / 75) ** 2)) * logistic((bounds.warm_front + 150) / 60)
    wet = np.clip((scenario.gulf_dewpoint_c + 12) / 10, 0, 1) * np.clip(scenario.low_depth_hpa / 9, 0, 1.2)
    patches = synoptic.texture(scenario, "rain", where, np.asarray(hour), 380.0)
    amount = np.maximum(gliding, band) * wet * np.clip(scenario.lift, 0, 1) * (1 + 0.5 * patches)
    echo: Field = np.where(amount > 0.22, np.clip(12 + 30 * (amount - 0.22), 12, 38), NO_ECHO)
    return echo


def rain_rate_mm_h(echo: Field) -> Field:
    """Return the rain rate of an echo in mm/h, Z = 300 R^1.4."""
    rain = (10 ** (np.clip(echo, -10, 56) / 10) / 300) ** (1 / 1.4)
    return np.where(echo > 10, np.minimum(rain, DEEPEST_RAIN_MM_H), 0.0)


def _clouds(air: Columns, humidity: Field, echo: Field, top: Field) -> dict[str, Field]:
    sigma = air.pressure_hpa / air.pressure_hpa[0]
    layers = {"low": (0.78, 0.985), "middle": (0.45, 0.78), "high": (0.15, 0.45), "boundary": (0.88, 0.985)}
    needed = {"low": 0.72, "middle": 0.55, "high": 0.45, "boundary": 0.80}
    wettest = {
        name: np.max(np.where((sigma >= low) & (sigma < high), humidity, 0.0), axis=0)
        for name, (low, high) in layers.items()
    }
    cover = {
        name: np.clip((wetness - needed[name]) / (0.97 - needed[name]), 0, 1) ** 1.5
        for name, wetness in wettest.items()
    }
    raining, stormy = np.clip((echo - 5) / 15, 0, 1), np.clip(top / 6000, 0, 1)
    cover["low"], cover["middle"] = np.maximum(cover["low"], 0.9 * raining), np.maximum(cover["middle"], raining)
    cover["high"] = np.maximum(cover["high"], np.maximum(stormy, 0.8 * raining))
    return cover
