"""What a call after the end is answered: how the episode ended, and that nothing more is counted."""

from __future__ import annotations

from typing import get_args

import pytest

from mesocosm.episode.budget_ledger import Ledger
from mesocosm.episode.end_notice import describe_end
from mesocosm.trace.schema import EndReason
from mesocosm.types import Answer, Budget

VALID = Answer(value=1, status="valid", attempts=1)
REJECTED = Answer(value=1, status="rejected", attempts=3, problem="no number")


def ledger(steps: int = 0, tokens: int = 0, seconds: float = 0.0) -> Ledger:
    """One that has spent so much of 2 steps, 1,000 tokens and 30 seconds."""
    spent = Ledger(Budget(steps=2, tokens=1000, seconds=30))
    spent.steps, spent.tokens, spent.seconds = steps, tokens, seconds
    return spent


@pytest.mark.parametrize(
    ("reason", "answer", "spent", "ending"),
    [
        ("submitted", VALID, ledger(), "an answer was submitted"),
        ("submitted", REJECTED, ledger(), "the answer was refused for the last time"),
        ("budget", Answer(), ledger(steps=2), "its budget of 2 steps is spent"),
        ("budget", Answer(), ledger(tokens=1001), "its budget of 1,000 tokens is spent"),
        ("budget", Answer(), ledger(seconds=30.5), "its budget of 30 seconds is spent"),
        ("budget", Answer(), ledger(), "its budget is spent"),
        ("broken", Answer(), ledger(), "it broke on our side, which is not the agent's failure"),
    ],
)
def test_the_ending_is_described(reason: EndReason, answer: Answer, spent: Ledger, ending: str) -> None:
    assert describe_end(reason, answer, spent) == f"the episode is over: {ending}; nothing more is counted"


@pytest.mark.parametrize("reason", get_args(EndReason))
def test_every_ending_has_words(reason: EndReason) -> None:
    assert describe_end(reason, VALID, ledger()).startswith("the episode is over: ")
