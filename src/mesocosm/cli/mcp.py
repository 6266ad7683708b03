"""Serve a suite, or one item of it, to any MCP client."""

from __future__ import annotations

import secrets
from pathlib import Path

import click
from click.core import ParameterSource

from mesocosm.screen.options import limit_option, seed_option, split_option, variant_options
from mesocosm.screen.paths import Output

EXTRAS = ("mcp",)
GROUP = "run"


@click.command()
@click.option("--suite", required=True, help="Suite to serve.")
@click.option("--item", help="One item by its id, such as toy-s7-0003; else the items of --seed, one after the other.")
@seed_option()
@split_option()
@limit_option()
@click.option("--agent", default="mcp", show_default=True, help="Name of the client in traces and tables.")
@variant_options()
@click.option("--http", is_flag=True, help="Streamable HTTP at /mcp instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True)
@click.option(
    "--token",
    envvar="MESOCOSM_MCP_TOKEN",
    help="Token that HTTP clients send as `Authorization: Bearer TOKEN`; made and printed if --host is not loopback.",
)
@click.option("--log-dir", type=Output(file_okay=False), default=Path("logs/mcp"), show_default=True)
def command(
    suite: str,
    item: str | None,
    seed: int,
    split: str,
    limit: int | None,
    agent: str,
    options: tuple[str, ...],
    http: bool,
    host: str,
    port: int,
    token: str | None,
    log_dir: Path,
) -> None:
    """Serve the worlds of a suite over the Model Context Protocol.

    The client reads the task from the tool or prompt `task` and continues with `next_item`. Traces are kept under
    --log-dir, for `mesocosm score`, `trace` and `analyse`. When an episode ends or the client leaves, the score is
    printed to standard error and written to scores-N.json there.
    """
    if not http:
        _refuse_without_http("host", "port", "token")
    from mesocosm import registry
    from mesocosm.suite import item_id, read_options, split_seed

    chosen = registry.load("suites", suite)
    variant = chosen.settle(read_options(",".join(options)))
    count = limit or chosen.count_under(variant)
    number = chosen.seed_under(split_seed(split, seed), variant)
    items = [item_id(suite, number, index) for index in range(count)]
    if item is not None:
        _refuse_beside_item(item, "seed", "split", "limit")
        items = [item]
    with chosen.needs():
        registry.require("mcp")
    from mesocosm.adapters import mcp
    from mesocosm.adapters.mcp_http import is_loopback

    if not http:
        mcp.serve_stdio(chosen, items, log_dir, options=variant, agent=agent)
        return
    _check_port(host, port)
    click.echo(f"serving {item or f'{len(items)} items of {suite}'} at http://{host}:{port}/mcp", err=True)
    if token is None and not is_loopback(host):
        token = secrets.token_urlsafe(32)
        click.echo(f"token: {token}", err=True)
    mcp.serve_http(chosen, items, log_dir, host=host, port=port, token=token or None, options=variant, agent=agent)


def _refuse_without_http(*names: str) -> None:
    """Refuse options that only a server over HTTP takes; a token in the environment may be meant for another time."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"--{name} needs --http; without it the client speaks over standard input and output"
            )


def _refuse_beside_item(item: str, *names: str) -> None:
    """Refuse options that choose items if one item is named: its id contains its seed and split."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"--{name} does not go with --item: {item} is one item, whose id says its seed and split; give --item "
                f"alone, or --seed, --split and --limit without it"
            )


def _check_port(host: str, port: int) -> None:
    """Refuse a port that another program uses, before anything is made for the client."""
    import errno
    import socket

    from mesocosm.errors import InvalidRecord

    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InvalidRecord(f"port {port} of {host} is in use; choose another with --port") from error
        raise InvalidRecord(f"--host {host} cannot be served at port {port}: {error.strerror}") from error
