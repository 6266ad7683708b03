"""Splits: items for training, validation and test, separated by their seeds (no data leakage).

A suite makes an item from one whole number and an index. A split is a range of that number, so that two splits never
share an item, whatever the suite:

    test          0 to 999,999, every negative number (sealed items) and everything from 3,000,000 on (dates)
    train         1,000,000 to 1,999,999
    validation    2,000,000 to 2,999,999

A user names a split and a seed from 0 to 999,999; `split_seed` and `split_of` translate. The test split also has
the seeds from 3,000,000 on, which a suite may read as dates. The field `apart` of a card says what else the splits of
a suite do not share, such as places.
"""

from __future__ import annotations

from typing import Literal, get_args

from mesocosm.errors import InvalidRecord

Split = Literal["train", "validation", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)
SEEDS = 1_000_000
"""Seeds of a split are below this number; the test split also has those above the ranges of the others."""
FIRST_SEED: dict[Split, int] = {"train": SEEDS, "validation": 2 * SEEDS}
"""The first number of each split but the test split."""


def check_split(split: str) -> Split:
    """Return the name of a split; refuse every other name."""
    for known in SPLITS:
        if split == known:
            return known
    raise InvalidRecord(f"split must be one of {', '.join(SPLITS)}, got {split!r}")


def split_seed(split: str, seed: int) -> int:
    """Return the whole number from which a suite makes the items of a seed of a split."""
    chosen = check_split(split)
    if chosen != "test" and not 0 <= seed < SEEDS:
        raise InvalidRecord(f"seed must lie in 0 to {SEEDS - 1:,} for the split {chosen}, got {seed}")
    number = FIRST_SEED.get(chosen, 0) + seed
    belongs, own = split_of(number)
    if belongs != chosen:
        raise InvalidRecord(
            f"seed {seed} is not of the split {chosen}: numbers from {number - own:,} to {number - own + SEEDS - 1:,} "
            f"make items of the split {belongs}; ask for split {belongs!r} and seed {own}"
        )
    return number


def seed_words(split: str, seed: object) -> str:
    """Write a split and seed as in tables and keys: `7` in the test split, `train 7` in another."""
    return str(seed) if split == "test" else f"{split} {seed}"


def split_of(number: int) -> tuple[Split, int]:
    """Return the split that a suite's whole number belongs to, and the seed in it."""
    for split, first in FIRST_SEED.items():
        if first <= number < first + SEEDS:
            return split, number - first
    return "test", number
