"""Report on outlooks of many days in pictures, numbers and one page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show

FOLDER = Place(exists=True, file_okay=False)


@click.command()
@click.option("--truth", type=FOLDER, help="Folder of truths, YYYYMMDD.geojson.")
@click.option("--forecasts", type=FOLDER, help="Folder of FORECASTER/YYYYMMDD.geojson.")
@click.option(
    "--logs",
    multiple=True,
    type=Place(exists=True),
    help="Logs of `mesocosm run tornado`, instead of folders of files; may be repeated.",
)
@click.option(
    "--reports",
    type=Place(exists=True, dir_okay=False),
    help="CSV of tornado reports: date, lat, lon. Without it probabilities are not verified.",
)
@click.option(
    "--published",
    type=Place(exists=True, dir_okay=False),
    help="CSV of published numbers to show beside ours: column name, others such as tornadobench, simple, hard, days.",
)
@click.option(
    "--mode",
    type=click.Choice(["compat", "strict", "repair"]),
    help="How to treat a malformed file: drop parts as published, reject it, or read it as meant. "
    "[default: strict; compat with --profile published]",
)
@click.option(
    "--profile",
    type=click.Choice(["published", "default"]),
    help="Profile that orders the table and colours calendar and maps; the table holds both. "
    "[default: default; published with --mode compat]",
)
@click.option(
    "--map", "map_dates", multiple=True, metavar="YYYYMMDD", help="Draw maps of this day only; may be repeated."
)
@click.option("-o", "--out", type=Output(file_okay=False), required=True, help="Folder to write.")
@json_option
def command(
    truth: Path | None,
    forecasts: Path | None,
    logs: tuple[Path, ...],
    reports: Path | None,
    published: Path | None,
    mode: str | None,
    profile: str | None,
    map_dates: tuple[str, ...],
    out: Path,
    as_json: bool,
) -> None:
    """Write maps, diagrams, a calendar and one page of outlooks against truths.

    A forecaster whose name begins with `spc` is the Storm Prediction Center; empty, persistence and climatology
    outlooks join as baselines.
    """
    from mesocosm.report.bundle.published import read_published
    from mesocosm.suites.tornado.report.writer import PAGE, write_report

    chosen_mode: Any = mode or ("compat" if profile == "published" else "strict")
    chosen_profile: Any = profile or ("published" if mode == "compat" else "default")
    days, outlooks = _read(truth, forecasts, logs, reports, chosen_mode)
    standings = write_report(
        days,
        outlooks,
        out,
        profile=chosen_profile,
        notes=[f"Outlooks are read in mode {chosen_mode}."],
        published=read_published(published) if published else None,
        map_dates=map_dates or None,
    )
    if as_json:
        click.echo(standings.model_dump_json(indent=2))
        return
    from mesocosm.suites.tornado.report.tables import screen_table

    show(screen_table(standings))
    click.echo(f"wrote {out / PAGE}, its numbers and its pictures")


def _read(
    truth: Path | None, forecasts: Path | None, logs: tuple[Path, ...], reports: Path | None, mode: Any
) -> tuple[Any, Any]:
    """Read days and outlooks, from logs or from folders."""
    if logs and not (truth or forecasts or reports):
        from mesocosm.suites.tornado.report.runs import read_runs

        return read_runs(logs, mode)
    if logs or truth is None or forecasts is None:
        raise click.UsageError("give --truth and --forecasts (and --reports), or --logs alone")
    from mesocosm.suites.tornado.archive.outlook_folders import read_forecasts
    from mesocosm.suites.tornado.report.days import read_days

    return read_days(truth, reports), read_forecasts(forecasts, mode)
