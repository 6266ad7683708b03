"""Agents as a user would write them, in a file that imports quickly; each runs in a process of its own."""

from __future__ import annotations

import mesocosm


def knows_nothing(task: mesocosm.Task) -> None:
    """Submit the same answer to every item."""
    task.say("a guess")
    task.call("submit", answer={"depth_m": 100.0, "excess_mass_kg": 1e9})


class Silent:
    """An agent that stops at once."""

    def act(self, seen: mesocosm.Observation) -> None:
        return None


def fails_on_the_second(task: mesocosm.Task) -> None:
    if task.item.endswith("1"):
        raise KeyError("mine")
    knows_nothing(task)


class Unmade:
    """An agent whose constructor fails."""

    def __init__(self) -> None:
        raise OSError("no such model")

    def act(self, seen: mesocosm.Observation) -> None:
        return None
