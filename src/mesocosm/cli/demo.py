"""The main job, offline, in a minute."""

from __future__ import annotations

from pathlib import Path

import click

from mesocosm.cli.screen import show

AGENTS = ("oracle", "random", "null")


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("demo"), show_default=True)
@click.option("--limit", type=click.IntRange(min=1), default=8, show_default=True, help="Items per suite.")
def command(out: Path, limit: int) -> None:
    """Run every suite with its reference agents, print the results and write a page to open."""
    from mesocosm import registry
    from mesocosm.adapters.inspect.runs import RunPlan, execute
    from mesocosm.errors import UserError
    from mesocosm.report.page import write_page
    from mesocosm.report.table import results_table

    suites = registry.names("suites")
    if not suites:
        raise UserError("no suite is installed; in a checkout: pip install -e tests/toy")
    rows = []
    for suite in suites:
        agents = dict.fromkeys([*AGENTS, *_own_agents(suite)])
        click.echo(f"{suite}: {limit} items, {', '.join(agents)} …")
        plan = RunPlan(suite=suite, models=tuple(f"mesocosm/{name}" for name in agents), items=limit, seed=7)
        rows += execute(plan, out / "logs" / f"{suite}-n{limit}")[0]
    page = out / "report.html"
    write_page(rows, page, title="mesocosm demo", notes=[f"Seed 7, {limit} items per suite. Logs: {out / 'logs'}"])
    show(results_table(rows))
    click.echo(f"report page: {page.resolve().as_uri()}")
    click.echo(f"every call of every episode: inspect view --log-dir {out / 'logs'}")


def _own_agents(suite: str) -> list[str]:
    """Agents that come from the package the suite comes from."""
    from mesocosm import registry

    package = registry.homes("suites")[suite].package
    if package == "mesocosm":
        return []
    return [name for name in registry.names("agents") if registry.homes("agents")[name].package == package]
