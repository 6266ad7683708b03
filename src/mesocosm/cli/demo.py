"""The main job, offline, in a minute or two."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.tables import show

if TYPE_CHECKING:
    from mesocosm.suite import Suite

SEED = 7
TABLES = {"retention": "oracle", "diagnosis": None}
"""Analyses shown for suites whose options are named mistakes, each with its baseline."""


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("demo"), show_default=True)
@click.option("--limit", type=click.IntRange(min=1), help="Items per suite; left out, each suite's own number.")
@click.option("--suite", "only", multiple=True, help="Only this suite; may be repeated.")
def command(out: Path, limit: int | None, only: tuple[str, ...]) -> None:
    """Run every suite with its reference agents.

    The results are printed, and written to a report to open.
    """
    from mesocosm import registry
    from mesocosm.adapters.inspect.runs import RunPlan, execute
    from mesocosm.report.site import write_site
    from mesocosm.report.table import results_table

    rows = []
    for name in only or _suites():
        suite = registry.load("suites", name)
        agents, items = _agents(suite), limit or suite.card.demo_items
        made = suite.case(SEED, 0)[0].fingerprint()[:8]  # a suite that has changed gets a folder of its own
        logs = out / "logs" / f"{name}-n{items}-{made}"
        click.echo(f"{name}: {items} items, {', '.join(agents)} …")
        plan = RunPlan(suite=name, models=tuple(f"mesocosm/{agent}" for agent in agents), items=items, seed=SEED)
        rows += execute(plan, logs)[0]
        if suite.names_mistakes:
            _show_analyses(logs)
    page = write_site(rows, out, title="mesocosm demo", notes=[f"Seed {SEED}. Logs: {out / 'logs'}"])
    show(results_table(rows))
    click.echo(f"the transcripts: inspect view --log-dir {out / 'logs'}")
    click.echo(f"report page: {page.resolve().as_uri()}")


def _agents(suite: Suite) -> list[str]:
    """The oracle, the suite's own agents and the careless one; `random` and `null` where a suite has none of these."""
    own = [f"{suite.name}.{name}" for name in suite.card.agents]
    slips = ["careless", "random"] if suite.names_mistakes else []
    return ["oracle", *((own + slips) or ["random", "null"])]


def _suites() -> list[str]:
    """Our own suites; other packages' only where we have none."""
    from mesocosm import registry
    from mesocosm.errors import UserError

    every = registry.names("suites")
    own = [name for name in every if registry.homes("suites")[name].package == "mesocosm"]
    if not every:
        raise UserError("no suite is installed; in a checkout: pip install -e tests/toy")
    return own or every


def _show_analyses(logs: Path) -> None:
    from mesocosm.report import analysis
    from mesocosm.report.episodes import read_episodes

    episodes = read_episodes([logs])
    for name, baseline in TABLES.items():
        chosen = analysis.load(name)
        show(chosen.table(chosen.analyse(episodes, baseline=baseline)))
