"""A day or a month in a model's answer, in any of the usual spellings.

The rules, stated: a day inside the month asked for is right, a month alone is too little where a day is asked for. A
day without its year is undecided unless it is another day. `03/04/2031` can be two days: undecided if one of them is
the truth. A day `or later` is no day, and wrong; so are two of them, as in `14 or 15 July 2031` and `2031-07-14/15`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mesocosm.suites.eo.judge.numbers import MOST
from mesocosm.suites.eo.judge.verdict import Reading, Verdict, no_answer, unsure
from mesocosm.suites.eo.judge.wording import DECLINES, TAKEN_BACK, asked_back, given_up, is_denied, parts

MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = "|".join(rf"{name[:3]}(?:{name[3:]})?\.?" if len(name) > 3 else name for name in MONTHS).replace(
    r"sep(?:tember)?\.?", r"sept?(?:ember)?\.?"
)
MONTH = rf"(?P<month>{_MONTH})"
YEAR = r"(?P<year>(?:19|20)\d\d)"
DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|\.(?=\s?[A-Za-z]))?"
SPELLINGS = tuple(
    re.compile(spelling, re.IGNORECASE)
    for spelling in (
        rf"(?<!\d){YEAR}\s?年\s?(?P<number>0?[1-9]|1[0-2])\s?月(?:\s?{DAY}\s?日)?",
        rf"(?<!\d){YEAR}(?P<sign>[-/.])(?P<number>0?[1-9]|1[0-2])(?P=sign){DAY}(?!\d)",
        rf"(?<!\d){YEAR}(?P<number>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?!\d)",
        rf"(?<!\d)(?P<one>\d{{1,2}})[-/.](?P<other>\d{{1,2}})[-/.]{YEAR}(?!\d)",
        rf"(?<!\d){DAY}(?: of)?[\s-]+{MONTH}(?:\s+of)?,?[\s-]+{YEAR}(?!\d)",
        rf"\b{MONTH}\s+(?:the )?{DAY},?\s+(?:of )?{YEAR}(?!\d)",
        rf"(?<!\d){YEAR},?[\s-]+{MONTH}[\s-]+{DAY}(?!\d)",
        rf"(?<!\d){YEAR}-(?P<number>0[1-9]|1[0-2])(?![\d-])",
        rf"\b{MONTH},?\s+(?:of )?{YEAR}(?!\d)",
        rf"(?<!\d)(?P<number>0?[1-9]|1[0-2])/{YEAR}(?!\d)",
        rf"(?<!\d){DAY}(?: of)?\s+{MONTH}(?!\w)",
        rf"\b{MONTH}\s+(?:the )?{DAY}(?![\w.]*\d)",
        rf"(?<!\d){YEAR}(?!\d)",
    )
)
"""Patterns of dates, the most complete first; text that one has read is not read again."""
NOT_THAT_DAY = re.compile(
    r"\b(?:before|after|until|till|prior to|earlier than|later than"
    r"|(?:missing|absent|gone|last seen|not seen|not there)(?: on)?)\s*$",
    re.IGNORECASE,
)
"""Text before a day that is only named to describe another day."""
FROM_THAT_DAY = re.compile(
    r"\s*(?:or|and)(?: any(?: day| time)?)?"
    r" (?:later|earlier|after|before|sooner|thereafter|onwards?|since|so|thereabouts)\b"
    r"|\s*onwards?\b|\s*at the (?:latest|earliest)\b",
    re.IGNORECASE,
)
"""Text after a day that only begins or ends a period."""
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
OTHER_DAY = re.compile(rf"(?<![\w.:/-]){_DAY}\s*(?:\b(?:or|and|to|through)\b|/|-|&|;|,$)\s*(?:the )?$", re.IGNORECASE)
OTHER_DAY_AFTER = re.compile(
    rf"(?:\s*/\s*|-|\s*\b(?:or|to|through)\s+)(?:the )?{_DAY}(?![\w:])|\s*(?:,|;|&|\band\b)\s*(?:the )?{_DAY}\s*\.?$",
    re.IGNORECASE,
)
"""Text after a date that gives another day of its month."""
OTHER_MONTH = re.compile(rf"\b(?:{_MONTH})\s*(?:or|to|/|-)\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Day:
    """A date as far as it is given; 0 for a missing part."""

    year: int
    month: int
    day: int
    start: int
    end: int
    twin: tuple[int, int] | None = None
    """Month and day in the other order, if either could be meant."""

    def __str__(self) -> str:
        parts = [f"{self.year:04d}" if self.year else "----", *([f"{self.month:02d}"] if self.month else [])]
        return "-".join([*parts, *([f"{self.day:02d}"] if self.day else [])])


def dates_in(text: str) -> list[Day]:
    """Return every date in order."""
    taken: list[Day] = []
    for spelling in SPELLINGS:
        for match in spelling.finditer(text):
            if not any(day.start < match.end() and match.start() < day.end for day in taken):
                taken += _days(match)
    return sorted(taken, key=lambda day: day.start)


def _days(match: re.Match[str]) -> Iterator[Day]:
    groups = match.groupdict()
    year = int(groups.get("year") or 0)
    if groups.get("one"):
        one, other = int(groups["one"]), int(groups["other"])
        if max(one, other) > 31 or min(one, other) > 12 or not min(one, other):
            return
        month, day = (other, one) if one > 12 else (one, other)
        twin = (other, one) if one <= 12 and other <= 12 and one != other else None
        yield Day(year, month, day, match.start(), match.end(), twin)
        return
    month = int(groups.get("number") or 0) or _month(groups.get("month") or "")
    yield Day(year, month, int(groups.get("day") or 0), match.start(), match.end())


def _month(word: str) -> int:
    return next((place + 1 for place, name in enumerate(MONTHS) if word and name[:3] == word.lower()[:3]), 0)


def read_date(text: str) -> tuple[Reading, Day | None]:
    """Read the date that a plain text commits to."""
    if TAKEN_BACK.search(text):
        return unsure("taken_back"), None
    for part in parts(text):
        every = dates_in(part)
        if len(every) > MOST:
            return unsure("many_dates"), None
        stated = [day for day in every if not is_denied(part, day.start, day.end)]
        days = [day for day in stated if not NOT_THAT_DAY.search(part[: day.start])]
        if not days:
            if stated:
                return no_answer("another_day"), None
            continue
        if any(FROM_THAT_DAY.match(part[day.end :]) for day in days):
            return no_answer("bound"), None
        if given_up(part):
            return unsure("declined"), None
        if any(_is_one_of_two(part, day) for day in days):
            return no_answer("alternatives"), None
        if asked_back(part):
            return unsure("a_question"), None
        first = max(days, key=lambda day: (bool(day.day), bool(day.month), bool(day.year)))
        if all(_within(day, first) for day in days):
            return Reading(said=str(first)), first
        if re.search(r"\bor\b", part[days[0].end : days[-1].start], re.IGNORECASE):
            return no_answer("alternatives"), None
        return unsure("several_dates"), None
    return (no_answer("declined") if DECLINES.search(text) else unsure("no_date")), None


def _is_one_of_two(part: str, day: Day) -> bool:
    before, after = part[: day.start], part[day.end :]
    if any(sign.search(before) for sign in (OTHER_MONTH, OTHER_DAY)):
        return True
    return day.month > 0 and OTHER_DAY_AFTER.match(after) is not None  # text after a year alone gives no day


def _within(part: Day, whole: Day) -> bool:
    """Return whether a date says nothing that a more complete one does not say."""
    pairs = ((part.year, whole.year), (part.month, whole.month), (part.day, whole.day))
    return all(not own or own == other for own, other in pairs)


def judge_date(text: str, truth: str) -> Verdict:
    """Compare the date of a plain text with a day, 2031-07-14, or a month, 2031-07."""
    reading, said = read_date(text)
    if said is None:
        return Verdict(value=False if reading.decided else None, why=reading.why)
    wanted = [int(number) for number in truth.split("-")]
    parts = [said.year, said.month, said.day][: len(wanted)]
    if all(not own or own == right for own, right in zip(parts, wanted, strict=True)):
        return _fitting(said, parts)
    twin = said.twin is not None and [said.year, *said.twin][: len(wanted)] == wanted
    return Verdict(
        value=None if twin else False, why="day_or_month_first" if twin else "another_date", reading=str(said)
    )


def _fitting(said: Day, parts: list[int]) -> Verdict:
    if said.twin is not None:
        return Verdict(value=None, why="day_or_month_first", reading=str(said))
    if not all(parts[1:]):
        return Verdict(value=False, why="less_than_asked", reading=str(said))
    return Verdict(value=None if not parts[0] else True, why="read" if parts[0] else "no_year", reading=str(said))
