"""The commands of tornado outlooks: one module per verb."""

from __future__ import annotations

import click

from mesocosm.screen.command_group import Verbs

FORMER = {"score": "grade", "bundle": "enter", "map": "mesocosm.cli.map", "sounding": "mesocosm.cli.sounding"}
"""Former names of verbs; maps and soundings belong to the toolbox."""


@click.command(cls=Verbs, package=__name__, former=FORMER)
def command() -> None:
    """Outlooks, truths and reports of tornado days."""
