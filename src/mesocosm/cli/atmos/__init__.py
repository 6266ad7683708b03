"""Atmospheric-science questions: one module per verb, imported when it is asked for."""

from __future__ import annotations

import importlib
import pkgutil

import click


class AtmosVerbs(click.Group):
    """Verbs found in this folder."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(one.name for one in pkgutil.iter_modules(__path__))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(context):
            return None
        found: click.Command = importlib.import_module(f"{__name__}.{name}").command
        return found


@click.command(cls=AtmosVerbs)
def command() -> None:
    """Generated questions of atmospheric science, and the grading of answers."""
