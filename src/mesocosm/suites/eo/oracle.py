"""The agent that carries out the canonical plan of every question type with the handles it is given.

It reads from the reference only what the question asks (which things, which part, which neighbour in time); the answer
comes from the results of the tools. If a detector replaces the truth, the results may not be enough for an answer.
"""

from __future__ import annotations

from mesocosm.episode.agent import Case, Script
from mesocosm.suites.eo.plans.tool_runner import Hands, if_enough
from mesocosm.suites.eo.questions.catalogue import kind_named
from mesocosm.suites.eo.records import Data, Truth


def oracle(case: Case[Data, Truth]) -> Script:
    """Gather the evidence, work out the answer, hand it in."""
    hands = Hands(case)
    plan = kind_named(case.item.data.question_type).plan(hands)
    # A plan that fails on exact truth is our defect and must not count as a wrong answer.
    answer = yield from (if_enough(plan) if case.options.get("response") == "unverified" else plan)
    yield hands.call("submit", answer=answer)
