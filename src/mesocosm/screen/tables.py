"""Output of results: tables for people, JSON for programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from mesocosm.files import spell_json
from mesocosm.screen.untrusted_text import cell, plain_json

F = TypeVar("F", bound=Callable[..., Any])


def json_option(function: F) -> F:
    """Add the option `--json`, which every table has."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")(function)


def show_json(value: Any) -> None:
    click.echo(plain_json(spell_json(value)))


def show_table(
    headings: Iterable[str], rows: Iterable[Iterable[str]], title: str = "", *, on_error_stream: bool = False
) -> None:
    """Show a plain table on the screen; cells are text, never markup."""
    from rich.table import Table

    table = Table(*(cell(heading) for heading in headings), title=cell(title) or None)
    for row in rows:
        table.add_row(*(cell(text) for text in row))
    show(table, on_error_stream=on_error_stream)


def show(thing: Any, *, only_where_it_fits: bool = False, on_error_stream: bool = False) -> None:
    """Print anything rich can draw; in a pipe, lines are not cut to a terminal's width unless COLUMNS is set."""
    from rich.console import Console
    from rich.table import Table

    from mesocosm.screen.table_layout import fitting

    console = Console(stderr=on_error_stream)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(width=200, stderr=on_error_stream)
    if only_where_it_fits and console.measure(thing).maximum > console.width:
        return
    for part in fitting(thing, console) if isinstance(thing, Table) else [thing]:
        console.print(part)


def first_line(thing: Any) -> str:
    """Return the first line of something's docstring."""
    return (getattr(thing, "__doc__", None) or "").strip().partition("\n")[0]
