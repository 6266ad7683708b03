"""Counting in the view that comes with a question."""

from __future__ import annotations

from collections.abc import Callable

from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, image_of, wholes
from mesocosm.suites.eo.questions.counting import CROP, DETECT
from mesocosm.suites.eo.questions.parts import part_named

UNSEEN = "building"
"""The answer if nothing can be counted."""


def count_things(hands: Hands, detect: str) -> Plan:
    """Count the things that a detector finds in the first picture, or in the quarter of it that is asked about."""
    image = FIRST
    if hands.form == "quarter":
        part = part_named(hands.word("part"))
        seen = yield hands.call(CROP, image=image, box=[*part.shares])
        image = image_of(seen)
    seen = yield hands.call(detect, image=image, target=hands.word("target"))
    return str(len(wholes(seen)))


def count_at_hand(hands: Hands, answer: Callable[[int], str]) -> Plan:
    """Answer from the count in the first picture alone, as if nothing lay beyond it and nothing changed."""
    if "target" not in hands.parameters or not hands.knows(DETECT):
        yield hands.call(CROP, image=FIRST, box=[0.0, 0.0, 1.0, 1.0])
        return UNSEEN
    seen = yield hands.call(DETECT, image=FIRST, target=hands.word("target"))
    return answer(len(wholes(seen)))
