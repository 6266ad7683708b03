"""A measured number with its unit in a model's answer.

The rules, stated: other units of the same dimension are converted; a missing unit is the one that was asked for;
another dimension is wrong. `about 3.2 ha` is 3.2 ha; ranges, bounds and alternatives give no number and are wrong. Two
values of the asked dimension that differ by more than rounding leave the answer undecided, unless one is announced as
the result. The sign is read from the words at the number, never from the truth. A share written as 0.42 where percent
are asked is undecided. The tolerance comes from the truth alone.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from mesocosm.scoring.numeric import apart_at_most
from mesocosm.scoring.open_answers.unit_text import ONE, Unit, read_unit
from mesocosm.suites.eo.judge.numbers import BOX, MOST, Mention, how_joined, is_bound, numbers_in
from mesocosm.suites.eo.judge.trends import sign_of
from mesocosm.suites.eo.judge.verdict import Reading, no_answer, unsure
from mesocosm.suites.eo.judge.wording import DECLINES, TAKEN_BACK, TURNS, asked_back, is_denied, parts

DECIMAL_COMMA = re.compile(r"(?<![\d,])(\d+),(\d{1,2})(?=\s?[A-Za-z%°])")
BARE_COMMA = re.compile(r"(?<![\d,])0,(\d{1,3})(?![\d,])")
"""A decimal comma that needs no unit: a comma after a single 0 separates no thousands."""
PART_OF = re.compile(r"\b(?:half|twice|double|thrice|(?:a|one) (?:third|quarter)|times)(?: of)?\s*$", re.IGNORECASE)
ERROR = re.compile(r"(?:±|\+/-|\bgive or take)\s*(\d+(?:\.\d+)?)(?:\s?(?:%|[a-zA-Z]{1,3}\b))?")
WIDE = 0.25
"""An answer is undecided if it states an error larger than this share of its number."""
LEVEL = re.compile(r"\b(?:from|to)\s*$", re.IGNORECASE)
"""Text before the level that something rose or fell from or to."""
OF_HUNDRED = re.compile(
    r"(?<![\w.])(\d{1,3}(?:\.\d+)?) (?:out of|of|in) (?:every |a )?(?:100|hundred)\b(?![.,]?\d|\s?%)"
)
PIXEL = Unit(1.0, (("[pixel]", 1.0),))
PIXEL_WORD = re.compile(r"\s?(?:px|pixels?|pix)\b", re.IGNORECASE)
ELSEWHERE = re.compile(
    rf"{BOX}|"
    r"\(\s*-?[\d.]+(?:\s*,\s*-?[\d.]+)+\s*\)|\b\d+(?:\.\d+)?\s?[x×]\s?\d+\b(?!\^)"
    r"|\b\d{4}-\d{2}(?:-\d{2})?\b|\b\d{1,2}:\d{2}(?::\d{2})?\b|\b(?:in|since|of|from|until|during) (?:19"
    r"|20)\d\d\b(?!\s?\w*m)"
    r"|\b(?:image|picture|frame|figure|step|band|call|sentinel|landsat|level|option) ?-?\d+\b|(?m:^\s*\d{1,2}[.)]\s)",
    re.IGNORECASE,
)
STOP = re.compile(r"\.(?=\s|$)")
RESOLUTION = re.compile(r"(?<![\d.])[\d.]+\s?(?:m|metres?|meters?)\s?(?:/|per )\s?(?:px|pixels?)", re.IGNORECASE)
ROUNDING = 0.02
"""Two values of an answer that differ by less than this share are one value, rounded or converted."""


@dataclass(frozen=True)
class Measure:
    """A number in the asked unit, with its sign, and whether its own unit was written."""

    value: float
    mention: Mention
    unit_written: bool
    unit_end: int
    sign_known: bool = True
    """False if words support both signs."""


def read_measure(text: str, unit: str) -> Reading:
    """Read the number that a plain text commits to, in the wanted unit."""
    if TAKEN_BACK.search(text):
        return unsure("taken_back")
    wanted = asked_unit(unit)
    for part in parts(text):
        spelled = BARE_COMMA.sub(r"0.\1", DECIMAL_COMMA.sub(r"\1.\2", part))
        reading = _read(OF_HUNDRED.sub(r"\1 %", spelled) if wanted.pure_scale else spelled, wanted)
        if reading is not None:
            return reading
    return no_answer("declined") if DECLINES.search(text) else unsure("no_number")


@functools.cache
def asked_unit(unit: str) -> Unit:
    """Return the unit of a truth."""
    if unit in ("", "1", "dimensionless"):
        return ONE
    if PIXEL_WORD.fullmatch(unit):
        return PIXEL
    reading = read_unit(unit)
    if reading is None:
        raise ValueError(f"unit must be one the judge reads, such as m, m2, ha, percent or 1, got {unit!r}")
    return reading.units[0]


def _read(part: str, wanted: Unit) -> Reading | None:
    errors = [float(match[1]) for match in ERROR.finditer(part)]
    masked = part
    for pattern in (RESOLUTION, ERROR, ELSEWHERE):
        masked = pattern.sub(lambda match: " " * len(match[0]), masked)
    every = numbers_in(masked)
    if len(every) > MOST:
        return unsure("many_numbers")
    mentions = [mention for mention in every if not is_denied(masked, mention.start, mention.end)]
    if not mentions:
        return None
    if any(is_bound(masked, mention) for mention in mentions):
        return no_answer("bound")
    if how := how_joined(_without_units(masked, mentions), mentions):
        return no_answer(how)
    if asked_back(part):
        return unsure("a_question")
    if any(error > WIDE * abs(mention.value) for error in errors for mention in mentions):
        return unsure("wide")
    if any(PART_OF.search(masked[: mention.start]) for mention in mentions):
        return unsure("part_of_a_number")
    return _choose_value(masked, [_measure(masked, mention, wanted) for mention in mentions], wanted)


def _without_units(text: str, mentions: list[Mention]) -> str:
    """Blank the units after numbers, so that `3 ha to 4 ha` reads as `3 to 4`."""
    for mention in mentions:
        reading = _unit_at(text, mention.end)
        if reading is not None:
            text = text[: mention.end] + " " * (reading[1] - mention.end) + text[reading[1] :]
    return text


def _unit_at(text: str, place: int) -> tuple[Unit, int] | None:
    """Return the unit written after a number, and where it ends."""
    rest = STOP.sub(" ", text[place : place + 60].replace("sq.", "sq ").replace("^", ""))
    if pixel := PIXEL_WORD.match(rest):
        return PIXEL, place + pixel.end()
    reading = read_unit(rest.lstrip(" -") if rest.startswith((" ", "-")) else rest)
    if reading is None:
        return None
    skipped = len(rest) - len(rest.lstrip(" -")) if rest.startswith((" ", "-")) else 0
    return reading.units[0], min(place + skipped + reading.end, len(text))


def _measure(text: str, mention: Mention, wanted: Unit) -> Measure | None:
    """Convert a mention to the wanted unit; None if it is of another dimension."""
    written = _unit_at(text, mention.end)
    if written is None:
        return _sign(text, mention, 1.0, mention.end)
    unit, end = written
    if unit.dimensions != wanted.dimensions:
        return None
    return _sign(text, mention, unit.size / wanted.size, end, unit_written=True)


def _sign(text: str, mention: Mention, scale: float, end: int, *, unit_written: bool = False) -> Measure:
    sign = sign_of(text, mention.start, end)
    size = mention.value * scale
    return Measure(-abs(size) if sign == -1 else size, mention, unit_written, end, sign is not None)


def _choose_value(text: str, read: list[Measure | None], wanted: Unit) -> Reading:
    known = [measure for measure in read if measure is not None]
    if not known:
        return no_answer("other_dimension")
    written = [measure for measure in known if measure.unit_written]
    pool = written or known
    chosen = pool[-1] if _alike(pool) else _result(text, pool)
    if chosen is None:
        return unsure("several_numbers")
    later = [
        measure
        for measure in known
        if measure.mention.start > chosen.mention.start
        and not _alike([measure, chosen])
        and not LEVEL.search(text[: measure.mention.start])
    ]
    if later and (not written or TURNS.search(text[chosen.unit_end :])):
        return unsure("several_numbers")
    if not chosen.sign_known:
        return unsure("sign")
    value = chosen.value
    bare_share = not chosen.unit_written and wanted.pure_scale and 0 < abs(value) < 1
    return Reading(said=f"{value:.6g}", number=value, why="perhaps_a_share" if bare_share else "read")


def _alike(measures: list[Measure]) -> bool:
    """Return whether all are one value, as in `3.2 ha (32,000 m²)`."""
    first = measures[0].value
    return all(apart_at_most(measure.value, first, ROUNDING * abs(first)) for measure in measures)


def _result(text: str, pool: list[Measure]) -> Measure | None:
    """Return the value that is announced as a result, if it is the last; else the only one after `by` with a sign."""
    last = pool[-1]
    announced = re.search(
        r"(?:=|\bso|\b(?:total|sum|difference|change|overall|mean|average|result)\w*\b[\w\s,:]{0,30})\s*$",
        text[: last.mention.start],
        re.IGNORECASE,
    )
    if announced:
        return last
    by = [measure for measure in pool if re.search(r"\bby\s*$", text[: measure.mention.start], re.IGNORECASE)]
    return by[0] if len(by) == 1 and sign_of(text, by[0].mention.start, by[0].unit_end) else None
