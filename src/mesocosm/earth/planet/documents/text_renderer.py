"""Rendering of text: phrases are written with marks in the place of numbers, and the marks are replaced last.

So the position of every number in the text is known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date

from numpy.random import Generator

from mesocosm.earth.planet.documents.facts import Fact, Facts
from mesocosm.earth.planet.documents.stated_numbers import (
    DATE,
    Figure,
    Reported,
    as_date,
    draw_precision,
    figure,
    print_number,
)
from mesocosm.seeding import generator

MARK = re.compile("\ue000(\\d+)\ue001")
NUMERALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
DATES = ("{day} {month}", "{month} {day}", "{day} {short}")
SEPARATORS = (",", "")


@dataclass
class Pen:
    """The writer of one document, which draws wording and precision, and remembers how each fact was stated."""

    facts: Facts
    path: tuple[str | int, ...]
    """Path of the document's random generators."""
    year: int
    draw: Generator = field(init=False)
    figures: dict[str, Figure] = field(init=False, default_factory=dict)
    marks: list[tuple[Figure, str]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.draw = generator(*self.path, "words")
        self.date_style = self.pick(*DATES)
        self.separator = self.pick(*SEPARATORS)

    def pick(self, *choices: str) -> str:
        return choices[int(self.draw.integers(len(choices)))]

    def chance(self, share: float) -> bool:
        return float(self.draw.uniform()) < share

    def shuffled(self, sentences: list[str]) -> list[str]:
        return [sentences[at] for at in self.draw.permutation(len(sentences))]

    def stated(self, fact: Fact) -> float:
        return self._figure(fact).stated

    def number(self, fact: Fact, width: int = 0) -> str:
        """Return a mark for the number alone, padded with spaces on the left up to a width."""
        stated = self._figure(fact)
        text = print_number(stated.stated, stated.step, "" if fact.unit == "hPa" else self.separator)
        return " " * (width - len(text)) + self._mark(stated, text)

    def value(self, fact: Fact) -> str:
        """Return the number with its unit: `38 mm`."""
        unit = {"minutes": "minute", "hours": "hour", "days": "day"}.get(fact.unit)
        if unit is None:
            return f"{self.number(fact)} {fact.unit}".rstrip().replace(" %", "%")
        return f"{self.number(fact)} {unit if self.stated(fact) == 1 else fact.unit}"

    def count(self, fact: Fact, singular: str, *, first: bool = False) -> str:
        """Return a small number as a word with its noun: `two roads`, `one road`, `no roads`; `first`: capitalised."""
        stated = self._figure(fact)
        whole = int(stated.stated)
        noun = singular if whole == 1 else f"{singular}s"
        small = whole < len(NUMERALS)
        text = NUMERALS[whole] if small else print_number(stated.stated, 1.0, self.separator)
        return f"{self._mark(stated, text.capitalize() if first else text)} {noun}"

    def span(self, first: Fact, last: Fact, *, year: bool = False) -> str:
        """Return `3 May to 5 May`, with the year if requested."""
        comma = "," if year and self.date_style.startswith("{month}") else ""
        return f"{self.day(first)} to {self.day(last)}{comma}{f' {self.year}' if year else ''}"

    def day(self, fact: Fact, style: str = "") -> str:
        """Return a day of the year as a date, in the document's style or another."""
        stated = self._figure(fact)
        return self._mark(stated, write_date(as_date(stated.stated, self.year), style or self.date_style))

    def set(self, text: str) -> tuple[str, tuple[Reported, ...]]:
        """Replace the marks by numbers; return the text and the position of each number."""
        pieces, reported, at, end = [], [], 0, 0
        for mark in MARK.finditer(text):
            before = text[end : mark.start()]
            said, number = self.marks[int(mark.group(1))]
            reported.append(_report(said, number, at + len(before)))
            pieces += [before, number]
            at, end = at + len(before) + len(number), mark.end()
        return "".join([*pieces, text[end:]]), tuple(reported)

    def _figure(self, fact: Fact) -> Figure:
        if fact.id not in self.figures:
            precision = draw_precision(generator(*self.path, "precision", fact.unit))
            self.figures[fact.id] = figure(fact, self.facts, precision, generator(*self.path, "reported", fact.id))
        return self.figures[fact.id]

    def _mark(self, stated: Figure, text: str) -> str:
        self.marks.append((stated, text))
        return f"\ue000{len(self.marks) - 1}\ue001"


def write_date(day: date, style: str) -> str:
    """Return a date in a style: `iso`, `slash` or one of `DATES`."""
    if style == "iso":
        return day.isoformat()
    if style == "slash":
        return f"{day:%d/%m}"
    return style.format(day=day.day, month=MONTHS[day.month - 1], short=MONTHS[day.month - 1][:3])


MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def _report(said: Figure, text: str, offset: int) -> Reported:
    fact = said.fact
    assert fact.unit != DATE or said.step == 1.0
    return Reported(
        fact=fact.id,
        what=fact.what,
        place=fact.place,
        unit=fact.unit,
        truth=fact.value,
        text=text,
        offset=offset,
        stated=said.stated,
        how=said.how,
        step=said.step,
        by=round(said.stated - fact.value, 6) + 0.0,
        note=said.note,
    )
