"""The agent's end: a process that holds the agent. World, reference, score and trace stay in our process."""

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
"""Makes the agent of an episode from a description of the episode."""

LONGEST_ERROR = 20_000
"""Characters of an error, from its end, that are sent."""
MOST_ARGUMENTS = 10


class FarTask(Task):
    """A task whose world is in another process."""

    def __init__(self, wire: Wire, briefing: str) -> None:
        self._wire = wire
        self._briefing_text = briefing

    @functools.cached_property
    def briefing(self) -> Briefing:
        return Briefing.model_validate_json(self._briefing_text)

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
    """Play episodes as the other end requests them, until it closes the connection."""
    actor: Any = None
    answer: dict[str, Any]
    while True:
        try:
            request = wire.receive()
        except Hung:
            return
        try:
            if "begin" in request:
                actor = build(request["begin"])
                answer = {"begun": "acts" if isinstance(actor, Agent) else "plays" if callable(actor) else repr(actor)}
            elif "act" in request:
                answer = {"action": _describe_action(actor.act(Observation.model_validate_json(request["act"])))}
            else:
                play_task(actor, FarTask(wire, request["play"]))
                answer = {"ended": True}
        except Hung:
            return
        except SystemExit as error:  # `sys.exit()` ends only the episode of an agent
            answer = {"raised": _describe_error(RuntimeError(f"the agent called sys.exit({error.code!r})"))}
        except Exception as error:  # the agent's own: sent to the other end, which raises it there
            answer = {"raised": _describe_error(error)}
        try:
            wire.send(answer)
        except TooLong as error:
            wire.send({"raised": _describe_error(error)})
        except Hung:
            return


def _describe_action(returned: object) -> dict[str, Any] | None:
    action = check_action(returned)
    if action is None:
        return None
    if isinstance(action, ToolCall):
        return {"tool": action.tool, "arguments": spell_value(action.arguments), "id": action.id}
    return {"say": spell_text(action)}


def _describe_error(error: Exception) -> dict[str, Any]:
    return {
        "type": type(error).__name__,
        "arguments": [_short(str(argument)) for argument in error.args[:MOST_ARGUMENTS]],
        "message": _short(str(error)),
        "traceback": _short(own_traceback(error)),
    }


def _short(text: str) -> str:
    return spell_text(text[-LONGEST_ERROR:])
