"""Truths of a frozen day from its reports, and the scores of everyone against them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from mesocosm.files import write_whole
from mesocosm.suites.tornado.archive import spc
from mesocosm.suites.tornado.archive.frozen import FrozenDay
from mesocosm.suites.tornado.archive.wanted import Wanted
from mesocosm.suites.tornado.outlooks.levels import strict_level
from mesocosm.suites.tornado.outlooks.outlook import MISSING, Mode, Outlook, Reading, outlook_of
from mesocosm.suites.tornado.outlooks.pts import Area, read_pts
from mesocosm.suites.tornado.outlooks.reading import read_outlook
from mesocosm.suites.tornado.verification.baselines import CLIMATOLOGY_NAME, baselines, day_of
from mesocosm.suites.tornado.verification.climatology import climatology
from mesocosm.suites.tornado.verification.grid import gridded, reported
from mesocosm.suites.tornado.verification.practically_perfect import TruthProfile, truth_from_reports
from mesocosm.suites.tornado.verification.probabilities import verify
from mesocosm.suites.tornado.verification.reports import Reports, read_reports
from mesocosm.suites.tornado.verification.tornadobench import Profile, score_outlook

FINAL_AFTER_DAYS = 7
"""Our choice: late reports and corrections go into SPC's daily file for days after."""
SPC_NAME = "SPC"
PAIRS: dict[TruthProfile, Profile] = {"published": "published", "canonical": "default"}
"""Truth to the scoring profile that goes with it: as it ran, and as it should be."""

Truths = dict[TruthProfile, Outlook]


def judge(day: FrozenDay, archive: Path, filtered: bool, forecasts: Sequence[Path], mode: Mode) -> dict[str, Any]:
    """Truths, written beside the published ones, and everyone's scores; nothing where the day has no reports."""
    wanted = spc.report_file("", day.date, filtered=filtered)
    if not day.holds(wanted):
        return {}
    reports = _reports_of(day, wanted)
    truths = {profile: truth_from_reports(reports, profile) for profile in PAIRS}
    everyone = {SPC_NAME: _official(day), **_given(forecasts, mode), **_baselines(day.date, archive, filtered, truths)}
    return {
        **_standing(day, wanted),
        "reports": len(reports),
        "truth": {profile: _written(archive, day.date, profile, truth) for profile, truth in truths.items()},
        "forecasters": {name: _scored(name, day.date, one, truths, reports) for name, one in everyone.items()},
    }


def _reports_of(day: FrozenDay, wanted: Wanted) -> Reports:
    return read_reports(day.path(wanted.name).read_text(encoding="utf-8", errors="replace"))


def _standing(day: FrozenDay, wanted: Wanted) -> dict[str, Any]:
    """Whether late reports may still come: what counts is when the file was fetched, not today."""
    end = datetime.combine(day_of(day.date), datetime.min.time(), UTC) + timedelta(hours=36)
    final = end + timedelta(days=FINAL_AFTER_DAYS)
    retrieved = day.files[wanted.name].retrieved
    return {"provisional": retrieved < final, "retrieved": f"{retrieved:%Y-%m-%dT%H:%MZ}", "final": f"{final:%Y-%m-%d}"}


def _official(day: FrozenDay) -> Reading:
    """SPC's tornado outlook, from its shapefile or its text."""
    layer = spc.layer_path(day.path("spc_outlooks"), day.date)
    if layer.exists():
        return _reading(spc.read_layer(layer))
    text = day.path(spc.outlook_text("", day.date).name)
    if text.exists():
        read = read_pts(text.read_text(encoding="utf-8", errors="replace"))
        return _reading(read.of("tornado"), read.notes)
    return MISSING


def _reading(areas: list[Area], notes: tuple[str, ...] = ()) -> Reading:
    """Probabilities as an outlook; areas of intensity (SIGN) have the level 0 and fall out."""
    return Reading(outlook_of((strict_level(area.label), area.shape) for area in areas), "valid", notes)


def _given(forecasts: Sequence[Path], mode: Mode) -> dict[str, Reading]:
    names = [path.parent.name if path.stem.isdigit() and path.parent.name else path.stem for path in forecasts]
    unique = [name if names.count(name) == 1 else str(path) for name, path in zip(names, forecasts, strict=True)]
    return {name: read_outlook(path.read_bytes(), mode) for name, path in zip(unique, forecasts, strict=True)}


def _baselines(date: str, archive: Path, filtered: bool, truths: Truths) -> dict[str, Reading]:
    """The forecasts anyone can make; persistence is yesterday's truth as it was published."""
    known = {date: truths["published"]}
    before = FrozenDay(archive, yesterday(date))
    wanted = spc.report_file("", before.date, filtered=filtered)
    if before.path(wanted.name).exists():
        known[before.date] = truth_from_reports(_reports_of(before, wanted), "published")
    return {name: readings[date] for name, readings in baselines(known).items()}


def _scored(name: str, date: str, reading: Reading, truths: Truths, reports: Reports) -> dict[str, Any]:
    found: dict[str, Any] = {"status": reading.status, "notes": list(reading.notes)}
    if reading.outlook is None:
        return found
    scores = {truth: score_outlook(reading.outlook, truths[truth], PAIRS[truth]).model_dump() for truth in truths}
    skill = _brier_skill(name, date, reading.outlook, reports)
    return found | {"highest": reading.outlook.highest, "brier_skill": skill} | scores


def _brier_skill(name: str, date: str, outlook: Outlook, reports: Reports) -> float:
    """Over climatology, of a tornado within 40 km of each point of the land; NaN on a day without reports."""
    usual = climatology(day_of(date))
    said = usual if name == CLIMATOLOGY_NAME else gridded(outlook)
    return verify({date: said}, {date: reported(reports)}, {date: usual}).climatology_skill


def _written(archive: Path, date: str, profile: str, truth: Outlook) -> dict[str, Any]:
    """The truth as a file where the published ones are; the canonical one beside it."""
    ending = "" if profile == "published" else f"_{profile}"
    path = archive / "ppf_output" / date / f"ground_truth_{date}{ending}.geojson"
    write_whole(path, json.dumps(truth.geojson()))
    return {"highest": truth.highest, "file": str(path)}


def yesterday(date: str) -> str:
    """The day before, YYYYMMDD."""
    return f"{day_of(date) - timedelta(days=1):%Y%m%d}"
