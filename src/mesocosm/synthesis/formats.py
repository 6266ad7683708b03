"""Trajectories in the line formats of training programs; pictures lie beside them under their hashes.

react     one text of Thought, Action, Observation, as in Yao et al. 2023 (ReAct, arXiv:2210.03629)
chatml    messages with `tool_calls` and the tools' schemas, as OpenAI-style programs write them
hermes    messages with calls in <tool_call> and results in <tool_response>, as in the Hermes template
rollouts  one line per step: observation, action, reward, done

`<image>` marks in a text stand for the pictures of `images`, in order. Arguments are always JSON as a text: as records
they would have one type on one line and another on the next, which readers of columns refuse. `weight`, as in OpenAI's
fine-tuning, is 0 for an assistant's turn that a learner should ignore: a call that was refused or mended.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.synthesis.folder import PictureKind, picture_path
from mesocosm.synthesis.trajectory import ENDING, Step, Trajectory

FormatName = Literal["react", "chatml", "hermes"]
Line = dict[str, JsonValue]
Tools = Mapping[str, JsonValue]
"""Schemas by tool name, as OpenAI-style programs take them."""
MARK = "<image>"


@dataclass(frozen=True)
class Shelf:
    """Data stored beside the lines: the tools' schemas, and pictures of one kind."""

    tools: Tools
    pictures: PictureKind = "png"

    def schemas(self, trajectory: Trajectory) -> list[JsonValue]:
        """Return the schemas of the tools that a trajectory's agent saw."""
        return [self.tools[name] for name in trajectory.tools if name in self.tools]

    def paths(self, names: Iterable[str]) -> list[JsonValue]:
        """Return the paths of pictures."""
        return [picture_path(name, self.pictures) for name in names]


HERMES_RULES = (
    "You may call one tool at a time. The tools, as JSON schemas, stand between <tools> tags:\n<tools>\n{schemas}\n"
    "</tools>\nWrite a call as a JSON object with `name` and `arguments` between <tool_call> tags."
)

REACT_RULES = """You work in turns. A turn of yours has three parts:

Thought: what you know by now, and what you need next
Action: the name of one tool
Action Input: its arguments as a JSON object

After it you read what came back:

Observation: the reply of the tool

Once you know the answer, end with these two:

Thought: why the answer follows
Final Answer: the answer in one short sentence, with its unit where it has one

The tools, each with the schema of its arguments:
{tools}"""
HANDING_IN = re.compile(rf"[^.!?\n]*\b{ENDING}\b[^.!?\n]*[.!?]?")
"""A sentence about the tool that submits an answer, which a ReAct text leaves out."""


def react(trajectory: Trajectory, shelf: Shelf) -> Line:
    """Return one text per trajectory, with marks in place of pictures; `weights` has a number for each Thought."""
    parts = [f"Question: {_with_marks(trajectory.task, trajectory.images)}"]
    for step in trajectory.steps:
        parts += [f"Thought: {step.thought}", f"Action: {step.tool}", f"Action Input: {_spell(step.arguments)}"]
        parts.append(f"Observation: {_with_marks(step.seen, step.images)}")
    parts += [f"Thought: {trajectory.thought}", f"Final Answer: {trajectory.answer}"]
    names: list[JsonValue] = [name for name in trajectory.tools if name != ENDING]
    weights: list[JsonValue] = [*(step.weight for step in trajectory.steps), 1]
    fields: Line = {"tools": names, "system": _react_system(trajectory, shelf), "text": "\n".join(parts)}
    return {**_head(trajectory, shelf), **fields, "weights": weights}


def _react_system(trajectory: Trajectory, shelf: Shelf) -> str:
    """Return the suite's system text, the rules for writing a turn, and the list of tools."""
    suited = re.sub(r"\n{3,}", "\n\n", HANDING_IN.sub("", trajectory.system)).strip()
    names = [name for name in trajectory.tools if name in shelf.tools and name != ENDING]
    tools = "\n".join(_one_line(shelf.tools[name]) for name in names)
    return f"{suited}\n\n{REACT_RULES.format(tools=tools)}".strip()


def _one_line(schema: JsonValue) -> str:
    """Return a line with a tool's name, purpose and parameters."""
    function = schema["function"] if isinstance(schema, dict) else None
    if not isinstance(function, dict):
        raise InvalidRecord(f"the schema of a tool must be an object with `function`, got {_spell(schema)}")
    does = str(function.get("description", "")).strip().partition("\n")[0]
    return f"- {function['name']}: {does} {_spell(function.get('parameters', {}))}"


def chatml(trajectory: Trajectory, shelf: Shelf) -> Line:
    """Return messages with calls and results as records; the last message submits the answer."""
    return {**_head(trajectory, shelf), "tools": shelf.schemas(trajectory), "messages": _messages(trajectory)}


def _messages(trajectory: Trajectory) -> list[JsonValue]:
    messages = _opening(trajectory, trajectory.system)
    for number, step in enumerate(trajectory.steps, start=1):
        calling = _calling(step.thought, f"call_{number}", step.tool, step.arguments)
        messages.append({**calling, "weight": step.weight})
        seen = _with_marks(step.seen, step.images)
        messages.append({"role": "tool", "tool_call_id": f"call_{number}", "content": seen})
    if ENDING in trajectory.tools:
        handed: JsonValue = {"answer": trajectory.answer}
        last = _calling(trajectory.thought, f"call_{len(trajectory.steps) + 1}", ENDING, handed)
    else:
        last = {"role": "assistant", "content": _closing(trajectory)}
    return [*messages, {**last, "weight": 1}]


def _calling(thought: str, name: str, tool: str, arguments: JsonValue) -> Line:
    function: JsonValue = {"name": tool, "arguments": _spell(arguments)}
    return {
        "role": "assistant",
        "content": thought,
        "tool_calls": [{"id": name, "type": "function", "function": function}],
    }


def hermes(trajectory: Trajectory, shelf: Shelf) -> Line:
    """Return messages whose calls and results are text between tags."""
    schemas = "\n".join(_spell(schema) for schema in shelf.schemas(trajectory))
    system = f"{trajectory.system}\n\n{HERMES_RULES.format(schemas=schemas)}".strip()
    messages = _opening(trajectory, system)
    for step in trajectory.steps:
        called = _hermes_call(step.thought, step.tool, step.arguments)
        messages.append({"role": "assistant", "content": called, "weight": step.weight})
        messages.append({"role": "tool", "content": _hermes_reply(step)})
    if ENDING in trajectory.tools:
        last = _hermes_call(trajectory.thought, ENDING, {"answer": trajectory.answer})
    else:
        last = _closing(trajectory)
    messages.append({"role": "assistant", "content": last, "weight": 1})
    return {**_head(trajectory, shelf), "messages": messages}


def _hermes_call(thought: str, tool: str, arguments: JsonValue) -> str:
    call = _spell({"name": tool, "arguments": arguments})
    return f"{thought}\n<tool_call>\n{call}\n</tool_call>".lstrip()


def _hermes_reply(step: Step) -> str:
    seen = _spell({"name": step.tool, "content": step.seen})
    return _with_marks(f"<tool_response>\n{seen}\n</tool_response>", step.images)


FORMATS: dict[FormatName, Callable[[Trajectory, Shelf], Line]] = {"react": react, "chatml": chatml, "hermes": hermes}


def rollout(trajectory: Trajectory, shelf: Shelf, *, kept: bool) -> Iterator[Line]:
    """Yield the steps for a reinforcement learner; the reward comes with the answer, and only for kept attempts.

    An answer that was guessed right without evidence has a `score` and no reward: it must not teach guessing.
    """
    seen, pictures = trajectory.task, trajectory.images
    for number, step in enumerate(trajectory.steps):
        head = _transition(trajectory, number, (seen, shelf.paths(pictures)), kept=kept)
        action = _action(step.tool, step.arguments)
        yield {**head, "action": action, "weight": step.weight, "reward": 0.0, "done": False}
        seen, pictures = step.seen, step.images
    head = _transition(trajectory, len(trajectory.steps), (seen, shelf.paths(pictures)), kept=kept)
    last = _action(ENDING, {"answer": trajectory.answer})
    yield {**head, "action": last, "weight": 1, "reward": trajectory.score if kept else 0.0, "done": True}


def _action(tool: str, arguments: JsonValue) -> JsonValue:
    return {"tool": tool, "arguments": _spell(arguments)}


def preference(chosen: Trajectory, rejected: Trajectory, rules: tuple[str, ...], shelf: Shelf) -> Line:
    """Return two attempts at one task, the worse one with the rules that it broke."""
    broken: list[JsonValue] = list(dict.fromkeys(rules))
    pair: Line = {"chosen": _messages(chosen), "rejected": _messages(rejected), "broken": broken}
    return {
        **_head(chosen, shelf),
        "tools": shelf.schemas(chosen),
        **pair,
        "images_rejected": shelf.paths(_pictures(rejected)),
    }


def _transition(trajectory: Trajectory, number: int, observed: tuple[str, list[JsonValue]], *, kept: bool) -> Line:
    """Return the fields that identify a step of an attempt, with the observation before it."""
    return {
        "item": trajectory.item,
        "attempt": trajectory.repairs,
        "kept": kept,
        "score": trajectory.score,
        "step": number,
        "observation": observed[0],
        "images": observed[1],
    }


def _head(trajectory: Trajectory, shelf: Shelf) -> Line:
    return {
        "item": trajectory.item,
        "suite": trajectory.suite,
        "split": trajectory.split,
        "category": trajectory.category,
        "images": shelf.paths(_pictures(trajectory)),
    }


def _pictures(trajectory: Trajectory) -> list[str]:
    """Return the pictures in the order of their marks."""
    return [*trajectory.images, *(name for step in trajectory.steps for name in step.images)]


def _opening(trajectory: Trajectory, system: str) -> list[JsonValue]:
    asked: JsonValue = {"role": "user", "content": _with_marks(trajectory.task, trajectory.images)}
    return [{"role": "system", "content": system}, asked] if system else [asked]


def _with_marks(text: str, pictures: tuple[str, ...]) -> str:
    """Put marks before a text; a mark within the text itself is spelled differently, so that the counts agree."""
    return f"{MARK}\n" * len(pictures) + text.replace(MARK, "< image >")


def _spell(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


def _closing(trajectory: Trajectory) -> str:
    return "\n".join(part for part in (trajectory.thought, trajectory.answer) if part)
