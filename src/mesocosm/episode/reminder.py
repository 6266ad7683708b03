"""The message for an agent that writes text instead of calling a tool: which tool submits, and its arguments.

It is the same in every loop, and is made from the tools of the world, so that it is right for any suite.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mesocosm.tools.tool import Tool
from mesocosm.tools.written_call import call_in, objects_in
from mesocosm.workspace.submission import SubmissionDesk

MOST_REMINDERS = 2
"""Reminders in a row for an agent that makes no call; the turn after them ends the episode."""
OPEN_CALL, CLOSE_CALL = "<tool_call>", "</tool_call>"
"""Inspect reads a call between these tags where it emulates tools, as its own prompt tells the model."""
MOST_OTHERS = 8
"""Number of other tools that the message names; further tools are counted."""


def write_reminder(tools: Mapping[str, Tool], desk: SubmissionDesk, *, words: str = "", emulated: bool = False) -> str:
    """Return the message: how to submit, and which other tools there are.

    Args:
        tools: The tools of the world.
        desk: The submission desk.
        words: What the agent said instead of a call; a call that it wrote out as text is named.
        emulated: Whether calls are read from the text of replies, between tags.
    """
    ways = hand_in_tools(tools, desk)
    sentences = [_what_happened(_written_call(words, tools, ways), emulated=emulated)]
    sentences += [f"To hand in your answer, {_way(name, tools[name], desk, emulated=emulated)}." for name in ways]
    others = [name for name in tools if name not in ways]
    if others:
        sentences.append(f"If you need to know more first, call another tool: {_list(others)}.")
    return " ".join(sentences)


def _written_call(words: str, tools: Mapping[str, Tool], ways: tuple[str, ...]) -> str | None:
    """Return the tool whose call is written out in the text, as a call or as an object with the tool's arguments."""
    called = call_in(words, tools.keys())
    if called is not None:
        return called[0]
    key_sets = [value.keys() for value in objects_in(words) if value]
    named = (name for name in ways if name in words)
    return next((name for name in named if any(keys <= _properties(tools[name]).keys() for keys in key_sets)), None)


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
    """Return the names of the tools that submit an answer; where a file is the answer, those that write files."""
    ways = tuple(name for name, tool in tools.items() if SubmissionDesk in tool.provided)
    if ways or desk is None or not desk.file:
        return ways
    return tuple(name for name, tool in tools.items() if {"path", "content"} <= tool.schema["properties"].keys())


def hand_in_example(tools: Mapping[str, Tool], desk: SubmissionDesk) -> str:
    """Return the arguments of `task.call` that submit an answer, as a program writes them; empty where no tool does."""
    for name in hand_in_tools(tools, desk):
        if desk.file and SubmissionDesk not in tools[name].provided:
            return f'"{name}", path="{desk.file}", content=...'
        return ", ".join([f'"{name}"', *(f"{key}=..." for key in _properties(tools[name]))])
    return ""


def _way(name: str, tool: Tool, desk: SubmissionDesk, *, emulated: bool) -> str:
    """Return the call that submits, as the agent must make it."""
    arguments, about = _argument_words(tool, desk)
    noted = f" ({about.rstrip('.')})" if about else ""
    if emulated:
        call = f'{{"name": {json.dumps(name)}, "arguments": {{{arguments}}}}}'
        return f"end your reply with {OPEN_CALL}{call}{CLOSE_CALL}{noted}"
    return f"call the tool {name} with {{{arguments}}}{noted}"


def _argument_words(tool: Tool, desk: SubmissionDesk) -> tuple[str, str]:
    """Return the arguments of the tool, and what its schema says about them."""
    if desk.file and SubmissionDesk not in tool.provided:
        return f'"path": {json.dumps(desk.file)}, "content": <your answer>', ""
    properties = _properties(tool)
    arguments = ", ".join(f"{json.dumps(key)}: <{_kind(value)}>" for key, value in properties.items())
    return arguments, " ".join(str(value["description"]) for value in properties.values() if value.get("description"))


def _properties(tool: Tool) -> dict[str, Any]:
    found: dict[str, Any] = tool.schema.get("properties", {})
    return found


def _kind(schema: Mapping[str, Any]) -> str:
    """Describe the kind of value that a schema asks for."""
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
