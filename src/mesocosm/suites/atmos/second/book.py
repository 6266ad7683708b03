"""Where second implementations of the templates' solvers are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Second = Callable[[Mapping[str, float], frozenset[str]], Mapping[str, float]]
"""Printed values and forks taken to parts in the units they are asked in, by a route of its own."""

SECONDS: dict[str, Second] = {}


def second(name: str) -> Callable[[Second], Second]:
    """Enter the second implementation of a template."""

    def enter(function: Second) -> Second:
        assert name not in SECONDS, f"two second implementations of {name}"
        SECONDS[name] = function
        return function

    return enter
