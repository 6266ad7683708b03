"""The contract of a scenario: one question about one run of the engine, made from a seed, with named mistakes.

A scenario draws physical parameters, writes the question in prose and the input that answers it, and says where in
the listing the answer stands. Each named mistake changes the input, or the place that is read, as a person's slip
would. Mistakes combine: an item offers the truth, two mistakes and both together, each the result of a real run. The
four options then look alike from outside (none of them is the middle of a star), and a wrong choice names the slip.

A module of `scenarios/` defines one or more `Scenario` objects at its top level; nothing else is registered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings

Parameters = Mapping[str, float | int | str]
Wrong = frozenset[str]
"""The mistakes in force; empty is the truth."""


@dataclass(frozen=True)
class Scenario:
    """One kind of question. See the module's docstring."""

    name: str
    """A lower-case word or two, joined by underscores."""
    topic: str
    """What part of geochemistry it belongs to, such as `carbonate` or `transport`."""
    database: str
    mistakes: Mapping[str, str]
    """At least five, name to one sentence saying what the person did; some must raise the value, some lower it."""
    draw: Callable[[Generator], Parameters]
    """Physical parameters, rounded as a person would give them."""
    ask: Callable[[Parameters], str]
    """The question, complete and unambiguous: everything the truth's input uses is told."""
    deck: Callable[[Parameters, Wrong], str]
    """PHREEQC input text under these mistakes."""
    read: Callable[[Readings, Parameters, Wrong], float]
    """The value asked for, off the listing, under these mistakes."""
    unit: str
    digits: int
    """Digits of the printed value: after the point for `decimal`, significant for `scientific`."""
    style: Literal["decimal", "scientific"]
    low: float
    high: float
    """The physical range of the true value."""

    def printed(self, value: float) -> str:
        """The value as an option shows it: no finer than the listing prints it."""
        if self.style == "decimal":
            return f"{value + 0.0:.{self.digits}f}"
        return f"{value:.{self.digits - 1}e}"
