"""Show results of bundles, after computing every number again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.files import write_json
from mesocosm.report.shared_logs import Logs
from mesocosm.screen.options import executor_options
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.progress import progress
from mesocosm.screen.tables import json_option, show, show_json
from mesocosm.screen.untrusted_text import plain_line, tell

if TYPE_CHECKING:
    from mesocosm.report.bundle.verification import Checked
    from mesocosm.report.results import ResultRow


GROUP = "share"
BUNDLE = Logs(exists=True, dir_okay=False, if_folder="`mesocosm bundle FOLDER -o FILE` makes one of a folder of logs")


@click.command()
@click.argument("bundles", nargs=-1, required=True, type=BUNDLE)
@click.option(
    "--announced",
    type=Place(exists=True, dir_okay=False),
    help="File of the bundles' hashes, one a line, in the order in which they were announced.",
)
@click.option("-o", "--out", type=Output(dir_okay=False), help="File to write, as JSON.")
@executor_options
@json_option
def command(
    bundles: tuple[Path, ...],
    announced: Path | None,
    out: Path | None,
    jobs: int | None,
    on: str | None,
    as_json: bool,
) -> None:
    """Score BUNDLES again and show the results that match.

    Results that do not match to the last digit are named and not shown, and the exit code is 1. Names of agents, models
    and settings are those in the bundles. If bundles hold the same traces, the one announced first is shown.
    """
    from mesocosm.execution.executor import read_executor
    from mesocosm.report.bundle.announcements import read_announced
    from mesocosm.report.bundle.verification import check_bundles

    hashes = read_announced(announced) if announced else []
    with progress("leaderboard", len(bundles)) as shown:
        checked = check_bundles(bundles, hashes, on=read_executor(jobs, on), watch=shown.step)
    if out:
        write_json(out, _document(checked))
    show_json(_document(checked)) if as_json else _show(checked)
    if checked.refusals:
        raise SystemExit(1)


def _document(checked: Checked) -> dict[str, Any]:
    return {
        "rows": [row.model_dump() for row in checked.rows],
        "graded": [
            {**claim.model_dump(exclude={"documents"}), "truth_sha256": claim.truth_sha256} for claim in checked.graded
        ],
        "bundles": [
            {"file": source.file, "sha256": source.sha256, "publisher": source.publisher} for source in checked.sources
        ],
        "refused": [refusal.model_dump() for refusal in checked.refusals],
    }


def _show(checked: Checked) -> None:
    for refusal in checked.refusals:
        tell(plain_line(f"refused: {refusal}"), err=True)
    if checked.rows:
        _show_rows(checked.rows)
    if checked.graded:
        from mesocosm.report.bundle.graded_table import graded_table

        show(graded_table(checked.graded))


def _show_rows(rows: list[ResultRow]) -> None:
    from mesocosm.report.table import metrics_tables, results_table

    for table in (results_table(rows), *metrics_tables(rows)):
        show(table)
    episodes = sum(row.episodes for row in rows)
    click.echo(f"{episodes} episodes scored again: numbers follow from traces; names are those in the bundles")
