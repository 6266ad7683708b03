"""The air over the nodes in a stretch of hours, from which all fields at the surface and on levels are derived."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sky import rain, surface
from mesocosm.earth.planet.sky.climates import WEATHER, Weather
from mesocosm.earth.planet.sky.clock import Clock, Floats
from mesocosm.earth.planet.sky.column import (
    ASCENT,
    GAS,
    LEVELS,
    REFERENCE_K,
    WAVE_WARMTH,
    WaveColumn,
    coriolis,
    geopotential_1000,
    sea_level_pressure,
    thickness,
    wave_column,
)
from mesocosm.earth.planet.sky.nodes import LAPSE_K_M, MONTH_HOURS, Nodes, by_month
from mesocosm.earth.planet.sky.vortices import Vortex
from mesocosm.earth.planet.sky.waves import (
    HOUR_S,
    Complexes,
    Moods,
    Waves,
    product,
    slow_moods,
    sum_waves,
    synoptic_waves,
    texture_waves,
)
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.seeding import generator

PER_HPA = GAS * REFERENCE_K / 1000
"""Geopotential of 1000 hPa for one hPa at sea level, J/kg."""
STEERING = 3
"""Index of the level whose wind carries rain: 700 hPa."""


class Drivers:
    """The waves and moods of a region, drawn once, with their factors at the nodes."""

    def __init__(self, region: Region, nodes: Nodes) -> None:
        self.weather: Weather = WEATHER[region.climate]
        self.latitude = region.latitude
        self.f = coriolis(region.latitude)

        def draw(name: str) -> np.random.Generator:
            return generator("planet", region.seed, "sky", region.key, name)

        self.waves: Waves = synoptic_waves(draw("waves"), self.weather.speed_m_s)
        self.bands = texture_waves(draw("bands"), 4.0e4, 4.5e5, 14.0)
        self.cells = texture_waves(draw("cells"), 2.2e4, 1.2e5, 2.5)
        self.eddies = texture_waves(draw("eddies"), 3.0e4, 2.5e5, 7.0, count=64)
        self.warm_mood: Moods = slow_moods(draw("warm mood"))
        self.wet_mood: Moods = slow_moods(draw("wet mood"))
        self.lift = (0.012 + 0.0036 * self.weather.pressure_hpa[0]) / (self.weather.pressure_hpa[0] * PER_HPA)
        self.column: WaveColumn = wave_column(self.waves, region.latitude, self.lift)
        self.place = self.waves.in_place(nodes.x, nodes.y)
        self.textures = {name: waves.in_place(nodes.x, nodes.y) for name, waves in self._textures().items()}

    def _textures(self) -> dict[str, Waves]:
        return {"bands": self.bands, "cells": self.cells, "eddies": self.eddies}

    def texture(self, name: str, clock: Clock, east: Floats, north: Floats) -> Complexes:
        """Return two independent fields of variance 1, as real and imaginary part, shifted east and north (metres)."""
        waves = self._textures()[name]
        phase = np.outer(east, waves.k) + np.outer(north, waves.l_) + np.outer(clock.hour, waves.frequency)
        return product(np.cos(phase) - 1j * np.sin(phase), self.textures[name].T)

    def carried(self, clock: Clock) -> tuple[Floats, Floats]:
        """Return how far the wind at 700 hPa has carried air since the epoch, metres: the waves' wind, integrated."""
        time = self.waves.in_time(clock.hour) * self.waves.weight / (-1j * self.waves.frequency)
        season = (self.pressure_season(clock), self.warmth_season(clock))
        moved = []
        for parts in (self.column.east, self.column.north):
            moved.append(sum(s * (time @ part[STEERING]).real for s, part in zip(season, parts, strict=True)))
        steady = np.mean(self.mean_wind(STEERING, np.array([1.0, -1.0])))
        hours = clock.hour.astype(float)
        return np.asarray((moved[0] + steady * hours) * HOUR_S), np.asarray(moved[1] * HOUR_S)

    def pressure_season(self, clock: Clock) -> Floats:
        """Return the amplitude of the waves' pressure part, J/kg."""
        return between(self.weather.pressure_hpa, clock.winter) * PER_HPA

    def warmth_season(self, clock: Clock) -> Floats:
        return between(self.weather.warmth_k, clock.winter)

    def mean_slope(self, winter: Floats) -> Floats:
        """Return the northward slope of the geopotential on each level, J/kg per metre: (levels, times)."""
        fall = -between(self.weather.gradient_k, winter) * 1e-6
        slope = thickness(WAVE_WARMTH[:, None] * fall[None, :])
        return np.asarray(slope - self.f * between(self.weather.surface_wind_m_s, winter))

    def mean_wind(self, level: int, winter: Floats) -> Floats:
        return np.asarray(-self.mean_slope(winter)[level] / self.f)


def between(pair: tuple[float, float], winter: Floats) -> Floats:
    """Interpolate through the year between the values of winter and summer."""
    return np.asarray((pair[0] + pair[1]) / 2 + (pair[0] - pair[1]) / 2 * winter)


@dataclass(frozen=True)
class Air:
    """A stretch of hours; arrays are (hours, nodes)."""

    drivers: Drivers
    nodes: Nodes
    clock: Clock
    vortices: tuple[Vortex, ...]

    @cached_property
    def in_time(self) -> Complexes:
        return self.drivers.waves.in_time(self.clock.hour)

    def _waves(self, factors: Complexes) -> Floats:
        return sum_waves(self.in_time, self.drivers.place * factors)

    def _added(self, field: Floats, name: str) -> Floats:
        """Add the events to a field, in place, and return it."""
        for vortex in self.vortices:
            field[vortex.hours] += getattr(vortex, name)
        return field

    @cached_property
    def _carried(self) -> tuple[Floats, Floats]:
        return self.drivers.carried(self.clock)

    def _texture(self, name: str) -> Complexes:
        return self.drivers.texture(name, self.clock, *self._carried)

    def clock_at_noon(self) -> Clock:
        """Return noon (UTC) of each whole day."""
        return Clock(self.clock.hour[::24] + 12, self.clock.longitude)

    def _zeros(self) -> Floats:
        return np.zeros((self.clock.hour.size, self.nodes.x.size))

    # Pressure and wind

    def geopotential(self, level: int) -> Floats:
        """Return the geopotential of the level, J/kg, without the mean of the column."""
        parts = self.drivers.column.geopotential
        pressure, warmth = self.drivers.pressure_season(self.clock), self.drivers.warmth_season(self.clock)
        field = pressure[:, None] * self._waves(parts[0][level]) + warmth[:, None] * self._waves(parts[1][level])
        field += self.drivers.mean_slope(self.clock.winter)[level][:, None] * self.nodes.y
        for vortex in self.vortices:
            field[vortex.hours] += vortex.geopotential_on(level)
        return field

    @cached_property
    def pressure_msl(self) -> Floats:
        mean = between(self.drivers.weather.mean_pressure_hpa, self.clock.winter)
        mean = mean + surface.tide_hpa(self.clock, self.drivers.latitude)
        return sea_level_pressure(self.geopotential(0) + geopotential_1000(mean)[:, None])

    def wind(self, level: int) -> tuple[Floats, Floats]:
        """Return the wind without friction, east and north, m/s."""
        pressure, warmth = self.drivers.pressure_season(self.clock), self.drivers.warmth_season(self.clock)
        column = self.drivers.column
        east, north = (
            pressure[:, None] * self._waves(parts[0][level]) + warmth[:, None] * self._waves(parts[1][level])
            for parts in (column.east, column.north)
        )
        east += self.drivers.mean_wind(level, self.clock.winter)[:, None]
        for vortex in self.vortices:
            turning = vortex.wind_on(level, self.drivers.f)
            east[vortex.hours] += turning[0]
            north[vortex.hours] += turning[1]
        return east, north

    @cached_property
    def ascent(self) -> Floats:
        """Ascent of the waves at 600 hPa, of variance 1 in all seasons."""
        return self._waves(self.drivers.column.ascent[LEVELS.index(500)] / ASCENT[LEVELS.index(500)])

    # Warmth

    @cached_property
    def wave_warmth(self) -> Floats:
        """Warmth of the lower air, of variance 1."""
        return self._waves(self.drivers.column.temperature[0])

    @cached_property
    def normal_c(self) -> Floats:
        return by_month(self.nodes.temperature_c, self.clock.day_of_year)

    @cached_property
    def anomaly_k(self) -> Floats:
        """Deviation of the temperature near the ground from its normal, without the daily cycle."""
        season = self.drivers.warmth_season(self.clock)[:, None]
        mood = self.drivers.weather.slow_warmth_k * self.drivers.warm_mood.at(self.clock.hour)[:, None]
        damped = 0.65 + 0.35 * self.nodes.land
        waves = damped * (season * surface.sharpen_fronts(self.wave_warmth) + mood)
        return self._added(waves, "surface_warmth")

    # Water

    @cached_property
    def moisture(self) -> Floats:
        """Cause of widespread rain and cloud, of variance about 1: ascent, fronts, mood."""
        front = (np.exp(-((self.wave_warmth / 0.35) ** 2)) - 0.24) / 0.36
        mood = self.drivers.wet_mood.at(self.clock.hour)[:, None]
        return np.asarray(0.87 * self.ascent + 0.42 * front + 0.26 * mood)

    @cached_property
    def bands(self) -> Complexes:
        return self._texture("bands")

    @cached_property
    def cells(self) -> Complexes:
        return self._texture("cells")

    @cached_property
    def dryness(self) -> Floats:
        return self._added(self._zeros(), "dryness")

    @cached_property
    def precipitation(self) -> Floats:
        """Precipitation in the hour, mm."""
        mean = by_month(self.nodes.rain_mm, self.clock.day_of_year) / MONTH_HOURS
        mean = mean * (1 - rain.event_share(self.drivers.weather.rates, self.nodes.rain_mm.sum(axis=0)))
        share = rain.shower_share(self.normal_c)
        rate = between(self.drivers.weather.intensity_mm_h, self.clock.winter)[:, None]
        wide_index = 0.86 * self.moisture + 0.51 * self.bands.real - self.dryness
        wide = rain.rain_rate(wide_index, mean * (1 - share), rate, rain.WIDE_POWER)
        shower_index = 0.45 * self.moisture + 0.30 * self.wave_warmth + 0.84 * self.cells.real - self.dryness
        showers = rain.rain_rate(shower_index, mean * share, rate * rain.SHOWER_INTENSITY, rain.SHOWER_POWER)
        showers *= rain.shower_hours(self.clock.solar_hour, self.nodes.land)
        of_events = self._added(self._zeros(), "rain_mm_h")
        of_events *= np.maximum(1 + 0.45 * self.bands.imag + 0.35 * self.cells.real, 0.05)
        return np.asarray(wide + showers + of_events)

    @cached_property
    def wide_cover(self) -> Floats:
        """Cloud of the waves alone, without bands and cells."""
        mean = between(self.drivers.weather.cloud, self.clock.winter)[:, None]
        return surface.cloud_cover(0.9 * self.moisture - self.dryness, mean)

    @cached_property
    def cover(self) -> Floats:
        mean = between(self.drivers.weather.cloud, self.clock.winter)[:, None]
        broken = surface.cloud_cover(
            0.9 * self.moisture + 0.45 * self.bands.real + 0.15 * self.cells.real - self.dryness, mean
        )
        return np.maximum(broken, np.minimum(self.precipitation * 3.0, 1.0) * 0.95)

    # Near the ground

    @cached_property
    def temperature_c(self) -> Floats:
        """Temperature at 2 m."""
        range_k = between(self.drivers.weather.diurnal_k, self.clock.winter)[:, None]
        swing = surface.swing_k(range_k, self.nodes.land, self.wide_cover) * (1 + 0.12 * np.minimum(self.dryness, 1.5))
        wave = surface.diurnal(self.clock, self.drivers.latitude)[:, None]
        cooled = np.minimum(self.precipitation, 4.0) * 0.45
        unrest = 0.5 * self.cells.imag * surface.inland(self.nodes.land)
        return surface.limit_heat(self.normal_c + self.anomaly_k + swing * wave - cooled + unrest)

    @cached_property
    def dew_point_c(self) -> Floats:
        mean_mm = by_month(self.nodes.rain_mm, self.clock.day_of_year)
        fall = surface.dryness_k(self.normal_c, mean_mm) * (1 - 0.3 * self.moisture + 0.35 * self.dryness)
        fall = np.maximum(fall + 0.35 * self.bands.imag, 0.3)
        wet = np.minimum(self.precipitation, 1.0)
        humid = self.normal_c + self.anomaly_k * (1 - 0.25 * np.minimum(self.dryness, 1.0)) - fall * (1 - 0.35 * wet)
        return np.minimum(humid, self.temperature_c - 0.2)

    @cached_property
    def wind_10m(self) -> tuple[Floats, Floats]:
        east, north = surface.near_ground(self.clock, self.nodes, self.drivers.latitude, self.wind(0), self.cover)
        eddies = self._texture("eddies")
        unrest = 0.45 + 0.1 * np.hypot(east, north)
        return east + unrest * eddies.real, north + unrest * eddies.imag

    @property
    def surface_pressure(self) -> Floats:
        """Pressure at the mean height of the node's land."""
        kelvin = self.temperature_c + 273.15 + LAPSE_K_M / 2 * self.nodes.elevation_m
        return np.asarray(self.pressure_msl * np.exp(-GRAVITY * self.nodes.elevation_m / (GAS * kelvin)))
