"""The planet's stores and channels, applied to a river of your own.

A reach is a channel in which flood waves take time, within its banks and above them
(`earth.planet.water.channel_routing`); a catchment has the stores of HBV (`earth.planet.water.land`). With weather,
lakes and catchments covered by water also evaporate, which on the planet they do not. Water is counted in whole
hundredths of a cubic metre, so that none is made or lost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Cover, Soil
from mesocosm.earth.planet.water import channel_routing as waves
from mesocosm.earth.planet.water import land
from mesocosm.earth.planet.water.channel_routing import (
    STEP_S,
    STEPS_A_DAY,
    Channels,
    Counts,
    Course,
    OpenWater,
    lake_days,
    make_channels,
)
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.river_routing.inputs import MOST_CELL_DAYS, Reach, RiverInputs
from mesocosm.simulators.river_routing.parameters import set_in

Floats = NDArray[np.float64]
PARTS = 100
"""Counted parts of a cubic metre, and of a square kilometre, so that their product is a whole number again."""
SNOW_C = 0.0
"""Mean temperature up to which snow falls (HBV's threshold)."""
MOST_WATER = 2**53
"""Limit in parts of m³, up to which a double can represent every whole number."""
TURNS_CELLS = 2_000_000
"""Limit of numbers in one block of days."""


@dataclass(frozen=True)
class River:
    """Reaches from the headwaters down in the planet's form, with their positions among the inputs."""

    channels: Channels
    order: Counts
    """Position among the inputs of each routed reach."""
    stored: Counts
    """Water in each cell at the start, in parts of m³."""
    area: Counts
    """Area of each catchment without its lake, in parts of km²."""
    lake: Counts
    """Area of each lake, in parts of km²."""


def make_river(inputs: RiverInputs) -> River:
    """Order the inputs' reaches so that each comes before the one it flows to."""
    order = np.argsort(-_steps_down(inputs.reaches), kind="stable")
    ordered = [inputs.reaches[number] for number in order.tolist()]
    course = course_of(inputs, ordered)
    cells = int(waves.cell_counts(course).sum())
    if cells * inputs.days > MOST_CELL_DAYS:
        raise InvalidRecord(
            f"cells times days must not exceed {MOST_CELL_DAYS:,}; reaches of these lengths and wave speeds have "
            f"{cells:,} cells, and there are {inputs.days:,} days"
        )
    channels = make_channels(course, PARTS)
    initial = np.array([reach.initial_discharge_m3_s for reach in ordered])
    stored = waves.stored_at(channels, initial * STEP_S * PARTS)
    areas = np.array([(reach.catchment_km2, reach.lake_km2) for reach in ordered])
    whole, lake = np.asarray(np.round(areas * PARTS), np.int64).T
    return River(channels, order, stored, whole - lake, lake)


def course_of(inputs: RiverInputs, ordered: list[Reach]) -> Course:
    place = {reach.id: at for at, reach in enumerate(ordered)}
    speeds = np.array([inputs.speeds(reach) for reach in ordered])
    return Course(
        below=np.array([-1 if reach.flows_to is None else place[reach.flows_to] for reach in ordered], np.int64),
        length_m=np.array([reach.length_km * 1000 for reach in ordered]),
        bankfull_m3_s=np.array([reach.bankfull_m3_s for reach in ordered]),
        wave_m_s=speeds[:, 0],
        overbank_m_s=speeds[:, 1],
        lake_days=lake_days(np.array([reach.lake_km2 for reach in ordered])),
        along=inputs.runoff_enters == "along",
    )


def _steps_down(reaches: tuple[Reach, ...]) -> Counts:
    """Count the reaches from each to its outlet; refuse a ring."""
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


@dataclass(frozen=True)
class Routed:
    """Daily results, (days, reaches in the order of the inputs), in parts of m³, and the volumes of the balance."""

    outflow: Counts
    banks: Counts
    runoff: Counts
    received: int
    """Water that entered, as runoff or precipitation."""
    evaporated: int
    left: int
    """Water that left through the outlets."""
    stored_before: int
    stored_after: int

    @property
    def error(self) -> int:
        """Error of the water balance, always 0."""
        return self.received - self.evaporated - self.left - (self.stored_after - self.stored_before)


def route(inputs: RiverInputs) -> Routed:
    """Route all days, from empty banks unless the initial discharge is above bankfull."""
    river = make_river(inputs)
    land_days, surface = shed_of(inputs, river), surface_of(inputs, river)
    runoff, fallen = land_days.runoff, 0 if surface is None else int(surface.rain.sum())
    if int(river.stored.sum()) + fallen + runoff.sum(dtype=np.float64) >= MOST_WATER:
        raise InvalidRecord(f"the river must not carry {MOST_WATER / PARTS:.1e} m³ or more in all")
    days = route_blocks(river.channels, river.stored, runoff, surface)
    outlets = np.array([inputs.reaches[number].flows_to is None for number in river.order.tolist()])
    back = np.argsort(river.order)
    return Routed(
        days.outflow[:, back],
        days.banks[:, back],
        runoff[:, back],
        land_days.received + fallen,
        land_days.evaporated + int(days.evaporated.sum()),
        int(days.outflow[:, outlets].sum()),
        int(river.stored.sum()) + land_days.stored_before,
        int(days.stored.sum()) + land_days.stored_after,
    )


def route_blocks(channels: Channels, stored: Counts, runoff: Counts, surface: OpenWater | None) -> waves.RoutedDays:
    """Route days of water through channels, in blocks that fit the memory."""
    block = max(30, TURNS_CELLS // (STEPS_A_DAY * channels.reach.size))
    parts = []
    for first in range(0, len(runoff), block):
        days = slice(first, first + block)
        air = None if surface is None else OpenWater(surface.rain[days], surface.asked[days])
        parts.append(waves.route(channels, stored, runoff[days], air))
        stored = parts[-1].stored
    outflow, banks, evaporated = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("outflow", "banks", "evaporated")
    )
    return waves.RoutedDays(outflow, banks, stored, evaporated)


def surface_of(inputs: RiverInputs, river: River) -> OpenWater | None:
    """Return the weather of lakes and water-covered catchments; None if there are none, or if runoff is given.

    They evaporate the reference times the coefficient of FAO-56 (table 12, shallow open water), as far as there is
    water
    at the end of the reach. Rain on a catchment covered by water runs off as it does on the planet.
    """
    water = [inputs.reaches[number].cover == "water" for number in river.order.tolist()]
    wide = river.lake + np.where(water, river.area, 0)
    if inputs.weather is None or not wide.any():
        return None
    wet, _, asked = forcing(inputs, river)
    most = np.floor(asked * land.DEMAND[Cover.WATER] * land.MM)
    return OpenWater(_micrometres(wet) * river.lake, np.asarray(most, np.int64) * wide)


def _micrometres(depth_mm: Floats) -> Counts:
    return np.asarray(np.round(depth_mm * land.MM), np.int64)


@dataclass(frozen=True)
class Shed:
    """Totals of the land in parts of m³; `stored` is the water in snow, soil and the stores below."""

    runoff: Counts
    """(days, reaches in the routed order)"""
    received: int
    evaporated: int = 0
    stored_before: int = 0
    stored_after: int = 0


def shed_of(inputs: RiverInputs, river: River) -> Shed:
    """Return the given runoff, or compute it from the weather."""
    if inputs.runoff_mm is not None:
        km2 = np.array([inputs.reaches[number].catchment_km2 for number in river.order.tolist()])
        runoff = np.asarray(np.round(_table(inputs, river, inputs.runoff_mm) * km2 * land.MM * PARTS), np.int64)
        return Shed(runoff, int(runoff.sum()))
    given = inputs.parameters.set_values()
    plot = set_in(plot_of(inputs, river), given)
    return shed_by(plot, forcing(inputs, river), river.area, given.get("snow_below_c", SNOW_C))


def _table(inputs: RiverInputs, river: River, column: dict[str, tuple[float, ...]]) -> Floats:
    """Return a column as (days, reaches in the routed order)."""
    ids = [inputs.reaches[number].id for number in river.order.tolist()]
    return np.array([column[name] for name in ids], np.float64).T


def forcing(inputs: RiverInputs, river: River) -> tuple[Floats, Floats, Floats]:
    """Return precipitation, temperature and reference evaporation, each (days, reaches in the routed order)."""
    assert inputs.weather is not None
    weather = inputs.weather
    columns = (weather.precipitation_mm, weather.temperature_c, weather.reference_evaporation_mm)
    wet, mean_c, asked = (_table(inputs, river, column) for column in columns)
    return wet, mean_c, asked


def shed_by(plot: land.Plot, weather: tuple[Floats, Floats, Floats], area: Counts, snow_c: Floats | float) -> Shed:
    """Simulate the plots with their weather: one plot per column, or several in turn for the same columns."""
    times = area.size // weather[0].shape[1]
    state = land.first_state(plot)
    before, received, evaporated = _store(state, area), 0, 0
    runoff = np.zeros((len(weather[0]), area.size), np.int64)
    for at, day in enumerate(zip(*weather, strict=True)):
        wet, mean_c, asked = (np.tile(column, times) for column in day)
        water = _micrometres(wet)
        snowfall = np.where(mean_c <= snow_c, water, 0)
        state, fluxes = land.step(plot, state, water - snowfall, snowfall, mean_c, asked)
        received += int((water * area).sum())
        evaporated += int((fluxes.evaporation * area).sum())
        runoff[at] = fluxes.runoff * area
    return Shed(runoff, received, evaporated, before, _store(state, area))


def _store(state: land.LandState, area: Counts) -> int:
    return int(((state.snow + state.soil + state.quick + state.slow) * area).sum())


def plot_of(inputs: RiverInputs, river: River) -> land.Plot:
    """Return a square kilometre of each catchment, with the planet's values for its soil and cover."""
    reaches = [inputs.reaches[number] for number in river.order.tolist()]
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
