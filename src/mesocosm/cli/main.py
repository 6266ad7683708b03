"""`mesocosm VERB`: each verb is the module of that name beside this one, imported when it is asked for.

`mesocosm NAME VERB` is found in the wing of the suite of that name, or by an entry point `mesocosm.commands`.
"""

from __future__ import annotations

import sys

import click

import mesocosm
from mesocosm import registry
from mesocosm.errors import MesocosmError
from mesocosm.screen.foreign import tell
from mesocosm.screen.verbs import Verbs

HIDDEN = frozenset({"main"})


class EveryVerb(Verbs):
    """Our own verbs, and the commands that suites and other packages add."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted({*super().list_commands(context), *registry.homes("commands")})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in super().list_commands(context):
            return super().get_command(context, name)
        if name not in registry.homes("commands"):
            return None
        command: click.Command = registry.load("commands", name)
        return command


@click.command(
    cls=EveryVerb, package="mesocosm.cli", without=HIDDEN, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(mesocosm.__version__, package_name="mesocosm")
def mesocosm_command() -> None:
    """A proving ground for agents that reason about the Earth."""


def main() -> None:
    """Run a verb; what a person did wrong is told in one line, without a traceback."""
    try:
        mesocosm_command(prog_name="mesocosm")
    except MesocosmError as error:
        tell(f"error: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(141)
