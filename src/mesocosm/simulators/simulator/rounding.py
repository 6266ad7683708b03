"""Numbers that are the same on every machine: the last bits of its arithmetic are rounded off."""

from __future__ import annotations

from collections.abc import Iterable

DIGITS = 9
"""Significant digits to keep; further digits may depend on the machine."""


def round_digits(number: float, digits: int = DIGITS) -> float:
    """Round a number to so many significant digits."""
    return float(f"{number:.{digits}g}")


def round_each(numbers: Iterable[float], digits: int = DIGITS) -> list[float]:
    """Round each number to so many significant digits."""
    pattern = f"%.{digits}g"
    return [float(pattern % number) for number in numbers]
