"""The values a template offers, and which four of them make a question."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

from numpy.random import Generator

from mesocosm.questions.forks import Taken
from mesocosm.questions.options import Question, Unfit, draw_question
from mesocosm.questions.rounding import round_digits
from mesocosm.suites.atmos.template import Part, Printed, Template

CLOSEST = 0.10
"""Two options differ by at least this part of the larger one."""
FARTHEST = 5.0
"""The ratio of the largest option to the smallest is less than this."""
DRAWS = 400


def make_question(template: Template, draw: Generator) -> Question[Printed]:
    """A fit question of a template."""
    symbol, part = next(iter(template.parts.items()))
    return draw_question(
        draw,
        template.draw,
        sorted(template.forks),
        lambda printed, taken: value_of(template, printed, taken, symbol),
        lambda values: check_fit(part, values),
        draws=DRAWS,
    )


def value_of(template: Template, printed: Mapping[str, float], taken: Taken, symbol: str) -> float:
    """One part with these forks taken, in the unit it is asked in; rounded, since the question depends on it."""
    if not template.accept(printed):
        raise Unfit("the values do not make sense together")
    try:
        return round_digits(template.values(printed, taken)[symbol])
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        raise Unfit(f"no value with {sorted(taken)}: {error}") from error


def check_fit(part: Part, values: list[float]) -> None:
    """Check that values are finite, in the physical range, of one sign, and neither too close nor too far apart."""
    for value in values:
        if not (math.isfinite(value) and part.low <= value <= part.high):
            raise Unfit(f"{value:g} lies outside [{part.low:g}, {part.high:g}]")
    printed = [float(part.format_value(value)) for value in values]
    if min(printed) <= 0 <= max(printed):
        raise Unfit("the values have both signs")
    for one, other in itertools.combinations([abs(value) for value in printed], 2):
        if not CLOSEST * max(one, other) <= abs(one - other) < (1 - 1 / FARTHEST) * max(one, other):
            raise Unfit(f"{one:g} and {other:g} lie too close together or too far apart")
