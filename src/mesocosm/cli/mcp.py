"""A world for any MCP client."""

from __future__ import annotations

import secrets
from pathlib import Path

import click


@click.command()
@click.option("--suite", required=True, help="Suite to serve.")
@click.option("--item", required=True, help="Item id, such as toy-s7-0003.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A variant of the suite's world.")
@click.option("--http", is_flag=True, help="Streamable HTTP at /mcp instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True)
@click.option(
    "--token",
    envvar="MESOCOSM_MCP_TOKEN",
    help="What HTTP clients must send as `Authorization: Bearer TOKEN`; made and printed where --host is not loopback.",
)
@click.option("--log-dir", type=click.Path(path_type=Path), default=Path("logs/mcp"), show_default=True)
def command(
    suite: str, item: str, options: tuple[str, ...], http: bool, host: str, port: int, token: str | None, log_dir: Path
) -> None:
    """Serve the world of one item over the Model Context Protocol.

    The trace is kept under --log-dir; the score is printed to standard error when the client leaves.
    """
    from mesocosm import registry
    from mesocosm.suite import read_options

    chosen = registry.load("suites", suite)
    variant = chosen.settle(read_options(",".join(options)))
    registry.require("mcp")
    from mesocosm.adapters import mcp
    from mesocosm.adapters.mcp_door import is_loopback

    if http:
        click.echo(f"serving {item} at http://{host}:{port}/mcp", err=True)
        if token is None and not is_loopback(host):
            token = secrets.token_urlsafe(32)
            click.echo(f"token: {token}", err=True)
        mcp.serve_http(chosen, item, log_dir, host=host, port=port, token=token or None, options=variant)
    else:
        mcp.serve_stdio(chosen, item, log_dir, options=variant)
