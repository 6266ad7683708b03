"""Group of commands whose verbs are the modules of a folder, imported when they are called."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import click

from mesocosm.errors import MissingExtra, did_you_mean
from mesocosm.extras import advised_error
from mesocosm.registry import submodules
from mesocosm.screen.option_hints import with_example, with_plain_words, with_shown_options


class Verbs(click.Group):
    """Verbs found in a folder; a misspelt verb is answered with the nearest one.

    `former` maps names that verbs had before to the verb's present name, or to the module of one that has moved; they
    work and are not listed.
    """

    def __init__(
        self,
        *,
        package: str,
        without: frozenset[str] = frozenset(),
        former: Mapping[str, str] = MappingProxyType({}),
        **rest: Any,
    ) -> None:
        super().__init__(**rest)
        self.package = package
        self.without = without
        self.former = former

    def list_commands(self, context: click.Context) -> list[str]:
        return [name for name in submodules(self.package) if name not in self.without]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.former and name not in self.list_commands(context):
            return None
        command: click.Command = importlib.import_module(self._module_of(name)).command
        return command

    def _module_of(self, name: str) -> str:
        """Return the module of a verb, by any name that it has or had."""
        name = self.former.get(name, name)
        return name if "." in name else f"{self.package}.{name}"

    def extras_of(self, name: str) -> tuple[str, ...]:
        """Return the extras that a verb needs: `EXTRAS` of its module."""
        extras: tuple[str, ...] = getattr(sys.modules.get(self._module_of(name)), "EXTRAS", ())
        return extras

    def invoke(self, context: click.Context) -> Any:
        """Run a verb; if a library is missing, the error names the extras of the verb."""
        try:
            return super().invoke(context)
        except click.NoSuchOption as error:
            raise with_shown_options(error) from None
        except click.MissingParameter as error:
            raise with_example(error) from None
        except click.BadParameter as error:
            raise with_plain_words(error) from None
        except (MissingExtra, ModuleNotFoundError) as error:
            name = str(context.invoked_subcommand)
            better = advised_error(error, f"{context.command_path} {name}", self.extras_of(name))
            if better is None:
                raise
            raise better from error

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        name = context.invoked_subcommand = args[0]  # set before the verb is imported, which may fail
        if not name.startswith("-") and self.get_command(context, name) is None:
            context.fail(f"No such command {name!r}. {self.advice(context, name)}")
        return super().resolve_command(context, args)

    def advice(self, context: click.Context, name: str) -> str:
        """Suggest the nearest verb for one that does not exist, or else list all verbs."""
        known = self.list_commands(context)
        hint = did_you_mean(name, known)
        return f"D{hint[1:]}" if hint else f"There are: {', '.join(known)}."
