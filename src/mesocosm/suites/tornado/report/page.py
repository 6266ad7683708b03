"""The page of a report: the table, the calendar and the diagrams inside it, the maps of the days beside it."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from mesocosm.files import write_whole
from mesocosm.report.page import STYLE
from mesocosm.suites.tornado.report.standings import Standing, Standings
from mesocosm.suites.tornado.report.tables import HEADINGS, caption, cells

OWN_STYLE = """
img { max-width: 100%; height: auto; display: block; margin: .5rem 0 1.5rem; }
.wide { overflow-x: auto; } .wide table { font-size: .82rem; line-height: 1.25; }
.wide th { white-space: normal; vertical-align: bottom; } .wide th, .wide td { padding: .3rem .4rem; }
.wide td:first-child { white-space: normal; overflow-wrap: anywhere; min-width: 14rem; }
tr.baseline td { color: #55666f; font-style: italic; } tr.official td { font-weight: bold; }
details { margin: .3rem 0; } summary { cursor: pointer; }
table.files td { text-align: left; white-space: normal; font-size: .82rem; }
"""
DayMaps = Mapping[str, Mapping[str, Path]]
"""Date to forecaster to a picture."""


def write_page(
    found: Standings, path: Path, *, title: str, notes: Sequence[str], pictures: Mapping[str, Path], maps: DayMaps
) -> None:
    """Write the page whole or not at all. `pictures` go into it by title, `maps` stay beside it."""
    parts = [
        f"<h1>{escape(title)}</h1>",
        *(f"<p class=note>{escape(note)}</p>" for note in notes),
        _table(found),
        _files(found),
        *(_inside(name, picture) for name, picture in pictures.items()),
        *(["<h2>Day by day</h2>", *(_day(date, found, maps[date], path.parent) for date in maps)] if maps else []),
    ]
    head = f"<meta charset=utf-8><title>{escape(title)}</title><style>{STYLE}{OWN_STYLE}</style>"
    body = "\n".join(parts)
    write_whole(path, f"<!doctype html><html lang=en>{head}{body}</html>\n")


def _table(found: Standings) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in HEADINGS)
    rows = "".join(_row(row, found) for row in found.forecasters)
    table = f"<div class=wide><table><tr>{head}</tr>{rows}</table></div>"
    return f"<h2>Standings</h2>{table}<p class=note>{escape(caption(found))}</p>"


def _row(row: Standing, found: Standings) -> str:
    # Intervals under their values keep twelve columns within a page.
    values = "".join(f"<td>{escape(value).replace(' [', '<br>[')}</td>" for value in cells(row, found))
    return f"<tr class={row.kind}>{values}</tr>"


def _files(found: Standings) -> str:
    """Every file that was not simply read, and why."""
    rows = [
        f"<tr><td>{escape(row.name)}</td><td>{date}</td><td>{row.status[date]}</td><td>{escape(note)}</td></tr>"
        for row in found.forecasters
        if row.kind != "baseline"
        for date, note in row.notes.items()
    ]
    if not rows:
        return ""
    what = "1 file was" if len(rows) == 1 else f"{len(rows)} files were"
    table = f"<table class=files>{''.join(rows)}</table>"
    return f"<details><summary>{what} repaired or rejected</summary>{table}</details>"


def _inside(name: str, picture: Path) -> str:
    data = base64.b64encode(picture.read_bytes()).decode()
    words = escape(name, quote=True)
    return f"<h2>{escape(name)}</h2><img alt='{words}' src='data:image/png;base64,{data}'>"


def _day(date: str, found: Standings, maps: Mapping[str, Path], folder: Path) -> str:
    count = found.reports[date]
    reports = "reports not known" if count is None else "1 report" if count == 1 else f"{count} reports"
    told = f"{date[:4]}-{date[4:6]}-{date[6:]}: truth {found.truth_highest[date]} %, {reports}"
    best = _best(date, found)
    images = "".join(
        f"<img loading=lazy alt='{escape(f'{name} on {date}', quote=True)}' src='{_beside(maps[name], folder)}'>"
        for name in (row.name for row in found.forecasters)
        if name in maps
    )
    return f"<details id=d{date}><summary>{escape(told + best)}</summary>{images}</details>"


def _best(date: str, found: Standings) -> str:
    scores = {row.name: row.daily[date] for row in found.forecasters if row.kind != "baseline" and date in row.daily}
    if not scores:
        return "; no outlooks"
    name = max(scores, key=lambda one: scores[one])
    return f"; best {name} with {scores[name]:.3f}"


def _beside(picture: Path, folder: Path) -> str:
    return quote(picture.relative_to(folder).as_posix())
