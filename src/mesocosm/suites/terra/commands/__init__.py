"""Long workflows over the Earth: one module per verb."""

from __future__ import annotations

import click

from mesocosm.screen.verbs import Verbs


@click.command(cls=Verbs, package=__name__)
def command() -> None:
    """Score answers and processes, and study the scores."""
