"""Baseline forecasts that anyone can make; a forecaster that does not beat them has shown no skill."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date as Date
from datetime import timedelta

from mesocosm.suites.tornado.outlooks.outlook import EMPTY, Outlook, Reading
from mesocosm.suites.tornado.verification.climatology import climatology_outlook

EMPTY_NAME, PERSISTENCE_NAME, CLIMATOLOGY_NAME = "baseline: empty", "baseline: persistence", "baseline: climatology"


def baselines(truths: Mapping[str, Outlook]) -> dict[str, dict[str, Reading]]:
    """Return empty, persistence and climatology forecasts for every day (YYYYMMDD) that has a truth."""
    return {
        EMPTY_NAME: {date: Reading(EMPTY, "valid") for date in truths},
        PERSISTENCE_NAME: {date: persistence(date, truths) for date in truths},
        CLIMATOLOGY_NAME: {date: Reading(climatology_outlook(day_of(date)), "valid") for date in truths},
    }


def persistence(date: str, truths: Mapping[str, Outlook]) -> Reading:
    """Return yesterday's truth as today's outlook; missing if yesterday's truth is not known."""
    yesterday = day_before(date)
    if yesterday in truths:
        return Reading(truths[yesterday], "valid")
    return Reading(None, "missing", (f"there is no truth of {yesterday}",))


def is_official(forecaster: str) -> bool:
    """Return whether a forecaster's name says that it is the Storm Prediction Center's own outlook."""
    return forecaster.lower().startswith("spc")


def day_of(date: str) -> Date:
    """Parse a day, YYYYMMDD."""
    return Date(int(date[:4]), int(date[4:6]), int(date[6:8]))


def day_before(date: str) -> str:
    """Return the day before, YYYYMMDD."""
    return f"{day_of(date) - timedelta(days=1):%Y%m%d}"
