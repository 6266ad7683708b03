"""One sub-answer against its key, without a judge: values, then formulas, then words; undecided rather than guessed."""

from __future__ import annotations

import re

from mesocosm.scoring.numeric import apart_at_most
from mesocosm.scoring.open_answers.comparison import DOWNWARDS, Outcome, Rules
from mesocosm.scoring.open_answers.equivalence import Equation, components, is_vector, read_equation, same_formula
from mesocosm.scoring.open_answers.key_text import Key, read_key
from mesocosm.scoring.open_answers.lists import match_values
from mesocosm.scoring.open_answers.plain_text import plain, without_marks
from mesocosm.scoring.open_answers.prose import same_words
from mesocosm.scoring.open_answers.quantities import REMARK, items, segments
from mesocosm.scoring.open_answers.regimes import read_regimes, same_regimes
from mesocosm.scoring.open_answers.verdict import TooMuch, Unreadable, Verdict

ASKS_YEAR = re.compile(
    r"\b(?:what|which) year|\bbreakpoint|\byear (?:in|when|of)\b|\bin (?:what|which) .{0,20}year", re.IGNORECASE
)
ASKS_COUNT = re.compile(r"\bhow many\b|\b(?:the|what|a) number of \w+s\b", re.IGNORECASE)
PERIODS = {
    name: re.compile(rf"\b(?:{adjective}|(?:per|each|every|one|a) {name})\b", re.IGNORECASE)
    for name, adjective in (
        ("year", "annual|annually|yearly"),
        ("month", "monthly"),
        ("day", "daily"),
        ("hour", "hourly"),
    )
}
"""Phrases by which a question says that its totals are of one period."""
PROSE = re.compile(r"‹[^‹›]*[a-z]{3,}[^‹›]*›\s*:?|^[A-Za-z ]{4,}:")
"""Words around a formula in an answer."""
MATHEMATICAL = re.compile(r"[=^/√\\]")
LARGEST_COUNT = 30


def grade(question: str, key: str, answer: str | None) -> Verdict:
    """Return the verdict on one answer; an undecided one goes to a judge with its reason."""
    if answer is None or not answer.strip():
        return Verdict(False, "none", "no_answer")
    try:
        wanted = read_key(key)
        marked = plain(answer)
    except TooMuch:
        return Verdict(None, "none", "too_much_to_read")
    except (Unreadable, RecursionError):
        return Verdict(None, "none", "unreadable")
    try:
        return _grade(question, wanted, marked)
    except (TooMuch, RecursionError):
        return Verdict(None, "none", "too_much_to_read")


def _grade(question: str, key: Key, marked: str) -> Verdict:
    if key.rows:
        return _table(key.rows, marked)
    if key.regimes:
        outcome = same_regimes(key.regimes, read_regimes(marked))
        return Verdict(outcome[0], "text", outcome[1])
    if key.unread and not key.values and not key.formulas:
        return Verdict(None, "none", "key_unreadable")
    outcomes: list[Verdict] = []
    if key.values:
        outcomes.append(_values(question, key, marked))
    if key.formulas:
        outcomes.append(_formulas(question, key.formulas, marked))
    outcomes += [_words(words, marked, alone=not outcomes) for words in key.words]
    if key.unread:
        outcomes.append(Verdict(None, outcomes[0].by, "key_partly_unreadable"))
    return _together(outcomes)


def _together(outcomes: list[Verdict]) -> Verdict:
    """Combine outcomes: every part of the key must be met, and a missed one decides."""
    if not outcomes:
        return Verdict(None, "none", "key_unreadable")
    for verdict in outcomes:
        if verdict.value is False:
            return verdict
    if outcomes[0].value and any(verdict.value is None for verdict in outcomes):
        return Verdict(None, outcomes[0].by, "rest_of_key_open")
    return next((verdict for verdict in outcomes if verdict.value is None), outcomes[0])


def _values(question: str, key: Key, marked: str) -> Verdict:
    text = without_marks(marked)
    given = items(text)
    if key.equations and (_equal_to_zero(key) or not any(item.pure for item in given)):
        return _formulas(question, key.equations, marked)
    outcome = match_values(key.values, given, _rules(question, key))
    if outcome[1] == "sign" and (DOWNWARDS.search(text) or any(DOWNWARDS.search(item.words) for item in key.values)):
        outcome = None, "sign_in_words"
    return Verdict(outcome[0], "quantity", outcome[1])


def _equal_to_zero(key: Key) -> bool:
    """Whether the key's only values are zeros: an equation brought to one side, whose zero is not the answer."""
    return all(item.readings[0].number.value == 0 for item in key.values)


def _rules(question: str, key: Key) -> Rules:
    number = key.values[0].readings[0].number
    bare = len(key.values) == 1 and number.whole and not key.values[0].readings[0].units
    year = bare and 1700 <= number.value <= 2100 and ASKS_YEAR.search(question + " " + key.values[0].words) is not None
    count = bare and abs(number.value) <= LARGEST_COUNT and ASKS_COUNT.search(question) is not None
    periods = frozenset(name for name, pattern in PERIODS.items() if pattern.search(question))
    return Rules(exact=year or count, periods=periods)


def _formulas(question: str, wanted: tuple[Equation, ...], marked: str) -> Verdict:
    given, unread = equations_in(marked)
    if not given:
        return Verdict(None, "expression", "answer_unreadable")
    if len(wanted) == 1 and is_vector(wanted[0]) and not any(is_vector(equation) for equation in given):
        return _vector(question, components(wanted[0]), given)
    outcomes = [_formula(question, formula, given, several=len(given) > len(wanted)) for formula in wanted]
    worst = min(outcomes, key=lambda outcome: (outcome[0] is not False, outcome[0] is not None))
    if worst[0] is False and unread:
        return Verdict(None, "expression", "answer_partly_unreadable")
    return Verdict(worst[0], "expression", worst[1])


def _formula(question: str, wanted: Equation, given: list[Equation], *, several: bool) -> Outcome:
    """Return the best outcome among the answer's formulas with the key's name, if there are any.

    If an answer has several formulas and none has the key's name, all must be right.
    """
    named = [equation for equation in given if wanted.name and equation.name == wanted.name]
    outcomes = [same_formula(question, wanted, equation) for equation in named or given]
    best = next((outcome for value in (True, None) for outcome in outcomes if outcome[0] is value), outcomes[-1])
    if best[0] and several and not named and not all(outcome[0] for outcome in outcomes):
        return None, "several_formulas"
    return best


def _vector(question: str, wanted: list[Equation], given: list[Equation]) -> Verdict:
    """Compare a vector with an answer of its components in order."""
    if len(wanted) != len(given):
        return Verdict(None, "expression", "vector")
    outcomes = [same_formula(question, *both) for both in zip(wanted, given, strict=True)]
    right = all(outcome[0] for outcome in outcomes)
    return Verdict(right or None, "expression", "components" if right else "vector")


def equations_in(marked: str, *, narrow: bool = False) -> tuple[list[Equation], bool]:
    """Return the formulas of an answer without its remarks, and whether one of them is unreadable."""
    equations: list[Equation] = []
    unread = False
    for place, part in enumerate(segments(marked)[:12]):
        if place and REMARK.match(without_marks(part)):
            continue
        part = part.removesuffix("‹").removeprefix("›").strip()
        read = _equation(part, narrow=narrow) or _equation(PROSE.sub("", part), narrow=narrow)
        unread = unread or (not read and MATHEMATICAL.search(part) is not None)
        equations += read
    return equations, unread


def _equation(part: str, *, narrow: bool) -> list[Equation]:
    try:
        return [read_equation(part, narrow=narrow)]
    except Unreadable:
        return []


def _words(words: str, marked: str, *, alone: bool) -> Verdict:
    text = without_marks(marked)
    if alone and re.fullmatch(r"[^A-Za-z]*\d[^A-Za-z]*", text):
        return Verdict(False, "text", "number_for_words")
    outcome = same_words(words, text)
    return Verdict(outcome[0], "text", outcome[1])


def _table(rows: tuple[tuple[float, ...], ...], marked: str) -> Verdict:
    """Judge a key that is a table: wrong if the answer cannot contain it, else undecided."""
    numbers = [item.readings[0].number.value for item in items(without_marks(marked))]
    row = rows[-1]
    if len(numbers) < len(row) / 2:
        return Verdict(False, "quantity", "table_incomplete")
    met = sum(any(apart_at_most(number, cell, 0.05 * abs(cell)) for number in numbers) for cell in row)
    return Verdict(False, "quantity", "table_values") if met < len(row) / 2 else Verdict(None, "quantity", "table")
