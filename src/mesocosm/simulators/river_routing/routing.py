"""The planet's stores on a river of one's own.

A reach is a linear store whose water stays as long as a flood wave takes to pass it, and a second, slower one for what
leaves the banks (`earth.planet.water.reaches`); a catchment has the stores of HBV (`earth.planet.water.land`).
Water is counted in whole hundredths of a cubic metre, so that none is made or lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Cover, Soil
from mesocosm.earth.planet.settling import settled
from mesocosm.earth.planet.water import land
from mesocosm.earth.planet.water.reaches import DAY_S, LAKE_DAYS_KM2, MOST_DAYS, Counts, Reaches, flow, ranks_of
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.river_routing.inputs import Reach, RiverInputs

Floats = NDArray[np.float64]
PARTS = 100
"""Counted parts of a cubic metre, and of a square kilometre: their product is a whole number again."""
SNOW_C = 0.0
"""Snow falls up to this mean temperature (the threshold of HBV)."""


@dataclass(frozen=True)
class River:
    """Reaches from the headwaters down, in the form of the planet, with the place of each among the inputs."""

    reaches: Reaches
    order: Counts
    """For each routed reach, its number among the inputs."""
    channel: Counts
    """Water at the start, in parts of m³."""
    area: Counts
    """Of each catchment, in parts of km²."""


def make_river(inputs: RiverInputs) -> River:
    """The inputs' reaches, ordered so that each comes before the one it flows to."""
    steps = _steps_down(inputs.reaches)
    order = np.argsort(-steps, kind="stable")
    place = np.argsort(order)
    numbers = {reach.id: number for number, reach in enumerate(inputs.reaches)}
    ordered = [inputs.reaches[number] for number in order.tolist()]
    below = np.array([-1 if reach.flows_to is None else place[numbers[reach.flows_to]] for reach in ordered], np.int64)
    days = np.array([_delay_days(reach, inputs.wave_speed_m_s) for reach in ordered])
    bankfull = np.array([reach.bankfull_m3_s for reach in ordered])
    reaches = Reaches(
        steps_down=steps[order],
        reach=np.arange(len(ordered)),
        ends=np.arange(len(ordered)),
        below=below,
        ranks=ranks_of(steps[order]),
        keeps=settled(days / (1 + days), 1e-9),
        bank_m3=np.asarray(np.floor(bankfull * DAY_S * (1 + settled(days, 1e-9))) * PARTS, np.int64),
        bankfull_m3_s=bankfull,
    )
    initial = np.array([reach.initial_discharge_m3_s for reach in ordered])
    channel = np.asarray(np.round(initial * DAY_S * settled(days, 1e-9)), np.int64) * PARTS
    area = np.asarray(np.round(np.array([reach.catchment_km2 for reach in ordered]) * PARTS), np.int64)
    return River(reaches, order, channel, area)


def _steps_down(reaches: tuple[Reach, ...]) -> Counts:
    """Reaches from each to its outlet; a ring is refused."""
    below = {reach.id: reach.flows_to for reach in reaches}
    steps: dict[str | None, int] = {None: -1}
    for start in below:
        path: list[str | None] = []
        here: str | None = start
        while here not in steps:
            if len(path) > len(below):
                raise InvalidRecord(f"reaches: {start} flows in a ring and reaches no outlet")
            path.append(here)
            here = below[str(here)]
        for name in reversed(path):
            steps[name] = steps[below[str(name)]] + 1
    return np.array([steps[reach.id] for reach in reaches], np.int64)


def _delay_days(reach: Reach, wave_m_s: float) -> float:
    """How long water stays: the time of the wave, and of a lake, at most five days as on the planet."""
    return min(reach.length_km * 1000 / wave_m_s / DAY_S + LAKE_DAYS_KM2 * reach.lake_km2, MOST_DAYS)


@dataclass(frozen=True)
class Routed:
    """Daily (days, reaches in the order of the inputs), in parts of m³, and the volumes of the balance."""

    outflow: Counts
    banks: Counts
    runoff: Counts
    received: int
    """Water that entered: runoff, or precipitation."""
    evaporated: int
    left: int
    """Over the outlets."""
    stored_before: int
    stored_after: int

    @property
    def error(self) -> int:
        """What the balance lacks: none."""
        return self.received - self.evaporated - self.left - (self.stored_after - self.stored_before)


def route(inputs: RiverInputs) -> Routed:
    """All days, from empty banks."""
    river = make_river(inputs)
    days = len(next(iter(next(iter(inputs.columns().values())).values())))
    shape = (days, len(inputs.reaches))
    outflow, bank, shed = (np.zeros(shape, np.int64) for _ in range(3))
    channel, banks = river.channel, np.zeros_like(river.channel)
    sources = _weather_days(inputs, river) if inputs.weather is not None else _runoff_days(inputs, river)
    opening, received, evaporated, land_stored = int(channel.sum()), 0, 0, (0, 0)
    for at, day in enumerate(sources):
        moved = flow(river.reaches, channel, banks, day.runoff)
        channel, banks = moved.channel, moved.banks
        outflow[at, river.order], bank[at, river.order], shed[at, river.order] = moved.outflow, banks, day.runoff
        received, evaporated = received + day.received, evaporated + day.evaporated
        land_stored = (land_stored[0] if at else day.stored_before, day.stored_after)
    outlets = np.array([reach.flows_to is None for reach in inputs.reaches])
    return Routed(
        outflow,
        bank,
        shed,
        received,
        evaporated,
        int(outflow[:, outlets].sum()),
        opening + land_stored[0],
        int(channel.sum() + banks.sum()) + land_stored[1],
    )


@dataclass(frozen=True)
class _Day:
    """What the land does in a day, in parts of m³; `stored` is the water in snow, soil and the stores below it."""

    runoff: Counts
    received: int
    evaporated: int = 0
    stored_before: int = 0
    stored_after: int = 0


def _table(inputs: RiverInputs, river: River, column: dict[str, tuple[float, ...]]) -> Floats:
    """A column as (days, reaches in the routed order)."""
    ids = [inputs.reaches[number].id for number in river.order.tolist()]
    return np.array([column[name] for name in ids], np.float64).T


def _runoff_days(inputs: RiverInputs, river: River) -> Iterator[_Day]:
    assert inputs.runoff_mm is not None
    for depth in _table(inputs, river, inputs.runoff_mm):
        runoff = np.asarray(np.round(depth * land.MM), np.int64) * river.area
        yield _Day(runoff, int(runoff.sum()))


def _weather_days(inputs: RiverInputs, river: River) -> Iterator[_Day]:
    assert inputs.weather is not None
    weather = inputs.weather
    columns = (weather.precipitation_mm, weather.temperature_c, weather.reference_evaporation_mm)
    plot = _plot([inputs.reaches[number] for number in river.order.tolist()])
    state = land.first_state(plot)
    for wet, mean_c, asked in zip(*(_table(inputs, river, column) for column in columns), strict=True):
        water = np.asarray(np.round(wet * land.MM), np.int64)
        snowfall = np.where(mean_c <= SNOW_C, water, 0)
        before = _stored(state, river)
        state, fluxes = land.step(plot, state, water - snowfall, snowfall, mean_c, asked)
        evaporated = int((fluxes.evaporation * river.area).sum())
        runoff = fluxes.runoff * river.area
        yield _Day(runoff, int((water * river.area).sum()), evaporated, before, _stored(state, river))


def _stored(state: land.LandState, river: River) -> int:
    return int(((state.snow + state.soil + state.quick + state.slow) * river.area).sum())


def _plot(reaches: list[Reach]) -> land.Plot:
    """A square kilometre of each catchment, with the planet's figures of its soil and cover."""
    soils = [Soil[str(reach.soil).upper()] for reach in reaches]
    covers = [Cover[str(reach.cover).upper()] for reach in reaches]
    water = np.array([cover == Cover.WATER for cover in covers])
    holds = np.array([land.HOLDS_MM[soil] * land.MM for soil in soils], np.int64)
    return land.Plot(
        cells=np.arange(len(reaches)),
        holds=np.where(water, 0, holds),
        beta=np.array([land.BETA[soil] for soil in soils]),
        sinks=np.array([int(land.SINKS_MM[soil] * land.MM) for soil in soils], np.int64),
        leaves=np.array([int(land.LEAVES_MM.get(cover, 0.0) * land.MM) for cover in covers], np.int64),
        demand=np.array([land.DEMAND.get(cover, 0.8) for cover in covers]),
        sealed=np.array([land.SEALED.get(cover, 0.0) for cover in covers]),
        open_water=water,
    )
