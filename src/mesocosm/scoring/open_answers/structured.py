"""Answers to our own questions, whose keys are records and not texts: a value, a formula in given letters, a word."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from mesocosm.scoring.numeric import apart_at_most
from mesocosm.scoring.open_answers.comparison import Rules
from mesocosm.scoring.open_answers.equivalence import CORIOLIS, FEWEST, TRIALS, read_equation
from mesocosm.scoring.open_answers.expressions import Tree, evaluate, has_decimals, replace_symbols, sample, symbols_of
from mesocosm.scoring.open_answers.grading import equations_in
from mesocosm.scoring.open_answers.lists import match_values
from mesocosm.scoring.open_answers.number_text import Number
from mesocosm.scoring.open_answers.plain_text import plain, without_marks
from mesocosm.scoring.open_answers.prose import MOST_ANSWER_WORDS, NEGATIONS
from mesocosm.scoring.open_answers.quantities import Item, Quantity, items
from mesocosm.scoring.open_answers.unit_text import read_unit
from mesocosm.scoring.open_answers.verdict import TooMuch, Unreadable, Verdict

Kind = Literal["real", "count", "year", "difference"]
"""A measured value, an exact count or year, or a difference of temperatures."""

HEDGE = re.compile(r"[<>≤≥≠±]|\(\s*or\b|\d\s*(?:to|through|\.\.\.|…)\s*[-+]?\d", re.IGNORECASE)
"""Signs that an answer names more values than one, or leaves its value open."""

EXACT = 1e-6
MEASURED = 0.02
"""Relative differences allowed between formulas: of letters alone, and with a decimal coefficient in the key."""


def grade_value(
    answer: str,
    value: float,
    unit: str,
    *,
    tolerance: float,
    digits: int | None = None,
    sign: bool = True,
    kind: Kind = "real",
) -> Verdict:
    """The verdict on a number with its unit.

    `tolerance` is relative to the key; `digits` are the decimals the key is asked to (half of the last one is allowed);
    `sign` says whether the sign counts.
    """
    written = without_marks(plain(unit))
    reading = read_unit(written) if unit else None
    if unit and (reading is None or reading.end < len(written)):
        raise ValueError(f"unit must be one the grader reads, such as 'm s^(-1)' or 'W/m^2', got {unit!r}")
    units = reading.units[:1] if reading else ()
    number = Number(value, 0.0 if digits is None else 10.0**-digits, 0)
    key = Item("", (Quantity(number, units),))
    rules = Rules(
        tolerance,
        exact=kind in ("count", "year"),
        sign=sign,
        half_digit=digits is not None,
        strict=True,
        difference=kind == "difference",
    )

    def compare() -> Verdict:
        said = without_marks(plain(answer))
        if HEDGE.search(said):
            return Verdict(None, "quantity", "hedged")
        value, reason = match_values((key,), items(said), rules)
        return Verdict(value, "quantity", reason)

    return _careful(compare)


@functools.lru_cache(maxsize=4096)
def read_formula(key: str) -> Tree:
    """The tree of a formula of ours; templates write the same few again and again."""
    return read_equation(plain(key)).last


def grade_formula(answer: str, key: str, letters: Mapping[str, float]) -> Verdict:
    """The verdict on a formula in letters that were given with it, tried around their values in the question."""
    wanted = read_formula(key)
    values = {str(read_formula(letter)): value for letter, value in letters.items()}

    def compare() -> Verdict:
        wide, unread = equations_in(plain(answer))
        narrow, _ = equations_in(plain(answer), narrow=True)
        if unread or not wide:
            return Verdict(None, "expression", "answer_unreadable")
        readings = [[_same(wanted, equation.last, values) for equation in given] for given in (wide, narrow)]
        best = next((verdicts for verdicts in readings if all(verdict.value for verdict in verdicts)), readings[0])
        return best[0] if len(set(best)) == 1 else Verdict(False, "expression", "several_formulas")

    return _careful(compare)


def _same(wanted: Tree, given: Tree, values: Mapping[str, float]) -> Verdict:
    given = replace_symbols(given, {"f": CORIOLIS}) if "f" not in values and {"Ω", "φ"} <= values.keys() else given
    if not symbols_of(given) <= values.keys():
        return Verdict(False, "expression", "other_symbols")
    tolerance = MEASURED if has_decimals(wanted) else EXACT
    met = 0
    for trial in range(TRIALS):
        point = {name: value * (0.8 + 0.2 * sample(name, trial)) for name, value in values.items()}
        try:
            right = evaluate(wanted, trial, point)
            same = apart_at_most(evaluate(given, trial, point), right, tolerance * abs(right))
        except (ArithmeticError, ValueError):  # too large a number, or none
            continue
        if not same:
            return Verdict(False, "expression", "expression")
        met += 1
    return Verdict(True, "expression", "equal") if met >= FEWEST else Verdict(False, "expression", "no_values")


def grade_word(answer: str, key: str, choices: Mapping[str, Sequence[str]]) -> Verdict:
    """The verdict on a word out of a few: the key's or a synonym of it, and no other, not negated."""

    def compare() -> Verdict:
        words = re.findall(r"[a-z]+(?:'t)?", without_marks(plain(answer)).lower())
        if len(words) > MOST_ANSWER_WORDS:
            return Verdict(None, "text", "long_text")
        said, named = " ".join(words), set()
        for choice, ways in choices.items():
            left = re.sub(rf"\b(?:{'|'.join(ways)})\b", "", said)  # "no change" is an answer, not a negation
            named |= {choice} if left != said else set()
            said = left
        if not named:
            return Verdict(None, "text", "other_words")
        if len(named) > 1 or any(word in NEGATIONS or word.endswith("n't") for word in said.split()):
            return Verdict(None, "text", "both_or_negated")
        return Verdict(named == {key}, "text", "words" if named == {key} else "other_choice")

    return _careful(compare)


def _careful(compare: Callable[[], Verdict]) -> Verdict:
    """What a comparison says, undecided where the answer has no reading."""
    try:
        return compare()
    except (TooMuch, RecursionError):
        return Verdict(None, "none", "too_much_to_read")
    except Unreadable:
        return Verdict(None, "none", "unreadable")
