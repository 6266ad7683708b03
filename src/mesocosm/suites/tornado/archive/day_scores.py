"""Scores of a frozen day from its files: reports, SPC's outlook, and the forecasts of others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from mesocosm.files import write_whole
from mesocosm.suites.tornado.archive import spc
from mesocosm.suites.tornado.archive.frozen_day import FrozenDay
from mesocosm.suites.tornado.outlooks.levels import strict_level
from mesocosm.suites.tornado.outlooks.outlook import MISSING, Mode, Outlook, Reading, outlook_of
from mesocosm.suites.tornado.outlooks.pts import Area, read_pts
from mesocosm.suites.tornado.outlooks.reading import read_outlook
from mesocosm.suites.tornado.sources.spc import reports_name, source, text_name
from mesocosm.suites.tornado.verification.baselines import day_before, day_of
from mesocosm.suites.tornado.verification.one_day import judge_day
from mesocosm.suites.tornado.verification.reports import Reports, read_reports

FINAL_AFTER_DAYS = 7
"""Days after which a day's reports are final. Our choice: late reports and corrections enter SPC's daily file for days.
"""
SPC_NAME = "SPC"


def judge(
    day: FrozenDay, archive: Path, *, filtered: bool = False, forecasts: Sequence[Path] = (), mode: Mode = "strict"
) -> dict[str, Any]:
    """Write the truths beside the published ones and return all scores; empty if the day has no reports."""
    name = reports_name(day.date, filtered=filtered)
    if not day.holds(source.remote(f"{day.date}/{name}").entry, source):
        return {}
    reports = _reports_in(day.path(name))
    verdict = judge_day(
        day.date,
        reports,
        {SPC_NAME: official(day), **_read_forecasts(forecasts, mode)},
        _before(day.date, archive, filtered),
    )
    return {
        **_standing(day, name),
        "reports": len(reports),
        "truth": {profile: _write(archive, day.date, profile, truth) for profile, truth in verdict.truths.items()},
        "forecasters": {name: judged.document() for name, judged in verdict.forecasters.items()},
    }


def official(day: FrozenDay) -> Reading:
    """Return SPC's tornado outlook, from its shapefile or its text."""
    layer = spc.layer_path(day.path("spc_outlooks"), day.date)
    if layer.exists():
        return _reading(spc.read_layer(layer))
    text = day.path(text_name(day.date))
    if text.exists():
        read = read_pts(text.read_text(encoding="utf-8", errors="replace"))
        return _reading(read.of("tornado"), read.notes)
    return MISSING


def _reading(areas: list[Area], notes: tuple[str, ...] = ()) -> Reading:
    """Convert areas of probability to an outlook; areas of intensity (SIGN) have the level 0 and are dropped."""
    return Reading(outlook_of((strict_level(area.label), area.shape) for area in areas), "valid", notes)


def _reports_in(path: Path) -> Reports:
    return read_reports(path.read_text(encoding="utf-8", errors="replace"))


def _before(date: str, archive: Path, filtered: bool) -> Reports | None:
    """Return yesterday's reports if the archive holds them."""
    yesterday = day_before(date)
    path = FrozenDay(archive, yesterday).path(reports_name(yesterday, filtered=filtered))
    return _reports_in(path) if path.exists() else None


def _standing(day: FrozenDay, name: str) -> dict[str, Any]:
    """Return whether late reports may still come: the time when the file was fetched counts, not today."""
    end = datetime.combine(day_of(day.date), datetime.min.time(), UTC) + timedelta(hours=36)
    final = end + timedelta(days=FINAL_AFTER_DAYS)
    retrieved = day.files[name].retrieved
    return {"provisional": retrieved < final, "retrieved": f"{retrieved:%Y-%m-%dT%H:%MZ}", "final": f"{final:%Y-%m-%d}"}


def _read_forecasts(forecasts: Sequence[Path], mode: Mode) -> dict[str, Reading]:
    names = [path.parent.name if path.stem.isdigit() and path.parent.name else path.stem for path in forecasts]
    unique = [name if names.count(name) == 1 else str(path) for name, path in zip(names, forecasts, strict=True)]
    return {name: read_outlook(path.read_bytes(), mode) for name, path in zip(unique, forecasts, strict=True)}


def _write(archive: Path, date: str, profile: str, truth: Outlook) -> dict[str, Any]:
    """Write a truth where the published ones are; the file name of any other profile ends with its name."""
    ending = "" if profile == "published" else f"_{profile}"
    path = archive / "ppf_output" / date / f"ground_truth_{date}{ending}.geojson"
    write_whole(path, json.dumps(truth.geojson()))
    return {"highest": truth.highest, "file": str(path)}
