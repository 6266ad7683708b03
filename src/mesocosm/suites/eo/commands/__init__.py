"""The commands of Earth observation: one module per verb."""

from __future__ import annotations

import click

from mesocosm.screen.command_group import Verbs


@click.command(cls=Verbs, package=__name__)
def command() -> None:
    """Pictures of places, questions about them, and their judging."""
