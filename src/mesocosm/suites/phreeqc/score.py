"""Score 1 if the letter is right; a missing or unreadable letter is wrong, as published. No numbers are compared."""

from __future__ import annotations

from mesocosm.questions.letters import score_letter
from mesocosm.suites.phreeqc.records import Data, Truth
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference, Score


def score(item: Item[Data], reference: Reference[Truth], trace: Trace, profile: str) -> Score:
    """Score a letter as right or wrong, with the mistakes that a wrong letter reveals."""
    return score_letter(reference, trace, profile)
