"""Whether two formulas are equal: both evaluated at the same points, symbols matched by name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mesocosm.scoring.numeric import apart_at_most
from mesocosm.scoring.open_answers.expressions import (
    ALIASES,
    Tree,
    evaluate,
    has_decimals,
    parse,
    replace_symbols,
    symbols_of,
    without_zeros,
)
from mesocosm.scoring.open_answers.verdict import Unreadable

TRIALS = 8
FEWEST = 4
"""The fewest trials with a finite value on both sides for a decision."""

EXACT = 1e-7
MEASURED = 0.05
"""Relative differences allowed: for formulas of symbols, and for those with decimal coefficients."""

RELATIONS = re.compile("[=≈∝]")
INEQUALITIES = re.compile("[<>≤≥≠→:]")
APPLIED = re.compile(r"[A-Za-zα-ωΑ-Ω][^()\s]{0,3}(?:_\([^()]*\))?\s?'*\s?\([^()]*\)")
UP_TO_A_FACTOR = re.compile(r"dimension|proportional|scal(?:e|ing)|similarity", re.IGNORECASE)
CORIOLIS: Tree = ("*", ("*", 2 + 0j, "Ω"), ("sin", "φ"))

Outcome = tuple[bool | None, str]


@dataclass(frozen=True)
class Equation:
    """The sides of a chain of equalities that read as formulas; the first may be only a name."""

    first: Tree | None
    last: Tree
    named: bool
    """Whether the first side is a plain name such as `T` or `T(z)`, or missing."""
    proportional: bool
    name: str = ""
    """The first side as written, where it is a plain name."""


def read_equation(text: str, *, narrow: bool = False) -> Equation:
    """An equation or a lone formula in the plain notation; `Unreadable` where it is neither."""
    sides = _split(text)
    last = parse(sides[-1], narrow=narrow)
    if len(sides) == 1:
        return Equation(None, last, True, False)
    named = APPLIED.fullmatch(sides[0].translate({0x2039: None, 0x203A: None}).strip()) is not None
    first = None if named else _parsed_or_none(sides[0])
    plain_name = named or isinstance(first, str)
    return Equation(first, last, plain_name, "∝" in text, re.sub(r"[\s‹›]", "", sides[0]) if plain_name else "")


def _split(text: str) -> list[str]:
    sides, last, depth = [], 0, 0
    for place, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if depth <= 0 and INEQUALITIES.match(character):
            raise Unreadable("an inequality")
        if depth <= 0 and RELATIONS.match(character):
            sides.append(text[last:place])
            last = place + 1
    sides.append(text[last:].rstrip(" .;,"))
    return [side for side in sides if side.strip()] or [""]


def _parsed_or_none(text: str) -> Tree | None:
    try:
        return parse(text)
    except Unreadable:
        return None


def same_formula(question: str, key: Equation, answer: Equation) -> Outcome:
    """Compare the formulas of the answer with that of the key."""
    outcome = _same_formula(question, key, answer)
    operators = {"∂", "∇"} & (symbols_of(key.last) | symbols_of(key.first or ""))
    return (None, "operators") if operators and outcome[0] is False else outcome


def _same_formula(question: str, key: Equation, answer: Equation) -> Outcome:
    factor = key.proportional or answer.proportional or UP_TO_A_FACTOR.search(question) is not None
    if key.named or key.first is None:
        return same_tree(key.last, answer.last, factor=factor)
    direct = _same_equation(key, answer)
    return direct if direct[0] else same_tree(key.last, answer.last, factor=factor) if key.last != 0 else direct


def _same_equation(key: Equation, answer: Equation) -> Outcome:
    """Two equations: one is a multiple of the other, or the answer solves the key for one symbol."""
    assert key.first is not None  # the caller has checked this
    difference: Tree = ("-", key.first, key.last)
    if answer.first is None:
        return same_tree(key.first, answer.last, factor=True) if key.last == 0 else (None, "sides_differ")
    if isinstance(answer.first, str) and answer.first in symbols_of(difference):
        solved = replace_symbols(difference, {answer.first: answer.last})
        size: Tree = replace_symbols(key.first, {answer.first: answer.last})
        return (True, "solved") if _vanishes(solved, size) else (False, "expression")
    return same_tree(difference, ("-", answer.first, answer.last), factor=True)


def components(formula: Equation) -> list[Equation]:
    """Return the components of a formula with unit vectors i, j (and k); empty for a formula without them."""
    axes = [axis for axis in "ijk" if axis in symbols_of(formula.last)]
    if axes[:2] != ["i", "j"]:
        return []
    return [
        Equation(
            None,
            without_zeros(replace_symbols(formula.last, {other: complex(other == axis) for other in axes})),
            True,
            False,
        )
        for axis in axes
    ]


def is_vector(formula: Equation) -> bool:
    """Whether the formula contains unit vectors."""
    return {"i", "j"} <= symbols_of(formula.last)


def _vanishes(tree: Tree, size: Tree) -> bool:
    values = [pair for trial in range(TRIALS) if (pair := _both(size, tree, trial)) is not None]
    return len(values) >= FEWEST and all(
        apart_at_most(zero, 0.0, EXACT * max(abs(scale), 1e-6)) for scale, zero in values
    )


def same_tree(key: Tree, answer: Tree, *, factor: bool) -> Outcome:
    """Whether two formulas agree in every trial; with `factor`, up to a constant factor."""
    if not symbols_of(answer) and symbols_of(key):
        return False, "number_for_formula"
    answer = _with_key_names(key, answer)
    only_key, only_answer = symbols_of(key) - symbols_of(answer), symbols_of(answer) - symbols_of(key)
    if not only_key and not only_answer:
        return _agree(key, answer, factor=factor)
    if only_key == {"f"} or only_answer == {"f"}:
        expanded = replace_symbols(key, {"f": CORIOLIS}), replace_symbols(answer, {"f": CORIOLIS})
        if symbols_of(expanded[0]) == symbols_of(expanded[1]):
            return _agree(*expanded, factor=factor)
    if not only_key and len(only_answer) == 1:
        outcome = _agree(key, answer, factor=True, given={next(iter(only_answer)): 1 + 0j})
        return (True if factor else None, "constant_factor") if outcome[0] else (False, "expression")
    if len(only_key) == len(only_answer) == 1:
        swapped = replace_symbols(answer, {next(iter(only_answer)): next(iter(only_key))})
        return (None, "symbol_renamed") if _agree(key, swapped, factor=False)[0] else (False, "expression")
    return False, "other_symbols"


def _with_key_names(key: Tree, answer: Tree) -> Tree:
    """The answer with symbols renamed to the key's, where they differ in the subscript or by a look-alike only."""
    free_key = symbols_of(key) - symbols_of(answer)
    free_answer = symbols_of(answer) - symbols_of(key)
    names: dict[str, Tree] = {}
    for name in free_answer:
        partners = [other for other in free_key if _stem(other) == _stem(name) and not _number(name, other)]
        rivals = [other for other in free_answer if _stem(other) == _stem(name)]
        if len(partners) == len(rivals) == 1:
            names[name] = partners[0]
    return replace_symbols(answer, names) if names else answer


def _number(name: str, other: str) -> bool:
    """Whether both have subscripts and one is a number: T₁ is never T₂, while ρ_w may be ρ_l."""
    scripts = [symbol.partition("_")[2] for symbol in (name, other)]
    return all(scripts) and any(script.isdigit() for script in scripts)


def _stem(name: str) -> str:
    return name.translate(ALIASES).split("_")[0] + "'" * name.count("'")


def _agree(key: Tree, answer: Tree, *, factor: bool, given: dict[str, complex] | None = None) -> Outcome:
    """Equal in every trial, or (with `factor`) in one ratio throughout."""
    tolerance = MEASURED if has_decimals(key) else EXACT
    pairs = [pair for trial in range(TRIALS) if (pair := _both(key, answer, trial, given)) is not None]
    if len(pairs) < FEWEST:
        return None, "no_values"
    if all(apart_at_most(a, k, tolerance * max(abs(k), 1e-9)) for k, a in pairs):
        return True, "equal"
    if factor and symbols_of(key) and all(abs(k) > 1e-9 and abs(a) > 1e-9 for k, a in pairs):
        ratio = pairs[0][1] / pairs[0][0]
        if all(apart_at_most(a / k, ratio, tolerance * abs(ratio)) for k, a in pairs):
            return True, "equal_up_to_a_factor"
    return False, "expression"


def _both(
    one: Tree, other: Tree, trial: int, given: dict[str, complex] | None = None
) -> tuple[complex, complex] | None:
    try:
        pair = evaluate(one, trial, given), evaluate(other, trial, given)
        return pair if all(abs(value) < 1e100 for value in pair) else None
    except (ArithmeticError, ValueError):
        return None
