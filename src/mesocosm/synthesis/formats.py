"""Trajectories in the lines that training programs read; pictures lie beside them under their hashes.

react     one text of Thought, Action, Observation, as in Yao et al. 2023 (ReAct, arXiv:2210.03629)
chatml    messages with `tool_calls`, as OpenAI-style programs write them
hermes    messages whose calls stand in <tool_call> and results in <tool_response>, as the Hermes template has them
rollouts  one line a step: observation, action, reward, done
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Literal

from pydantic import JsonValue

from mesocosm.synthesis.trajectory import Trajectory

FormatName = Literal["react", "chatml", "hermes"]
Line = dict[str, JsonValue]


def picture_path(sha256: str) -> str:
    """Where a picture lies, from the folder of the lines."""
    return f"images/{sha256[:2]}/{sha256}.png"


def react(trajectory: Trajectory) -> Line:
    """One text for each trajectory, with marks where pictures stand."""
    parts = [f"Question: {_with_marks(trajectory.task, trajectory.images)}"]
    for step in trajectory.steps:
        parts += [f"Thought: {step.thought}", f"Action: {step.tool}", f"Action Input: {_spelt(step.arguments)}"]
        parts.append(f"Observation: {_with_marks(step.seen, step.images)}")
    parts += [f"Thought: {trajectory.thought}", f"Final Answer: {trajectory.answer}"]
    return {**_head(trajectory), "system": trajectory.system, "text": "\n".join(parts)}


def chatml(trajectory: Trajectory) -> Line:
    """Messages with calls and results as records."""
    messages: list[JsonValue] = [
        {"role": "system", "content": trajectory.system},
        {"role": "user", "content": _with_marks(trajectory.task, trajectory.images)},
    ]
    for number, step in enumerate(trajectory.steps, start=1):
        name = f"call_{number}"
        function: JsonValue = {"name": step.tool, "arguments": _spelt(step.arguments)}
        called: JsonValue = [{"id": name, "type": "function", "function": function}]
        messages.append({"role": "assistant", "content": step.thought, "tool_calls": called})
        messages.append({"role": "tool", "tool_call_id": name, "content": _with_marks(step.seen, step.images)})
    messages.append({"role": "assistant", "content": _closing(trajectory)})
    return {**_head(trajectory), "messages": messages}


def hermes(trajectory: Trajectory) -> Line:
    """Messages whose calls and results are text between tags."""
    messages: list[JsonValue] = [
        {"role": "system", "content": trajectory.system},
        {"role": "user", "content": _with_marks(trajectory.task, trajectory.images)},
    ]
    for step in trajectory.steps:
        call = json.dumps({"name": step.tool, "arguments": step.arguments}, ensure_ascii=False)
        messages.append({"role": "assistant", "content": f"{step.thought}\n<tool_call>\n{call}\n</tool_call>"})
        seen = json.dumps({"name": step.tool, "content": step.seen}, ensure_ascii=False)
        reply = _with_marks(f"<tool_response>\n{seen}\n</tool_response>", step.images)
        messages.append({"role": "tool", "content": reply})
    messages.append({"role": "assistant", "content": _closing(trajectory)})
    return {**_head(trajectory), "messages": messages}


FORMATS: dict[FormatName, Callable[[Trajectory], Line]] = {"react": react, "chatml": chatml, "hermes": hermes}


def rollout(trajectory: Trajectory) -> Iterator[Line]:
    """The steps as a reinforcement learner sees them: the reward comes with the answer."""
    seen, pictures = trajectory.task, trajectory.images
    for number, step in enumerate(trajectory.steps):
        action: JsonValue = {"tool": step.tool, "arguments": step.arguments}
        yield _transition(trajectory, number, seen, pictures, action, reward=0.0, done=False)
        seen, pictures = step.seen, step.images
    last: JsonValue = {"tool": "submit", "arguments": {"answer": trajectory.answer}}
    yield _transition(trajectory, len(trajectory.steps), seen, pictures, last, reward=1.0, done=True)


def preference(chosen: Trajectory, rejected: Trajectory, rules: tuple[str, ...]) -> Line:
    """Two ways through one task, the worse one with the rules it broke."""
    pair = {"chosen": chatml(chosen)["messages"], "rejected": chatml(rejected)["messages"], "broken": list(rules)}
    return {**_head(chosen), **pair, "images_rejected": [picture_path(name) for name in _pictures(rejected)]}


def _transition(
    trajectory: Trajectory, number: int, seen: str, pictures: tuple[str, ...], action: JsonValue, *, reward: float,
    done: bool,
) -> Line:  # fmt: skip
    return {
        "item": trajectory.item,
        "step": number,
        "observation": seen,
        "images": [picture_path(name) for name in pictures],
        "action": action,
        "reward": reward,
        "done": done,
    }


def _head(trajectory: Trajectory) -> Line:
    return {
        "item": trajectory.item,
        "suite": trajectory.suite,
        "split": trajectory.split,
        "category": trajectory.category,
        "images": [picture_path(name) for name in _pictures(trajectory)],
        "tools": list(trajectory.tools),
    }


def _pictures(trajectory: Trajectory) -> list[str]:
    """In the order of their marks."""
    return [*trajectory.images, *(name for step in trajectory.steps for name in step.images)]


def _with_marks(text: str, pictures: tuple[str, ...]) -> str:
    return "".join("<image>\n" for _ in pictures) + text


def _spelt(arguments: JsonValue) -> str:
    return json.dumps(arguments, ensure_ascii=False)


def _closing(trajectory: Trajectory) -> str:
    return "\n".join(part for part in (trajectory.thought, trajectory.answer) if part)
