"""The Expression evaluator as published: special cases first, then formulas, then shared symbols."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from mesocosm.scoring.numeric import apart_at_most
from mesocosm.suites.atmos.published.formulas import compare_formulas, same_symbols
from mesocosm.suites.atmos.published.notation import (
    NUMBER,
    SPACING,
    UPRIGHT,
    Outcome,
    bare,
    close,
    first_run,
    percentage,
)

SHARE_TOLERANCE = 0.1
NAMED_TOLERANCE = 0.1
UPRIGHT_TOLERANCE = 0.05
FLUX_TOLERANCE = 0.2
SHARED_LETTERS = 0.7

MATHEMATICAL = re.compile(r"[0-9\\$=^_+*/()<>-]")
NAMED = re.compile(rf"\s*+{NUMBER}\s++([A-Za-z]++)\s*+\.?\s*+")
WITH_UNIT = re.compile(rf"[0-9.]\s*+(?:\\ |~)?\s*+(?:{UPRIGHT}\{{~?)?[A-Za-z]")
UPRIGHT_UNIT = re.compile(rf"[0-9.]\s*+(?:\\[,;: ]|~)\s*+{UPRIGHT}\{{~?[A-Za-z]++\}}")
WATTS_PER_METRE = re.compile(r"W\s*+/\s*+m")
SPECIFIC_HEAT = [re.compile(rf"(?<![A-Za-z]){unit}(?![A-Za-z])") for unit in ("J", "kg", "K")]
MICRONS = re.compile("µm")
TERMINAL_VELOCITY = ("\\rho", "g", "a^", "\\mu")
BUOYANCY_FREQUENCY = ("N^", "g", "\\theta", "z")
"""Pieces that the published code counted in two formulas instead of reading them."""


@dataclass(frozen=True)
class Pair:
    """Key and answer, and the first run of digits in each (not a number where there is none)."""

    key: str
    answer: str
    wanted: float
    answered: float


def judge_expression(key: str, answer: str) -> Outcome:
    """True by the first branch that finds so, or else the outcome of comparing formulas."""
    if same_symbols(key, answer):
        return True, "symbol_overlap"
    if not all(MATHEMATICAL.search(SPACING.sub(" ", text)) for text in (key, answer)):
        return None, "no_expression"
    try:
        wanted = first_run(key)
    except ValueError:  # as published, a full stop before any digit ends the reading
        return None, "no_number"
    pair = Pair(key, answer, wanted, _first_run(answer))
    for reason, says_true in BRANCHES.items():
        if says_true(pair):
            return True, reason
    return compare_formulas(key, answer)


def _first_run(text: str) -> float:
    try:
        return first_run(text)
    except ValueError:
        return math.nan


def _share(pair: Pair) -> bool:
    """A key in percent, or whose first number is up to 1, if only an index."""
    percent, other = percentage(pair.key), percentage(pair.answer)
    if percent is None:
        return pair.wanted <= 1 and close(pair.wanted, pair.answered, SHARE_TOLERANCE)
    values = (percent / 100, pair.answered) if other is None else (percent, other)
    return close(*values, SHARE_TOLERANCE) or close(pair.wanted, pair.answered, SHARE_TOLERANCE)


def _about(pair: Pair) -> bool:
    """A key that says "about": anything up to twice its number."""
    return "\\sim" in pair.key and apart_at_most(pair.answered, pair.wanted, pair.wanted)


def _number_unit(pair: Pair) -> bool:
    """Both "number unit" with one unit, or the answer's unit in upright type after a space; signs are lost."""
    named = NAMED.fullmatch(pair.key), NAMED.fullmatch(pair.answer)
    if named[0] and named[1] and named[0][1] == named[1][1]:
        return close(pair.wanted, pair.answered, NAMED_TOLERANCE)
    upright = WITH_UNIT.search(pair.key) is not None and UPRIGHT_UNIT.search(pair.answer) is not None
    return upright and close(pair.wanted, pair.answered, UPRIGHT_TOLERANCE)


def _keywords(*words: str) -> Callable[[Pair], bool]:
    """A test for a key with all of these words and an answer with all but one."""

    def test(pair: Pair) -> bool:
        return all(word in pair.key for word in words) and sum(word in pair.answer for word in words) >= len(words) - 1

    return test


def _shared_letters(pair: Pair) -> bool:
    """As published, exponentials that share most of their letters, those of commands included."""
    if "e^" not in pair.key or "e^" not in pair.answer:
        return False
    wanted, answered = ({letter for letter in text.lower() if "a" <= letter <= "z"} for text in (pair.key, pair.answer))
    return len(wanted & answered) >= SHARED_LETTERS * len(wanted)


def _with_units(*units: re.Pattern[str]) -> Callable[[Pair], bool]:
    """A test for numbers not too far apart in texts that both name these units, in whatever power."""

    def test(pair: Pair) -> bool:
        texts = bare(pair.key), bare(pair.answer)
        named = all(unit.search(text) is not None for text in texts for unit in units)
        return named and close(pair.wanted, pair.answered, FLUX_TOLERANCE)

    return test


BRANCHES: dict[str, Callable[[Pair], bool]] = {
    "share": _share,
    "about": _about,
    "number_unit": _number_unit,
    "terminal_velocity": _keywords(*TERMINAL_VELOCITY),
    "buoyancy_frequency": _keywords(*BUOYANCY_FREQUENCY),
    "shared_letters": _shared_letters,
    "watts_per_metre": _with_units(WATTS_PER_METRE),
    "specific_heat": _with_units(*SPECIFIC_HEAT),
    "microns": _with_units(MICRONS),
}
