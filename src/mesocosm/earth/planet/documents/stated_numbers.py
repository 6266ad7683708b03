"""Numbers as people print them: exact, rounded, or wrong in one of the usual ways.

The seed decides once for every fact of a document: a number that occurs twice in it is the same in both places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from numpy.random import Generator

from mesocosm.earth.planet.documents.facts import Fact, Facts
from mesocosm.types import Record

How = Literal["exact", "rounded", "unit slip", "transposed digits", "off by a day", "stale", "wrong place"]
EXACT_SHARE, WRONG_SHARE = 0.2, 0.1
"""Shares of the facts; the others are rounded. Facts that cannot be rounded, such as a date or a small number, are
exact instead; facts that cannot be wrong, such as the only closed road of a district, are true.
"""
DATE, COUNTS = "day of year", ("days", "roads", "places")
SLIPS: dict[str, tuple[str, float]] = {
    "mm": ("inches", 1 / 25.4),
    "m": ("feet", 1 / 0.3048),
    "m/s": ("km/h", 3.6),
    "m³/s": ("cubic feet a second", 1 / 0.3048**3),
    "km²": ("hectares", 100.0),
}
"""Unit that a number is in by mistake, and how many of it make one of the true unit."""
STEPS: dict[str, tuple[float, ...]] = {
    "mm": (1.0, 1.0, 5.0),
    "°C": (1.0, 0.5),
    "m": (0.1, 0.05),
    "m/s": (1.0,),
    "km²": (5.0, 10.0),
    "minutes": (5.0, 10.0),
    "hours": (5.0, 2.0),
    "MW": (1.0, 5.0, 10.0),
    "hPa": (1.0,),
    "%": (5.0, 10.0),
    "times": (1.0,),
    "": (1.0,),
}
"""Steps to which people round, by unit. Discharge is rounded to two or three significant digits."""
MOST_DEGREES = 45.0
"""Temperature beyond which, above or below zero, an error is noticed before it is printed."""
LEAST_STEPS = 6.0
"""Steps above 1 are used only for values of at least so many steps; others would be rounded too much."""


class Reported(Record):
    """A number as it stands in a document, with the truth."""

    fact: str
    what: str
    place: str
    unit: str
    truth: float
    text: str
    """Number as printed, without its unit."""
    offset: int
    """Offset of the text's first character in the Markdown."""
    stated: float
    """Value that the text states, in the fact's unit."""
    how: How
    step: float
    """Step to which the number is rounded."""
    by: float
    """Stated value minus true value."""
    note: str = ""
    """If wrong: what the number really is."""


@dataclass(frozen=True)
class Figure:
    """What a document says about a fact, before it is printed."""

    fact: Fact
    stated: float
    how: How
    step: float
    note: str = ""


@dataclass(frozen=True)
class Precision:
    """How finely a document gives the numbers of a unit: the same for all of them, wrong ones too."""

    exact: bool
    coarseness: float
    """Position from 0, the first of the steps that people use, to 1, the last."""

    def step(self, fact: Fact) -> float:
        """Return the step to which the value of a fact is printed."""
        steps = () if self.exact else rounding_steps(fact)
        return steps[int(self.coarseness * len(steps))] if steps else fact.step


def draw_precision(draw: Generator) -> Precision:
    return Precision(float(draw.uniform()) < EXACT_SHARE / (1 - WRONG_SHARE), float(draw.uniform()))


def figure(fact: Fact, facts: Facts, precision: Precision, draw: Generator) -> Figure:
    """Decide how a document of this precision reports a fact; `draw` belongs to the document and the fact alone."""
    if float(draw.uniform()) < WRONG_SHARE:
        ways = [way for way in (make(fact, facts, precision, draw) for make in WRONG) if way is not None]
        if ways:
            return ways[int(draw.integers(len(ways)))]
    step = precision.step(fact)
    how: How = "exact" if step == fact.step else "rounded"
    return Figure(fact, in_steps(fact.value, step), how, step)


def rounding_steps(fact: Fact) -> tuple[float, ...]:
    """Return the steps of `STEPS` that are coarser than the fact's own; none for dates and counts."""
    if fact.unit == DATE or fact.unit in COUNTS:
        return ()
    if fact.unit == "m³/s":
        size = 10.0 ** (len(str(int(fact.value))) - 1) if fact.value >= 1 else 0.1
        return (size / 10, size / 100) if size >= 10 else (size / 10,)
    return tuple(step for step in STEPS[fact.unit] if step > fact.step and _tells(fact, step))


def _tells(fact: Fact, step: float) -> bool:
    """Return whether a figure with this step is still informative; steps of temperature may be up to 1 °C."""
    if fact.unit == "°C" or fact.value == 0:
        return step <= 1
    return abs(fact.value) >= step * (LEAST_STEPS if step > 1 else 1)


def in_steps(value: float, step: float) -> float:
    return round(round(value / step) * step, 6) + 0.0


def print_number(stated: float, step: float, separator: str = "") -> str:
    """Format a number with the decimals of its step and a `separator` between thousands."""
    decimals = next(count for count in range(7) if abs(step * 10**count - round(step * 10**count)) < 1e-6)
    return f"{stated:,.{decimals}f}".replace(",", separator)


def as_date(stated: float, year: int) -> date:
    """Return the date of a day of the year."""
    return date(year, 1, 1) + timedelta(days=int(stated) - 1)


def _slip(fact: Fact, facts: Facts, precision: Precision, draw: Generator) -> Figure | None:
    if fact.unit not in SLIPS or fact.value == 0:
        return None
    unit, factor = SLIPS[fact.unit]
    step = precision.step(fact)
    stated = in_steps(fact.value * factor, step)
    return Figure(fact, stated, "unit slip", step, f"in {unit}") if stated else None


def _transpose(fact: Fact, facts: Facts, precision: Precision, draw: Generator) -> Figure | None:
    """Swap two neighbouring digits of the number as it would be rounded."""
    if fact.unit == DATE or fact.unit in COUNTS:
        return None
    step = precision.step(fact)
    text = print_number(in_steps(fact.value, step), step)
    pairs = [at for at in range(len(text) - 1) if _swappable(text, at)]
    if not pairs:
        return None
    at = pairs[int(draw.integers(len(pairs)))]
    swapped = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    if fact.unit == "°C" and abs(float(swapped)) > MOST_DEGREES:
        return None
    return Figure(fact, float(swapped), "transposed digits", step, f"{swapped} for {text}")


def _swappable(text: str, at: int) -> bool:
    pair = text[at : at + 2]
    leads = at == 0 or (not text[at - 1].isdigit() and text[at - 1] != ".")
    return pair.isdigit() and pair[0] != pair[1] and not (leads and pair[1] == "0")


def _off(fact: Fact, facts: Facts, precision: Precision, draw: Generator) -> Figure | None:
    """Shift a date or a count of days by one."""
    if fact.unit not in (DATE, "days"):
        return None
    stated = fact.value + (1 if draw.uniform() < 0.5 else -1)
    return Figure(fact, stated, "off by a day", 1.0) if 1 <= stated <= 365 else None


def _stale(fact: Fact, facts: Facts, precision: Precision, draw: Generator) -> Figure | None:
    if fact.earlier is None:
        return None
    step = precision.step(fact.model_copy(update={"value": fact.earlier}))
    stated = in_steps(fact.earlier, step)
    same = stated == in_steps(fact.value, step)
    return None if same else Figure(fact, stated, "stale", step, "an earlier figure")


def _elsewhere(fact: Fact, facts: Facts, precision: Precision, draw: Generator) -> Figure | None:
    others = [other for other in facts.beside(fact) if fact.unit not in (DATE, "places") and other.value]
    if not others:
        return None
    other = others[int(draw.integers(len(others)))]
    step = precision.step(other)
    stated = in_steps(other.value, step)
    return None if stated == in_steps(fact.value, step) else Figure(fact, stated, "wrong place", step, other.id)


WRONG: tuple[Callable[[Fact, Facts, Precision, Generator], Figure | None], ...] = (
    _slip,
    _transpose,
    _off,
    _stale,
    _elsewhere,
)
