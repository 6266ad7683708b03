"""Tools in the shape other programs expect. The argument schema is the same object everywhere."""

from __future__ import annotations

from typing import Any

from mesocosm.tools.view import ToolView


def openai_tools(view: ToolView) -> list[dict[str, Any]]:
    """The `tools` field of an OpenAI-style chat request."""
    return [
        {"type": "function", "function": {"name": name, "description": tool.description, "parameters": tool.schema}}
        for name, tool in view.items()
    ]
