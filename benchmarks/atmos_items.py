"""Measure how fast atmos questions are generated, and whether their options can be guessed without reading.

python benchmarks/atmos_items.py
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library

from mesocosm import registry

LETTERS = "ABCD"
PROMISED_RATE, PUBLISHED_RATE = 20, 32
"""Items a second: promised as a multiple of the rate of the published extra set, and that rate."""
PROMISED_GUESS = 0.30


class Item(NamedTuple):
    """What an attacker sees, and what the checker knows."""

    template: str
    options: tuple[str, ...]
    answer: int

    @property
    def values(self) -> list[float]:
        return [float(option) for option in self.options]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--items", type=int, default=600)
    options = parser.parse_args()
    started = time.perf_counter()
    batches = [make_batch(seed, options.items) for seed in range(options.seeds)]
    rate = options.seeds * options.items / (time.perf_counter() - started)
    ratio = rate / PUBLISHED_RATE
    print(
        f"{rate:,.0f} items/s = {ratio:.0f} × the published extra set's {PUBLISHED_RATE} (promised {PROMISED_RATE} ×)"
    )
    rates = attacks(batches)
    for name, share in rates.items():
        print(f"attack {name:36} {share:.1%}   (chance 25%, promised at most {PROMISED_GUESS:.0%})")
    return 0 if ratio >= PROMISED_RATE and max(rates.values()) <= PROMISED_GUESS else 1


def make_batch(seed: int, count: int) -> list[Item]:
    batch = []
    for item, reference in registry.load("suites", "atmos").cases(seed, count):
        shown = tuple(item.data.options[letter] for letter in LETTERS)
        batch.append(Item(item.data.template, shown, LETTERS.index(reference.answer)))
    return batch


def attacks(batches: list[list[Item]]) -> dict[str, float]:
    items = [item for batch in batches for item in batch]
    half = len(batches) // 2
    train = [item for batch in batches[:half] for item in batch]
    test = [item for batch in batches[half:] for item in batch]
    names = sorted({item.template for item in items})
    left_out = set(names[::2])
    shares = {
        f"number {place + 1} of the sorted": share(items, [int(np.argsort(item.values)[place]) for item in items])
        for place in range(4)
    }
    shares["roundest"] = share(items, [roundest(item) for item in items])
    shares["others are 2, 3, 4 times it"] = share(items, [multiples(item) for item in items])
    shares["gradient boosting, other seeds"] = learnt(train, test)
    shares["gradient boosting, other templates"] = learnt(
        [item for item in items if item.template not in left_out], [item for item in items if item.template in left_out]
    )
    return shares


def share(items: list[Item], picks: list[int]) -> float:
    return sum(pick == item.answer for pick, item in zip(picks, items, strict=True)) / len(items)


def roundest(item: Item) -> int:
    digits = [len(text.partition("e")[0].replace(".", "").strip("-").rstrip("0")) for text in item.options]
    return int(np.argmin(digits))


def multiples(item: Item) -> int:
    """Return the option for which the others are nearest to whole multiples."""
    values = item.values
    off = [sum(min(abs(other / own - k) for k in (2, 3, 4)) for other in values if other != own) for own in values]
    return int(np.argmin(off))


def learnt(train: list[Item], test: list[Item]) -> float:
    from sklearn.ensemble import HistGradientBoostingClassifier

    rows = [features(item, place) for item in train for place in range(4)]
    marks = [place == item.answer for item in train for place in range(4)]
    model = HistGradientBoostingClassifier(random_state=0).fit(rows, marks)
    chances = model.predict_proba([features(item, place) for item in test for place in range(4)])[:, 1]
    return share(test, [int(guess) for guess in chances.reshape(-1, 4).argmax(axis=1)])


def features(item: Item, place: int) -> list[float]:
    """Return an option's size, rank, place, digits, and its ratios to the others."""
    values = item.values
    own = values[place]
    others = sorted(values[:place] + values[place + 1 :])
    ratios = [math.log(other / own) for other in others]
    rank = sum(other < own for other in others)
    return [math.log10(abs(own)), rank, place, len(item.options[place]), *ratios]


if __name__ == "__main__":
    sys.exit(main())
