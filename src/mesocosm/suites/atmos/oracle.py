"""The agent that solves every question from its printed numbers, and the careless one that makes one mistake."""

from __future__ import annotations

from collections.abc import Mapping

from mesocosm.episode.agent import Action, Case, Script
from mesocosm.questions.forks import Taken, with_mistakes
from mesocosm.questions.letters import careless_mistake, nearest_letter
from mesocosm.questions.submission import hand_in_answers, hand_in_letter
from mesocosm.suites.atmos.catalogue import template
from mesocosm.suites.atmos.open_questions import SubQuestion, directions, letter_values
from mesocosm.suites.atmos.records import Data, Truth
from mesocosm.suites.atmos.template import Template


def oracle(case: Case[Data, Truth]) -> Script:
    """Work everything out with the template's own solver, and choose the nearest option if there are options."""
    yield _answer(case, frozenset())


def careless(case: Case[Data, Truth]) -> Script:
    """Make one of the item's single mistakes, drawn by the agent's seed."""
    yield _answer(case, careless_mistake(case))


def _answer(case: Case[Data, Truth], wrong: frozenset[str]) -> Action:
    if case.options.get("format") == "open":
        return hand_in_answers(case, solve_open(case, wrong))
    return hand_in_letter(case, solve(case, wrong))


def solve(case: Case[Data, Truth], wrong: frozenset[str]) -> str:
    """The letter of the option nearest to the value with these mistakes."""
    made_from, printed, taken = _work_out(case, wrong)
    value = made_from.values(printed, taken)[case.reference.hidden.symbol]
    return nearest_letter(value, case.item.data.options)


def solve_open(case: Case[Data, Truth], wrong: frozenset[str]) -> dict[str, str]:
    """The answer to every sub-question with these mistakes."""
    made_from, printed, taken = _work_out(case, wrong)
    return {sub.label: _write(sub, made_from, printed, taken) for sub in case.reference.hidden.subs}


def _write(sub: SubQuestion, made_from: Template, printed: Mapping[str, float], taken: Taken) -> str:
    if sub.kind == "number":
        value = made_from.values(printed, taken)[sub.symbol]
        return f"{made_from.parts[sub.symbol].format_value(value)} {sub.unit}".strip()
    assert made_from.formula is not None
    formula = made_from.formula.write(taken)
    if sub.kind == "formula":
        return formula
    moves = directions(formula, letter_values(made_from.formula, made_from.numbers(printed, taken)))
    return moves.get(sub.about, "unchanged")


def _work_out(case: Case[Data, Truth], wrong: frozenset[str]) -> tuple[Template, dict[str, float], Taken]:
    """The template, its numbers, and the forks taken by someone who makes these mistakes."""
    hidden = case.reference.hidden
    return template(case.item.data.template), hidden.printed, with_mistakes(hidden.stated, wrong)
