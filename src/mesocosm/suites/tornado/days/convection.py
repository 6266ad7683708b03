"""Where storms form: boundaries lift the air, the lid breaks, and storms then drift with the flow."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.tornado.days import synoptic
from mesocosm.suites.tornado.days.columns import Columns, boundary_lift, columns
from mesocosm.suites.tornado.days.layers import Winds, winds
from mesocosm.suites.tornado.days.parcels import Ascent, lift, mixed_source
from mesocosm.suites.tornado.days.places import Field, Places
from mesocosm.suites.tornado.days.scenario import Scenario
from mesocosm.suites.tornado.days.synoptic import Balance, Boundaries, logistic

MIXED_LAYER_HPA = 100.0
STEERING_HPA = 600.0
STORM_LIFE_H = 5
FADING = 0.87
"""Chance that a storm still exists after each hour of its path."""


@dataclass(frozen=True)
class StormEnvironment:
    """The environment of storms and tornadoes, over places at hours."""

    air: Columns
    mixed: Ascent
    winds: Winds
    coverage: Field
    """Share of the area under storms that draw on the air near the ground."""


def storm_environment(scenario: Scenario, where: Places, hour: Field) -> StormEnvironment:
    """Compute air, instability, winds and the coverage of storms."""
    air = columns(scenario, where, hour)
    mixed = lift(air, mixed_source(air, MIXED_LAYER_HPA))
    return StormEnvironment(air, mixed, winds(air), coverage(scenario, where, hour, air, mixed))


def coverage(scenario: Scenario, where: Places, hour: Field, air: Columns, ascent: Ascent) -> Field:
    """Return the coverage of storms: the lift on their path, times what instability and lid allow here."""
    forced = storm_lift(scenario, where, hour, air.balance, air.boundaries)
    free = logistic((ascent.cape - 350) / 120) * logistic((ascent.cin + 55) / 14)
    part: Field = 0.45 * forced * free
    return part


def storm_lift(scenario: Scenario, where: Places, hour: Field, balance: Balance, bounds: Boundaries) -> Field:
    """Return the strongest lift upstream within the life of a storm, plus a little in the open warm sector."""
    u, v = (0.75 * 3.6 * component for component in balance.wind(np.asarray(STEERING_HPA)))
    best: Field = np.zeros(np.broadcast_shapes(where.x_km.shape, np.shape(hour)))
    for age in range(STORM_LIFE_H + 1):
        then = np.asarray(hour, float) - age
        origin = replace(where, x_km=where.x_km - age * u, y_km=where.y_km - age * v)
        passed = synoptic.boundaries(scenario, synoptic.systems(scenario, then), origin, then)
        best = np.maximum(best, FADING**age * boundary_lift(passed))
    open_sector = 0.4 * bounds.moist * np.exp(-np.maximum(bounds.dryline, 0) / 260)
    stir = 1 + 0.35 * synoptic.texture(scenario, "storms", where, hour, 450.0)
    lifted: Field = np.clip(scenario.lift, 0, 1.2) * np.maximum(best, open_sector) * np.clip(stir, 0.2, 1.8)
    return lifted


def within_reach(scenario: Scenario, where: Places, hour: Field) -> NDArray[np.bool_]:
    """Return the places that storms on moist air can reach at all; columns elsewhere need not be computed."""
    balance = synoptic.balance(scenario, where, hour)
    bounds = synoptic.boundaries(scenario, balance.at, where, hour)
    near: NDArray[np.bool_] = storm_lift(scenario, where, hour, balance, bounds) * bounds.moist > 0.01
    return near
