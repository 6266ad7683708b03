"""The effect of an event on the sky: a mass of air around a moving centre with its pressure, warmth, wind and rain.

Tropical cyclones have the pressure of Holland (1980, Mon. Wea. Rev. 108, 1212-1218, equation 1), a warm core that
weakens the low with height, and the rain of Tuleya et al. (2007, Wea. Forecasting 22, 56-70, R-CLIPER). All others are
bells (Gaussians). The wind on each level is the gradient wind of the geopotential there (Holland's equation 4).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sky.column import GAS, LEVELS, REFERENCE_K, thickness
from mesocosm.earth.planet.sky.events import EventKind, SkyEvent
from mesocosm.earth.planet.sky.waves import HOUR_S, Floats

AROUND_HPA = 1010.0
"""Pressure of the air around a cyclone, for the density of its air."""
CORE: dict[EventKind, Floats] = {
    "cyclone": np.array([0.0, 0.12, 0.25, 0.55, 1.0, 1.1, 0.4]),
    "storm": np.array([1.0, 1.0, 1.0, 0.9, 0.7, 0.1, -0.6]),
    "heat_wave": np.array([1.0, 1.0, 1.0, 0.8, 0.6, 0.3, -0.2]),
    "cold_spell": np.array([1.0, 0.9, 0.7, 0.4, 0.2, 0.0, 0.0]),
    "deluge": np.array([0.0, 0.1, 0.2, 0.3, 0.4, 0.2, 0.0]),
    "drought": np.array([1.0, 1.0, 0.9, 0.6, 0.3, 0.1, 0.0]),
}
"""Warmth of an event's air on each level."""
CORE_LEFT = -0.12
"""Remainder of a cyclone's low at 200 hPa: a weak high."""


@dataclass(frozen=True)
class Vortex:
    """An event over some hours at some places; arrays are (hours, places)."""

    event: SkyEvent
    hours: slice
    """Part of the requested hours in which the event takes place."""
    geopotential: Floats
    """Geopotential at 1000 hPa, J/kg; `steepness` is its change outward, per metre."""
    steepness: Floats
    warmth: Floats
    """Warmth, K, times `CORE` on each level; `warmth_slope` is its change outward."""
    warmth_slope: Floats
    rain_mm_h: Floats
    dryness: Floats
    surface_warmth: Floats
    distance_m: Floats
    outward_x: Floats
    outward_y: Floats

    def geopotential_on(self, level: int) -> Floats:
        return np.asarray(self.geopotential + _depth(self.event.kind)[level] * self.warmth)

    def warmth_on(self, level: int) -> Floats:
        return np.asarray(CORE[self.event.kind][level] * self.warmth)

    def wind_on(self, level: int, f: float) -> tuple[Floats, Floats]:
        """Return east and north, m/s: balance of pressure gradient, the Earth's rotation and the path's curvature."""
        slope = self.steepness + _depth(self.event.kind)[level] * self.warmth_slope
        half = self.distance_m * f / 2
        speed = np.sqrt(np.maximum(half**2 + self.distance_m * slope, 0.0)) - half
        return np.asarray(-speed * self.outward_y), np.asarray(speed * self.outward_x)


def _depth(kind: EventKind) -> Floats:
    """Return the geopotential above that of 1000 hPa per kelvin of warmth, on each level."""
    return thickness(CORE[kind])


def vortex(event: SkyEvent, hour: NDArray[np.int64], x: Floats, y: Floats) -> Vortex:
    """Return an event at places `x`, `y` (metres from the region's middle) in consecutive hours."""
    first = max(event.start_hour - int(hour[0]), 0)
    last = max(min(event.end_hour + 1 - int(hour[0]), hour.size), first)
    span = hour[first:last].astype(float)
    felt = _strength(event, span)[:, None]
    away_x, away_y = _away(event, span, x, y)
    distance = np.maximum(np.hypot(away_x, away_y), 1.0)
    return (_holland if event.kind == "cyclone" else _bell)(
        event, slice(first, last), felt, distance, away_x / distance, away_y / distance
    )


def _strength(event: SkyEvent, span: Floats) -> Floats:
    """Return 0 before and after, 1 in the middle, with soft flanks; a cyclone fades after half time."""
    through = np.clip((span - event.start_hour) / (event.end_hour - event.start_hour), 0.0, 1.0)
    flank = {"cyclone": 0.3, "storm": 0.4, "deluge": 0.4}.get(event.kind, 0.2)
    edge = np.clip(np.minimum(through, 1 - through) / flank, 0.0, 1.0)
    rise = edge * edge * (3 - 2 * edge)
    fade = np.exp(-np.maximum(span - event.middle_hour - 6, 0.0) / 30.0) if event.kind == "cyclone" else 1.0
    return np.asarray(rise * fade)


def _away(event: SkyEvent, span: Floats, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the distance of each place from the centre, east and north, metres."""
    p = event.parameters
    seconds = (span - event.middle_hour)[:, None] * HOUR_S
    centre_x = p.get("x_km", 0.0) * 1000 + p.get("east_m_s", 0.0) * seconds
    centre_y = p.get("y_km", 0.0) * 1000 + p.get("north_m_s", 0.0) * seconds
    return x[None, :] - centre_x, y[None, :] - centre_y


def _bell(event: SkyEvent, hours: slice, felt: Floats, r: Floats, out_x: Floats, out_y: Floats) -> Vortex:
    p = event.parameters
    radius = p.get("radius_km", 1.0e5) * 1000
    bell = felt * np.exp(-((r / radius) ** 2) / 2)
    slope = -r / radius**2 * bell
    high = GAS * REFERENCE_K * p.get("pressure_hpa", 0.0) / AROUND_HPA
    warmth = p.get("warmth_k", 0.0)
    rain = p.get("rain_mm", 0.0) * _rain_share(event, bell, r, out_x, out_y)
    dry = p.get("dryness", 0.0) * bell
    return Vortex(
        event,
        hours,
        high * bell,
        high * slope,
        warmth * bell,
        warmth * slope,
        rain,
        dry,
        warmth * bell,
        r,
        out_x,
        out_y,
    )


def _rain_share(event: SkyEvent, bell: Floats, r: Floats, out_x: Floats, out_y: Floats) -> Floats:
    """Return the share of an event's total rain per hour; a storm's rain falls ahead of its centre."""
    if event.kind != "storm":
        return bell / (0.6 * (event.end_hour - event.start_hour))
    ahead = 0.5 + 0.5 * np.clip(out_x + 0.6 * out_y, -1.0, 1.0) * np.minimum(r / 1e5, 1.0)
    return np.asarray(bell * ahead / 12.0)


def _holland(event: SkyEvent, hours: slice, felt: Floats, r: Floats, out_x: Floats, out_y: Floats) -> Vortex:
    p = event.parameters
    radius, b = p["radius_km"] * 1000, p["peakedness"]
    power = (radius / np.maximum(r, radius / 20)) ** b
    within = np.exp(-power)
    deficit = -p["pressure_hpa"] * felt
    pressure = AROUND_HPA - deficit * (1 - within)
    scale = GAS * REFERENCE_K
    geopotential = scale * np.log(pressure / AROUND_HPA)
    steepness = scale * deficit * within * power * b / r / pressure
    closing = -(1 - CORE_LEFT) / float(_depth("cyclone")[len(LEVELS) - 1])
    rain = _cyclone_rain(deficit, b, r)
    none = np.zeros_like(r)
    return Vortex(
        event,
        hours,
        geopotential,
        steepness,
        closing * geopotential,
        closing * steepness,
        rain,
        none,
        none,
        r,
        out_x,
        out_y,
    )


def _cyclone_rain(deficit_hpa: Floats, b: float, r: Floats) -> Floats:
    """Return mm/h by distance and greatest wind; wind in knots and rain in inches a day, as published."""
    knots = np.sqrt(b * deficit_hpa * 100 / (1.15 * np.e)) * 1.944
    u = 1 + (knots - 35) / 33
    inner, most = np.maximum(-1.10 + 3.96 * u, 0.0), np.maximum(-1.60 + 4.80 * u, 0.0)
    peak_m, fall_m = np.maximum(64.5 - 13.0 * u, 15.0) * 1000, np.maximum(150 - 16.0 * u, 60.0) * 1000
    inches = np.where(r < peak_m, inner + (most - inner) * r / peak_m, most * np.exp(-(r - peak_m) / fall_m))
    return np.asarray(inches * 25.4 / 24)
