"""What an agent is told that speaks instead of acting: the tool to hand in with, and what it takes.

The same words in every loop. They are made from the tools of the world, so that they hold for any suite.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mesocosm.tools.tool import Tool
from mesocosm.tools.written_call import call_in, objects_in
from mesocosm.workspace.submission import SubmissionDesk

MOST_NUDGES = 2
"""Times in a row that an agent without a call is told how to hand in; the turn after them ends the episode."""
OPEN_CALL, CLOSE_CALL = "<tool_call>", "</tool_call>"
"""Between these Inspect reads calls where it emulates tools; its own prompt tells the model so."""
MOST_OTHERS = 8
"""Other tools that are named; more are counted."""


def nudge(tools: Mapping[str, Tool], desk: SubmissionDesk, *, words: str = "", emulated: bool = False) -> str:
    """How to hand in, and which tools there are beside that.

    Args:
        tools: The tools of the world.
        desk: Where answers are handed in.
        words: What the agent said instead of a call; a call that it wrote out as text is named.
        emulated: Whether calls are read from the text of replies, between tags.
    """
    ways = hand_in_tools(tools, desk)
    told = [_what_happened(_written_call(words, tools, ways), emulated=emulated)]
    told += [f"To hand in your answer, {_way(name, tools[name], desk, emulated=emulated)}." for name in ways]
    others = [name for name in tools if name not in ways]
    if others:
        told.append(f"If you need to know more first, call another tool: {_list(others)}.")
    return " ".join(told)


def _written_call(words: str, tools: Mapping[str, Tool], ways: tuple[str, ...]) -> str | None:
    """The tool whose call the words spell out; an object with the arguments beside the name is one too."""
    called = call_in(words, tools.keys())
    if called is not None:
        return called[0]
    given = [value.keys() for value in objects_in(words) if value]
    named = (name for name in ways if name in words)
    return next((name for name in named if any(keys <= _properties(tools[name]).keys() for keys in given)), None)


def _what_happened(written: str | None, *, emulated: bool) -> str:
    if written is None:
        missing = "there is no call in your reply" if emulated else "an answer in words does not count"
        return f"Nothing is handed in yet: {missing}."
    counts = (
        f"write it between {OPEN_CALL} and {CLOSE_CALL}, at the end of your reply"
        if emulated
        else "make it as a tool call, through the tools that you are given, not in the text of your reply"
    )
    return f"Your call of {written} was read as text, so that it did not run. To make it count, {counts}."


def hand_in_tools(tools: Mapping[str, Tool], desk: SubmissionDesk | None = None) -> tuple[str, ...]:
    """Names of the tools that hand an answer in; where a file does, those that write files."""
    ways = tuple(name for name, tool in tools.items() if SubmissionDesk in tool.provided)
    if ways or desk is None or not desk.file:
        return ways
    return tuple(name for name, tool in tools.items() if {"path", "content"} <= tool.schema["properties"].keys())


def hand_in_example(tools: Mapping[str, Tool], desk: SubmissionDesk) -> str:
    """The arguments of `task.call` that hand an answer in, as a program would write them; empty where no tool does."""
    for name in hand_in_tools(tools, desk):
        if desk.file and SubmissionDesk not in tools[name].provided:
            return f'"{name}", path="{desk.file}", content=...'
        return ", ".join([f'"{name}"', *(f"{key}=..." for key in _properties(tools[name]))])
    return ""


def _way(name: str, tool: Tool, desk: SubmissionDesk, *, emulated: bool) -> str:
    """The call that hands in, as the agent must make it."""
    taken, about = _argument_words(tool, desk)
    noted = f" ({about.rstrip('.')})" if about else ""
    if emulated:
        call = f'{{"name": {json.dumps(name)}, "arguments": {{{taken}}}}}'
        return f"end your reply with {OPEN_CALL}{call}{CLOSE_CALL}{noted}"
    return f"call the tool {name} with {{{taken}}}{noted}"


def _argument_words(tool: Tool, desk: SubmissionDesk) -> tuple[str, str]:
    """What the tool takes, and what its schema says about that."""
    if desk.file and SubmissionDesk not in tool.provided:
        return f'"path": {json.dumps(desk.file)}, "content": <your answer>', ""
    properties = _properties(tool)
    taken = ", ".join(f"{json.dumps(key)}: <{_kind(value)}>" for key, value in properties.items())
    return taken, " ".join(str(value["description"]) for value in properties.values() if value.get("description"))


def _properties(tool: Tool) -> dict[str, Any]:
    found: dict[str, Any] = tool.schema.get("properties", {})
    return found


def _kind(schema: Mapping[str, Any]) -> str:
    """What a value must be, in few words."""
    if "enum" in schema:
        return " or ".join(json.dumps(value) for value in schema["enum"])
    if "properties" in schema:
        inner = (f"{json.dumps(key)}: {_kind(value)}" for key, value in schema["properties"].items())
        return "{" + ", ".join(inner) + "}"
    kind = str(schema.get("type", "value"))
    return {"string": "text", "array": "list"}.get(kind, kind)


def _list(names: list[str]) -> str:
    rest = len(names) - MOST_OTHERS
    return ", ".join(names) if rest <= 1 else f"{', '.join(names[:MOST_OTHERS])} and {rest} more"
