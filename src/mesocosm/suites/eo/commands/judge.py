"""The verdicts on the answers of runs, with a model's ruling where the rules leave an answer undecided."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.report.shared_logs import Logs
from mesocosm.screen.paths import Place
from mesocosm.screen.tables import json_option, show, show_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from mesocosm.suites.eo.report.verdicts import RunVerdicts


@click.command()
@click.argument("logs", nargs=-1, required=True, type=Logs(exists=True))
@click.option("--judge", default="none", show_default=True, help="Model that decides what the rules leave undecided.")
@click.option(
    "--judge-log",
    type=Place(file_okay=False),
    default=Path("logs/judge"),
    show_default=True,
    help="Folder for the judge's rulings; answers with a ruling there are not judged again.",
)
@click.option("--profile", type=click.Choice(["default", "published"]), default="default", show_default=True)
@json_option
def command(logs: tuple[Path, ...], judge: str, judge_log: Path, profile: str, as_json: bool) -> None:
    """Print the verdict on every answer in LOGS, and who gave it.

    LOGS are .eval files or folders of them. Without a judge, undecided answers are not right.
    """
    from mesocosm.suites.eo.judge.role import model_judge, nobody
    from mesocosm.suites.eo.report.verdicts import judge_logs, sum_runs

    answers, left_out = judge_logs(logs, nobody if judge == "none" else model_judge(judge, judge_log), profile)
    runs = sum_runs(answers)
    if as_json:
        documents = [json.loads(answer.model_dump_json()) for answer in answers]
        rows = [json.loads(run.model_dump_json()) for run in runs]
        show_json({"judge": judge, "left_out": left_out, "runs": rows, "answers": documents})
        return
    show(_table(runs, left_out))


def _table(runs: Sequence[RunVerdicts], left_out: int) -> Table:
    from mesocosm.report.number_format import proportion
    from mesocosm.report.table import make_table

    rows = [
        (
            run.run,
            str(run.right.n),
            str(run.by_rule),
            str(run.by_model),
            str(run.undecided),
            proportion(run.right),
            ", ".join(f"{why} {count}" for why, count in run.why_undecided.items()),
        )
        for run in runs
    ]
    headings = ("answers", "by rule", "by model", "undecided", "right [Wilson 95 %]", "why undecided")
    note = f"; left out since they broke: {left_out}" if left_out else ""
    return make_table("Verdicts", ("run",), headings, rows, f"undecided answers are not right{note}")
