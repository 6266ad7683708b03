"""A group of commands whose verbs are the modules of its folder, imported when they are asked for."""

from __future__ import annotations

import importlib
from typing import Any

import click

from mesocosm.errors import did_you_mean
from mesocosm.registry import submodules


class Verbs(click.Group):
    """Verbs found in a folder; a misspelt one is answered with the nearest."""

    def __init__(self, *, package: str, without: frozenset[str] = frozenset(), **rest: Any) -> None:
        super().__init__(**rest)
        self.package = package
        self.without = without

    def list_commands(self, context: click.Context) -> list[str]:
        return [name for name in submodules(self.package) if name not in self.without]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(context):
            return None
        command: click.Command = importlib.import_module(f"{self.package}.{name}").command
        return command

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        name = args[0]
        if not name.startswith("-") and self.get_command(context, name) is None:
            hint = did_you_mean(name, self.list_commands(context))
            context.fail(f"No such command {name!r}.{f' D{hint[1:]}' if hint else ''}")
        return super().resolve_command(context, args)
