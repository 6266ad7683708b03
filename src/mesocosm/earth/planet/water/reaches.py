"""Rivers in stretches of some kilometres: their ends, their order and their bankfull flow.

Cells pass their water on within the day up to the end of their reach; in the reach a flood wave takes its time, within
the banks and above them (`channel_routing`). All in whole m³.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.water.channel_routing import WAVE_M_S, Channels, Course, lake_days, make_channels

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
STEPS = 12
"""Number of cells from the end of one reach to the next."""
CELL_M = 1000.0
BANKFULL = 9.0
"""Bankfull flow of a stream with a catchment of one square kilometre, in mean flows."""

OVERBANK_M_S, OVERBANK_AT_M3_S = 0.6, 300.0
"""Speed of a wave over the banks, and the bankfull flow of the river where it is valid (after Wong and Laurenson 1983).
"""
OVERBANK_RANGE_M_S = 0.2, 0.8


@dataclass(frozen=True)
class Reaches:
    """The drainage of a region, in reaches; `ends` and `below` have one value for each reach."""

    steps_down: Counts
    """Number of cells between a cell and its outlet, (all cells); -1 at sea."""
    reach: Counts
    """Reach of every land cell; -1 at sea."""
    ends: Counts
    """Cell where each reach ends, reaches from the headwaters down."""
    below: Counts
    """Reach that each flows to; -1 at outlets."""
    bankfull_m3_s: Floats
    """Bankfull flow at every cell, (all cells)."""
    channels: Channels
    """Channels through which water is routed."""


def make_reaches(ground: Ground) -> Reaches:
    steps = _steps_down(ground)
    land = np.flatnonzero(~ground.sea.ravel())
    ends = land[steps[land] % STEPS == 0]
    ends = ends[np.argsort(-steps[ends], kind="stable")]
    reach = _reach_of(ground, ends)
    downstream = ground.downstream.ravel()[ends]
    below = np.where(downstream >= 0, reach[downstream], -1)
    bankfull = bankfull_m3_s(ground).ravel()
    every = np.ones(ends.size)
    waves = WAVE_M_S * every, overbank_m_s(bankfull[ends])
    lakes = _lake_days(ground, steps, reach, ends.size)
    # A reach is one cell: half the work, and floods within some percent of those of finer ones.
    channels = make_channels(Course(below, STEPS * CELL_M * every, bankfull[ends], *waves, lakes, longest=1.25))
    return Reaches(steps, reach, ends, below, bankfull, channels)


def _lake_days(ground: Ground, steps: Counts, reach: Counts, count: int) -> Floats:
    """Return the delay of every lake as a whole, in the reach of its outlet."""
    from scipy.ndimage import label

    numbers = label(ground.lake, np.ones((3, 3), np.int64))[0].ravel()
    cells = np.flatnonzero(numbers)
    cells = cells[np.lexsort((cells, steps[cells], numbers[cells]))]
    lakes, first, size = np.unique(numbers[cells], return_index=True, return_counts=True)
    days = lake_days(size.astype(np.float64))
    return np.bincount(reach[cells[first]], days, count).astype(np.float64) if lakes.size else np.zeros(count)


def bankfull_m3_s(ground: Ground) -> Floats:
    """Return the bankfull flow, in steps of 0.1 m³/s: that of about every second year.

    It grows more slowly than the area, and so than the mean flow (Leopold, Wolman and Miller 1964, table 7-12: as the
    power 0.7 to 0.8 of the area); floods of small streams are larger in proportion.
    """
    area = np.maximum(ground.upstream_km2, 1.0)
    return np.maximum(round_to_step(BANKFULL * ground.mean_flow_m3_s * area**-0.12 + 0.02 * area**0.6, 0.1), 0.1)


def overbank_m_s(bankfull: Floats) -> Floats:
    """Return the speed of flow above bankfull, which grows with the river: 0.2 to 0.8 m/s.

    Depths grow as the power 0.4 of the flow (Leopold and Maddock 1953, USGS Prof. Paper 252), speeds as the power 2/3
    of the depth (Manning): together as about its fourth root.
    """
    return round_to_step(
        np.clip(OVERBANK_M_S * np.sqrt(np.sqrt(bankfull / OVERBANK_AT_M3_S)), *OVERBANK_RANGE_M_S), 1e-4
    )


def _steps_down(ground: Ground) -> Counts:
    downstream = ground.downstream.ravel()
    steps = np.full(downstream.size, -1, np.int64)
    for cell in ground.order[::-1].tolist():
        to = downstream[cell]
        steps[cell] = 0 if to < 0 else steps[to] + 1
    return steps


def _reach_of(ground: Ground, ends: Counts) -> Counts:
    downstream = ground.downstream.ravel()
    reach = np.full(downstream.size, -1, np.int64)
    reach[ends] = np.arange(ends.size)
    for cell in ground.order[::-1].tolist():
        if reach[cell] < 0:
            reach[cell] = reach[downstream[cell]]
    return reach
