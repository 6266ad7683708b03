"""The contract of a scenario: one question about one run of the engine, made from a seed, with named mistakes.

A scenario draws physical parameters and has forks: features that a question may state in one of two ways, such as a
vessel open to the air or closed. It writes the question, the input that answers it and the place in the listing where
the answer stands, for every combination of its forks. Taking a fork that the question does not take, or missing one
that it does, is a named mistake.

An item offers the values of two forks (`questions/forks.py`), each the result of a real run.

A module of `scenarios/` defines one or more `Scenario` objects at its top level; nothing else is registered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from numpy.random import Generator

from mesocosm.questions.forks import PLAIN as PLAIN
from mesocosm.questions.forks import Fork as Fork
from mesocosm.questions.forks import Taken as Taken
from mesocosm.questions.forks import named_mistakes
from mesocosm.simulators.phreeqc.reading import Readings

Parameters = Mapping[str, float | int | str]


@dataclass(frozen=True)
class Scenario:
    """One kind of question. See the module's docstring."""

    name: str
    """Name of one or two lower-case words, joined by underscores."""
    topic: str
    """Part of geochemistry, such as `carbonate` or `transport`."""
    database: str
    forks: Mapping[str, Fork]
    """Forks, at least four. Either way must make a natural question, and change the value."""
    draw: Callable[[Generator], Parameters]
    """Draws physical parameters, rounded as a person would give them; they fit every combination of forks."""
    ask: Callable[[Parameters, Taken], str]
    """Writes the question with these forks taken, complete and unambiguous: it states everything that the input uses.
    """
    deck: Callable[[Parameters, Taken], str]
    """Writes the PHREEQC input text with these forks taken."""
    read: Callable[[Readings, Parameters, Taken], float]
    """Reads the wanted value from the listing, with these forks taken."""
    unit: str
    digits: int
    """Digits of the printed value: after the point for `decimal`, significant for `scientific`."""
    style: Literal["decimal", "scientific"]
    low: float
    high: float
    """The physical range of the value."""

    @property
    def mistakes(self) -> dict[str, str]:
        """Names of mistakes, each with what the person did."""
        return named_mistakes(dict(self.forks))

    def format_value(self, value: float) -> str:
        """Print the value as an option shows it: no finer than the listing prints it."""
        if self.style == "decimal":
            return f"{value + 0.0:.{self.digits}f}"
        return f"{value:.{self.digits - 1}e}"
