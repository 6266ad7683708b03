"""A guesser that never reads the question: what it reaches above a quarter, options give away."""

from __future__ import annotations

import math

from mesocosm.episode.agent import Case, Script, call


def guesser(case: Case) -> Script:
    """Chooses the option nearest to all others, on a scale of ratios; without options it says the same word to all."""
    if case.options.get("format") == "open":
        asks = case.item.data["asks"]
        assert isinstance(asks, dict)
        yield call("submit_answers", answers=dict.fromkeys(asks, "larger"))
        return
    options = case.item.data["options"]
    assert isinstance(options, dict)
    sizes = {letter: math.log(abs(float(str(value)))) for letter, value in options.items()}
    yield call("submit", answer=min(sizes, key=lambda letter: sum(abs(sizes[letter] - one) for one in sizes.values())))
