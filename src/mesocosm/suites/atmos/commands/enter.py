"""Write responses from elsewhere as entries of a leaderboard, in a bundle that anyone can grade again."""

from __future__ import annotations

from pathlib import Path

import click

from mesocosm.files import read_text
from mesocosm.screen.options import FILE, graded_options
from mesocosm.screen.tables import show_json


@click.command()
@click.argument("responses", nargs=-1, required=True, type=FILE)
@click.option("--questions", required=True, type=FILE, help="JSON lines: id, problem, answer, ...")
@click.option(
    "--profile",
    type=click.Choice(["published", "default"]),
    default="default",
    show_default=True,
    help="Read and grade answers as AtmosSci-Bench was released, mistakes included, or rightly.",
)
@graded_options
def command(
    responses: tuple[Path, ...],
    questions: Path,
    source: str,
    profile: str,
    published: Path | None,
    out: Path,
    as_json: bool,
) -> None:
    """Enter RESPONSES into a leaderboard.

    RESPONSES are files of JSON lines (.gz too), one for each model, which is named as its file. They are written with
    their questions, keys and grades as a bundle; `mesocosm leaderboard`
    grades them again; no judge is asked.
    """
    from mesocosm import registry
    from mesocosm.report.bundle.graded_documents import Submission, write_graded
    from mesocosm.report.bundle.published import read_published
    from mesocosm.suites.atmos.graded import QUESTIONS, RESPONSES

    numbers = read_published(published) if published else {}
    truth = read_text(questions).encode()
    submissions = [
        Submission(name, {QUESTIONS: truth, RESPONSES: read_text(path).encode()}, numbers.get(name, {}))
        for name, path in ((path.name.partition(".jsonl")[0], path) for path in responses)
    ]
    bundle = write_graded(registry.load("suites", "atmos"), submissions, out, profile=profile, truth=source)
    if as_json:
        return show_json({"file": str(out), "models": bundle.runs, "files": bundle.episodes, "sha256": bundle.sha256})
    click.echo(f"{out}: {bundle.runs} models, {bundle.episodes} files; check it with: mesocosm leaderboard {out}")
