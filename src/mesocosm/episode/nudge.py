"""What an agent is told that speaks instead of acting: the tool to hand in with, and what it takes.

The same words in every loop. They are made from the tools of the world, so that they hold for any suite.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mesocosm.tools.tool import Tool
from mesocosm.workspace.submission import SubmissionDesk

MOST_NUDGES = 2
"""Times in a row that an agent without a call is told how to hand in; the turn after them ends the episode."""
MOST_OTHERS = 8
"""Other tools that are named; more are counted."""


def nudge(tools: Mapping[str, Tool], desk: SubmissionDesk) -> str:
    """How to hand in, and which tools there are beside that."""
    ways = hand_in_tools(tools, desk)
    told = ["Nothing is handed in yet: an answer in words does not count."]
    told += [f"To hand in your answer, call the tool {_way(name, tools[name], desk)}." for name in ways]
    others = [name for name in tools if name not in ways]
    if others:
        told.append(f"If you need to know more first, call another tool: {_listed(others)}.")
    return " ".join(told)


def hand_in_tools(tools: Mapping[str, Tool], desk: SubmissionDesk | None = None) -> tuple[str, ...]:
    """Names of the tools that hand an answer in; where a file does, those that write files."""
    ways = tuple(name for name, tool in tools.items() if SubmissionDesk in tool.provided)
    if ways or desk is None or not desk.file:
        return ways
    return tuple(name for name, tool in tools.items() if {"path", "content"} <= tool.schema["properties"].keys())


def _way(name: str, tool: Tool, desk: SubmissionDesk) -> str:
    properties: dict[str, Any] = tool.schema.get("properties", {})
    if desk.file and SubmissionDesk not in tool.provided:
        return f'{name} with {{"path": {json.dumps(desk.file)}, "content": <your answer>}}'
    taken = ", ".join(f"{json.dumps(key)}: <{_kind(value)}>" for key, value in properties.items())
    about = " ".join(str(value["description"]) for value in properties.values() if value.get("description"))
    return f"{name} with {{{taken}}}" + (f" ({about.rstrip('.')})" if about else "")


def _kind(schema: Mapping[str, Any]) -> str:
    """What a value must be, in few words."""
    if "enum" in schema:
        return " or ".join(json.dumps(value) for value in schema["enum"])
    if "properties" in schema:
        inner = (f"{json.dumps(key)}: {_kind(value)}" for key, value in schema["properties"].items())
        return "{" + ", ".join(inner) + "}"
    kind = str(schema.get("type", "value"))
    return {"string": "text", "array": "list"}.get(kind, kind)


def _listed(names: list[str]) -> str:
    rest = len(names) - MOST_OTHERS
    return ", ".join(names) if rest <= 1 else f"{', '.join(names[:MOST_OTHERS])} and {rest} more"
