"""A report to open in a browser."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder to write.")
@click.option("--title", default="Results", show_default=True)
def command(logs: tuple[Path, ...], out: Path, title: str) -> None:
    """Write a report about the runs in LOGS.

    LOGS are folders of Inspect logs. The report is an overview, and the pages that suites bring.
    """
    from mesocosm.report.results import read_results
    from mesocosm.report.site import write_site

    page = write_site([row for folder in logs for row in read_results(folder)], out, title=title)
    click.echo(f"report page: {page.resolve().as_uri()}")
