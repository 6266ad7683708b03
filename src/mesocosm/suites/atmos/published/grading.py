"""The published cascade for one sub-answer, without its judge: Quantity, then Expression; the first true ends it."""

from __future__ import annotations

from mesocosm.scoring.open_answers.verdict import Verdict
from mesocosm.suites.atmos.published.expression import judge_expression
from mesocosm.suites.atmos.published.notation import Outcome, writes_infinity
from mesocosm.suites.atmos.published.quantity import judge_quantity

LONGEST = 20_000
"""The most characters of a key or an answer that are evaluated."""


def quantity_published(key: str, answer: str) -> bool | None:
    """The verdict of the Quantity evaluator; `None` if it does not apply."""
    if _readable(key, answer):
        return False if writes_infinity(answer) else judge_quantity(key, answer)[0]
    return None


def expression_published(key: str, answer: str) -> bool | None:
    """The verdict of the Expression evaluator; `None` if it does not apply."""
    if _readable(key, answer):
        return False if writes_infinity(answer) else judge_expression(key, answer)[0]
    return None


def grade_published(key: str, answer: str | None) -> Verdict:
    """The verdict of the cascade, with the evaluator and the branch that decided."""
    if answer is None or not answer.strip():
        return Verdict(False, "none", "no_answer")
    if not _readable(key, answer):
        return Verdict(None, "none", "too_much_to_read")
    if writes_infinity(answer):
        return Verdict(False, "none", "not_finite")
    quantity = judge_quantity(key, answer)
    if quantity[0]:
        return Verdict(True, "quantity", quantity[1])
    return _last(quantity, judge_expression(key, answer))


def _last(quantity: Outcome, expression: Outcome) -> Verdict:
    """The verdict of Expression if it has one, or else that of Quantity."""
    if expression[0] is not None:
        return Verdict(expression[0], "expression", expression[1])
    if quantity[0] is not None:
        return Verdict(quantity[0], "quantity", quantity[1])
    return Verdict(None, "none", expression[1])


def _readable(key: str, answer: str) -> bool:
    return bool(answer.strip()) and max(len(key), len(answer)) <= LONGEST
