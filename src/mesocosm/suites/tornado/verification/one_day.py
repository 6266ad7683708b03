"""The verdict on one day: its truths from its reports, and everyone's scores against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mesocosm.suites.tornado.outlooks.outlook import Outlook, Reading
from mesocosm.suites.tornado.verification.baselines import CLIMATOLOGY_NAME, baselines, day_before, day_of
from mesocosm.suites.tornado.verification.climatology import climatology
from mesocosm.suites.tornado.verification.grid import grid_probabilities, reported_cells
from mesocosm.suites.tornado.verification.practically_perfect import TruthProfile, truth_from_reports
from mesocosm.suites.tornado.verification.probabilities import verify
from mesocosm.suites.tornado.verification.reports import Reports
from mesocosm.suites.tornado.verification.tornadobench import DayScore, Profile, score_outlook

PAIRS: dict[TruthProfile, Profile] = {"published": "published", "canonical": "default"}
"""Truths, each with its scoring profile: `published` as it ran, `default` as corrected."""

Truths = Mapping[TruthProfile, Outlook]


@dataclass(frozen=True)
class Judged:
    """A forecaster's outlook of the day and its scores; without an outlook there are no scores."""

    reading: Reading
    scores: Mapping[TruthProfile, DayScore]
    brier_skill: float = float("nan")
    """Brier skill over climatology, of a tornado within 40 km of each point of the land; NaN on a day without reports.
    """

    def document(self) -> dict[str, Any]:
        """Return the document that the command line writes."""
        said = {"status": self.reading.status, "notes": list(self.reading.notes)}
        if self.reading.outlook is None:
            return said
        worth = {"highest": self.reading.outlook.highest, "brier_skill": self.brier_skill}
        return said | worth | {truth: score.model_dump() for truth, score in self.scores.items()}


@dataclass(frozen=True)
class Verdict:
    """A day's truths, and all results by name: the forecasters given, then the baselines."""

    truths: Truths
    forecasters: Mapping[str, Judged]


def judge_day(date: str, reports: Reports, said: Mapping[str, Reading], before: Reports | None = None) -> Verdict:
    """Score forecasters' outlooks of the day, and the baselines beside them.

    Args:
        date: The day, YYYYMMDD.
        reports: Its tornado reports.
        said: Forecaster to the reading of its outlook.
        before: The reports of the day before, for persistence; without them it is missing.
    """
    truths = {profile: truth_from_reports(reports, profile) for profile in PAIRS}
    everyone = {**said, **_baselines(date, truths["published"], before)}
    return Verdict(truths, {name: _judge(name, date, reading, truths, reports) for name, reading in everyone.items()})


def _baselines(date: str, truth: Outlook, before: Reports | None) -> dict[str, Reading]:
    """Return the baselines; persistence is yesterday's truth as published."""
    known = {date: truth}
    if before is not None:
        known[day_before(date)] = truth_from_reports(before, "published")
    return {name: readings[date] for name, readings in baselines(known).items()}


def _judge(name: str, date: str, reading: Reading, truths: Truths, reports: Reports) -> Judged:
    if reading.outlook is None:
        return Judged(reading, {})
    scores = {truth: score_outlook(reading.outlook, truths[truth], PAIRS[truth]) for truth in truths}
    return Judged(reading, scores, _brier_skill(name, date, reading.outlook, reports))


def _brier_skill(name: str, date: str, outlook: Outlook, reports: Reports) -> float:
    usual = climatology(day_of(date))
    said = usual if name == CLIMATOLOGY_NAME else grid_probabilities(outlook)
    return verify({date: said}, {date: reported_cells(reports)}, {date: usual}).climatology_skill
