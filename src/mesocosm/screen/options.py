"""Options that several verbs share."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import click


class Renamed(click.Option):
    """An option that is still taken by the names it had before, which its help leaves out."""

    def get_help_record(self, context: click.Context) -> tuple[str, str] | None:
        shown = copy.copy(self)
        shown.opts = self.opts[:1]
        return super(Renamed, shown).get_help_record(context)


def limit_option(*, default: int | None = None) -> Callable[[Any], Any]:
    """`--limit`: how many items."""
    told = "How many items." if default is not None else "How many items; the suite's own number if left out."
    return click.option(
        "--limit", "--n", cls=Renamed, type=click.IntRange(min=1), default=default, show_default=True, help=told
    )
