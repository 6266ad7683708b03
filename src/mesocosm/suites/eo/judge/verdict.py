"""What is said of one answer: right, wrong or undecided, by whom, and why."""

from __future__ import annotations

from typing import Literal

from mesocosm.types import Record


class Verdict(Record):
    """The judgement of one answer."""

    value: bool | None
    """None where the rules cannot tell: it scores nothing, unless a model is asked and rules."""
    by: Literal["rule", "model"] = "rule"
    why: str
    """In a code word or a sentence, such as `several_numbers`."""
    reading: str = ""
    """What the answer comes to in one spelling, so that equal answers can be counted; empty where it has no reading."""


class Reading(Record):
    """What an answer says, before it is held against the truth."""

    said: str = ""
    """In one spelling; empty where there is no reading."""
    number: float | None = None
    why: str = "read"
    decided: bool = True
    """False where the rules cannot tell what is meant; True with nothing said where no answer is given."""


def unsure(why: str) -> Reading:
    """No rule can tell what is meant."""
    return Reading(why=why, decided=False)


def no_answer(why: str) -> Reading:
    """The text gives no answer, or more than one: whatever the truth is, it is missed."""
    return Reading(why=why)
