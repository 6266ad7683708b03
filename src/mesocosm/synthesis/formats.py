"""Trajectories in the lines that training programs read; pictures lie beside them under their hashes.

react     one text of Thought, Action, Observation, as in Yao et al. 2023 (ReAct, arXiv:2210.03629)
chatml    messages with `tool_calls` and the tools' schemas, as OpenAI-style programs write them
hermes    messages whose calls stand in <tool_call> and results in <tool_response>, as the Hermes template has them
rollouts  one line a step: observation, action, reward, done

`<image>` marks in a text stand for the pictures of `images`, in order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from mesocosm.synthesis.folder import PictureKind, picture_path
from mesocosm.synthesis.trajectory import ENDING, Step, Trajectory

FormatName = Literal["react", "chatml", "hermes"]
Line = dict[str, JsonValue]
Tools = Mapping[str, JsonValue]
"""Name of a tool to its schema as OpenAI-style programs take it."""
MARK = "<image>"


@dataclass(frozen=True)
class Shelf:
    """What lies beside the lines: the tools' schemas, and pictures of one kind."""

    tools: Tools
    pictures: PictureKind = "png"

    def schemas(self, trajectory: Trajectory) -> list[JsonValue]:
        """Of the tools that a trajectory's agent saw."""
        return [self.tools[name] for name in trajectory.tools if name in self.tools]

    def paths(self, names: Iterable[str]) -> list[JsonValue]:
        """Where pictures lie."""
        return [picture_path(name, self.pictures) for name in names]


HERMES_RULES = (
    "You may call one tool at a time. The tools, as JSON schemas, stand between <tools> tags:\n<tools>\n{schemas}\n"
    "</tools>\nWrite a call as a JSON object with `name` and `arguments` between <tool_call> tags."
)


def react(trajectory: Trajectory, shelf: Shelf) -> Line:
    """One text for each trajectory, with marks where pictures stand."""
    parts = [f"Question: {_with_marks(trajectory.task, trajectory.images)}"]
    for step in trajectory.steps:
        parts += [f"Thought: {step.thought}", f"Action: {step.tool}", f"Action Input: {_spelt(step.arguments)}"]
        parts.append(f"Observation: {_with_marks(step.seen, step.images)}")
    parts += [f"Thought: {trajectory.thought}", f"Final Answer: {trajectory.answer}"]
    names: list[JsonValue] = list(trajectory.tools)
    return {**_head(trajectory, shelf), "tools": names, "system": trajectory.system, "text": "\n".join(parts)}


def chatml(trajectory: Trajectory, shelf: Shelf) -> Line:
    """Messages with calls and results as records; the last one hands the answer in."""
    return {**_head(trajectory, shelf), "tools": shelf.schemas(trajectory), "messages": _messages(trajectory)}


def _messages(trajectory: Trajectory) -> list[JsonValue]:
    messages = _opening(trajectory, trajectory.system)
    for number, step in enumerate(trajectory.steps, start=1):
        messages.append(_calling(step.thought, f"call_{number}", step.tool, step.arguments))
        seen = _with_marks(step.seen, step.images)
        messages.append({"role": "tool", "tool_call_id": f"call_{number}", "content": seen})
    if ENDING in trajectory.tools:
        handed: JsonValue = {"answer": trajectory.answer}
        messages.append(_calling(trajectory.thought, f"call_{len(trajectory.steps) + 1}", ENDING, handed))
    else:
        messages.append({"role": "assistant", "content": _closing(trajectory)})
    return messages


def _calling(thought: str, name: str, tool: str, arguments: JsonValue) -> JsonValue:
    function: JsonValue = {"name": tool, "arguments": _spelt(arguments)}
    return {
        "role": "assistant",
        "content": thought,
        "tool_calls": [{"id": name, "type": "function", "function": function}],
    }


def hermes(trajectory: Trajectory, shelf: Shelf) -> Line:
    """Messages whose calls and results are text between tags."""
    schemas = "\n".join(_spelt(schema) for schema in shelf.schemas(trajectory))
    system = f"{trajectory.system}\n\n{HERMES_RULES.format(schemas=schemas)}".strip()
    messages = _opening(trajectory, system)
    for step in trajectory.steps:
        messages.append({"role": "assistant", "content": _hermes_call(step.thought, step.tool, step.arguments)})
        messages.append({"role": "tool", "content": _hermes_reply(step)})
    if ENDING in trajectory.tools:
        last = _hermes_call(trajectory.thought, ENDING, {"answer": trajectory.answer})
    else:
        last = _closing(trajectory)
    messages.append({"role": "assistant", "content": last})
    return {**_head(trajectory, shelf), "messages": messages}


def _hermes_call(thought: str, tool: str, arguments: JsonValue) -> str:
    call = _spelt({"name": tool, "arguments": arguments})
    return f"{thought}\n<tool_call>\n{call}\n</tool_call>".lstrip()


def _hermes_reply(step: Step) -> str:
    seen = _spelt({"name": step.tool, "content": step.seen})
    return _with_marks(f"<tool_response>\n{seen}\n</tool_response>", step.images)


FORMATS: dict[FormatName, Callable[[Trajectory, Shelf], Line]] = {"react": react, "chatml": chatml, "hermes": hermes}


def rollout(trajectory: Trajectory, shelf: Shelf, *, kept: bool) -> Iterator[Line]:
    """The steps as a reinforcement learner sees them: what the scorer gives comes with the answer."""
    seen, pictures = trajectory.task, trajectory.images
    for number, step in enumerate(trajectory.steps):
        action: JsonValue = {"tool": step.tool, "arguments": step.arguments}
        yield _transition(trajectory, number, (seen, shelf.paths(pictures)), action, kept=kept)
        seen, pictures = step.seen, step.images
    last: JsonValue = {"tool": ENDING, "arguments": {"answer": trajectory.answer}}
    ended = _transition(trajectory, len(trajectory.steps), (seen, shelf.paths(pictures)), last, kept=kept)
    yield {**ended, "reward": trajectory.score, "done": True}


def preference(chosen: Trajectory, rejected: Trajectory, rules: tuple[str, ...], shelf: Shelf) -> Line:
    """Two ways through one task, the worse one with the rules it broke."""
    broken: list[JsonValue] = list(dict.fromkeys(rules))
    pair: Line = {"chosen": _messages(chosen), "rejected": _messages(rejected), "broken": broken}
    return {
        **_head(chosen, shelf),
        "tools": shelf.schemas(chosen),
        **pair,
        "images_rejected": shelf.paths(_pictures(rejected)),
    }


def _transition(
    trajectory: Trajectory, number: int, observed: tuple[str, list[JsonValue]], action: JsonValue, *, kept: bool
) -> Line:
    return {
        "item": trajectory.item,
        "attempt": trajectory.repairs,
        "kept": kept,
        "step": number,
        "observation": observed[0],
        "images": observed[1],
        "action": action,
        "reward": 0.0,
        "done": False,
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
    """In the order of their marks."""
    return [*trajectory.images, *(name for step in trajectory.steps for name in step.images)]


def _opening(trajectory: Trajectory, system: str) -> list[JsonValue]:
    asked: JsonValue = {"role": "user", "content": _with_marks(trajectory.task, trajectory.images)}
    return [{"role": "system", "content": system}, asked] if system else [asked]


def _with_marks(text: str, pictures: tuple[str, ...]) -> str:
    """Marks stand before a text; what looks like one within it is spelt otherwise, or counts would not agree."""
    return f"{MARK}\n" * len(pictures) + text.replace(MARK, "< image >")


def _spelt(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


def _closing(trajectory: Trajectory) -> str:
    return "\n".join(part for part in (trajectory.thought, trajectory.answer) if part)
