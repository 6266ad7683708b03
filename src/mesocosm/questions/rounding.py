"""Rounding that makes numbers equal on every machine, whatever the last bits of its mathematical library."""

from __future__ import annotations

DIGITS = 9
"""Significant digits of a rounded number. Libraries differ in the sixteenth; long calculations enlarge that."""
NOISE_DIGITS = 12
"""Digits of a first rounding, which makes 0.5 of 0.49999999999999994."""


def round_digits(value: float) -> float:
    """Round a value to nine significant digits, independently of its last bits."""
    return float(f"{float(f'{value:.{NOISE_DIGITS}g}'):.{DIGITS}g}")
