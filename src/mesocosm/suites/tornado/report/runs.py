"""Days and outlooks out of the logs of runs, so that agents stand in the same report as anyone's files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from mesocosm.errors import InvalidRecord
from mesocosm.report.episodes import finished_logs
from mesocosm.report.identity import agent_of, settings_of
from mesocosm.report.logs import Sample
from mesocosm.report.results import knows_reference, title_of
from mesocosm.report.stored import trace_of
from mesocosm.stats.runs import run_names
from mesocosm.suite import check_same_item
from mesocosm.suites.tornado import suite
from mesocosm.suites.tornado.items import calendar_date
from mesocosm.suites.tornado.outlooks.outlook import Mode, Reading
from mesocosm.suites.tornado.records import Truth
from mesocosm.suites.tornado.report.days import Day
from mesocosm.suites.tornado.score import submitted, true_outlook
from mesocosm.types import Reference


def read_runs(paths: Iterable[Path], mode: Mode) -> tuple[list[Day], dict[str, dict[str, Reading]]]:
    """The days of every finished tornado run and what each agent handed in; of several epochs the first counts."""
    given = list(paths)
    logs = [log for log in finished_logs(given) if log.about["suite"] == "tornado"]
    if not logs:
        raise InvalidRecord(f"no finished run of tornado lies in {', '.join(map(str, given))}; run one there first")
    seeds = sorted({log.about["seed"] for log in logs})
    if len(seeds) > 1:
        raise InvalidRecord(f"a report is of one seed, found {', '.join(map(str, seeds))}; give one run's folder")
    days: dict[str, Day] = {}
    outlooks: dict[str, dict[str, Reading]] = {}
    names = run_names([(agent_of(log), log.about.get("options") or {}, settings_of(log)) for log in logs])
    for log, name in zip(logs, names, strict=True):
        own = outlooks.setdefault(title_of(name, knows_reference(log)), {})
        for sample in (played for played in log.samples or () if played.epoch == 1):
            day, reading = _read(sample, mode)
            days[day.date], own[day.date] = day, reading
    return [days[date] for date in sorted(days)], outlooks


def _read(sample: Sample, mode: Mode) -> tuple[Day, Reading]:
    """A sample's day, and what was handed in for it."""
    item, reference = suite.find(str(sample.id))
    trace = trace_of(sample)
    check_same_item(item, trace)
    return _day(calendar_date(item), reference), submitted(trace, mode)


def _day(date: str, reference: Reference[Truth]) -> Day:
    return Day(date, true_outlook(reference), np.array(reference.hidden.reports, np.float64).reshape(-1, 2))
