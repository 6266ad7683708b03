"""Writes `prior_answers.toml`: the commonest answer of each question type among items of the train split.

python -m mesocosm.suites.eo.prior_answers 360
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from mesocosm.suites.eo.items import make_item
from mesocosm.suites.eo.questions.question import plain
from mesocosm.suites.eo.records import Truth

SEED = 0
"""Of the items that are counted."""
PATH = Path(__file__).with_name("prior_answers.toml")


def commonest(truths: Iterable[tuple[str, Truth]]) -> dict[str, str]:
    """Question type to its commonest answer; of several as common, the first in alphabetical order."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for kind, truth in truths:
        counts[kind][plain(truth.answer)] += 1
    return {kind: min(counts[kind], key=lambda answer: (-counts[kind][answer], answer)) for kind in sorted(counts)}


def write(answers: dict[str, str], items: int) -> str:
    """The table as TOML."""
    lines = [
        f"# The commonest answer of each question type among the first {items} items of seed {SEED}, train split;",
        "# counted by `python -m mesocosm.suites.eo.prior_answers`.",
        "[answers]",
        *(f'{kind} = "{answer}"' for kind, answer in answers.items()),
    ]
    return "\n".join(lines) + "\n"


def main(items: int) -> None:
    pairs = (make_item("train", SEED, index) for index in range(items))
    answers = commonest((item.data.question_type, reference.hidden) for item, reference in pairs)
    PATH.write_text(write(answers, items), encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]))
