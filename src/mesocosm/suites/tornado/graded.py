"""Outlooks from elsewhere, graded from their files alone: `truth/YYYYMMDD.geojson` and `YYYYMMDD.geojson`."""

from __future__ import annotations

import json
from collections.abc import Mapping

from mesocosm.errors import InvalidRecord
from mesocosm.suites.tornado.archive.outlook_folders import check_date
from mesocosm.suites.tornado.outlooks.outlook import Mode, Outlook, Reading
from mesocosm.suites.tornado.outlooks.reading import read_outlook
from mesocosm.suites.tornado.verification.comparison import perform, summarise, truths_of
from mesocosm.suites.tornado.verification.tornadobench import Profile

PROFILES: tuple[Profile, ...] = ("published", "default")
MODES: dict[str, Mode] = {"published": "compat", "default": "strict"}
"""Mode of reading a malformed file, as `tornado grade` does."""
TRUTH = "truth/"
SUFFIX = ".geojson"
HEADLINE = "tornadobench"


def grade(documents: Mapping[str, bytes], profile: Profile) -> dict[str, float]:
    """Return TornadoBench as a fraction and the other numbers of a table's row; a day without an outlook counts 0."""
    truths = {_date(name): _truth(name, data) for name, data in documents.items() if name.startswith(TRUTH)}
    readings = {
        _date(name): read_outlook(data, MODES[profile])
        for name, data in documents.items()
        if not name.startswith(TRUTH)
    }
    _check_days(truths, readings)
    numbers = json.loads(summarise(perform(readings, truths_of(truths, profile))).model_dump_json())
    day_counts = {"answered": float(numbers["days"]), "asked": float(len(truths))}
    return {HEADLINE: numbers[HEADLINE], **{name: float(value) for name, value in numbers.items()}, **day_counts}


def _date(name: str) -> str:
    """Return the day of a document; `YYYYMMDD.geojson` is its only spelling, so that no day has two."""
    file = name.removeprefix(TRUTH)
    if not (file.isascii() and file.endswith(SUFFIX)):
        raise InvalidRecord(f"the name of {name[:80]!r} must be YYYYMMDD{SUFFIX}")
    date = file.removesuffix(SUFFIX)
    check_date(date, f"the name of {name[:80]!r}")
    return date


def _truth(name: str, data: bytes) -> Outlook:
    reading = read_outlook(data, "strict")
    if reading.outlook is None:
        raise InvalidRecord(f"{name} is not a truth to score by: {'; '.join(reading.notes)}")
    return reading.outlook


def _check_days(truths: Mapping[str, Outlook], readings: Mapping[str, Reading]) -> None:
    if not truths or not readings:
        raise InvalidRecord("there must be truths, truth/YYYYMMDD.geojson, and outlooks, YYYYMMDD.geojson")
    if strange := sorted(readings.keys() - truths.keys()):
        raise InvalidRecord(f"the outlook of {strange[0]} has no truth")
