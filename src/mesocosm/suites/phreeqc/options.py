"""From a scenario and a seed to four options: the truth, two mistakes, and both together."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from numpy.random import Generator

from mesocosm.simulators.phreeqc import engine
from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

CLOSEST = 0.03
"""Two options differ by at least this part of the larger one."""
TRUTH: Wrong = frozenset()
DRAWS_PER_RANK = 12


@dataclass(frozen=True)
class Question:
    """One drawn question: its parameters and the four values it offers, by the mistakes that lead to them."""

    parameters: Parameters
    values: Mapping[Wrong, float]

    @property
    def truth(self) -> float:
        return self.values[TRUTH]


class Unfit(Exception):
    """A draw that gives no fit question: a run failed, or options lie too close together."""


def make_question(scenario: Scenario, draw: Generator) -> Question:
    """A question whose truth stands at a drawn place among its options, as far as the scenario allows it.

    The place is drawn first and parameters are drawn again for it: taking whatever pair of mistakes comes first would
    crowd the truth into the places a scenario offers easily, and the place alone would then give it away.
    """
    reason = ""
    for rank in draw.permutation(4):
        for _ in range(DRAWS_PER_RANK):
            parameters = scenario.draw(draw)
            try:
                return Question(parameters, choose(scenario, parameters, int(rank), draw))
            except Unfit as unfit:
                reason = str(unfit)
    raise Unfit(f"{scenario.name}: no fit question in {4 * DRAWS_PER_RANK} draws; last: {reason}")


def choose(scenario: Scenario, parameters: Parameters, rank: int, draw: Generator) -> dict[Wrong, float]:
    """Two mistakes whose four values are fit, with the truth at this place when they are sorted."""
    values = SingleRuns(scenario, parameters)
    truth = values[TRUTH]
    if not scenario.low <= truth <= scenario.high:
        raise Unfit(f"the truth {truth:g} lies outside [{scenario.low:g}, {scenario.high:g}]")
    pairs = list(itertools.combinations(sorted(scenario.mistakes), 2))
    for index in draw.permutation(len(pairs)):
        found = four_values(values, *pairs[index])
        if found is not None and is_fit(scenario, list(found.values())) and rank_of(found) == rank:
            return found
    raise Unfit(f"no pair of mistakes puts the truth at place {rank}")


class SingleRuns(dict[Wrong, float]):
    """Values by mistakes, each run once and only when it is asked for."""

    def __init__(self, scenario: Scenario, parameters: Parameters) -> None:
        super().__init__()
        self._scenario = scenario
        self._parameters = parameters

    def __missing__(self, wrong: Wrong) -> float:
        self[wrong] = value = evaluate(self._scenario, self._parameters, wrong)
        return value


def evaluate(scenario: Scenario, parameters: Parameters, wrong: Wrong) -> float:
    """The value that these mistakes lead to, by a real run."""
    done = engine.run(scenario.deck(parameters, wrong), scenario.database)
    if done.error_count:
        raise Unfit(f"the run with {sorted(wrong)} failed: {done.errors.strip()[:200]}")
    try:
        value = scenario.read(Readings(done.listing), parameters, wrong)
    except (KeyError, IndexError, ValueError) as error:
        raise Unfit(f"the listing with {sorted(wrong)} does not show the value: {error}") from error
    if not math.isfinite(value):
        raise Unfit(f"the value with {sorted(wrong)} is {value}")
    return value


def four_values(values: SingleRuns, first: str, second: str) -> dict[Wrong, float] | None:
    """The values of a pair of mistakes, or nothing where one of its runs fails."""
    sets: list[Wrong] = [TRUTH, frozenset({first}), frozenset({second}), frozenset({first, second})]
    try:
        return {wrong: values[wrong] for wrong in sets}
    except Unfit:
        return None


def is_fit(scenario: Scenario, values: list[float]) -> bool:
    """At least `CLOSEST` apart as they are printed, and more than one unit of the last digit."""
    step = 10.0**-scenario.digits if scenario.style == "decimal" else 0.0
    shown = [float(scenario.printed(value)) for value in values]
    return all(
        abs(one - other) >= max(CLOSEST * max(abs(one), abs(other)), 1.5 * step) and one != other
        for one, other in itertools.combinations(shown, 2)
    )


def rank_of(values: Mapping[Wrong, float]) -> int:
    """The truth's place when the values are sorted: 0 is the smallest."""
    return sum(value < values[TRUTH] for value in values.values())
