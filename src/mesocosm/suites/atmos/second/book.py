"""The register of the second solutions of templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Second = Callable[[Mapping[str, float], frozenset[str]], Mapping[str, float]]
"""A function of the printed values and the forks taken that returns every part in the unit it is asked in."""

SECONDS: dict[str, Second] = {}


def second(name: str) -> Callable[[Second], Second]:
    """Register the second solution of a template."""

    def enter(function: Second) -> Second:
        assert name not in SECONDS, f"two second implementations of {name}"
        SECONDS[name] = function
        return function

    return enter
