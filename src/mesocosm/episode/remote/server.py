"""The agent's process: it holds the agent and a wire. World, reference, score and trace stay on the other side."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from pydantic import JsonValue

from mesocosm.arguments import string
from mesocosm.episode.agent import Agent, check_action
from mesocosm.episode.briefing import Briefing
from mesocosm.episode.remote.wire import Hung, TooLong, Wire
from mesocosm.episode.task import Task, play_task, tool_name
from mesocosm.episode.tracebacks import own_traceback
from mesocosm.errors import BrokenEpisode
from mesocosm.trace.schema import spell_text, spell_value
from mesocosm.types import Observation, ToolCall

Build = Callable[[dict[str, Any]], object]
"""An actor for an episode, from what the other side tells of it."""

LONGEST_ERROR = 20_000
"""Characters of an error, from its end, that the other side is told."""
MOST_ARGUMENTS = 10


class FarTask(Task):
    """A task whose world is in another process."""

    def __init__(self, wire: Wire, told: str) -> None:
        self._wire = wire
        self._told = told

    @functools.cached_property
    def briefing(self) -> Briefing:
        return Briefing.model_validate_json(self._told)

    @property
    def done(self) -> bool:
        return bool(self._ask({"done": True})["done"])

    def _call_tool(self, tool: str, arguments: JsonValue) -> Observation:
        answer = self._ask({"call": spell_text(tool_name(tool)), "arguments": spell_value(arguments)})
        return self._noted(Observation.model_validate_json(answer["seen"]))

    def say(self, text: str) -> None:
        self._ask({"say": spell_text(string("text", text))})

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        self._wire.send(question)
        answer = self._wire.receive()
        if "broken" in answer:
            boundary, message = answer["broken"]
            raise BrokenEpisode(boundary, message.removeprefix(f"{boundary}: "))
        return answer


def serve(wire: Wire, build: Build) -> None:
    """Play episode after episode, as the other side asks, until it hangs up."""
    actor: Any = None
    answer: dict[str, Any]
    while True:
        try:
            asked = wire.receive()
        except Hung:
            return
        try:
            if "begin" in asked:
                actor = build(asked["begin"])
                answer = {"begun": "acts" if isinstance(actor, Agent) else "plays" if callable(actor) else repr(actor)}
            elif "act" in asked:
                answer = {"action": _told_action(actor.act(Observation.model_validate_json(asked["act"])))}
            else:
                play_task(actor, FarTask(wire, asked["play"]))
                answer = {"ended": True}
        except Hung:
            return
        except SystemExit as error:  # ends a program, and of an agent only the episode
            answer = {"raised": _told_error(RuntimeError(f"the agent called sys.exit({error.code!r})"))}
        except Exception as error:  # the agent's own: told to the other side, which raises it there
            answer = {"raised": _told_error(error)}
        try:
            wire.send(answer)
        except TooLong as error:
            wire.send({"raised": _told_error(error)})
        except Hung:
            return


def _told_action(returned: object) -> dict[str, Any] | None:
    action = check_action(returned)
    if action is None:
        return None
    if isinstance(action, ToolCall):
        return {"tool": action.tool, "arguments": spell_value(action.arguments), "id": action.id}
    return {"say": spell_text(action)}


def _told_error(error: Exception) -> dict[str, Any]:
    return {
        "type": type(error).__name__,
        "arguments": [_short(str(argument)) for argument in error.args[:MOST_ARGUMENTS]],
        "message": _short(str(error)),
        "traceback": _short(own_traceback(error)),
    }


def _short(text: str) -> str:
    return spell_text(text[-LONGEST_ERROR:])
