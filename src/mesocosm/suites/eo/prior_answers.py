"""The commonest answer of each question type, which the agent `prior` gives: `prior_answer` of the type's texts.

`benchmarks/eo_prior_answers.py` writes them from items of the train split. The shipped ones are the commonest among the
first 720 items of seed 0, over the places of the train and validation splits together.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from mesocosm.suites.eo.questions.question import plain
from mesocosm.suites.eo.records import Truth

LINE = re.compile(r'^prior_answer = ".*"$', re.MULTILINE)
"""The line of a type's texts that holds the prior answer."""


def commonest(truths: Iterable[tuple[str, Truth]]) -> dict[str, str]:
    """Map each question type to its commonest answer; the first in alphabetical order of a tie."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for kind, truth in truths:
        counts[kind][plain(truth.answer)] += 1
    return {kind: min(counts[kind], key=lambda answer: (-counts[kind][answer], answer)) for kind in sorted(counts)}


def with_prior_answer(texts: str, answer: str) -> str:
    """Return the TOML of a type with another prior answer."""
    return LINE.sub(lambda _: f"prior_answer = {json.dumps(answer, ensure_ascii=False)}", texts, count=1)
