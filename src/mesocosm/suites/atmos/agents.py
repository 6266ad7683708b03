"""A guesser that never reads the question: what it reaches above a quarter, options give away."""

from __future__ import annotations

import math

from mesocosm.episode.agent import Case, Script, call
from mesocosm.suites.atmos.records import Data, Truth


def guesser(case: Case[Data, Truth]) -> Script:
    """Chooses the option nearest to all others, on a scale of ratios; without options it says the same word to all."""
    if case.options.get("format") == "open":
        yield call("submit_answers", answers=dict.fromkeys(case.item.data.asks, "larger"))
        return
    sizes = {letter: math.log(abs(float(value))) for letter, value in case.item.data.options.items()}
    yield call(
        "submit", answer=min(sizes, key=lambda letter: sum(abs(sizes[letter] - size) for size in sizes.values()))
    )
