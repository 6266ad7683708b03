"""A real day: fetched, frozen, and scored."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.screen.paths import Place
from mesocosm.screen.tables import json_option

if TYPE_CHECKING:
    from mesocosm.earth.geo.box import BoundingBox
    from mesocosm.suites.tornado.archive.fetching import Fetched, Order
    from mesocosm.suites.tornado.archive.frozen_day import FrozenDay
    from mesocosm.suites.tornado.outlooks.outlook import Mode

PARTS = ("maps", "soundings", "outlook", "reports")
MOST_FAILURES = 3


@click.command()
@click.argument("date", metavar="YYYYMMDD")
@click.option(
    "--archive",
    type=Place(file_okay=False),
    default=Path("dataset"),
    show_default=True,
    help="Folder of days, in the published layout.",
)
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, help="Fetch only this; may be repeated.")
@click.option(
    "--message",
    "messages",
    multiple=True,
    metavar="REGEX",
    help="Fetch only GRIB messages whose ':VAR:level:forecast:' matches; may be repeated. Whole files take gigabytes a "
    "day.",
)
@click.option(
    "--box", type=float, nargs=4, metavar="W S E N", help="Fetch only soundings in this box, degrees east and north."
)
@click.option("--filtered", is_flag=True, help="Use SPC's filtered reports, without likely repeats.")
@click.option("--refresh", is_flag=True, help="Fetch the reports again; the earlier ones are kept.")
@click.option(
    "--forecast",
    "forecasts",
    multiple=True,
    type=Place(exists=True, dir_okay=False),
    help="GeoJSON outlook to score; may be repeated.",
)
@click.option(
    "--mode",
    type=click.Choice(["compat", "strict", "repair"]),
    default="strict",
    show_default=True,
    help="How to treat a malformed forecast: drop parts as published, reject it, or read it as meant.",
)
@json_option
def command(
    date: str,
    archive: Path,
    parts: tuple[str, ...],
    messages: tuple[str, ...],
    box: tuple[float, float, float, float] | None,
    filtered: bool,
    refresh: bool,
    forecasts: tuple[Path, ...],
    mode: Mode,
    as_json: bool,
) -> None:
    """Fetch what is missing of a day, freeze it, and score SPC's outlook and others against its reports.

    What is in the folder is never fetched again; MANIFEST.json there holds hash, source and time of every file.
    To continue an interrupted run, run the same command again.
    """
    from mesocosm.screen.tables import show_json
    from mesocosm.suites.tornado.archive.day_scores import judge
    from mesocosm.suites.tornado.archive.fetching import Order
    from mesocosm.suites.tornado.archive.frozen_day import FrozenDay
    from mesocosm.suites.tornado.days.day import HOURS

    _check_day(date)
    order = Order(hours=HOURS, messages=messages, box=_box(box), filtered=filtered)
    day = FrozenDay(archive, date)
    with day.alone():
        _refuse_changed(day)
        fetched = _fetch(day, archive, parts or PARTS, order, refresh)
        document = _describe(day, fetched)
        document |= judge(day, archive, filtered=filtered, forecasts=forecasts, mode=mode)
    show_json(document) if as_json else _show(document)
    _tell(document)
    if fetched.failures:
        raise SystemExit(1)


def _check_day(date: str) -> None:
    from mesocosm.errors import UserError
    from mesocosm.suites.tornado.archive.outlook_folders import check_date

    check_date(date, "YYYYMMDD")
    today = f"{datetime.now(UTC):%Y%m%d}"
    if date > today:
        raise UserError(f"YYYYMMDD must not lie in the future, got {date}; today is {today} UTC")


def _box(edges: tuple[float, float, float, float] | None) -> BoundingBox | None:
    from pydantic import ValidationError

    from mesocosm.earth.geo.box import BoundingBox
    from mesocosm.errors import UserError

    if not edges:
        return None
    try:
        return BoundingBox(**dict(zip(("west", "south", "east", "north"), edges, strict=True)))
    except ValidationError as error:
        problems = "; ".join(
            f"{' '.join(map(str, problem['loc']))} {problem['msg']}".strip() for problem in error.errors()
        )
        raise UserError(f"--box must be west, south, east and north in degrees, got {edges}: {problems}") from error


def _refuse_changed(day: FrozenDay) -> None:
    """Refuse a day that differs from what was frozen: it must not be scored."""
    from mesocosm.errors import UserError

    changed = day.changed()
    if changed:
        names = f"{', '.join(changed[:5])}{' and more' if len(changed) > 5 else ''}"
        raise UserError(
            f"files of {day.folder} changed since they were frozen: {names}; restore them, or delete to fetch again"
        )


def _fetch(day: FrozenDay, archive: Path, parts: tuple[str, ...], order: Order, refresh: bool) -> Fetched:
    from mesocosm.sources.web import Web
    from mesocosm.suites.tornado.archive import fetching
    from mesocosm.suites.tornado.archive.frozen_day import FrozenDay, Occupied
    from mesocosm.suites.tornado.commands.day.bars import bars
    from mesocosm.suites.tornado.verification.baselines import day_before

    done = fetching.Fetched()
    with Web(cache=True) as web, bars() as watch:
        services = fetching.Services.over(web, order, watch.moved)
        errand = fetching.Errand(day, services, order, watch)
        if refresh:
            done += fetching.refresh_reports(errand)
        for part in parts:
            done += fetching.PARTS[part](errand)
        if "reports" in parts:
            # For persistence; if this fails, or another run works on that day, only that baseline is left out.
            before = FrozenDay(archive, day_before(day.date))
            with suppress(Occupied), before.alone():
                fetching.fetch_reports(replace(errand, day=before))
    return done


def _describe(day: FrozenDay, fetched: Fetched) -> dict[str, Any]:
    files = day.files.values()
    return {
        "date": day.date,
        "folder": str(day.folder),
        "files": len(files),
        "bytes": sum(file.bytes for file in files),
        "fetched": len(fetched.names),
        "changed_at_source": fetched.notes,
        "failures": {name: str(error) for name, error in fetched.failures.items()},
    }


def _show(document: dict[str, Any]) -> None:
    from mesocosm.screen.tables import show_table

    size = f"{document['files']} files, {document['bytes'] / 1e6:,.1f} MB"
    click.echo(f"{document['folder']}: {size}, {document['fetched']} fetched in this run")
    if "forecasters" not in document:
        click.echo("not scored: the folder holds no reports; fetch them with --part reports")
        return
    ranked = sorted(document["forecasters"].items(), key=lambda named: -named[1].get("canonical", {}).get("tb", -1))
    scores = ("TornadoBench published %", "default %", "Brier skill", "centroid km")
    headings = ("forecaster", "status", "highest %", *scores)
    click.echo(_heading(document))
    show_table(headings, [_cells(name, judged) for name, judged in ranked])


def _tell(document: dict[str, Any]) -> None:
    """Print failures and oddities on the error stream; of many failures, the first few."""
    failures = list(document["failures"].values())
    more = (
        [f"and {len(failures) - MOST_FAILURES} more failures, all in --json"] if len(failures) > MOST_FAILURES else []
    )
    odd = [f"{name}: {note}" for name, judged in document.get("forecasters", {}).items() for note in judged["notes"]]
    for line in (*document["changed_at_source"], *odd, *failures[:MOST_FAILURES], *more):
        click.echo(f"note: {line}", err=True)


def _heading(document: dict[str, Any]) -> str:
    truth = ", ".join(f"{name} {outlook['highest']} %" for name, outlook in document["truth"].items())
    standing = "final"
    if document["provisional"]:
        standing = f"provisional: reports of {document['retrieved']}, --refresh from {document['final']} on"
    return f"{document['date']}: {document['reports']} reports, highest truth {truth}; {standing}"


def _cells(name: str, judged: dict[str, Any]) -> list[str]:
    from mesocosm.report.number_format import number

    if "highest" not in judged:
        return [name, judged["status"], *["–"] * 5]
    return [
        name,
        judged["status"],
        str(judged["highest"]),
        number(100 * judged["published"]["tb"], 2),
        number(100 * judged["canonical"]["tb"], 2),
        number(judged["brier_skill"]),
        number(judged["canonical"]["centroid_km"], 0),
    ]
