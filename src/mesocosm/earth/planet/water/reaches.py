"""Rivers in stretches of some kilometres: what they hold, what they pass on, what leaves their banks.

Cells pass their water on within the day up to the end of their reach; a reach is a linear store there, with the travel
time of a wave of 1.2 m/s, and above bankfull flow a second, slower one: the water on its banks. All in whole m³.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.settling import settled

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
STEPS = 12
"""Cells from the end of one reach to the next."""
DAY_S = 86400
TRAVEL_DAYS = STEPS * 1000 / 1.2 / DAY_S
BANKFULL = 9.0
"""Flow that fills the banks of a stream of one square kilometre, in mean flows."""
BANK_DAYS = 1.5
"""Mean stay of water on the banks."""
LAKE_DAYS_KM2 = 0.08
"""A lake's delay for each of its square kilometres, at most `MOST_DAYS`."""
MOST_DAYS = 5.0


@dataclass(frozen=True)
class Reaches:
    """The drainage of a region, in reaches; `ends` and what follows have one value for each reach."""

    steps_down: Counts
    """Cells between a cell and its outlet, (all cells); -1 at sea."""
    reach: Counts
    """Of every land cell; -1 at sea."""
    ends: Counts
    """The cell where each reach ends, reaches from the headwaters down."""
    below: Counts
    """The reach that each flows to; -1 at outlets."""
    ranks: tuple[slice, ...]
    """Reaches in groups, every one before the groups that it flows to."""
    keeps: Floats
    """Share of the water of a day that stays in the channel."""
    bank_m3: Counts
    """Water of a day (stored and arriving) at which the banks are full."""
    bankfull_m3_s: Floats
    """At every cell, (all cells)."""


def make_reaches(ground: Ground) -> Reaches:
    steps = _steps_down(ground)
    land = np.flatnonzero(~ground.sea.ravel())
    ends = land[steps[land] % STEPS == 0]
    ends = ends[np.argsort(-steps[ends], kind="stable")]
    reach = _reach_of(ground, ends)
    downstream = ground.downstream.ravel()[ends]
    below = np.where(downstream >= 0, reach[downstream], -1)
    bankfull = bankfull_m3_s(ground).ravel()
    days = _delay(ground, reach, ends.size)
    keeps = settled(days / (1 + days), 1e-9)
    bank = np.asarray(np.floor(bankfull[ends] * DAY_S * (1 + settled(days, 1e-9))), np.int64)
    return Reaches(steps, reach, ends, below, ranks_of(steps[ends]), keeps, bank, bankfull)


def bankfull_m3_s(ground: Ground) -> Floats:
    """Flow that fills the banks, in steps of 0.1 m³/s: that of about every second year.

    It grows more slowly than the area, and with it the mean flow (Leopold, Wolman and Miller 1964, table 7-12: as the
    power 0.7 to 0.8 of the area), and small streams swell the more.
    """
    area = np.maximum(ground.upstream_km2, 1.0)
    return np.maximum(settled(BANKFULL * ground.mean_flow_m3_s * area**-0.12 + 0.02 * area**0.6, 0.1), 0.1)


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


def _delay(ground: Ground, reach: Counts, count: int) -> Floats:
    lakes = np.bincount(reach[ground.lake.ravel() & (reach >= 0)], minlength=count)
    return np.asarray(np.minimum(TRAVEL_DAYS + LAKE_DAYS_KM2 * lakes, MOST_DAYS), np.float64)


def ranks_of(steps: Counts) -> tuple[slice, ...]:
    """Slices of equal distance from the outlet."""
    edges = np.flatnonzero(np.diff(steps)) + 1
    bounds = [0, *edges.tolist(), steps.size]
    return tuple(slice(a, b) for a, b in itertools.pairwise(bounds))


@dataclass(frozen=True)
class RiverDay:
    """Of one day, by reach: water that flowed out, and at its end in the channel and on the banks, m³."""

    outflow: Counts
    channel: Counts
    banks: Counts


def flow(reaches: Reaches, channel: Counts, banks: Counts, local: Counts) -> RiverDay:
    """One day from the stores of the day before and the runoff of each reach's own cells."""
    arriving = channel + banks + local
    outflow, kept, over = (np.zeros_like(arriving) for _ in range(3))
    for rank in reaches.ranks:
        water = arriving[rank]
        within = np.minimum(water, reaches.bank_m3[rank])
        excess = water - within
        kept[rank] = np.asarray(np.floor(within * reaches.keeps[rank]), np.int64)
        over[rank] = np.asarray(np.floor(excess * (BANK_DAYS / (1 + BANK_DAYS))), np.int64)
        outflow[rank] = water - kept[rank] - over[rank]
        to = reaches.below[rank]
        np.add.at(arriving, to[to >= 0], outflow[rank][to >= 0])
    return RiverDay(outflow, kept, over)
