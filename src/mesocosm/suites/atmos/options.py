"""From a template and a seed to four options: the values of two forks, of which one is drawn to be asked for."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from numpy.random import Generator

from mesocosm.questions.forks import Taken, four_sets
from mesocosm.suites.atmos.template import Part, Template

CLOSEST = 0.10
"""Two options differ by at least this part of the larger one."""
FARTHEST = 5.0
"""The largest option is less than so many times the smallest."""
DRAWS = 400


@dataclass(frozen=True)
class Question:
    """One drawn question: what it prints, the forks it takes, and the four values it offers, by forks taken."""

    printed: Mapping[str, float]
    asked: Taken
    values: Mapping[Taken, float]

    @property
    def truth(self) -> float:
        return self.values[self.asked]


class Unfit(Exception):
    """A draw that gives no fit question."""


def make_question(template: Template, draw: Generator) -> Question:
    """Four fit values, and only then which of them is asked for; an unfit draw is thrown away whole."""
    symbol, part = next(iter(template.parts.items()))
    reason = ""
    for _ in range(DRAWS):
        printed, sets = template.draw(draw), four_sets(sorted(template.forks), draw)
        try:
            values = {taken: value_of(template, printed, taken, symbol) for taken in sets}
            check_fit(part, list(values.values()))
        except Unfit as unfit:
            reason = str(unfit)
            continue
        return Question(printed, sets[int(draw.integers(4))], values)
    raise Unfit(f"no fit question in {DRAWS} draws; last: {reason}")


def value_of(template: Template, printed: Mapping[str, float], taken: Taken, symbol: str) -> float:
    """One part with these forks taken, in the unit it is asked in."""
    if not template.accept(printed):
        raise Unfit("the values do not make sense together")
    try:
        return template.values(printed, taken)[symbol]
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        raise Unfit(f"no value with {sorted(taken)}: {error}") from error


def check_fit(part: Part, values: list[float]) -> None:
    """Finite, of one sign, in the physical range, and neither too close together nor too far apart as printed."""
    for value in values:
        if not (math.isfinite(value) and part.low <= value <= part.high):
            raise Unfit(f"{value:g} lies outside [{part.low:g}, {part.high:g}]")
    shown = [float(part.printed(value)) for value in values]
    if min(shown) <= 0 <= max(shown):
        raise Unfit("values of both signs")
    for one, other in itertools.combinations([abs(value) for value in shown], 2):
        if not CLOSEST * max(one, other) <= abs(one - other) < (1 - 1 / FARTHEST) * max(one, other):
            raise Unfit(f"{one:g} and {other:g} lie too close together or too far apart")
