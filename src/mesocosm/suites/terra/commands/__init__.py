"""Long workflows over the Earth: one module per verb."""

from __future__ import annotations

import click

from mesocosm.screen.command_group import Verbs


@click.command(cls=Verbs, package=__name__, former={"score": "grade"})
def command() -> None:
    """Grade answers and processes, and study the scores."""
