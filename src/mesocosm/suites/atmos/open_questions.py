"""Open questions from the same solvers: every part as a number, the first as a formula, and how it would change."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

from numpy.random import Generator
from pydantic import Field

from mesocosm.questions.forks import Taken
from mesocosm.questions.rounding import round_digits
from mesocosm.scoring.open_answers import Kind, Verdict, grade_formula, grade_value, grade_word
from mesocosm.scoring.open_answers.expressions import Tree, evaluate
from mesocosm.scoring.open_answers.structured import read_formula
from mesocosm.suites.atmos.template import SI, Formula, Part, Template
from mesocosm.types import Record

LABELS = "abcdefgh"
SPELLINGS = {"**2": "²", "**3": "³", "**4": "⁴", "degC": "°C", "degree": "°", "delta_": "", "litre": "L", "um": "µm"}
SPELLINGS |= {"*": " "}
PLURALS = frozenset({"hour", "day", "month", "year", "degree"})
NOTHING = 1e-9
GROWTH = 1.1
FELT = 0.005
"""The least relative change of the answer that counts as one; letters that change it less are not asked about."""

DIRECTIONS: dict[str, tuple[str, ...]] = {
    "unchanged": ("unchanged", "same", "constant", "equal", "no change", "(?:does|would) not change", "unaffected"),
    "larger": ("larger", "greater", "higher", "bigger", "stronger", "increas(?:es?|ed|ing)", "grows?", "rises?"),
    "smaller": ("smaller", "less", "lower", "weaker", "decreas(?:es?|ed|ing)", "reduc(?:es?|ed)", "shrinks?", "falls?"),
}
"""Each possible answer with the words for it."""


class SubQuestion(Record):
    """One question of an item, and its key."""

    label: str
    kind: Literal["number", "formula", "word"]
    symbol: str
    """Symbol of the part that is asked for."""
    key: str
    """The answer as a person would write it."""
    asks: str = ""
    """The question in words; empty if only the key is on record."""
    value: float | None = None
    unit: str = ""
    """The unit as people write it."""
    digits: int | None = None
    """The number of decimals of the key."""
    tolerance: float = 0.0
    sign: bool = True
    """Whether the sign counts."""
    difference: bool = False
    """Whether the value is a difference of temperatures."""
    letters: dict[str, float] = Field(default_factory=dict)
    """Letters of a formula with their values in SI."""
    about: str = ""
    """The letter that would become larger."""


def sub_questions(
    template: Template, printed: Mapping[str, float], taken: Taken, draw: Generator
) -> tuple[SubQuestion, ...]:
    """All questions of an open item, in order."""
    values = template.values(printed, taken)
    questions = [_number(symbol, part, round_digits(values[symbol])) for symbol, part in template.parts.items()]
    if template.formula is not None:
        letters = letter_values(template.formula, template.numbers(printed, taken))
        questions += [_formula(template, taken, letters), *_direction(template, taken, letters, draw)]
    return tuple(
        question.model_copy(update={"label": label}) for label, question in zip(LABELS, questions, strict=False)
    )


def letter_values(formula: Formula, numbers: SI) -> dict[str, float]:
    """Every letter with its value in SI, rounded to digits that are the same on all machines."""
    return {name: round_digits(numbers[symbol.quantity]) for name, symbol in formula.symbols.items()}


def grade(sub: SubQuestion, answer: str) -> Verdict:
    """The verdict on an answer to this question."""
    if not answer.strip():
        return Verdict(False, "none", "no_answer")
    if sub.kind == "formula":
        return grade_formula(answer, sub.key, sub.letters)
    if sub.kind == "word":
        return grade_word(answer, sub.key, DIRECTIONS)
    assert sub.value is not None
    kind: Kind = "difference" if sub.difference else "real"
    return grade_value(
        answer, sub.value, sub.unit, tolerance=sub.tolerance, digits=sub.digits, sign=sub.sign, kind=kind
    )


def check_gradable(sub: SubQuestion) -> None:
    """Raise `ValueError` for a key with which no answer could be graded."""
    if sub.kind == "number" and (sub.value is None or not math.isfinite(sub.value)):
        raise ValueError(f"value of a number must be finite, got {sub.value}")
    if sub.kind == "word" and sub.key not in DIRECTIONS:
        raise ValueError(f"key of a word must be one of {', '.join(DIRECTIONS)}, got {sub.key!r}")
    if sub.digits is not None and not 0 <= sub.digits <= 12:
        raise ValueError(f"digits must be from 0 to 12, got {sub.digits}")
    if grade(sub, sub.key).value is not True:
        raise ValueError(f"key {sub.key!r} is graded as not right by its own record")


def in_unit(part: Part) -> str:
    """`, in m/s`, or nothing for a pure number."""
    return f", in {spell_unit(part.unit)}" if part.unit else ""


def spell_unit(unit: str) -> str:
    """A unit as people write it."""
    if unit in PLURALS:
        return f"{unit}s"
    for pints, ours in SPELLINGS.items():
        unit = unit.replace(pints, ours)
    return unit


def _number(symbol: str, part: Part, value: float) -> SubQuestion:
    written = part.format_value(value)
    return SubQuestion(
        label="",
        asks=f"Find {part.name}{in_unit(part)}.",
        kind="number",
        symbol=symbol,
        key=f"{written} {spell_unit(part.unit)}".strip(),
        value=value,
        unit=spell_unit(part.unit),
        digits=None if "e" in written else len(written.partition(".")[2]),
        tolerance=part.tolerance,
        difference=part.unit.startswith("delta_"),
    )


def _formula(template: Template, taken: Taken, letters: dict[str, float]) -> SubQuestion:
    assert template.formula is not None
    symbol, part = next(iter(template.parts.items()))
    meanings = "; ".join(f"{name}, {symbol.meaning}" for name, symbol in template.formula.symbols.items())
    return SubQuestion(
        label="",
        asks=f"Give a formula for {part.name}, all quantities in SI units, "
        f"with some or all of these letters: {meanings}.",
        kind="formula",
        symbol=symbol,
        key=template.formula.write(taken),
        letters=letters,
    )


def _direction(template: Template, taken: Taken, letters: dict[str, float], draw: Generator) -> list[SubQuestion]:
    assert template.formula is not None
    symbol, part = next(iter(template.parts.items()))
    moves = directions(template.formula.write(taken), letters)
    if not moves:
        return []
    letter = sorted(moves)[int(draw.integers(len(moves)))]
    size = " in size" if part.low < 0 else ""
    asks = (
        f"Were {letter} a tenth larger and all other letters as they are, would {part.name} be larger, smaller or "
        f"unchanged{size}?"
    )
    return [SubQuestion(label="", asks=asks, kind="word", symbol=symbol, key=moves[letter], about=letter)]


def directions(formula: str, letters: Mapping[str, float]) -> dict[str, str]:
    """Letter to how the formula's value changes as it grows, without letters of small effect or a change of sign."""
    tree = read_formula(formula)
    names = {letter: str(read_formula(letter)) for letter in letters}
    values = {names[letter]: complex(value) for letter, value in letters.items()}
    now = _real(tree, values)
    effects: dict[str, str] = {}
    for letter, name in names.items():
        change = round_digits(_real(tree, {**values, name: GROWTH * values[name]}) / now - 1)
        if change > FELT or -1 < change < -FELT:
            effects[letter] = "larger" if change > 0 else "smaller"
        elif abs(change) < NOTHING:
            effects[letter] = "unchanged"
    return effects


def _real(tree: Tree, values: dict[str, complex]) -> float:
    """The value of a formula; NaN if it is not a real number."""
    try:
        value = evaluate(tree, 0, values)
    except (ArithmeticError, ValueError):
        return math.nan
    return value.real if abs(value.imag) <= NOTHING * abs(value) else math.nan
