"""Numbers that are the same on every machine: the last bits of a mathematical library are none of ours."""

from __future__ import annotations

DIGITS = 9
"""Digits that are kept. Libraries differ in the sixteenth, and long calculations carry that up by a few more."""
NOISE_DIGITS = 12
"""Digits that a short decimal still shows: rounding to these first makes 0.5 of 0.49999999999999994."""


def round_digits(value: float) -> float:
    """A value to nine significant digits, whichever way its last bits fell."""
    return float(f"{float(f'{value:.{NOISE_DIGITS}g}'):.{DIGITS}g}")
