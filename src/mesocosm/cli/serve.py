"""Show a report by a server on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from mesocosm.screen.paths import Place

GROUP = "look"


@click.command()
@click.argument("folder", type=Place(exists=True, file_okay=False))
@click.option("--port", type=click.IntRange(0, 65535), default=8642, show_default=True, help="0 selects a free port.")
def command(folder: Path, port: int) -> None:
    """Show the report in FOLDER to browsers on this machine.

    Nobody else can reach the server. A report also opens from disk; this is for browsers that forbid it.
    """
    from mesocosm.report.server import make_server

    if not (folder / "index.html").is_file():
        raise click.UsageError(f"{folder} holds no report (index.html); `mesocosm report LOGS -o {folder}` writes one")
    with make_server(folder, port) as server:
        click.echo(f"report page: http://127.0.0.1:{server.server_port}/    stop: Ctrl-C")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("stopped")
