"""Draw the parameters and the four options of a question: the values of two forks. The right one is drawn last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from numpy.random import Generator

from mesocosm.questions.forks import Taken, four_sets

P = TypeVar("P")


@dataclass(frozen=True)
class Question(Generic[P]):
    """One drawn question: its parameters, the forks it takes, and the four values it offers, each with its forks."""

    parameters: P
    asked: Taken
    values: Mapping[Taken, float]

    @property
    def truth(self) -> float:
        return self.values[self.asked]


class Unfit(Exception):
    """A draw that gives no question, because a value is missing or options are too close together."""


def draw_question(
    draw: Generator,
    parameters: Callable[[Generator], P],
    forks: Iterable[str],
    value: Callable[[P, Taken], float],
    check: Callable[[list[float]], None],
    *,
    draws: int,
) -> Question[P]:
    """Draw a question: first four values that fit, and then which of them is the right one.

    An unfit draw is dropped as a whole. If a part of it were reused, or only the truth had to be in range, one of the
    four options would be right more often than the others, and an agent could learn that.

    Args:
        draw: The random generator.
        parameters: Draws the parameters; they fit every combination of forks.
        forks: Names of the forks, in the same order every time.
        value: The value with some forks taken; raises `Unfit` where there is none.
        check: Raises `Unfit` where four values do not make a question.
        draws: How many draws are tried.
    """
    names, reason = list(forks), ""
    for _ in range(draws):
        drawn, sets = parameters(draw), four_sets(names, draw)
        try:
            values = {taken: value(drawn, taken) for taken in sets}
            check(list(values.values()))
        except Unfit as unfit:
            reason = str(unfit)
            continue
        return Question(drawn, sets[int(draw.integers(4))], values)
    raise Unfit(f"no fit question in {draws} draws; last: {reason}")
