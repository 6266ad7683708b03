"""The subcommands of `mesocosm atmos`, one module each."""

from __future__ import annotations

import click

from mesocosm.screen.command_group import Verbs


@click.command(cls=Verbs, package=__name__, former={"bundle": "enter"})
def command() -> None:
    """Questions of atmospheric science, and their grading."""
