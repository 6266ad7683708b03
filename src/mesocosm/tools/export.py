"""Tools in the shape other programs expect. The argument schema is the same object everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mesocosm.tools.tool import Tool


@dataclass(frozen=True)
class ShownAs:
    """A tool that runs elsewhere, as agents see it."""

    description: str
    schema: dict[str, Any]


def openai_tools(view: Mapping[str, Tool | ShownAs]) -> list[dict[str, Any]]:
    """The `tools` field of an OpenAI-style chat request."""
    return [
        {"type": "function", "function": {"name": name, "description": tool.description, "parameters": tool.schema}}
        for name, tool in view.items()
    ]
