"""Days and outlooks from the logs of runs, so that agents are in the same report as anyone's files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from pydantic import ValidationError

from mesocosm.errors import InvalidRecord
from mesocosm.report.episodes import finished_logs
from mesocosm.report.identity import agent_of, settings_of
from mesocosm.report.log_metadata import kept_page_facts
from mesocosm.report.logged_episodes import trace_of
from mesocosm.report.logs import Sample
from mesocosm.report.results import knows_reference, title_of
from mesocosm.stats.runs import run_names
from mesocosm.suite import check_same_item
from mesocosm.suite.splits import seed_words
from mesocosm.suites.tornado import suite
from mesocosm.suites.tornado.items import calendar_date
from mesocosm.suites.tornado.outlooks.outlook import Mode, Outlook, Reading
from mesocosm.suites.tornado.outlooks.reading import read_outlook
from mesocosm.suites.tornado.records import KeptDay
from mesocosm.suites.tornado.report.days import Day
from mesocosm.suites.tornado.score import submitted_outlook, true_outlook
from mesocosm.trace.schema import Trace


def read_runs(paths: Iterable[Path], mode: Mode) -> tuple[list[Day], dict[str, dict[str, Reading]]]:
    """Read the days of every finished tornado run and each agent's outlooks; of several epochs the first counts."""
    given = list(paths)
    logs = [log for log in finished_logs(given) if log.about["suite"] == "tornado"]
    if not logs:
        raise InvalidRecord(f"there is no finished run of tornado in {', '.join(map(str, given))}; run one there first")
    seeds = sorted({seed_words(log.about.get("split", "test"), log.about["seed"]) for log in logs})
    if len(seeds) > 1:
        raise InvalidRecord(f"a report must be of one seed, got {', '.join(seeds)}; give one run's folder")
    days = Days()
    outlooks: dict[str, dict[str, Reading]] = {}
    names = run_names([(agent_of(log), log.about.get("options") or {}, settings_of(log)) for log in logs])
    for log, name in zip(logs, names, strict=True):
        own = outlooks.setdefault(title_of(name, knows_reference(log)), {})
        for sample in (played for played in log.samples or () if played.epoch == 1):
            trace = trace_of(sample)
            own[days.of(sample, trace).date] = submitted_outlook(trace, mode)
    return days.in_order, outlooks


class Days:
    """The days of samples, each read once: from its log or, if the log is too old to keep it, made again."""

    def __init__(self) -> None:
        self._days: dict[str, Day] = {}
        self._fingerprints: dict[str, str] = {}

    def of(self, sample: Sample, trace: Trace) -> Day:
        """Return the day of a sample; runs of one item before and after a change of its suite are refused."""
        item = str(sample.id)
        ran = trace.start.item_sha256 if trace.start is not None else ""
        if ran and self._fingerprints.setdefault(item, ran) != ran:
            raise InvalidRecord(
                f"{item} is not the same item in all of these runs: the suite has changed between them. "
                "Make separate reports of the older and the newer runs."
            )
        if item not in self._days:
            found = _day_in_log(sample) or _remake_day(item, trace)
            self._days[item] = replace(found, date=self._free(found.date), item=item)
        return self._days[item]

    def _free(self, date: str) -> str:
        """Return the date, with a letter if other items have it too."""
        shared = sum(day.date[:8] == date for day in self._days.values())
        return date if not shared else f"{date}{chr(ord('a') + shared)}"

    @property
    def in_order(self) -> list[Day]:
        """All days by date."""
        return sorted(self._days.values(), key=lambda day: day.date)


def _day_in_log(sample: Sample) -> Day | None:
    """Return a sample's day from its log; None if the log keeps none that can be read."""
    try:
        kept = KeptDay.model_validate(kept_page_facts(sample.about))
    except ValidationError:
        return None
    truth = read_outlook(json.dumps(kept.truth), "strict").outlook
    return None if truth is None else _day(kept.date, truth, kept.reports)


def _remake_day(name: str, trace: Trace) -> Day:
    item, reference = suite.find(name)
    check_same_item(item, trace)
    return _day(calendar_date(item), true_outlook(reference), reference.hidden.reports)


def _day(date: str, truth: Outlook, reports: Sequence[tuple[float, float]]) -> Day:
    return Day(date, truth, np.array(reports, np.float64).reshape(-1, 2))
