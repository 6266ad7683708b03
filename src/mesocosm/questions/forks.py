"""Forks: features that a question may state in one of two ways, and the mistakes of taking the other way.

A multiple-choice item offers the four values of two forks and only then draws which of the four its question asks for.
All four are the right answer to one question of the same parameters, equally often, so the options alone do not show
which is right, neither by their order nor by their sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from numpy.random import Generator

Taken = frozenset[str]
"""Names of the forks that are taken."""
PLAIN: Taken = frozenset()
MISSED = "not_"

ErrorKind = Literal["knowledge", "calculation", "misreading", "reasoning"]
"""What a mistake shows. Knowledge: a law, a constant or a definition of another case. Calculation: the right relation
with a slip of number, factor, power, sign or unit. Misreading: a given number or condition taken for another.
Reasoning: a step or a term of the chain left out, added or taken the wrong way round."""


@dataclass(frozen=True)
class Fork:
    """The two mistakes at a fork: taking it where the question does not, and missing it where the question does."""

    taken: str
    """The question does not take the fork and the person did."""
    missed: str
    """The question takes the fork and the person did not."""
    kind: ErrorKind | None = None
    """What the mistake shows, in both directions; None if the suite does not say."""


def named_mistakes(forks: dict[str, Fork]) -> dict[str, str]:
    """Map the name of each mistake to what a person did: `open` takes that fork wrongly, `not_open` misses it."""
    taken = {name: fork.taken for name, fork in forks.items()}
    return taken | {f"{MISSED}{name}": fork.missed for name, fork in forks.items()}


def mistakes(asked: Taken, done: Taken) -> list[str]:
    """Return the names of the mistakes of a person who took other forks than the question asks for."""
    return sorted(fork if fork in done else f"{MISSED}{fork}" for fork in asked ^ done)


def with_mistakes(asked: Taken, names: frozenset[str]) -> Taken:
    """Return the forks that a person takes who makes these mistakes."""
    return asked ^ {name.removeprefix(MISSED) for name in names}


def four_sets(forks: list[str], draw: Generator) -> list[Taken]:
    """Draw four sets of forks: two forks in every combination, with the same other forks in all four."""
    first, second, *rest = (forks[place] for place in draw.permutation(len(forks)))
    background = frozenset(fork for fork in rest if draw.random() < 0.5)
    return [background, background | {first}, background | {second}, background | {first, second}]
