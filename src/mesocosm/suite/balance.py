"""How many items of a suite fall into each category and stratum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mesocosm.suite.facts import Facts

Counted = tuple[int, int]
"""The number of items, and of the steps of their references."""
Balance = dict[str, dict[str, Counted]]
"""Name of a stratum to its values, each with its count."""


def balance(items: Iterable[tuple[Facts, int]]) -> Balance:
    """Count items by category, by every stratum and in all, from the facts and the steps of each item."""
    counts: Balance = {}
    whole = (0, 0)
    for facts, steps in items:
        whole = _more(whole, steps)
        for name, value in {"category": facts.category, **facts.strata}.items():
            if value:
                of_name = counts.setdefault(name, {})
                of_name[value] = _more(of_name.get(value, (0, 0)), steps)
    return {**{name: dict(sorted(of_name.items())) for name, of_name in counts.items()}, "all": {"": whole}}


def _more(counted: Counted, steps: int) -> Counted:
    return counted[0] + 1, counted[1] + steps


def as_table(counts: Mapping[str, Mapping[str, Counted]]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return headings and rows, without the steps if no reference has any, as in most suites."""
    columns = 4 if counts["all"][""][1] else 3
    rows = [
        (name, value, f"{items:,}", f"{steps:,}")[:columns]
        for name, of_name in counts.items()
        for value, (items, steps) in of_name.items()
    ]
    return ("of", "value", "items", "reference steps")[:columns], rows
