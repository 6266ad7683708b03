"""Daily scores of many forecasters over many days, and their summary over the same days for everyone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mesocosm.stats.bootstrap import Interval
from mesocosm.suites.tornado.outlooks.bands import Bands
from mesocosm.suites.tornado.outlooks.outlook import MISSING, Outlook, Reading
from mesocosm.suites.tornado.verification.bootstrap import ratio_interval
from mesocosm.suites.tornado.verification.tornadobench import DayScore, Profile, bands_of, day_weight, score_day
from mesocosm.types import Record

Readings = Mapping[str, Reading]
"""Dates as YYYYMMDD, each with the reading of its file."""


class Summary(Record):
    """A forecaster over a period, in fractions and kilometres; NaN if no day gives a value."""

    days: int
    """Number of days with an outlook; the rates and distances are over these."""
    tornadobench: float
    """Score weighted over all days of the period: a day without an outlook counts 0."""
    low: float
    high: float
    """The 95 % interval of `tornadobench`."""
    own_days: float
    """`tornadobench` over the forecaster's own days only."""
    disjoint: float
    simple: float
    """Rate of simple hallucination. Published: false alarms among all own days. Default: among own days that were
    quiet.
    """
    hard: float
    under: float
    match: float
    over: float
    centroid_km: float
    max_centroid_km: float


@dataclass(frozen=True)
class Truths:
    """The truths of a period, their bands made once."""

    profile: Profile
    bands: Mapping[str, Bands]

    @property
    def weights(self) -> dict[str, int]:
        """Weight of each day."""
        return {date: day_weight(bands, self.profile) for date, bands in self.bands.items()}


@dataclass(frozen=True)
class Performance:
    """One forecaster's days: `scores` holds those with an outlook, `readings` all of the period."""

    profile: Profile
    weights: Mapping[str, int]
    scores: Mapping[str, DayScore]
    readings: Readings

    @property
    def daily(self) -> dict[str, float]:
        """Score of each date. Published: days without an outlook are absent. Default: they are there, and 0."""
        if self.profile == "published":
            return {date: score.tb for date, score in self.scores.items()}
        return {date: self.scores[date].tb if date in self.scores else 0.0 for date in self.weights}

    @property
    def counts(self) -> Counter[str]:
        """Number of valid, repaired, rejected and missing files."""
        return Counter(reading.status for reading in self.readings.values())

    def over_period(self) -> list[float]:
        """Return the scores of all days, 0 for days without an outlook."""
        return [self.scores[date].tb if date in self.scores else 0.0 for date in self.weights]


def truths_of(outlooks: Mapping[str, Outlook], profile: Profile) -> Truths:
    """Return the truths of a period as a profile compares them."""
    return Truths(profile, {date: bands_of(outlooks[date], profile) for date in sorted(outlooks)})


def perform(readings: Readings, truths: Truths) -> Performance:
    """Score a forecaster's outlooks against the truths of the period; days without a truth are left out."""
    scores = {
        date: score_day(bands_of(reading.outlook, truths.profile), truths.bands[date], truths.profile)
        for date, reading in sorted(readings.items())
        if reading.outlook is not None and date in truths.bands
    }
    known = {date: readings.get(date, MISSING) for date in truths.bands}
    return Performance(truths.profile, truths.weights, scores, known)


def summarise(performance: Performance, *, seed: int = 0) -> Summary:
    """Return the numbers of a table row."""
    own = list(performance.scores.values())
    weights = list(performance.weights.values())
    interval = ratio_interval(performance.over_period(), weights, seed=seed)
    quiet = [score for score in own if not score.truth_highest]
    asked = own if performance.profile == "published" else quiet
    return Summary(
        days=len(own),
        tornadobench=interval.value,
        low=interval.low,
        high=interval.high,
        own_days=_share((score.weight * score.tb for score in own), sum(score.weight for score in own)),
        disjoint=_share((score.weight * score.disjoint for score in own), sum(weights)),
        simple=_mean(score.false_alarm for score in asked),
        hard=_mean(score.loss for score in own),
        under=_mean(score.match == "under" for score in own),
        match=_mean(score.match == "match" for score in own),
        over=_mean(score.match == "over" for score in own),
        centroid_km=_mean(score.centroid_km for score in own if not math.isnan(score.centroid_km)),
        max_centroid_km=_mean(score.max_centroid_km for score in own if not math.isnan(score.max_centroid_km)),
    )


def compare(one: Performance, other: Performance, *, seed: int = 0) -> Interval:
    """Return the lead of `one` over `other` in TornadoBench, with the interval of days drawn together for both."""
    ahead = [mine - theirs for mine, theirs in zip(one.over_period(), other.over_period(), strict=True)]
    return ratio_interval(ahead, list(one.weights.values()), seed=seed)


def _mean(values: Iterable[Any]) -> float:
    known = [float(value) for value in values]
    return math.fsum(known) / len(known) if known else math.nan


def _share(values: Iterable[float], whole: float) -> float:
    return math.fsum(values) / whole if whole else math.nan
