"""Make trajectories to train on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.interruption import resumable
from mesocosm.screen.options import executor_options, limit_option, seed_option, split_option
from mesocosm.screen.paths import SharedPlace
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from pydantic import JsonValue

    from mesocosm.execution.executor import Executor
    from mesocosm.synthesis.folder import PictureKind, Plan


@click.command()
@click.option("-o", "--out", required=True, type=SharedPlace(), help="Folder to write; an unfinished one is continued.")
@seed_option("Seed of the tasks.")
@limit_option(
    default=100, about="How many tasks; more than a folder holds are added to it.", former=("--candidates", "-n")
)
@executor_options
@split_option(default="train")
@click.option("--actor", default="oracle", show_default=True, help="Actor: the planner, an agent, or a model.")
@click.option(
    "--pictures",
    type=click.Choice(["png", "jpeg"]),
    default="png",
    show_default=True,
    help="Format of the pictures; JPEG is smaller.",
)
@json_option
def command(  # one argument per option
    out: Path | str,
    seed: int,
    limit: int,
    jobs: int | None,
    on: str | None,
    split: str,
    actor: str,
    pictures: PictureKind,
    as_json: bool,
) -> None:
    """Make trajectories: act tasks out, review them, mend them, put them into words, and write them for training.

    To continue interrupted work, run the same command again. The folder gets a README.md that says what it holds.
    """
    from mesocosm.execution.executor import read_executor
    from mesocosm.synthesis.export import export
    from mesocosm.synthesis.folder import Plan

    plan = Plan(suite="eo", split=split, seed=seed, candidates=limit, actor=actor, pictures=pictures)
    make(plan, out, read_executor(jobs, on))
    _show(out, export(out), as_json)


def make(plan: Plan, out: Path | str, on: Executor) -> None:
    """Carry a plan out with progress on the error stream; on Ctrl-C, say how to continue and exit."""
    from mesocosm.screen.progress import progress
    from mesocosm.synthesis.generation import synthesise

    with resumable(), progress("candidates", plan.candidates) as shown:
        synthesise(plan, out, on=on, watch=shown.update)


def _show(out: Path | str, summary: dict[str, JsonValue], as_json: bool) -> None:
    if as_json:
        show_json({"folder": str(out), **summary})
        return
    categories = summary["by_category"]
    assert isinstance(categories, dict)
    rows = [(name, str(count)) for name, count in categories.items()]
    title = f"{out}: {summary['kept']} of {summary['candidates']} kept, {summary['repaired']} of them after repair"
    show_table(("question type", "trajectories"), rows, title)
