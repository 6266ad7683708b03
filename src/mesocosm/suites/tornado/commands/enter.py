"""Enter outlooks from elsewhere into a leaderboard, as a bundle that anyone can score again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.options import graded_options
from mesocosm.screen.paths import Place
from mesocosm.screen.tables import show_json

if TYPE_CHECKING:
    from mesocosm.report.bundle.graded_documents import Submission

FOLDER = Place(exists=True, file_okay=False)


@click.command()
@click.argument("forecasts", type=FOLDER)
@click.option("--truth", required=True, type=FOLDER, help="Folder of YYYYMMDD.geojson.")
@click.option(
    "--profile",
    type=click.Choice(["published", "default"]),
    default="default",
    show_default=True,
    help="Scoring definition; under published, malformed files are read as they were then.",
)
@graded_options
def command(
    forecasts: Path, truth: Path, source: str, profile: str, published: Path | None, out: Path, as_json: bool
) -> None:
    """Enter outlooks of FORECASTS into a leaderboard.

    FORECASTS holds FORECASTER/YYYYMMDD.geojson, which are written with their truths and scores as a bundle; `mesocosm
    leaderboard` scores them again. Days without a truth are left out.
    """
    from mesocosm import registry
    from mesocosm.report.bundle.graded_documents import write_graded
    from mesocosm.report.bundle.published import read_published

    numbers = read_published(published) if published else {}
    submissions = [one._replace(published=numbers.get(one.entrant, {})) for one in _submissions(forecasts, truth)]
    suite = registry.load("suites", "tornado")
    made = write_graded(suite, submissions, out, profile=profile, truth=source)
    if as_json:
        return show_json({"file": str(out), "forecasters": made.runs, "files": made.episodes, "sha256": made.sha256})
    click.echo(f"{out}: {made.runs} forecasters, {made.episodes} files; check it with: mesocosm leaderboard {out}")


def _submissions(forecasts: Path, truth: Path) -> list[Submission]:
    from mesocosm.errors import UserError
    from mesocosm.report.bundle.graded_documents import Submission
    from mesocosm.suites.tornado.archive.outlook_folders import day_files

    truths = {f"truth/{date}.geojson": path.read_bytes() for date, path in day_files(truth).items()}
    found = []
    for folder in sorted(path for path in forecasts.iterdir() if path.is_dir()):
        days = {f"{date}.geojson": path.read_bytes() for date, path in day_files(folder).items()}
        known = {name: data for name, data in days.items() if f"truth/{name}" in truths}
        if known:
            found.append(Submission(folder.name, {**truths, **known}))
    if not found:
        raise UserError(f"{forecasts} holds no forecasts for the days of {truth}: FORECASTER/YYYYMMDD.geojson")
    return found
