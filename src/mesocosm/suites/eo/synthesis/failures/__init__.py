"""The nine published ways in which a trajectory fails (EO-Gym, Table 19), each a module with two functions.

find     the faults of a trajectory, found from the trajectory alone and never from the hidden truth
plant    a sound trajectory with this fault in it, to test the finder; None if it cannot have it

A finding's feedback holds no digit and no word that could be an answer.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Protocol

from mesocosm.registry import submodules
from mesocosm.synthesis.review import Finding, Rule
from mesocosm.synthesis.trajectory import Trajectory

Draw = Callable[[int], int]
"""A function that draws a whole number below another."""


class Failure(Protocol):
    """A module of this folder."""

    def find(self, trajectory: Trajectory) -> list[Finding]:
        """Return the findings of this class."""

    def plant(self, trajectory: Trajectory, draw: Draw) -> Trajectory | None:
        """Return the trajectory with this fault."""


def failures() -> dict[str, Failure]:
    """Return every class by its name."""
    names = submodules(__name__)
    return {name: importlib.import_module(f"{__name__}.{name}") for name in names}


def logical_rules() -> tuple[Rule, ...]:
    """Return the finders, in the order of their names."""
    return tuple(failure.find for failure in failures().values())
