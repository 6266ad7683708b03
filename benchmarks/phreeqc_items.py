"""Check many seeds of the phreeqc suite: valid items, balanced labels, options that cannot be guessed without reading.

python benchmarks/phreeqc_items.py --seeds 20 --items 200
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

if str(Path(__file__).parent) in sys.path:  # phreeqc.py beside this file would be imported for the engine
    sys.path.remove(str(Path(__file__).parent))

from mesocosm import registry
from mesocosm.suites.phreeqc.catalogue import scenario
from mesocosm.suites.phreeqc.options import CLOSEST

CHANCE, PROMISED = 0.25, 0.30
LETTERS = "ABCD"


class Item(NamedTuple):
    """What an attacker sees, and what the checker knows."""

    name: str
    scenario: str
    options: tuple[str, str, str, str]
    answer: int
    truth: float

    @property
    def values(self) -> list[float]:
        return [float(option) for option in self.options]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--items", type=int, default=200)
    options = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        batches = list(pool.map(make_batch, range(options.seeds), itertools.repeat(options.items)))
    items = [item for batch in batches for item in batch]
    invalid = [problem for item in items if (problem := problem_of(item))]
    print(f"items: {len(items)}, invalid: {len(invalid)}")
    for problem in invalid[:10]:
        print(f"  {problem}")
    labels_fine = show_labels(items)
    show_scenarios(items)
    attacks_fail = show_attacks(batches)
    return 0 if not invalid and labels_fine and attacks_fail else 1


def make_batch(seed: int, count: int) -> list[Item]:
    """Make the items of one seed."""
    batch = []
    for item, reference in registry.load("suites", "phreeqc").cases(seed, count):
        options = item.data.options
        shown = tuple(options[letter] for letter in LETTERS)
        place = LETTERS.index(reference.answer)
        batch.append(Item(item.id, item.data.scenario, shown, place, float(reference.hidden.value)))
    return batch


def problem_of(item: Item) -> str:
    """Return why an item is invalid; empty if it is valid."""
    made = scenario(item.scenario)
    values = item.values
    if len(set(item.options)) < 4:
        return f"{item.name}: options are not distinct: {item.options}"
    if not made.low <= item.truth <= made.high:
        return f"{item.name}: truth {item.truth} outside [{made.low}, {made.high}]"
    if item.options[item.answer] != made.format_value(item.truth):
        return (
            f"{item.name}: the key {item.options[item.answer]} is not the printed truth {made.format_value(item.truth)}"
        )
    for one, other in itertools.combinations(values, 2):
        if abs(one - other) < CLOSEST * max(abs(one), abs(other)):
            return f"{item.name}: options {one} and {other} lie within {CLOSEST:.0%}"
    return ""


def show_labels(items: list[Item]) -> bool:
    shares = {letter: sum(item.answer == place for item in items) / len(items) for place, letter in enumerate(LETTERS)}
    print("labels: " + ", ".join(f"{letter} {share:.1%}" for letter, share in shares.items()))
    return all(0.20 <= share <= 0.30 for share in shares.values())


def show_scenarios(items: list[Item]) -> None:
    """Show the place of the truth among the sorted options, per scenario: equal shares of places reveal nothing."""
    ranks: dict[str, Counter[int]] = {}
    for item in items:
        rank = sorted(item.values).index(item.values[item.answer])
        ranks.setdefault(item.scenario, Counter())[rank] += 1
    for name, counts in sorted(ranks.items()):
        print(f"  {name:28} {[counts[rank] for rank in range(4)]}")


# ------------------------------------------------------------------ attacks that see the options alone


def roundest(values: list[float], shown: tuple[str, ...]) -> int:
    """Return the option with the fewest digits that are not trailing zeros."""
    digits = [len(text.lower().partition("e")[0].replace(".", "").replace("-", "").rstrip("0")) for text in shown]
    return int(np.argmin(digits))


def medoid(values: list[float], shown: tuple[str, ...]) -> int:
    """Return the option nearest to all others: the middle of a star."""
    scaled = [math.copysign(math.log1p(abs(value) * 1e9), value) for value in values]
    return int(np.argmin([sum(abs(one - other) for other in scaled) for one in scaled]))


def ranked(place: int) -> Callable[[list[float], tuple[str, ...]], int]:
    return lambda values, shown: int(np.argsort(values)[place])


ATTACKS: dict[str, Callable[[list[float], tuple[str, ...]], int]] = {
    "smallest": ranked(0),
    "second smallest": ranked(1),
    "second largest": ranked(2),
    "largest": ranked(3),
    "roundest": roundest,
    "most central": medoid,
}


def show_attacks(batches: list[list[Item]]) -> bool:
    items = [item for batch in batches for item in batch]
    rates = {
        name: sum(attack(item.values, item.options) == item.answer for item in items) / len(items)
        for name, attack in ATTACKS.items()
    }
    half = len(batches) // 2
    train = [item for batch in batches[:half] for item in batch]
    test = [item for batch in batches[half:] for item in batch]
    if train:
        rates["trained classifier"] = classifier_rate(train, test)
    for name, rate in rates.items():
        print(f"attack {name:20} {rate:.1%}   (chance {CHANCE:.0%}, promised at most {PROMISED:.0%})")
    return all(rate <= PROMISED for rate in rates.values())


def classifier_rate(train: list[Item], test: list[Item]) -> float:
    """Return the rate of a forest that scores each option by its position among the others, trained on other seeds."""
    from sklearn.ensemble import RandomForestClassifier

    rows = [features(item, place) for item in train for place in range(4)]
    marks = [place == item.answer for item in train for place in range(4)]
    forest = RandomForestClassifier(300, min_samples_leaf=8, random_state=0, n_jobs=-1).fit(rows, marks)
    chances = forest.predict_proba([features(item, place) for item in test for place in range(4)])[:, 1]
    picked = chances.reshape(-1, 4).argmax(axis=1)
    return float(np.mean([pick == item.answer for pick, item in zip(picked, test, strict=True)]))


def features(item: Item, place: int) -> list[float]:
    """Return an option's size, sign, rank, its ratios to the others and its digits."""
    values = item.values
    own = values[place]
    others = sorted(values[:place] + values[place + 1 :])
    size = math.log10(abs(own) + 1e-12)
    ratios: list[Any] = [(other - own) / (abs(other) + abs(own) + 1e-12) for other in others]
    logs = [math.log10(abs(other) + 1e-12) - size for other in others]
    digits = len(item.options[place].rstrip("0"))
    return [size, math.copysign(1, own), sum(other < own for other in others), *ratios, *logs, digits, place]


if __name__ == "__main__":
    sys.exit(main())
