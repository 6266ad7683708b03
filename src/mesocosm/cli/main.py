"""`mesocosm VERB`: each verb is the module of that name beside this one, imported when it is asked for."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Any

import click

import mesocosm
from mesocosm import cli
from mesocosm.errors import MesocosmError

HIDDEN = frozenset({"main", "screen"})


class Verbs(click.Group):
    """Verbs found in the folder; a misspelt one is answered with the nearest."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(one.name for one in pkgutil.iter_modules(cli.__path__) if one.name not in HIDDEN)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(context):
            return None
        command: click.Command = importlib.import_module(f"mesocosm.cli.{name}").command
        return command

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        from mesocosm.registry import nearest

        name = args[0]
        if not name.startswith("-") and self.get_command(context, name) is None:
            close = nearest(name, self.list_commands(context))
            hint = f" Did you mean {' or '.join(close)}?" if close else ""
            context.fail(f"No such command {name!r}.{hint}")
        return super().resolve_command(context, args)


@click.command(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(mesocosm.__version__, package_name="mesocosm")
def mesocosm_command() -> None:
    """A proving ground for agents that reason about the Earth."""


def main() -> None:
    """Run a verb; what a person did wrong is told in one line, without a traceback."""
    try:
        mesocosm_command(prog_name="mesocosm")
    except MesocosmError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(141)
