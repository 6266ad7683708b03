"""How items are spread over what their suite tells of them."""

from __future__ import annotations

from collections.abc import Iterable

from mesocosm.suite.facts import Facts

Counted = tuple[int, int]
"""Items, and steps of their references."""


def balance(told: Iterable[tuple[Facts, int]]) -> dict[str, dict[str, Counted]]:
    """Counts by category and by every stratum, values in order, from each item's facts and steps."""
    counts: dict[str, dict[str, Counted]] = {}
    for facts, steps in told:
        for name, value in {"category": facts.category, **facts.strata}.items():
            if value:
                of_name = counts.setdefault(name, {})
                items, sum_of_steps = of_name.get(value, (0, 0))
                of_name[value] = (items + 1, sum_of_steps + steps)
    return {name: dict(sorted(of_name.items())) for name, of_name in counts.items()}
