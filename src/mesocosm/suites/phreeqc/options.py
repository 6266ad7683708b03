"""From a scenario and a seed to four options: the values of two forks, of which one is drawn to be asked for."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from numpy.random import Generator

from mesocosm.questions.forks import Taken, four_sets
from mesocosm.simulators.phreeqc import engine
from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario

CLOSEST = 0.03
"""Two options differ by at least this part of the larger one."""
DRAWS = 60


@dataclass(frozen=True)
class Question:
    """One drawn question: its parameters, the forks it takes, and the four values it offers, by forks taken."""

    parameters: Parameters
    asked: Taken
    values: Mapping[Taken, float]

    @property
    def truth(self) -> float:
        return self.values[self.asked]


class Unfit(Exception):
    """A draw that gives no fit question: a run failed, or options lie too close together."""


def make_question(scenario: Scenario, draw: Generator) -> Question:
    """Four fit values, and only then which of them is asked for.

    An unfit draw is thrown away whole. Were anything of it kept, or the range asked of the truth alone, the accepted
    questions would lean to one of the four, and whoever learns that leaning could guess.
    """
    reason = ""
    for _ in range(DRAWS):
        parameters, sets = scenario.draw(draw), four_sets(sorted(scenario.forks), draw)
        try:
            values = {taken: evaluate(scenario, parameters, taken) for taken in sets}
            check_fit(scenario, list(values.values()))
        except Unfit as unfit:
            reason = str(unfit)
            continue
        return Question(parameters, sets[int(draw.integers(4))], values)
    raise Unfit(f"{scenario.name}: no fit question in {DRAWS} draws; last: {reason}")


def evaluate(scenario: Scenario, parameters: Parameters, taken: Taken) -> float:
    """The value with these forks taken, by a real run."""
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
    """All in the physical range, at least `CLOSEST` apart as printed, and more than one unit of the last digit."""
    step = 10.0**-scenario.digits if scenario.style == "decimal" else 0.0
    shown = [float(scenario.printed(value)) for value in values]
    for value in values:
        if not scenario.low <= value <= scenario.high:
            raise Unfit(f"{value:g} lies outside [{scenario.low:g}, {scenario.high:g}]")
    for one, other in itertools.combinations(shown, 2):
        if abs(one - other) < max(CLOSEST * max(abs(one), abs(other)), 1.5 * step) or one == other:
            raise Unfit(f"{one:g} and {other:g} lie too close together")
