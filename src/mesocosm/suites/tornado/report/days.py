"""The days of a report: their truths and tornado reports."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mesocosm.errors import UserError
from mesocosm.suites.tornado.archive.outlook_folders import read_truths
from mesocosm.suites.tornado.outlooks.outlook import Outlook
from mesocosm.suites.tornado.verification.reports import Reports, read_reports


@dataclass(frozen=True)
class Day:
    """One convective day, 12 UTC to 12 UTC."""

    date: str
    """Date as YYYYMMDD; synthetic days that share a date have a letter after it, such as 20340403b."""
    truth: Outlook
    reports: Reports | None = None
    """Positions of reports; None if they are not known: the day is then left out when probabilities are verified."""
    item: str = ""
    """The item of the suite for this day; empty if outlooks come from files."""


def read_days(truth: Path, reports: Path | None = None) -> list[Day]:
    """Read the days of a folder of truths, with their reports from a CSV if there is one."""
    truths = read_truths(truth)
    if reports is None:
        return [Day(date, outlook) for date, outlook in truths.items()]
    try:
        text = reports.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{reports} must be a CSV in UTF-8: byte {error.start} cannot be read") from error
    return days_of(truths, text)


def days_of(truths: Mapping[str, Outlook], reports: str) -> list[Day]:
    """Make days from truths and the text of a CSV of reports, which needs a column `date` if there are several days."""
    if len(truths) > 1 and "date" not in _columns(reports):
        raise UserError(f"reports of {len(truths)} days must have a column date (YYYYMMDD) beside lat and lon")
    return [_day(date, outlook, read_reports(reports, date)) for date, outlook in truths.items()]


def _day(date: str, truth: Outlook, reports: Reports) -> Day:
    """Make a day; risk comes from reports alone, so if a truth with risk has no report, the file lacks this day."""
    return Day(date, truth, None if truth.shapes and not len(reports) else reports)


def _columns(text: str) -> set[str]:
    heading = next(csv.reader(text.splitlines()), [])
    return {name.strip().lower() for name in heading}
