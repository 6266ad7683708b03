"""The judgement of one answer: right, wrong or undecided, by whom, and why."""

from __future__ import annotations

from typing import Literal

from mesocosm.types import Record


class Verdict(Record):
    """The judgement of one answer."""

    value: bool | None
    """Whether the answer is right; None if the rules cannot decide: it scores nothing, unless a model rules on it."""
    by: Literal["rule", "model"] = "rule"
    why: str
    """Reason, as a code such as `several_numbers` or a sentence."""
    reading: str = ""
    """The answer in one spelling, so that equal answers can be counted; empty if it has no reading."""


class Reading(Record):
    """What an answer says, before it is compared with the truth."""

    said: str = ""
    """The answer in one spelling; empty if there is no reading."""
    number: float | None = None
    why: str = "read"
    decided: bool = True
    """False if the rules cannot tell what is meant; True with nothing said if no answer is given."""


def unsure(why: str) -> Reading:
    """Return the reading of a text of which no rule can tell what is meant."""
    return Reading(why=why, decided=False)


def no_answer(why: str) -> Reading:
    """Return the reading of a text with no answer or more than one: it is wrong, whatever the truth is."""
    return Reading(why=why)
