"""Formulas as published: equal for all values, numbers within an absolute difference, else shared symbols.

The published code used a symbolic library; here two formulas are equal if they agree for a few values of their
symbols.
"""

from __future__ import annotations

import re

from mesocosm.scoring.numeric import apart_at_most
from mesocosm.scoring.open_answers.expressions import Tree, evaluate, parse, symbols_of
from mesocosm.scoring.open_answers.plain_text import plain
from mesocosm.scoring.open_answers.verdict import Unreadable
from mesocosm.suites.atmos.published.notation import NUMBER, Outcome, bare

DIFFERENCE = 0.05
"""An absolute difference, as published: any two numbers near zero are equal."""
OVERLAP = 0.7
TRIALS = 4
EXACT = 1e-9

VALUE = re.compile(rf"\s*+(-?{NUMBER})\s*+(?:\*\s*+10\s*+\^\s*+\{{?\s*+([-+]?[0-9]{{1,3}})\s*+\}}?)?\s*+\.?\s*+")
STRAY = re.compile(r"\\q?quad(?![A-Za-z])")
IGNORED = re.compile(r"\\(?:mathrm|text|mathbf|left|right|quad)(?![A-Za-z])|\\[,;:! ]|[$~]")
SYMBOL = re.compile(r"\\?[A-Za-z]++|[-+*/^=]|[0-9]++(?:\.[0-9]*+)?")


def compare_formulas(key: str, answer: str) -> Outcome:
    """Compare numbers by their difference and formulas by their values, or symbols if a text cannot be read."""
    wanted, answered = _value(key), _value(answer)
    if wanted is not None and answered is not None:
        return abs(wanted - answered) < DIFFERENCE, "absolute_difference"
    try:
        trees = [parse(plain(text).rpartition("=")[2]) for text in (key, answer)]
        pairs = [(evaluate(trees[0], trial), evaluate(trees[1], trial)) for trial in range(TRIALS)]
        return _agree(trees, pairs)
    except (Unreadable, RecursionError):
        return _overlap(key, answer), "symbol_overlap"
    except (ArithmeticError, ValueError):
        return False, "formula"


def _value(text: str) -> float | None:
    match = VALUE.fullmatch(STRAY.sub("", bare(text)).rpartition("=")[2])
    return None if match is None else float(f"{match[1]}e{match[2] or 0}")


def _agree(trees: list[Tree], pairs: list[tuple[complex, complex]]) -> Outcome:
    if not any(symbols_of(tree) for tree in trees):
        return abs(pairs[0][0] - pairs[0][1]) < DIFFERENCE, "absolute_difference"
    return all(apart_at_most(one, two, EXACT * max(abs(one), abs(two))) for one, two in pairs), "formula"


def same_symbols(key: str, answer: str) -> bool:
    """Whether both texts are the same but for spacing and upright type."""
    return key.strip() == answer.strip() or (bool(symbols := _symbols(key)) and symbols == _symbols(answer))


def _overlap(key: str, answer: str) -> bool:
    """Whether most symbols, numbers and signs of either text are in both."""
    wanted, answered = set(_symbols(key)), set(_symbols(answer))
    return bool(wanted) and len(wanted & answered) >= OVERLAP * len(wanted | answered)


def _symbols(text: str) -> list[str]:
    return SYMBOL.findall(IGNORED.sub(" ", text).replace("\\dfrac", "\\frac"))
