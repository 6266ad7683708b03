"""All forecasters on the same days: scores in both profiles, verified probabilities, and the baselines among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import Field as RecordField

from mesocosm.errors import UserError
from mesocosm.suites.tornado.report.days import Day
from mesocosm.suites.tornado.verification.baselines import CLIMATOLOGY_NAME, EMPTY_NAME, baselines, day_of, is_official
from mesocosm.suites.tornado.verification.climatology import climatology
from mesocosm.suites.tornado.verification.comparison import (
    Performance,
    Readings,
    Summary,
    Truths,
    compare,
    perform,
    summarise,
    truths_of,
)
from mesocosm.suites.tornado.verification.grid import Field, grid_probabilities, reported_cells
from mesocosm.suites.tornado.verification.probabilities import Observed, Verification, verify
from mesocosm.suites.tornado.verification.tornadobench import PROFILES, Profile
from mesocosm.types import AnswerStatus, Record

Kind = Literal["forecaster", "official", "baseline"]


class Difference(Record):
    """Lead in TornadoBench, with the 95 % interval from drawing the days of both together."""

    value: float
    low: float
    high: float


class Standing(Record):
    """One row of the table."""

    name: str
    kind: Kind
    profiles: dict[Profile, Summary]
    ahead_of_empty: Difference
    """Lead over the empty outlook, by the profile of the report."""
    verification: Verification
    statuses: dict[AnswerStatus, int]
    """Number of valid, repaired, rejected and missing files."""
    daily: dict[str, float]
    """Dates, each with the day's score by the profile of the report; days without an outlook are absent."""
    status: dict[str, AnswerStatus]
    """Dates, each with the status of the file."""
    notes: dict[str, str]
    """Dates, each with the reason why a file is not simply valid."""


class Standings(Record):
    """All forecasters, best first."""

    profile: Profile
    truth_highest: dict[str, int]
    """Dates, each with the highest level of the truth, in per cent."""
    reports: dict[str, int | None]
    """Dates, each with the number of reports; None if they are not known."""
    items: dict[str, str] = RecordField(default_factory=dict)
    """Dates, each with its item; empty if outlooks come from files."""
    forecasters: tuple[Standing, ...]

    @property
    def verified(self) -> bool:
        """Whether the reports of any day are known, so that probabilities can be verified."""
        return any(count is not None for count in self.reports.values())


@dataclass(frozen=True)
class Entry:
    """One forecaster with all its days."""

    name: str
    kind: Kind
    performances: Mapping[Profile, Performance]
    verification: Verification


@dataclass(frozen=True)
class Contest:
    """The days, and all who forecast them."""

    days: tuple[Day, ...]
    truths: Mapping[Profile, Truths]
    entries: tuple[Entry, ...]


def hold(days: Iterable[Day], forecasters: Mapping[str, Readings]) -> Contest:
    """Score forecasters and baselines in both profiles, and verify them on days with known reports."""
    period = _period(days)
    outlooks = {day.date: day.truth for day in period}
    base = baselines(outlooks)
    if taken := sorted(forecasters.keys() & base.keys()):
        raise UserError(f"a forecaster must not be called {taken[0]!r}: a baseline has that name")
    truths = {profile: truths_of(outlooks, profile) for profile in PROFILES}
    observed = {day.date: reported_cells(day.reports) for day in period if day.reports is not None}
    reference = {date: climatology(day_of(date)) for date in observed}
    entries = [
        Entry(
            name=name,
            kind="baseline" if name in base else "official" if is_official(name) else "forecaster",
            performances={profile: perform(readings, truths[profile]) for profile in PROFILES},
            verification=verify(_fields(name, readings, observed), observed, reference),
        )
        for name, readings in {**forecasters, **base}.items()
    ]
    return Contest(period, truths, tuple(entries))


def standings(contest: Contest, profile: Profile) -> Standings:
    """Return the table of all forecasters, best first by one profile."""
    empty = next(entry for entry in contest.entries if entry.name == EMPTY_NAME)
    rows = [_standing(entry, empty, profile) for entry in contest.entries]
    return Standings(
        profile=profile,
        truth_highest={date: bands.highest for date, bands in contest.truths[profile].bands.items()},
        reports={day.date: None if day.reports is None else len(day.reports) for day in contest.days},
        items={day.date: day.item for day in contest.days if day.item},
        forecasters=tuple(sorted(rows, key=lambda row: (-row.profiles[profile].tornadobench, row.name))),
    )


def _period(days: Iterable[Day]) -> tuple[Day, ...]:
    given = list(days)
    by_date = {day.date: day for day in given}
    if not given or len(by_date) < len(given):
        problem = "none" if not given else "some twice"
        raise UserError(f"a report needs days, each of them once; got {problem}")
    return tuple(by_date[date] for date in sorted(by_date))


def _fields(name: str, readings: Readings, observed: Mapping[str, Observed]) -> dict[str, Field]:
    """Return probabilities by day. Climatology gives its own: its outlook, cut at 2 %, is empty."""
    if name == CLIMATOLOGY_NAME:
        return {date: climatology(day_of(date)) for date in observed}
    known = {date: reading.outlook for date, reading in readings.items() if date in observed}
    return {date: grid_probabilities(outlook) for date, outlook in known.items() if outlook is not None}


def _standing(entry: Entry, empty: Entry, profile: Profile) -> Standing:
    own = entry.performances[profile]
    value, low, high = compare(own, empty.performances[profile])
    return Standing(
        name=entry.name,
        kind=entry.kind,
        profiles={name: summarise(performance) for name, performance in entry.performances.items()},
        ahead_of_empty=Difference(value=value, low=low, high=high),
        verification=entry.verification,
        statuses={status: own.counts[status] for status in ("valid", "repaired", "rejected", "missing")},
        daily={date: score.tb for date, score in own.scores.items()},
        status={date: reading.status for date, reading in own.readings.items()},
        notes={date: "; ".join(reading.notes) for date, reading in own.readings.items() if reading.notes},
    )
