"""Flood waves through a network of channels, in steps of two hours and in whole units of water.

The flow of a channel is a kinematic wave: up to bankfull flow its water moves at one speed, and what exceeds bankfull
flow at a lower one, over the banks. So the water in each metre depends on the flow alone,

    stored per metre = within / wave speed + above / overbank wave speed,

and neither it nor the delay of a flood depends on how finely a river is cut. A reach is a chain of cells. Of the water
that arrives at a cell in a step, and of the water in the cell, fixed shares stay, such that the response of a cell to
an impulse has the mean and the variance of the diffusion wave: L / c and 2 D L / c³ (Cunge 1969, J. Hydraul. Res. 7,
205-230; Dooge 1973, USDA Tech. Bull. 1468). D is half of wave speed squared times the step, 5,184 m²/s at 1.2 m/s: with
it the shares lie between 0 and 1 for every length, however short. The length 2 D / c over which a wave is flattened is
that within which a reach stores as a single reservoir (Kalinin and Milyukov 1957, Meteorol. Gidrol. 10, 10-18); we
assume the same length over the banks.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.quantisation import round_to_step

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
DAY_S = 86400
STEPS_A_DAY = 12
STEP_S = DAY_S // STEPS_A_DAY
WAVE_M_S = 1.2
"""Speed of a flood wave within its banks."""
OVERBANK_SHARE = 0.5
"""Speed of flow above bankfull over that within the banks: waves are far slower on a flooded plain than in a full
channel (Wong and Laurenson 1983, Water Resour. Res. 19, 701-706).
"""
LAKE_DAYS_KM2 = 0.08
"""Delay of a lake per square kilometre, at most `MOST_LAKE_DAYS`."""
MOST_LAKE_DAYS = 5.0


def lake_days(km2: Floats) -> Floats:
    """Return the mean residence time of water in each of some lakes."""
    return round_to_step(np.minimum(LAKE_DAYS_KM2 * km2, MOST_LAKE_DAYS), 1e-6)


@dataclass(frozen=True)
class Course:
    """Given reaches, from the headwaters down; one value for each."""

    below: Counts
    """Reach that each flows to; -1 at outlets."""
    length_m: Floats
    bankfull_m3_s: Floats
    wave_m_s: Floats
    overbank_m_s: Floats
    lake_days: Floats
    """Delay in the lake at the end of each reach; 0 if there is none."""
    along: bool = False
    """Whether runoff enters a reach along all of it, rather than at its upper end."""
    longest: float = 0.5
    """Greatest length of a cell, relative to the distances that both waves travel in a step; above 1, waves spread more
    than in a river.
    """


@dataclass(frozen=True)
class Channels:
    """Cells of all reaches, in ranks of equal distance from the outlet, the farthest first."""

    below: Counts
    """Cell that each flows to; at outlets the number of cells."""
    bounds: Counts
    """Cells of rank k are those from `bounds[k]` to `bounds[k + 1]`."""
    reach: Counts
    """Reach of each cell."""
    place: Counts
    """Place of each cell in its reach, from 0 at the top."""
    entered: Counts
    """Number of cells of each reach, from the top, that its runoff enters."""
    last: Counts
    """Last cell of each reach."""
    brim: Floats
    """Water of a step at bankfull flow, in units."""
    room: Floats
    """Water that a cell holds at bankfull flow, in units."""
    stays: Floats
    """Shares that stay in a step, (4, cells): of what arrives and of what is stored below bankfull, then above."""


@dataclass(frozen=True)
class RoutedDays:
    """Routed water by day and reach, in units: outflow, and the water on the banks at the end of the day."""

    outflow: Counts
    banks: Counts
    stored: Counts
    """Water by cell, at the end of the last day."""
    evaporated: Counts
    """Evaporation from open water, by day and reach."""


@dataclass(frozen=True)
class OpenWater:
    """Rain on open water at the end of each reach and evaporation from it, (days, reaches), in units."""

    rain: Counts
    asked: Counts
    """Evaporation if there is enough water."""


def cell_counts(course: Course) -> Counts:
    """Return how many cells the channel of each reach is cut into; a lake is one more."""
    longest = course.longest * (course.wave_m_s + course.overbank_m_s) * STEP_S
    return np.maximum(np.ceil(round_to_step(course.length_m / longest, 1e-9)), 1).astype(np.int64)


def make_channels(course: Course, units_m3: int = 1) -> Channels:
    """Return the cells of a course; water is counted in so many units per cubic metre."""
    channel = cell_counts(course)
    count = channel + (course.lake_days > 0)
    first = np.concatenate([[0], np.cumsum(count)])
    reach = np.repeat(np.arange(count.size), count)
    place = np.arange(reach.size) - first[reach]
    ends = place == count[reach] - 1
    steps = _steps_down(course.below, count)[reach] + count[reach] - 1 - place
    order = np.argsort(-steps, kind="stable")
    at = np.argsort(order)
    to = np.append(first[:-1], -1)[course.below]  # -1 at outlets
    below = np.where(ends, to[reach], np.arange(reach.size) + 1)
    below = np.where(below >= 0, at[below], reach.size)
    bounds = np.searchsorted(-steps[order], np.arange(-steps.max(initial=0), 2))
    within, above = _delays(course, channel, reach, place)
    brim = np.where(place < channel[reach], np.floor((course.bankfull_m3_s * STEP_S * units_m3)[reach]), np.inf)
    room = np.floor(brim * round_to_step(within[0], 1e-9))
    stays = round_to_step(np.concatenate([_shares(*within), _shares(*above)]), 1e-9)[:, order]
    last, entered = at[first[1:] - 1], channel if course.along else np.ones_like(count)
    return Channels(below[order], bounds, reach[order], place[order], entered, last, brim[order], room[order], stays)


def _steps_down(below: Counts, count: Counts) -> Counts:
    """Count the cells from the last of each reach to its outlet."""
    steps = np.zeros(below.size, np.int64)
    for reach in range(below.size - 1, -1, -1):
        to = below[reach]
        steps[reach] = 0 if to < 0 else steps[to] + count[to]
    return steps


Delay = tuple[Floats, Floats]
"""Mean and variance of the time that water takes through each cell, in steps."""


def _delays(course: Course, channel: Counts, reach: Counts, place: Counts) -> tuple[Delay, Delay]:
    """Return the delays within the banks and above them; a lake, the last cell of its reach, has no banks."""
    lake = np.where(place == channel[reach], course.lake_days[reach] * STEPS_A_DAY, 0.0)
    way = np.where(lake > 0, 0.0, (course.length_m / channel / STEP_S)[reach])
    wave, over = course.wave_m_s[reach], course.overbank_m_s[reach]
    pool = lake * (lake + 1)  # the variance of a linear store
    return (way / wave + lake, way / wave + pool), (way / over + lake, way / over * (wave / over) + pool)


def _shares(mean: Floats, variance: Floats) -> Floats:
    """Return the shares that stay, of arriving and of stored water.

    Where a share a of the arriving water stays, and of the stored water all but a share r, the delay has the mean m = a
    / r and the variance m (2 / r - 1 - m).
    """
    ratio = np.divide(variance, mean, out=np.ones_like(mean), where=mean > 0)
    leaves = np.minimum(
        2 / (ratio + 1 + mean), 1 / np.maximum(mean, 1.0)
    )  # no more than all of the arriving water stays
    return np.stack([leaves * mean, 1 - leaves])


def stored_at(channels: Channels, flow: Floats) -> Counts:
    """Return the water in cells in a steady flow, given in units per step for each reach."""
    flowing = flow[channels.reach]
    arrives, leaves = channels.stays[0::2], 1 - channels.stays[1::2]
    within, above = np.minimum(flowing, channels.brim), np.maximum(flowing - channels.brim, 0)
    return np.asarray(np.round(within * arrives[0] / leaves[0] + above * arrives[1] / leaves[1]), np.int64)


def route(channels: Channels, stored: Counts, runoff: Counts, surface: OpenWater | None = None) -> RoutedDays:
    """Route days of runoff of each reach, (days, reaches), starting from the water in cells.

    A cell needs what the cell above passed on in the same step. All cells are still moved at once: each rank is one
    step behind the rank above it, so what that rank passed on in the last turn belongs to the step that is needed.
    Without a `surface`, as on the planet, nothing evaporates.
    """
    days = len(runoff)
    ranks = list(itertools.pairwise(channels.bounds.tolist()))
    moving = _entering(channels, runoff, ranks)
    held = np.zeros_like(moving)
    evaporating = None if surface is None else _at_last(channels, surface.asked, len(moving))
    if surface is not None:
        moving[:, channels.last] += _at_last(channels, surface.rain, len(moving))
    left = _move(channels, stored, moving, held, evaporating, days * STEPS_A_DAY)
    outflow, banks = (np.zeros((days, channels.reach.size), np.int64) for _ in range(2))
    for rank, (start, end) in enumerate(ranks):
        mine = slice(rank, rank + days * STEPS_A_DAY), slice(start, end)
        outflow[:, start:end] = moving[mine].reshape(days, STEPS_A_DAY, -1).sum(axis=1)
        above = held[mine][STEPS_A_DAY - 1 :: STEPS_A_DAY] - channels.room[start:end]
        banks[:, start:end] = np.maximum(above, 0)
    by_reach = np.zeros_like(runoff.T)
    np.add.at(by_reach, channels.reach, banks.T)
    lost = np.zeros_like(runoff) if evaporating is None else _by_day(channels, evaporating, days)
    return RoutedDays(outflow[:, channels.last], by_reach.T, left, lost)


def _entering(channels: Channels, runoff: Counts, ranks: list[tuple[int, int]]) -> Floats:
    """Return the runoff of each cell and step, each rank one turn later than the rank above it, (turns, cells).

    A reach's day is divided in whole units over its cells, then over the steps, so that none is lost.
    """
    shares = channels.entered[channels.reach]
    daily = (runoff[:, channels.reach] + (shares - 1 - channels.place)) // shares * (channels.place < shares)
    later = np.arange(STEPS_A_DAY - 1, -1, -1)[:, None]
    entering = np.zeros((len(runoff) * STEPS_A_DAY + len(ranks) - 1, channels.reach.size))
    for rank, (start, end) in enumerate(ranks):
        steps = (daily[:, None, start:end] + later) // STEPS_A_DAY
        entering[rank : rank + len(runoff) * STEPS_A_DAY, start:end] = steps.reshape(-1, end - start)
    return entering


def _turns(channels: Channels, days: int) -> tuple[Counts, Counts]:
    """Return where the steps of the last cell of each reach lie in a table by turns and reaches."""
    rank = np.searchsorted(channels.bounds, channels.last, side="right") - 1
    return np.arange(days * STEPS_A_DAY)[:, None] + rank, np.arange(rank.size)


def _at_last(channels: Channels, daily: Counts, turns: int) -> Floats:
    """Divide the days of each reach in whole units over the steps of its last cell, (turns, reaches)."""
    later = np.tile(np.arange(STEPS_A_DAY - 1, -1, -1), len(daily))[:, None]
    steps = np.zeros((turns, channels.last.size))
    steps[_turns(channels, len(daily))] = (np.repeat(daily, STEPS_A_DAY, axis=0) + later) // STEPS_A_DAY
    return steps


def _by_day(channels: Channels, steps: Floats, days: int) -> Counts:
    """Return the daily sums of what `_at_last` divides."""
    found = steps[_turns(channels, days)].reshape(days, STEPS_A_DAY, -1)
    return np.asarray(found.sum(axis=1), np.int64)


def _move(
    channels: Channels, stored: Counts, moving: Floats, held: Floats, evaporating: Floats | None, steps: int
) -> Counts:
    """Replace what enters each cell by what it passes on; fill in `held`; return the final water in cells.

    Potential evaporation from open water is replaced by the actual one.
    """
    bounds, cells = channels.bounds, channels.reach.size
    holds, coming = stored.astype(np.float64), np.zeros(cells + 1)
    for turn in range(len(moving)):
        if evaporating is not None:
            evaporating[turn] = _evaporate(channels.last, evaporating[turn], holds, coming, moving[turn])
        now = slice(bounds[max(turn - steps + 1, 0)], bounds[min(turn + 1, bounds.size - 1)])
        arriving, here, stays = moving[turn, now] + coming[now], holds[now], channels.stays[:, now]
        brim, room = channels.brim[now], channels.room[now]
        keeps = np.floor(arriving * stays[0])
        keeps += np.floor(here * stays[1])
        over = np.flatnonzero((arriving > brim) | (here > room))
        if over.size:
            keeps[over] = _share_kept(arriving[over], here[over], brim[over], room[over], stays[:, over])
        passed = arriving + here
        passed -= keeps
        moving[turn, now], held[turn, now], holds[now] = passed, keeps, keeps
        coming = np.bincount(channels.below[now], passed, cells + 1).astype(np.float64, copy=False)
    return np.asarray(holds, np.int64)


def _evaporate(last: Counts, asked: Floats, holds: Floats, coming: Floats, entering: Floats) -> Floats:
    """Evaporate water from the last cells, then from what arrives at them; return how much evaporated."""
    held = np.minimum(holds[last], asked)
    arrived = np.minimum(coming[last] + entering[last], asked - held)
    holds[last] -= held
    coming[last] -= arrived
    return np.asarray(held + arrived)


def _share_kept(arriving: Floats, here: Floats, brim: Floats, room: Floats, stays: Floats) -> Floats:
    """Return what stays of arriving and of stored water, each up to bankfull and above it."""
    within, below = np.minimum(arriving, brim), np.minimum(here, room)
    parts = np.stack([within, below, arriving - within, here - below])
    return np.asarray(np.floor(parts * stays).sum(axis=0))
