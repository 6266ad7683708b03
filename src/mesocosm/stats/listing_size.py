"""The size of a simulator's listing, in the bins of the PHREEQC-MCQ-200 paper."""

from __future__ import annotations

from bisect import bisect_left

UPPER_CHARACTERS = (0, 10_000, 20_000, 50_000, 100_000, 250_000, 500_000)
"""Largest size of each bin but the last, inclusive, in characters (PHREEQC-MCQ-200, Table 8)."""
NAMES = ("no listing", "≤10k", "10–20k", "20–50k", "50–100k", "100–250k", "250–500k", ">500k")


def size_bin(characters: int) -> str:
    """Return the name of the bin for a listing of this size; 0 means that there is no listing."""
    return NAMES[bisect_left(UPPER_CHARACTERS, characters)]
