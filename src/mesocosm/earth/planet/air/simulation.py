"""A simulation of pollutants in the air: steps forward in time from clean air, with a balance of every milligram."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.air.mixing import (
    SPEEDS,
    SURFACE_M,
    deepen_layer,
    exchange,
    mean_speeds,
    mixed_heights,
    stirring,
)
from mesocosm.earth.planet.air.tiles import TILE_M, from_nodes
from mesocosm.earth.planet.air.transport import STEPS, Reach, exchange_mass, lose_mass, move_with_wind, reach
from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.tables import SURFACE, Singles

RELEASES = 4
"""Number of parts in which the emission of a step is released."""
MG_TO_UG_M3 = 1000.0 / (TILE_M**2 * SURFACE_M)


@dataclass(frozen=True)
class Tracer:
    """The ways in which a substance leaves the air."""

    falls_m_s: float
    """Velocity of dry deposition from the lowest layer, m/s."""
    washed: float
    """Scavenging by rain, per second in a rain of 1 mm/h; it grows with the power 0.79 of the rain (Slinn 1977)."""
    oxidised_h: float
    """Lifetime under a sun of 500 W/m², hours; at night six times that. 0 for substances that are not oxidised."""


TRACERS = {
    "nox": Tracer(falls_m_s=0.002, washed=3e-6, oxidised_h=6.0),
    "pm": Tracer(falls_m_s=0.001, washed=8.4e-5, oxidised_h=0.0),
    "smoke": Tracer(falls_m_s=0.001, washed=8.4e-5, oxidised_h=0.0),
}


@dataclass(frozen=True)
class Ledger:
    """Mass balance of one tracer since the run began, mg: emitted = airborne + fallen + washed + oxidised + left."""

    emitted: int
    airborne: int
    fallen: int
    washed: int
    oxidised: int
    left: int
    """Mass that left over the region's edges and through the top."""


@dataclass(frozen=True)
class Weather:
    """Weather that drives the transport, hour by hour on tiles: (hours, rows, columns)."""

    east: Floats
    """Eastward wind at 10 m, m/s; `north` is the northward wind."""
    north: Floats
    stir: Floats
    """Velocity of exchange between the lowest layer and the next, m/s."""
    rain_mm: Floats
    sun: Floats
    """Sunshine, W/m²."""
    height_m: Floats
    """Height of the mixed layer, m, by hour."""


OF_THE_SKY = ("wind_east_10m", "wind_north_10m", "precipitation", "shortwave")
"""Fields of the sky that the simulation needs."""


def weather_of(fields: dict[str, Singles], skip: int) -> Weather:
    """Return the weather on tiles from fields on nodes.

    The first `skip` hours are used only for how the sun warmed the ground.
    """
    speeds = mean_speeds(fields["wind_east_10m"], fields["wind_north_10m"])
    height = mixed_heights(fields["shortwave"], speeds)[skip:]
    east, north, rain, sun = (from_nodes(fields[name][skip:], SURFACE[name].step) for name in OF_THE_SKY)
    stir = stirring(fields["shortwave"][skip:], np.sqrt(east * east + north * north))
    return Weather(east, north, stir, rain, sun, height)


class Run:
    """A simulation that starts from clean air and is run as far as needed; later hours never change earlier ones.

    `sources` are milligrams per hour by tracer and layer: (hours, tracers, layers, rows, columns). A sixth of them
    enters the air in each step.
    """

    def __init__(self, weather: Weather, sources: Floats, names: tuple[str, ...]) -> None:
        self._causes: tuple[Weather, Floats] | None = (weather, sources)
        self._book = _Book(names, sources.shape[1:])
        self._concentrations = np.zeros((len(sources), sources.shape[1], *sources.shape[3:]), np.float32)
        self._done = 0

    def until(self, hours: int) -> Singles:
        """Return the means of the first hours near the ground, µg/m³, (hours, tracers, rows, columns)."""
        while self._causes is not None and self._done < min(hours, len(self._concentrations)):
            self._concentrations[self._done] = self._hour(*self._causes, self._done)
            self._done += 1
        if self._done == len(self._concentrations):
            self._causes = None  # frees the inputs, which need more memory than the results
        return self._concentrations[:hours]

    def _hour(self, weather: Weather, sources: Floats, hour: int) -> Floats:
        if hour:
            heights = weather.height_m
            self._book.mass = deepen_layer(self._book.mass, float(heights[hour - 1]), float(heights[hour]))
        return round_to_step(self._book.hour(weather, hour, sources[hour]) * MG_TO_UG_M3, 0.01)

    def ledgers(self) -> tuple[Ledger, ...]:
        """Return the balance of each tracer at the end."""
        self.until(len(self._concentrations))
        return self._book.ledgers()


def carry_mass(mass: Floats, along: Reach, across: Reach, *, rows_first: bool) -> tuple[Floats, Floats]:
    """Return the mass (tracers, layers, rows, columns) after a step of wind, and what left the region, by tracer."""
    gone = np.zeros(len(mass))
    for by_row in (rows_first, not rows_first):
        turned = mass if by_row else np.ascontiguousarray(mass.swapaxes(2, 3))
        turned, out = move_with_wind(turned, along if by_row else across)
        gone += out
        mass = turned if by_row else turned.swapaxes(2, 3)
    return mass, gone


def _released(emitted: Floats, east: Floats, north: Floats) -> tuple[Floats, Floats]:
    """Return where a step's emission is at the end of the step, and how much of it left the region.

    It is released in parts spread over the step, so that a plume is continuous, and the air of a town holds what is
    emitted while it flows through.
    """
    part = np.floor(emitted / RELEASES)
    whole, gone = emitted - RELEASES * part, np.zeros(len(emitted))
    layers = slice(0, _layers_up_to(part))
    for number in range(RELEASES):
        share = (number + 0.5) / RELEASES
        along, across = reach(share * east[layers]), reach(share * north[layers])
        there, out = carry_mass(part[:, layers], along, across, rows_first=bool(number % 2))
        whole[:, layers] += there
        gone = gone + out
    return whole, gone


def _layers_up_to(part: Floats) -> int:
    """Return how many layers hold the emissions: winds above them need not be followed."""
    held = np.flatnonzero(part.any(axis=(0, 2, 3)))
    return int(held[-1]) + 1 if held.size else 1


class _Book:
    """The mass in the air, (tracers, layers, rows, columns), and the sums of what was emitted and lost."""

    def __init__(self, names: tuple[str, ...], shape: tuple[int, ...]) -> None:
        self.names, self.mass = names, np.zeros(shape)
        self.gone = {way: np.zeros(len(names)) for way in ("emitted", "fallen", "washed", "oxidised", "left")}

    def hour(self, weather: Weather, hour: int, emitted: Floats) -> Floats:
        """Simulate one hour of transport, mixing and losses; return the mean mass of the lowest layer."""
        east, north = (
            np.stack([speed * wind[hour] for speed in SPEEDS]) for wind in (weather.east, weather.north.swapaxes(1, 2))
        )
        along, across = reach(east), reach(north)
        mixing = exchange(weather.stir[hour], float(weather.height_m[hour]), along, across)
        each = np.floor(emitted / STEPS)
        fresh, beyond = _released(each, east, north)
        self._emit(emitted - STEPS * each)
        mean = np.zeros_like(self.mass[:, 0])
        for step in range(STEPS):
            # Alternating orders cancel most of the error that each order makes where the wind turns.
            self.mass, out = carry_mass(self.mass, along, across, rows_first=step % 2 == 1)
            self.gone["left"] += out + beyond
            self._emit(fresh)
            self.gone["emitted"] += beyond
            self.mass, out = exchange_mass(self.mass, mixing)
            self.gone["left"] += out
            mean += self.mass[:, 0]
        self._lose(weather, hour)
        return mean / STEPS

    def _emit(self, part: Floats) -> None:
        self.mass = self.mass + part
        self.gone["emitted"] += part.sum(axis=(1, 2, 3))

    def _lose(self, weather: Weather, hour: int) -> None:
        """Remove mass by dry deposition, by rain and by the sun, in this order."""
        tracers = [TRACERS[name] for name in self.names]
        fall = np.array([1 - np.exp(-tracer.falls_m_s * 3600 / SURFACE_M) for tracer in tracers])
        self._drop("fallen", round_to_step(fall, 1e-9)[:, None, None], slice(0, 1))
        rain = weather.rain_mm[hour]
        if rain.any():
            rate = np.array([tracer.washed for tracer in tracers])[:, None, None, None]
            self._drop("washed", round_to_step(1 - np.exp(-rate * 3600 * rain**0.79), 1e-6), slice(None))
        light = 1 / 6 + 5 / 6 * np.minimum(weather.sun[hour] / 500.0, 1.5)
        rate = np.array([1 / tracer.oxidised_h if tracer.oxidised_h else 0.0 for tracer in tracers])
        if rate.any():
            self._drop("oxidised", round_to_step(1 - np.exp(-rate[:, None, None, None] * light), 1e-6), slice(None))

    def _drop(self, way: str, share: Floats, layers: slice) -> None:
        share = share[:, None] if share.ndim == 3 else share
        self.mass = np.ascontiguousarray(self.mass)
        self.mass[:, layers], gone = lose_mass(self.mass[:, layers], share)
        self.gone[way] += gone

    def ledgers(self) -> tuple[Ledger, ...]:
        airborne = self.mass.sum(axis=(1, 2, 3))
        losses = {way: values.astype(np.int64).tolist() for way, values in self.gone.items()}
        return tuple(
            Ledger(airborne=int(airborne[n]), **{way: values[n] for way, values in losses.items()})
            for n in range(len(self.names))
        )
