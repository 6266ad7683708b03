"""Short constructors of episodes for the tests of the statistics."""

from __future__ import annotations

from typing import Any

from mesocosm.stats.episode import Episode

OFFERED = {"A": (), "B": ("wrong_unit",), "C": ("ideal_gas",), "D": ("wrong_unit", "ideal_gas")}


def episode(item: int | str = 0, correct: bool | None = True, **fields: Any) -> Episode:
    """Return an episode of the agent `one`; a broken one says so in its answer and end."""
    name = f"lab-s0-{item:04d}" if isinstance(item, int) else item
    broken = {"answer": "broken", "end": "broken"} if correct is None else {"answer": "valid", "end": "submitted"}
    return Episode(**{"suite": "lab", "item": name, "agent": "one", "correct": correct, **broken, **fields})


def answers(*right: bool | None, **fields: Any) -> list[Episode]:
    """Return one episode for each item, right or not."""
    return [episode(item, correct, **fields) for item, correct in enumerate(right)]


def counts(right: int, n: int, **fields: Any) -> list[Episode]:
    """Return a run of `n` items of which the first `right` are right."""
    return answers(*(item < right for item in range(n)), **fields)


def clustered(cells: dict[str, tuple[bool | None, ...]]) -> list[Episode]:
    """Return a run given cluster by cluster."""
    return [
        episode(f"{name}-{place}", right, cluster=name)
        for name, own in cells.items()
        for place, right in enumerate(own)
    ]


MINERALS = clustered({"halite": (True, True), "calcite": (True, False, False, False), "gypsum": (False, None)})
OTHER_MINERALS = clustered({"halite": (False, True), "calcite": (True, True, True, True), "gypsum": (None, None)})
"""Two runs over the same three clusters; None is an episode that broke."""
