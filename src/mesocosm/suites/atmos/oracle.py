"""Solves every question from what it prints; careless twins make one slip."""

from __future__ import annotations

from mesocosm.episode.agent import Case, Script, call
from mesocosm.suites.atmos.catalogue import template
from mesocosm.suites.forks import with_mistakes
from mesocosm.suites.letters import careless_mistake


def oracle(case: Case) -> Script:
    """Work the value out with the template's own solver and choose the nearest option."""
    yield call("submit", answer=solve(case, frozenset()))


def careless(case: Case) -> Script:
    """One of the item's single mistakes, drawn by the agent's seed."""
    yield call("submit", answer=solve(case, careless_mistake(case)))


def solve(case: Case, wrong: frozenset[str]) -> str:
    """The letter nearest to the value that these mistakes lead to."""
    hidden = case.reference.hidden
    asked, printed, symbol = hidden["asked"], hidden["printed"], str(hidden["symbol"])
    assert isinstance(asked, list)
    assert isinstance(printed, dict)
    taken = with_mistakes(frozenset(str(one) for one in asked), wrong)
    values = {name: float(str(value)) for name, value in printed.items()}
    value = template(str(case.item.data["template"])).values(values, taken)[symbol]
    options = case.item.data["options"]
    assert isinstance(options, dict)
    return min(options, key=lambda letter: abs(float(str(options[letter])) - value))
