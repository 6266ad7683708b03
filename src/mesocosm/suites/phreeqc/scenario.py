"""The contract of a scenario: one question about one run of the engine, made from a seed, with named mistakes.

A scenario draws physical parameters and has forks: features that a question may state one way or the other, such as a
vessel open to the air or shut off from it. It writes the question, the input that answers it and the place in the
listing where the answer stands, for every combination of its forks. Taking a fork that the question does not take, or
missing one that it does, is a named mistake.

An item offers the four values of two forks, each the result of a real run, and only then draws which of the four its
question asks for. All four are the right answer to one question of the same parameters, equally often, so the options
alone tell nothing about which is right: not their order, not their sizes, whatever a guesser has learnt.

A module of `scenarios/` defines one or more `Scenario` objects at its top level; nothing else is registered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings

Parameters = Mapping[str, float | int | str]
Taken = frozenset[str]
"""The forks that are taken."""
PLAIN: Taken = frozenset()
MISSED = "not_"


@dataclass(frozen=True)
class Fork:
    """What a person did wrong who went the other way than the question, either way."""

    taken: str
    """The question does not take the fork and the person did."""
    missed: str
    """The question takes the fork and the person did not."""


@dataclass(frozen=True)
class Scenario:
    """One kind of question. See the module's docstring."""

    name: str
    """A lower-case word or two, joined by underscores."""
    topic: str
    """What part of geochemistry it belongs to, such as `carbonate` or `transport`."""
    database: str
    forks: Mapping[str, Fork]
    """At least four. Either way must make a natural question, and change the value."""
    draw: Callable[[Generator], Parameters]
    """Physical parameters, rounded as a person would give them; they fit every combination of forks."""
    ask: Callable[[Parameters, Taken], str]
    """The question with these forks taken, complete and unambiguous: everything the input uses is told."""
    deck: Callable[[Parameters, Taken], str]
    """PHREEQC input text with these forks taken."""
    read: Callable[[Readings, Parameters, Taken], float]
    """The value asked for, off the listing, with these forks taken."""
    unit: str
    digits: int
    """Digits of the printed value: after the point for `decimal`, significant for `scientific`."""
    style: Literal["decimal", "scientific"]
    low: float
    high: float
    """The physical range of the value."""

    @property
    def mistakes(self) -> dict[str, str]:
        """Name to what the person did: `open` takes that fork wrongly, `not_open` misses it."""
        taken = {name: fork.taken for name, fork in self.forks.items()}
        return taken | {f"{MISSED}{name}": fork.missed for name, fork in self.forks.items()}

    def printed(self, value: float) -> str:
        """The value as an option shows it: no finer than the listing prints it."""
        if self.style == "decimal":
            return f"{value + 0.0:.{self.digits}f}"
        return f"{value:.{self.digits - 1}e}"


def mistakes(asked: Taken, done: Taken) -> list[str]:
    """The names of what went wrong where the question asks for some forks and a person took others."""
    return sorted(fork if fork in done else f"{MISSED}{fork}" for fork in asked ^ done)


def with_mistakes(asked: Taken, names: frozenset[str]) -> Taken:
    """The forks that a person takes who makes these mistakes."""
    return asked ^ {name.removeprefix(MISSED) for name in names}
