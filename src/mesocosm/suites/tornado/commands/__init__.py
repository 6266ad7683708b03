"""Tornado outlooks: one module per verb."""

from __future__ import annotations

import click

from mesocosm.screen.command_group import Verbs

FORMER = {"score": "grade", "bundle": "enter", "map": "mesocosm.cli.map", "sounding": "mesocosm.cli.sounding"}
"""Names that verbs had before; maps and soundings are of the toolbox."""


@click.command(cls=Verbs, package=__name__, former=FORMER)
def command() -> None:
    """Outlooks, truths and reports of tornado days."""
