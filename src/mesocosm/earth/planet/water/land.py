"""Snow, leaves, soil and the stores below it, day by day on every land cell, in whole cubic metres (µm on a cell).

The stores and their equations are those of HBV (Bergström 1976, SMHI RHO 7; Lindström et al. 1997, J. Hydrol. 201,
272-288): degree-day snow, soil from which a power of its wetness percolates, a quick and a slow store. Evaporation is
the reference of FAO-56 times a factor of the cover, less as the soil dries.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Cover, Ground, Soil
from mesocosm.earth.planet.quantisation import round_to_step

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
MM = 1000
"""Cubic metres in a millimetre on a cell."""
HOLDS_MM: dict[Soil, int] = {
    Soil.SAND: 90,
    Soil.LOAM: 170,
    Soil.SILT: 200,
    Soil.CLAY: 190,
    Soil.PEAT: 260,
    Soil.ROCK: 35,
}
"""Water for plants between wilting and field capacity in the root zone (after Saxton and Rawls 2006)."""
BETA: dict[Soil, float] = {
    Soil.SAND: 1.8,
    Soil.LOAM: 1.8,
    Soil.SILT: 1.8,
    Soil.CLAY: 1.4,
    Soil.PEAT: 2.0,
    Soil.ROCK: 1.2,
}
"""Power in HBV's soil equation: small where rain soon runs off."""
SINKS_MM: dict[Soil, float] = {
    Soil.SAND: 5.0,
    Soil.LOAM: 2.4,
    Soil.SILT: 1.8,
    Soil.CLAY: 1.0,
    Soil.PEAT: 1.4,
    Soil.ROCK: 0.8,
}
"""Greatest percolation from the quick to the slow store in a day."""
LEAVES_MM = {Cover.TREES: 1.8, Cover.SHRUBS: 0.9, Cover.GRASS: 0.6, Cover.CROPS: 0.8, Cover.WETLAND: 0.8}
DEMAND = {
    Cover.TREES: 0.95,
    Cover.SHRUBS: 0.75,
    Cover.GRASS: 0.85,
    Cover.CROPS: 0.85,
    Cover.BUILT: 0.45,
    Cover.BARE: 0.4,
    Cover.SNOW: 0.4,
    Cover.WATER: 1.05,
    Cover.WETLAND: 1.1,
}
"""Evaporation of a cover over that of the reference grass (FAO-56, table 12, over the year)."""
SEALED = {Cover.BUILT: 0.45, Cover.BARE: 0.1}
"""Share of rain that runs off at once."""
MELT_MM_K = 3.2
QUICK, SLOW = 0.3, 0.035
"""Shares of the quick and the slow store that flow out in a day."""
FREE_WETNESS = 0.75
"""Wetness above which evaporation from the soil is not limited."""


@dataclass(frozen=True)
class Plot:
    """Constants of the land cells; arrays of one value for each, in cell order."""

    cells: Counts
    holds: Counts
    beta: Floats
    sinks: Counts
    leaves: Counts
    demand: Floats
    sealed: Floats
    open_water: NDArray[np.bool_]
    melt_mm_k: Floats | float = MELT_MM_K
    quick: Floats | float = QUICK
    slow: Floats | float = SLOW
    free_wetness: Floats | float = FREE_WETNESS
    spill_above: Floats | float = np.inf
    """Water in the quick store above which a share `spill` flows out in a day in addition, m³ (HBV's upper outlet)."""
    spill: Floats | float = 0.0
    slow_start: Counts | int = 30 * MM
    """Water in the slow store at the start; none under open water."""


@dataclass(frozen=True)
class LandState:
    """Cubic metres in each store of each land cell, at the end of a day."""

    snow: Counts
    soil: Counts
    quick: Counts
    slow: Counts

    @property
    def total(self) -> int:
        return int(self.snow.sum() + self.soil.sum() + self.quick.sum() + self.slow.sum())


@dataclass(frozen=True)
class Fluxes:
    """Cubic metres in one day by land cell: evaporation, and runoff into the river."""

    evaporation: Counts
    runoff: Counts
    asked: Counts
    """Evaporation if there were enough water."""


def make_plot(ground: Ground) -> Plot:
    cells = np.flatnonzero(~ground.sea.ravel())
    soil, cover = ground.soil.ravel()[cells], ground.cover.ravel()[cells]
    water = ground.lake.ravel()[cells] | (cover == Cover.WATER)
    holds = _looked_up(soil, {code: float(mm * MM) for code, mm in HOLDS_MM.items()}, 170.0 * MM)
    return Plot(
        cells,
        np.where(water, 0, holds).astype(np.int64),
        _looked_up(soil, BETA, 2.0),
        (_looked_up(soil, SINKS_MM, 1.0) * MM).astype(np.int64),
        (_looked_up(cover, LEAVES_MM, 0.0) * MM).astype(np.int64),
        _looked_up(cover, DEMAND, 0.8),
        _looked_up(cover, SEALED, 0.0),
        water,
    )


def _looked_up(codes: NDArray[np.uint8], table: dict[Soil, float] | dict[Cover, float], other: float) -> Floats:
    values = np.full(256, other)
    for code, value in table.items():
        values[int(code)] = value
    return np.asarray(values[codes])


def first_state(plot: Plot) -> LandState:
    """Return half-wet soil, a slow store that flows, no snow.

    A year of weather is simulated from this state before the first year.
    """
    none = np.zeros_like(plot.holds)
    return LandState(none, plot.holds // 2, none, np.where(plot.open_water, 0, plot.slow_start))


def step(
    plot: Plot, state: LandState, rain: Counts, snowfall: Counts, mean_c: Floats, asked: Floats
) -> tuple[LandState, Fluxes]:
    """Simulate one day: rain and snowfall in m³ per cell, mean temperature, reference evaporation in mm."""
    melt = np.minimum(state.snow + snowfall, _whole(plot.melt_mm_k * MM * np.maximum(mean_c, 0.0)))
    snow = state.snow + snowfall - melt
    asked_m3 = _whole(asked * plot.demand * MM)
    caught = np.minimum(np.minimum(rain, plot.leaves), asked_m3)
    arriving = rain - caught + melt
    direct = np.where(plot.open_water, arriving, _whole(arriving * plot.sealed))
    through = _through(plot, state.soil, arriving - direct)
    soil = state.soil + arriving - direct - through
    drawn = np.minimum(soil, _whole((asked_m3 - caught) * _willing(plot, soil) * (snow < MM)))
    below, runoff = _drain(plot, replace(state, quick=state.quick + through))
    return replace(below, snow=snow, soil=soil - drawn), Fluxes(caught + drawn, runoff + direct, asked_m3)


def _whole(values: Floats) -> Counts:
    return np.asarray(np.floor(values), np.int64)


def _through(plot: Plot, soil: Counts, arriving: Counts) -> Counts:
    """Return the percolation of the soil: HBV's power of the wetness, and all water above field capacity.

    The power is rounded, since it is the only step whose last bits differ between machines.
    """
    wetness = np.minimum((soil + arriving // 2) / np.maximum(plot.holds, 1), 1.0)
    share = round_to_step(wetness**plot.beta, 1e-6)
    passed = _whole(arriving * share)
    return np.asarray(np.maximum(passed, soil + arriving - plot.holds), np.int64)


def _willing(plot: Plot, soil: Counts) -> Floats:
    return np.asarray(np.minimum(soil / np.maximum(plot.free_wetness * plot.holds, 1.0), 1.0), np.float64)


def _drain(plot: Plot, state: LandState) -> tuple[LandState, Counts]:
    """Return the stores below the soil after a day, and their outflow."""
    sunk = np.minimum(state.quick, plot.sinks)
    spilt = _whole(np.maximum(state.quick - sunk - plot.spill_above, 0.0) * plot.spill)
    quick_out = spilt + _whole(np.asarray((state.quick - sunk - spilt) * plot.quick, np.float64))
    slow_out = _whole(np.asarray((state.slow + sunk) * plot.slow, np.float64))
    left = replace(state, quick=state.quick - sunk - quick_out, slow=state.slow + sunk - slow_out)
    return left, quick_out + slow_out
