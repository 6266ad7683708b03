"""Write a report from outlooks in memory: pictures, numbers and one page in a folder."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from mesocosm import registry
from mesocosm.errors import UserError
from mesocosm.files import write_whole
from mesocosm.report import figures
from mesocosm.suites.tornado.outlooks.bands import Bands
from mesocosm.suites.tornado.report.calendar import draw_calendar
from mesocosm.suites.tornado.report.day_map import DayOfForecaster, draw_day
from mesocosm.suites.tornado.report.days import Day
from mesocosm.suites.tornado.report.diagrams import DIAGRAMS
from mesocosm.suites.tornado.report.page import write_page
from mesocosm.suites.tornado.report.panels import draw_diagram
from mesocosm.suites.tornado.report.published_comparison import Published
from mesocosm.suites.tornado.report.sheet import save
from mesocosm.suites.tornado.report.standings import Contest, Entry, Standings, hold, standings
from mesocosm.suites.tornado.verification.comparison import Readings
from mesocosm.suites.tornado.verification.tornadobench import Profile, bands_of

PAGE, NUMBERS, CALENDAR = "report.html", "report.json", "calendar.png"


def write_report(
    days: Iterable[Day],
    forecasters: Mapping[str, Readings],
    out: Path,
    *,
    profile: Profile = "default",
    title: str = "Tornado outlooks",
    notes: Sequence[str] = (),
    published: Published | None = None,
    map_dates: Collection[str] | None = None,
    overview: str = "",
) -> Standings:
    """Write `report.html`, `report.json` and all pictures into `out`; return the standings of the table.

    `forecasters` holds for each name the readings by date; baselines are added, and a name that begins with `spc` is
    shown as the Storm Prediction Center's outlook. The profile orders the table and colours the calendar and the maps.
    Published numbers of the same days, given in `published`, stand beside those computed here. Maps are drawn of
    `map_dates` (YYYYMMDD), by default of all days. A page that is part of a site links back to its `overview`.
    """
    registry.require("matplotlib")
    days = list(days)
    dates = _map_dates([day.date for day in days], map_dates)
    contest = hold(days, forecasters)
    ranked = standings(contest, profile)
    out.mkdir(parents=True, exist_ok=True)
    with figures.style():
        pictures = _draw_pictures(ranked, out)
        maps = {date: drawn for date in dates if (drawn := _draw_maps(contest, date, profile, out))}
    _write_numbers(ranked, out / NUMBERS)
    write_page(
        ranked,
        out / PAGE,
        title=title,
        notes=[*notes, *_notes(ranked, forecasters)],
        published=published or {},
        pictures=pictures,
        maps=maps,
        overview=overview,
    )
    return ranked


def _map_dates(known: Sequence[str], wanted: Collection[str] | None) -> list[str]:
    unknown = sorted(set(wanted or ()) - set(known))
    if unknown:
        raise UserError(f"maps can be drawn of days with a truth, {min(known)} to {max(known)}; got {unknown[0]}")
    return sorted(known if wanted is None else set(wanted))


def _notes(ranked: Standings, forecasters: Mapping[str, Readings]) -> list[str]:
    """Return what a reader must know of the days."""
    unknown = [date for date, count in ranked.reports.items() if count is None]
    strange = sorted({date for own in forecasters.values() for date in own} - ranked.truth_highest.keys())
    notes = []
    if not ranked.verified:
        notes.append("No reports are known: probabilities are not verified, and their diagrams are left out.")
    elif unknown:
        notes.append(f"Days with risk but without a known report are not verified: {', '.join(unknown)}.")
    if strange:
        notes.append(f"Outlooks of days without a truth are left out: {', '.join(strange)}.")
    return notes


def _draw_pictures(ranked: Standings, out: Path) -> dict[str, Path]:
    """Draw the pictures, by their titles on the page."""
    pictures = {"Calendar": out / CALENDAR}
    save(draw_calendar(ranked), out / CALENDAR)
    for name, diagram in DIAGRAMS.items() if ranked.verified else ():
        pictures[diagram.name] = out / f"{name}.png"
        save(draw_diagram(diagram, ranked), pictures[diagram.name])
    return pictures


def _draw_maps(contest: Contest, date: str, profile: Profile, out: Path) -> dict[str, Path]:
    """Draw a map for each forecaster whose outlook of the day, or the truth, shows any risk."""
    truth = contest.truths[profile].bands[date]
    day = next(known for known in contest.days if known.date == date)
    entries = [entry for entry in contest.entries if entry.kind != "baseline"]
    official = next((entry for entry in entries if entry.kind == "official"), None)
    beside = None if official is None else _bands(official, date, profile)
    drawn = {}
    for entry, file_name in zip(entries, file_names([entry.name for entry in entries]), strict=True):
        forecast = _bands(entry, date, profile)
        if forecast is None or not (forecast.shapes or truth.shapes):
            continue
        picture = DayOfForecaster(
            date=date,
            forecaster=entry.name,
            profile=profile,
            truth=truth,
            forecast=forecast,
            score=entry.performances[profile].scores[date],
            official=None if entry is official else beside,
            reports=day.reports,
        )
        drawn[entry.name] = out / "maps" / date / f"{file_name}.png"
        save(draw_day(picture), drawn[entry.name])
    return drawn


def _bands(entry: Entry, date: str, profile: Profile) -> Bands | None:
    outlook = entry.performances[profile].readings[date].outlook
    return None if outlook is None else bands_of(outlook, profile)


def file_names(names: Sequence[str]) -> list[str]:
    """Return a name for each file that every file system accepts, no name twice."""
    file_stems: list[str] = []
    for name in names:
        plain = re.sub(r"[^a-z0-9.~_-]+", "-", name.lower()).strip("-.") or "forecaster"
        taken = sum(given == plain or given.startswith(f"{plain}--") for given in file_stems)
        file_stems.append(f"{plain}--{taken + 1}" if taken else plain)
    return file_stems


def _write_numbers(ranked: Standings, path: Path) -> None:
    write_whole(path, ranked.model_dump_json(indent=2) + "\n")
