"""The commonest answer of each question type, as the language-prior agent gives it: `prior_answer` of its texts.

`benchmarks/eo_prior_answers.py` writes them from items of the train split. Those that are shipped are the commonest
among the first 720 items of seed 0, over the places of the train and validation splits together.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from mesocosm.suites.eo.questions.question import plain
from mesocosm.suites.eo.records import Truth

LINE = re.compile(r'^prior_answer = ".*"$', re.MULTILINE)
"""Of the texts of a type."""


def commonest(truths: Iterable[tuple[str, Truth]]) -> dict[str, str]:
    """Question type to its commonest answer; of several as common, the first in alphabetical order."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for kind, truth in truths:
        counts[kind][plain(truth.answer)] += 1
    return {kind: min(counts[kind], key=lambda answer: (-counts[kind][answer], answer)) for kind in sorted(counts)}


def with_prior_answer(texts: str, answer: str) -> str:
    """The TOML of a type with another commonest answer."""
    return LINE.sub(lambda _: f"prior_answer = {json.dumps(answer, ensure_ascii=False)}", texts, count=1)
