"""The page of a report: the table, the calendar and the diagrams are inside it, the maps of the days beside it."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode

from mesocosm.files import write_whole
from mesocosm.report.templating import render
from mesocosm.suites.tornado.report.published_comparison import Published, beside
from mesocosm.suites.tornado.report.standings import Kind, Standing, Standings
from mesocosm.suites.tornado.report.tables import HEADINGS, caption, cells
from mesocosm.types import AnswerStatus

NO_OUTLOOK: dict[AnswerStatus, str] = {
    "missing": "no outlook",
    "rejected": "outlook refused",
    "repaired": "no outlook",
    "valid": "no outlook",
}
"""Text for a day without a score."""
DayMaps = Mapping[str, Mapping[str, Path]]
"""Dates, each with forecasters and their pictures."""


@dataclass(frozen=True)
class ShownRow:
    """A row of the standings."""

    kind: Kind
    cells: list[str]


@dataclass(frozen=True)
class ShownImage:
    """A picture with its alternative text."""

    words: str
    source: str


@dataclass(frozen=True)
class ShownDay:
    """A day that opens to show its maps."""

    date: str
    heading: str
    maps: list[ShownImage]


@dataclass(frozen=True)
class ShownScore:
    """The score of a forecaster on a day, and a link to its episode; no link if the page stands alone."""

    text: str
    href: str


@dataclass(frozen=True)
class CalendarRow:
    """A day of the calendar as a row of text."""

    date: str
    item: str
    href: str
    truth: str
    reports: str
    scores: list[ShownScore]
    begins_year: bool


def write_page(
    standings: Standings,
    path: Path,
    *,
    title: str,
    notes: Sequence[str],
    published: Published,
    pictures: Mapping[str, Path],
    maps: DayMaps,
    overview: str = "",
) -> None:
    """Write the page whole or not at all: `pictures` go into it by title, `maps` stay beside it.

    It links to `overview` if that is given.
    """
    page = render(
        "outlooks.html",
        package=__package__,
        title=title,
        overview=overview,
        notes=notes,
        headings=HEADINGS,
        rows=[ShownRow(row.kind, cells(row, standings)) for row in standings.forecasters],
        caption=caption(standings),
        published=beside(standings, published) if published else None,
        files=_files(standings.forecasters),
        players=[row.name for row in _players(standings)],
        calendar=[_calendar_row(date, before, standings, overview) for before, date in _pairs(standings)],
        pictures=[_inside(name, picture) for name, picture in pictures.items()],
        days=[_day(date, standings, maps[date], path.parent) for date in maps],
    )
    write_whole(path, page)


def _players(standings: Standings) -> list[Standing]:
    return [row for row in standings.forecasters if row.kind != "baseline"]


def _pairs(standings: Standings) -> list[tuple[str, str]]:
    """Return every date with the one before it."""
    dates = list(standings.truth_highest)
    return list(zip(["", *dates], dates, strict=False))


def _calendar_row(date: str, before: str, standings: Standings, overview: str) -> CalendarRow:
    highest, item = standings.truth_highest[date], standings.items.get(date, "")
    return CalendarRow(
        date=_iso(date),
        item=item,
        href=_site_link(overview, "items", item),
        truth=f"{highest} %" if highest else "quiet",
        reports=_reports(standings.reports[date]),
        scores=[
            ShownScore(
                f"{row.daily[date]:.3f}" if date in row.daily else NO_OUTLOOK[row.status[date]],
                _site_link(overview, "episodes", item, row.name),
            )
            for row in _players(standings)
        ],
        begins_year=date[:4] != before[:4],
    )


def _site_link(overview: str, view: str, item: str, *words: str) -> str:
    """Return a link to where the site lists an item or its episodes; empty if the page is part of no site."""
    if not (overview and item):
        return ""
    folder = overview.rpartition("/")[0]
    return f"{folder or '.'}/browse.html?{urlencode({'view': view, 'text': ' '.join([item, *words])})}"


def _iso(date: str) -> str:
    return f"{date[:4]}-{date[4:6]}-{date[6:]}"


def _reports(count: int | None) -> str:
    return "reports not known" if count is None else "1 report" if count == 1 else f"{count} reports"


def _files(rows: Sequence[Standing]) -> list[tuple[str, str, str, str]]:
    """Return every file that was not simply read, with the reason."""
    return [
        (row.name, date, row.status[date], note)
        for row in rows
        if row.kind != "baseline"
        for date, note in row.notes.items()
    ]


def _inside(name: str, picture: Path) -> ShownImage:
    data = base64.b64encode(picture.read_bytes()).decode()
    return ShownImage(words=name, source=f"data:image/png;base64,{data}")


def _day(date: str, standings: Standings, maps: Mapping[str, Path], folder: Path) -> ShownDay:
    reports = _reports(standings.reports[date])
    heading = f"{_iso(date)}: truth {standings.truth_highest[date]} %, {reports}{_best(date, standings)}"
    drawn = [row.name for row in standings.forecasters if row.name in maps]
    return ShownDay(
        date, heading, [ShownImage(f"{name} on {_iso(date)}", _beside(maps[name], folder)) for name in drawn]
    )


def _best(date: str, standings: Standings) -> str:
    scores = {
        row.name: row.daily[date] for row in standings.forecasters if row.kind != "baseline" and date in row.daily
    }
    if not scores:
        return "; no outlooks"
    name = max(scores, key=lambda name: scores[name])
    return f"; highest score: {name} with {scores[name]:.3f}"


def _beside(picture: Path, folder: Path) -> str:
    return quote(picture.relative_to(folder).as_posix())
