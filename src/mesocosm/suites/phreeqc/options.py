"""The values of a scenario's options, from real runs, and the choice of four of them for a question."""

from __future__ import annotations

import itertools
import math

from numpy.random import Generator

from mesocosm.questions.forks import Taken
from mesocosm.questions.options import Question, Unfit, draw_question
from mesocosm.simulators.phreeqc import engine
from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario

CLOSEST = 0.03
"""Smallest difference between two options, as a share of the larger one."""
DRAWS = 60


def make_question(scenario: Scenario, draw: Generator) -> Question[Parameters]:
    """Make a valid question of a scenario, each of its values from a real run."""
    try:
        return draw_question(
            draw,
            scenario.draw,
            sorted(scenario.forks),
            lambda parameters, taken: evaluate(scenario, parameters, taken),
            lambda values: check_fit(scenario, values),
            draws=DRAWS,
        )
    except Unfit as unfit:
        raise Unfit(f"{scenario.name}: {unfit}") from unfit


def evaluate(scenario: Scenario, parameters: Parameters, taken: Taken) -> float:
    """Compute the value with these forks taken, by a real run."""
    done = engine.run(scenario.deck(parameters, taken), scenario.database)
    if done.error_count:
        raise Unfit(f"the run with {sorted(taken)} failed: {done.errors.strip()[:200]}")
    try:
        value = scenario.read(Readings(done.listing), parameters, taken)
    except (KeyError, IndexError, ValueError) as error:
        raise Unfit(f"the listing with {sorted(taken)} does not show the value: {error}") from error
    if not math.isfinite(value):
        raise Unfit(f"the value with {sorted(taken)} is {value}")
    return value


def check_fit(scenario: Scenario, values: list[float]) -> None:
    """Require all values in the physical range, at least `CLOSEST` apart as printed, and more than one unit of the last
    digit.
    """
    step = 10.0**-scenario.digits if scenario.style == "decimal" else 0.0
    shown = [float(scenario.format_value(value)) for value in values]
    for value in values:
        if not scenario.low <= value <= scenario.high:
            raise Unfit(f"{value:g} lies outside [{scenario.low:g}, {scenario.high:g}]")
    for one, other in itertools.combinations(shown, 2):
        if abs(one - other) < max(CLOSEST * max(abs(one), abs(other)), 1.5 * step) or one == other:
            raise Unfit(f"{one:g} and {other:g} are too close to each other")
