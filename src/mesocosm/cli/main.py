"""`mesocosm VERB`: each verb is the module of that name beside this one, imported when it is asked for."""

from __future__ import annotations

import sys

import click

import mesocosm
from mesocosm.cli.verbs import Verbs
from mesocosm.errors import MesocosmError

HIDDEN = frozenset({"main", "screen", "verbs"})


@click.command(
    cls=Verbs, package="mesocosm.cli", without=HIDDEN, context_settings={"help_option_names": ["-h", "--help"]}
)
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
