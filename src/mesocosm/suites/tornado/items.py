"""One item per day: synthetic days from a seed, or days of an archive if the seed is a date.

The archive is a folder in the published layout (`archive/folder_day.py`), named by the environment variable
MESOCOSM_TORNADO_ARCHIVE; `mesocosm tornado day` fills it. Seed 20250314 is that day, item 1 of it the day after.
"""

from __future__ import annotations

import json
import os
from datetime import date, datetime, timedelta
from pathlib import Path

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.suite import item_id, read_id
from mesocosm.suites.tornado import suite
from mesocosm.suites.tornado.archive.folder_day import FolderDay
from mesocosm.suites.tornado.days.day import Forecast
from mesocosm.suites.tornado.days.hazard import outlook
from mesocosm.suites.tornado.days.synthetic import SyntheticDay
from mesocosm.suites.tornado.days.synthetic_reports import positions
from mesocosm.suites.tornado.outlooks.outlook import Outlook, nest_levels
from mesocosm.suites.tornado.records import Data, KeptDay, Truth
from mesocosm.suites.tornado.verification.practically_perfect import truth_from_reports
from mesocosm.suites.tornado.verification.reports import Reports, read_reports
from mesocosm.types import Item, Reference

ARCHIVE = "MESOCOSM_TORNADO_ARCHIVE"
FIRST_DATE = 19500101
"""Seeds from here on are dates."""


def make(seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
    """Make the forecast day with its truth: the published practically perfect areas of its reports, nested."""
    if seed >= FIRST_DATE:
        folder = archive_folder(archive_date(seed, index))
        return _case(seed, index, FolderDay(folder).run.date(), archive_reports(folder))
    day = SyntheticDay(seed, index)
    return _case(seed, index, day.date, positions(day.reports), hazard_outlook(day))


def _case(
    seed: int, index: int, day: date, reports: Reports, hazard: JsonValue = None
) -> tuple[Item[Data], Reference[Truth]]:
    name = item_id("tornado", seed, index)
    prompt = suite.prompt("task").format(start=day.isoformat(), end=(day + timedelta(days=1)).isoformat())
    item = Item[Data](id=name, suite="tornado", prompt=prompt, seed=seed, data=Data(date=day.isoformat()))
    truth = nest_levels(truth_from_reports(reports, "published"))
    hidden = Truth(reports=tuple((float(x), float(y)) for x, y in reports), hazard=hazard)
    return item, Reference[Truth](item=name, answer=plain(truth), hidden=hidden)


def hazard_outlook(day: SyntheticDay) -> JsonValue:
    """Return the average truth given the hazard, without knowing where chance puts the reports."""
    return plain(outlook(day.hazard.practically_perfect()))


def plain(areas: Outlook) -> JsonValue:
    """Convert GeoJSON to lists and numbers alone."""
    geojson: JsonValue = json.loads(json.dumps(areas.geojson()))
    return geojson


def forecast_of(item: Item[Data]) -> Forecast:
    """Return the files of an item's world."""
    seed, index = read_id(item.id, "tornado")
    if seed < FIRST_DATE:
        return Forecast(SyntheticDay(seed, index))
    return Forecast(FolderDay(archive_folder(archive_date(seed, index))))


def calendar_date(item: Item[Data]) -> str:
    """Return the item's date as YYYYMMDD; two synthetic days may share one."""
    return item.data.date.replace("-", "")


def page_facts(item: Item[Data], reference: Reference[Truth]) -> JsonValue:
    """Return the day for the page of maps, diagrams and the calendar: a log that keeps it need not make it again."""
    day = KeptDay(date=calendar_date(item), truth=reference.answer, reports=reference.hidden.reports)
    return day.model_dump(mode="json")


def archive_date(seed: int, index: int) -> date:
    """Return the date that a seed spells, plus a number of days."""
    try:
        return datetime.strptime(str(seed), "%Y%m%d").date() + timedelta(days=index)  # noqa: DTZ007 - a date has no zone
    except ValueError:
        raise InvalidRecord(f"seed {seed} is no date YYYYMMDD; seeds below {FIRST_DATE} make synthetic days") from None


def archive_folder(day: date) -> Path:
    """Return the archive's folder of a day."""
    root = os.environ.get(ARCHIVE, "")
    if not root:
        raise InvalidRecord(f"a seed that is a date needs an archive: set {ARCHIVE}, or give a seed below {FIRST_DATE}")
    folder = Path(root) / f"hrrr_{day:%Y%m%d}_00z"
    if not folder.is_dir():
        raise InvalidRecord(f"the archive has no {folder.name}; fetch it with: mesocosm tornado day {day:%Y%m%d}")
    return folder


def archive_reports(folder: Path) -> Reports:
    """Return the reports of an archived day."""
    files = sorted((folder / "ground_truth").glob("*.csv"))
    if not files:
        raise InvalidRecord(f"{folder / 'ground_truth'} has no reports (*.csv), so the day has no truth yet")
    return read_reports(files[0].read_text(encoding="utf-8", errors="replace"))
