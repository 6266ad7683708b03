"""A group of commands whose verbs are the modules of its folder, imported when they are asked for."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import click


class Verbs(click.Group):
    """Verbs found in a folder; a misspelt one is answered with the nearest."""

    def __init__(self, *, package: str, without: frozenset[str] = frozenset(), **rest: Any) -> None:
        super().__init__(**rest)
        self.package = package
        self.without = without

    def list_commands(self, context: click.Context) -> list[str]:
        folder = importlib.import_module(self.package).__path__
        return sorted(one.name for one in pkgutil.iter_modules(folder) if one.name not in self.without)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(context):
            return None
        command: click.Command = importlib.import_module(f"{self.package}.{name}").command
        return command

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        from mesocosm.registry import nearest

        name = args[0]
        if not name.startswith("-") and self.get_command(context, name) is None:
            close = nearest(name, self.list_commands(context))
            hint = f" Did you mean {' or '.join(close)}?" if close else ""
            context.fail(f"No such command {name!r}.{hint}")
        return super().resolve_command(context, args)
