"""Write a report that can be opened in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from mesocosm.report.shared_logs import Logs
from mesocosm.screen.paths import Output, refuse_other_files
from mesocosm.screen.progress import progress
from mesocosm.screen.tables import json_option, show_json

EXTRAS = ("inspect",)
GROUP = "look"


@click.command()
@click.argument("logs", nargs=-1, required=True, type=Logs(exists=True))
@click.option("-o", "--out", type=Output(file_okay=False), required=True, help="Folder to write.")
@click.option("--title", default="Results", show_default=True)
@json_option
def command(logs: tuple[Path, ...], out: Path, title: str, as_json: bool) -> None:
    """Write a report about the runs in LOGS.

    LOGS are Inspect logs, or folders of them. The report is a site of static pages: the results and their uncertainty,
    every item and every call of every episode. It opens from disk; `mesocosm serve DIR` is for browsers that need a
    server.
    """
    from mesocosm.report.results import read_results
    from mesocosm.report.site import write_site

    refuse_other_files(logs)
    rows = read_results(*logs)
    if not rows:
        raise click.ClickException(
            f"no finished run lies in {', '.join(map(str, logs))}; the command that began one goes on with it"
        )
    with progress("report") as shown:
        page = write_site(rows, out, title=title, watch=shown.update)
    if as_json:
        show_json([row.model_dump(mode="json") for row in rows])
    else:
        click.echo(f"report page: {page.resolve().as_uri()}")
