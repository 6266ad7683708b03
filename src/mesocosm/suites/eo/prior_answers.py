"""The commonest answer of each question type, as the language-prior agent gives it: `prior_answers.toml`.

`benchmarks/eo_prior_answers.py` writes the table from items of the train split.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from mesocosm.suites.eo.questions.question import plain
from mesocosm.suites.eo.records import Truth

PATH = Path(__file__).with_name("prior_answers.toml")


def commonest(truths: Iterable[tuple[str, Truth]]) -> dict[str, str]:
    """Question type to its commonest answer; of several as common, the first in alphabetical order."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for kind, truth in truths:
        counts[kind][plain(truth.answer)] += 1
    return {kind: min(counts[kind], key=lambda answer: (-counts[kind][answer], answer)) for kind in sorted(counts)}


def write(answers: dict[str, str], seed: int, items: int) -> str:
    """The table as TOML."""
    lines = [
        f"# The commonest answer of each question type among the first {items} items of seed {seed}, train split;",
        "# written by `python benchmarks/eo_prior_answers.py`.",
        "[answers]",
        *(f'{kind} = "{answer}"' for kind, answer in answers.items()),
    ]
    return "\n".join(lines) + "\n"
