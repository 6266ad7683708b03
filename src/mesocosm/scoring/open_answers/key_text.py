"""Read a free-text key: values, formulas, words or a table, each part once."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from mesocosm.scoring.open_answers.equivalence import Equation, read_equation
from mesocosm.scoring.open_answers.plain_text import plain, without_marks
from mesocosm.scoring.open_answers.quantities import KEY_SEPARATOR, Item, segment_items, segments
from mesocosm.scoring.open_answers.regimes import Regime, read_regimes
from mesocosm.scoring.open_answers.verdict import Unreadable

NEXT_PART = re.compile(r"\(\\mathbf\{[b-z]\}\).*", re.DOTALL)
EXERCISE_NUMBER = r"[ \t]*\$?(?:\\mathbf\{)?\d[\d ]*\.[ ]?\d[\d ]*\}?\$?[ \t]*"
NEXT_EXERCISE = re.compile(rf"\n\s*{EXERCISE_NUMBER}(?:\n.*|$)|\n\s*\$?\\mathbf\{{[\d .]+\}}.*", re.DOTALL)
OWN_NUMBER = re.compile(rf"^{EXERCISE_NUMBER}\n+(?=.)", re.DOTALL)
EMPTY_ROW = re.compile(r"^[|\s:-]+$", re.MULTILINE)
ROW = re.compile(r"^\s*\|.*\|", re.MULTILINE)
LONG_WORD = re.compile(r"[A-Za-z]{4,}")
MOST_WORDS = 4
"""Most longer words beside a value; with more of them the key is a sentence, and its number is not the answer."""
RELATED = re.compile(r"[=<>≈≤≥^_/\\]")
LETTERS = re.compile(r"[A-Za-z]{2,}")


@dataclass(frozen=True)
class Key:
    """The parts of one key."""

    values: tuple[Item, ...] = ()
    formulas: tuple[Equation, ...] = ()
    words: tuple[str, ...] = ()
    rows: tuple[tuple[float, ...], ...] = ()
    unread: tuple[str, ...] = ()
    equations: tuple[Equation, ...] = ()
    """Second readings of values: `x y = 3` is an equation as well."""
    regimes: tuple[Regime, ...] = ()


def clean_key(text: str) -> str:
    """Remove from a key what the printed page added: the next part, the next exercise, empty rows."""
    text = OWN_NUMBER.sub("", NEXT_PART.sub("", text).strip())
    text = NEXT_EXERCISE.sub("", text)
    return EMPTY_ROW.sub("", text).strip().rstrip(";,")


@functools.lru_cache(maxsize=2048)
def read_key(text: str) -> Key:
    """Split a key into its parts; raise `Unreadable` if the notation is broken."""
    text = clean_key(text)
    if len(ROW.findall(text)) >= 2:
        return Key(rows=_rows(text))
    marked = plain(text)
    regimes = read_regimes(marked)
    if len(regimes) >= 2:
        return Key(regimes=tuple(regimes))
    values: list[Item] = []
    formulas: list[Equation] = []
    words: list[str] = []
    unread: list[str] = []
    equations: list[Equation] = []
    for part in segments(marked, KEY_SEPARATOR):
        bare = without_marks(part)
        items = segment_items(bare)
        if items and all(item.pure for item in items) and len(LONG_WORD.findall(bare)) <= MOST_WORDS:
            values.extend(items)
            equations.extend(_relation(part))
        elif (formula := _formula(part)) is not None:
            formulas.append(formula)
        elif LETTERS.search(bare) and (not RELATED.search(bare) or len(LONG_WORD.findall(bare)) > MOST_WORDS):
            words.append(bare)
        else:
            unread.append(bare)
    return Key(tuple(values), tuple(formulas), tuple(words), (), tuple(unread), tuple(equations))


def _formula(part: str) -> Equation | None:
    if not re.search(r"[=^_/√\\+∝α-ωΑ-Ω]|^[A-Za-z]$", part):
        return None
    try:
        return read_equation(part)
    except Unreadable:
        return None


def _relation(part: str) -> list[Equation]:
    """Return the equation in a part whose left side is more than a name."""
    formula = _formula(part) if "=" in part else None
    return [formula] if formula is not None and not formula.named and formula.first is not None else []


def _rows(text: str) -> tuple[tuple[float, ...], ...]:
    rows = []
    for line in text.splitlines():
        cells = [without_marks(plain(cell)) for cell in line.split("|")] if "|" in line else []
        numbers = [float(cell) for cell in cells if re.fullmatch(r"-?\d+\.?\d*|-?\.\d+", cell)]
        if len(numbers) >= 2:
            rows.append(tuple(numbers))
    return tuple(rows)
