"""A guesser that never reads the question: a score above one quarter shows that options reveal their answer."""

from __future__ import annotations

import math

from mesocosm.episode.agent import Case, Script
from mesocosm.questions.submission import hand_in_answers, hand_in_letter
from mesocosm.suites.atmos.records import Data, Truth


def guesser(case: Case[Data, Truth]) -> Script:
    """Choose the option nearest to all others, on a scale of ratios; without options, give the same word to all."""
    if case.options.get("format") == "open":
        yield hand_in_answers(case, dict.fromkeys(case.item.data.asks, "larger"))
        return
    sizes = {letter: math.log(abs(float(value))) for letter, value in case.item.data.options.items()}
    middle = min(sizes, key=lambda letter: sum(abs(sizes[letter] - size) for size in sizes.values()))
    yield hand_in_letter(case, middle)
