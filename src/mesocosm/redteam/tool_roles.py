"""What an agent can reach, read from the schemas of its tools: which argument takes the answer, which are paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from mesocosm.episode.task import Task
from mesocosm.redteam.exploit import NotApplicable
from mesocosm.types import Observation

HANDS_IN = re.compile(r"\bhand(s|ing)? in\b|\bfinal answer\b|\bsubmit", re.IGNORECASE)
PATH = re.compile(r"path|file|folder|directory", re.IGNORECASE)
CODE = re.compile(r"code|program|script|source")
LABEL = re.compile(r"^\s*\(?([a-z])[).]", re.MULTILINE)
FIELD = re.compile(r"`(\w+)`")
ANY_NUMBER = 12
"""Number within the bounds of most arguments: hours, degrees, counts."""


@dataclass(frozen=True)
class Submission:
    """Tool that takes the answer, and the argument for it."""

    tool: str
    argument: str
    schema: dict[str, Any]

    @property
    def choices(self) -> tuple[JsonValue, ...]:
        """Answers allowed, if the schema lists them."""
        return tuple(self.schema.get("enum", ()))

    @property
    def text(self) -> bool:
        """Whether the answer is free text."""
        return self.schema.get("type") == "string" and not self.choices


@dataclass(frozen=True)
class Argument:
    """One argument of one tool, with its schema."""

    tool: str
    name: str
    schema: dict[str, Any]


def schemas(task: Task) -> dict[str, dict[str, Any]]:
    """Return every tool by name: description and parameters."""
    return {tool["function"]["name"]: tool["function"] for tool in task.tools}


def submission(task: Task) -> Submission:
    """Return the tool and argument that take this task's answer."""
    for name, tool in schemas(task).items():
        properties = tool["parameters"]["properties"]
        if properties and (HANDS_IN.search(name) or HANDS_IN.search(tool["description"])):
            argument = next(iter(properties))
            return Submission(name, argument, properties[argument])
    raise NotApplicable("no tool takes an answer")


def choices(task: Task) -> tuple[JsonValue, ...]:
    """Return the answers to choose from."""
    if not (offered := submission(task).choices):
        raise NotApplicable("the answer is not one of a list")
    return offered


def hand_in(task: Task, *values: JsonValue) -> None:
    """Submit one value after the other until one is accepted."""
    desk = submission(task)
    for value in values:
        if not task.done:
            task.call(desk.tool, **{desk.argument: value})


def hand_in_everywhere(task: Task, *values: JsonValue) -> None:
    """Submit each value in the form that the task asks for: as it is, under every label, or in every field it names."""
    hand_in(task, *(shape_value(task, value) for value in values))


def shape_value(task: Task, value: JsonValue) -> JsonValue:
    """Put a value into the form that the answer needs."""
    schema = submission(task).schema
    if schema.get("type") == "object":
        return dict.fromkeys(LABEL.findall(task.prompt) or ("a",), value)
    if "type" not in schema and (fields := FIELD.findall(task.prompt)):
        return dict.fromkeys(fields, value)
    return str(value) if schema.get("type") == "string" else value


def plain(task: Task) -> None:
    """Submit the first answer that the schema offers."""
    offered = submission(task).choices
    hand_in(task, *offered[:1]) if offered else hand_in_everywhere(task, "1")


def arguments(task: Task) -> Iterator[Argument]:
    """Yield every argument of every tool except the one that takes the answer."""
    desk = submission(task).tool
    for name, tool in schemas(task).items():
        if name != desk:
            for argument, schema in tool["parameters"]["properties"].items():
                yield Argument(name, argument, schema)


def texts(task: Task) -> list[Argument]:
    """Yield the arguments that take text."""
    return [argument for argument in arguments(task) if _is_text(argument.schema)]


def paths(task: Task) -> list[Argument]:
    """Yield the arguments that name a file."""
    return _some([argument for argument in texts(task) if PATH.search(argument.name)], "no argument names a file")


def writer(task: Task) -> tuple[str, str, str]:
    """Return a tool that writes files: its name, the argument for the path, the argument for the text."""
    for name, tool in schemas(task).items():
        properties = tool["parameters"]["properties"]
        path = next((argument for argument in properties if PATH.search(argument)), "")
        text = next((argument for argument in properties if re.search(r"content|text|data", argument)), "")
        if path and text:
            return name, path, text
    raise NotApplicable("no tool writes files")


def write(task: Task, path: str, text: str) -> Observation:
    """Write a file with the tool that does that."""
    tool, path_argument, text_argument = writer(task)
    return task.call(tool, **{path_argument: path, text_argument: text})


def programs(task: Task) -> list[Argument]:
    """Return the arguments that take a program, if there are any."""
    return [argument for argument in texts(task) if CODE.fullmatch(argument.name)]


def run_code(task: Task, code: str) -> str:
    """Run a program of ours in the task's own sandbox and return its output."""
    argument = _some(programs(task), "no tool runs code")[0]
    return use(task, argument, code).text


def use(task: Task, argument: Argument, value: JsonValue) -> Observation:
    """Call a tool with one argument chosen and the other required arguments filled in."""
    parameters = schemas(task)[argument.tool]["parameters"]
    given = {name: fill(parameters["properties"][name]) for name in parameters["required"]}
    return task.call(argument.tool, **{**given, argument.name: value})


def fill(schema: dict[str, Any]) -> JsonValue:
    """Return a value that probably fits a schema."""
    if "anyOf" in schema:
        return fill(schema["anyOf"][0])
    for known in (schema.get("enum"), schema.get("examples"), [schema["default"]] if "default" in schema else None):
        if known:
            value: JsonValue = known[0]
            return value
    filled: dict[str, JsonValue] = {"array": [ANY_NUMBER] * 2, "object": {}, "boolean": True, "string": "x"}
    return filled.get(schema.get("type", "string"), ANY_NUMBER)


def _is_text(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "string" and "enum" not in schema


def _some(wanted: list[Argument], otherwise: str) -> list[Argument]:
    if not wanted:
        raise NotApplicable(otherwise)
    return wanted
