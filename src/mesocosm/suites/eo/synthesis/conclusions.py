"""The last thought: a conclusion from all observations, before the answer."""

from __future__ import annotations

from collections.abc import Callable

from mesocosm.suites.eo.evidence.evidence import Evidence
from mesocosm.suites.eo.questions.catalogue import kind_named
from mesocosm.suites.eo.records import QuestionType

Pick = Callable[[int], int]
ENOUGH = ("That settles it.", "That answers the question.", "That is all I need.")
"""Sentences for when the last reply is enough."""


def conclude(asked: QuestionType, evidence: Evidence, pick: Pick) -> str:
    """Say what follows from the evidence, in a sentence or two."""
    close = kind_named(asked).conclude
    return (close(evidence) if close is not None else "") or ENOUGH[pick(len(ENOUGH))]
