"""`mesocosm VERB`: each verb is the module of that name in this folder, imported when it is called.

`mesocosm NAME VERB` is found in the folder of the suite called NAME, or by an entry point `mesocosm.commands`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

import mesocosm
from mesocosm import registry
from mesocosm.errors import MesocosmError, UserError
from mesocosm.extras import missing_extra
from mesocosm.screen.command_group import Verbs
from mesocosm.screen.untrusted_text import tell

if TYPE_CHECKING:
    from mesocosm.suite.card import Card

HIDDEN = frozenset({"main"})
GROUPS = {
    "run": "Run agents, tools and engines",
    "look": "Look at runs, at what is installed, and at files of your own",
    "make": "Make data and drafts",
    "share": "Share results that others can check",
    "check": "Check what is installed",
    "suites": "Suites",
    "other": "Other packages",
}
"""Groups in `mesocosm --help`; the module of a verb names its group as `GROUP`."""


OTHER_WORDS = {
    **dict.fromkeys(("eval", "evaluate", "bench", "benchmark", "play", "test"), "run"),
    **dict.fromkeys(("ls", "suites", "tools", "agents", "models"), "list"),
    **dict.fromkeys(("view", "open", "browse", "web"), "report or mesocosm serve"),
    **dict.fromkeys(("init", "create", "add"), "new"),
    **dict.fromkeys(("generate", "dataset", "export"), "items"),
    **dict.fromkeys(("plot", "draw"), "map or mesocosm sounding"),
    "help": "--help",
    "version": "--version",
    "analyze": "analyse",
    "clean": "cache clear",
    "tool": "call",
}
"""Words of other programs for what a verb of ours does."""


class EveryVerb(Verbs):
    """Our own verbs, and the commands that suites and other packages add."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted({*super().list_commands(context), *registry.homes("commands")})

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs with their descriptions, group by group."""
        groups: dict[str, list[tuple[str, click.Command]]] = {group: [] for group in GROUPS}
        for name in self.list_commands(context):
            command = self.get_command(context, name)
            if command is not None and not command.hidden:
                groups[self.group_of(context, name)].append((name, command))
        width = max(len(name) for verbs in groups.values() for name, _ in verbs)
        room = formatter.width - 6 - width
        for group, verbs in groups.items():
            if verbs:
                with formatter.section(GROUPS[group]):
                    formatter.write_dl([(f"{name:{width}}", verb.get_short_help_str(room)) for name, verb in verbs])

    def group_of(self, context: click.Context, name: str) -> str:
        """Return the group that a verb's module names; suites have a group of their own, and so have commands of other
        packages.
        """
        ours = name in super().list_commands(context)
        module = f"{self.package}.{name}" if ours else registry.homes("commands")[name].module
        group: str = getattr(
            sys.modules.get(module), "GROUP", "suites" if name in registry.homes("suites") else "other"
        )
        return group if group in GROUPS else "other"

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in super().list_commands(context):
            return super().get_command(context, name)
        if name not in registry.homes("commands"):
            return None
        try:
            command: click.Command = registry.load("commands", name)
        except UserError as error:  # the error names the package and the reason
            return _unloadable(name, str(error))
        except Exception as error:  # code of others, which must not disable our own verbs
            return _unloadable(name, f"the command {name} cannot be loaded: {type(error).__name__}: {error}")
        return command

    def invoke(self, context: click.Context) -> Any:
        """Run a verb; if its suite is missing, the error lists the suites."""
        try:
            return super().invoke(context)
        except click.MissingParameter as error:
            if error.param is None or error.param.name != "suite":
                raise
            known = f"Suites: {', '.join(registry.names('suites'))}. {error.message}"
            raise click.MissingParameter(known, error.ctx, error.param) from None

    def advice(self, context: click.Context, name: str) -> str:
        """Suggest a verb also for a word of another program, and for a suite that has no verbs."""
        if name.lower() in OTHER_WORDS:
            return f"Did you mean mesocosm {OTHER_WORDS[name.lower()]}?"
        if name in registry.names("suites"):
            return f"{name} is a suite: mesocosm run {name}, or mesocosm show {name}."
        return super().advice(context, name)

    def extras_of(self, name: str) -> tuple[str, ...]:
        """Return the extras of our own verb, or of the suite that the commands belong to."""
        if name in registry.homes("suites"):
            card: Card = registry.load("suites", name).card
            return card.extras
        return super().extras_of(name)


def _unloadable(name: str, reason: str) -> click.Command:
    """Make a stand-in for a command of another package that cannot be loaded."""

    def fail() -> None:
        raise UserError(reason)

    return click.Command(name, callback=fail, help=f"({reason})")


@click.command(
    cls=EveryVerb, package="mesocosm.cli", without=HIDDEN, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(mesocosm.__version__, package_name="mesocosm")
def mesocosm_command() -> None:
    """A proving ground for agents that reason about the Earth."""


def main() -> None:
    """Run a verb; a user's mistake is reported in a line or two, without a traceback."""
    try:
        mesocosm_command(prog_name="mesocosm")
    except MesocosmError as error:
        _give_up(_full_disk(error) or error)
    except BrokenPipeError:
        sys.exit(141)
    except ModuleNotFoundError as error:
        missing = missing_extra(error)
        if missing is None:
            raise
        _give_up(missing)
    except Exception as error:
        if full := _full_disk(error):
            _give_up(full)
        if not isinstance(error, OSError) or error.filename is None:
            raise
        _give_up(f"{error.filename}: {error.strerror}")


def _full_disk(error: BaseException) -> str:
    """Return the message for a full disk that holds a path of the command or else the cache; empty if none is full."""
    from mesocosm.cache.folder import folder
    from mesocosm.screen.full_disk import full_disk_message

    words = [word.rpartition("=")[2] for word in sys.argv[1:]]
    named = [Path(word) for word in words if word and ("/" in word or os.path.exists(word))]
    return full_disk_message(error, [*named, folder()])


def _give_up(reason: object) -> NoReturn:
    tell(f"error: {reason}", err=True)
    sys.exit(2)
