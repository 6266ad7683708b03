"""An agent in another process, as our own process deals with it: ask it to act, answer its calls, outlive its end."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from mesocosm.episode.agent import Action
from mesocosm.episode.briefing import brief
from mesocosm.episode.loop import run_episode
from mesocosm.episode.wire import Hung, Wire
from mesocosm.episode.world import World
from mesocosm.errors import AgentFailed, BrokenEpisode, InvalidRecord
from mesocosm.trace.schema import Trace
from mesocosm.types import Observation, ToolCall


class FarAgent:
    """An agent whose code runs in another process."""

    def __init__(self, wire: Wire, end: Callable[[], None] = lambda: None) -> None:
        self._wire = wire
        self._end = end

    def begin(self, about: dict[str, Any] | None = None) -> str:
        """Make the agent for an episode: whether it `acts` or `plays`."""
        begun = str(self._ask({"begin": about or {}}).get("begun"))
        if begun not in ("acts", "plays"):
            raise InvalidRecord(f"an agent must be a function of a task or have a method `act`, got {begun}")
        return begun

    def act(self, seen: Observation) -> Action:
        """The next action of an agent that acts."""
        action = self._ask({"act": seen.model_dump_json()}).get("action")
        if action is None:
            return None
        try:
            return str(action["say"]) if "say" in action else ToolCall.model_validate(action)
        except (TypeError, ValidationError) as error:
            raise AgentFailed(f"the agent's action is not one: {error}") from error

    def play(self, world: World) -> None:
        """Let an agent that plays have a task, and answer what it asks, until it is through."""
        answer = self._ask({"play": brief(world).model_dump_json()})
        while "ended" not in answer:
            answer = self._ask(_answered(world, answer))

    def close(self) -> None:
        """Hang up, which ends the agent's process."""
        self._wire.close()
        self._end()

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            self._wire.send(message)
            answer = self._wire.receive()
        except Hung as error:
            raise AgentFailed(f"the agent's process ended: {error}") from error
        if "raised" in answer:
            raise _raised(answer["raised"])
        return answer


def play_far(world: World, agent: FarAgent) -> Trace:
    """The trace of one episode of an agent in another process."""
    if agent.begin() == "acts":
        return run_episode(world, agent)
    try:
        agent.play(world)
    except Exception as error:  # whatever the agent's program raised
        if world.ended == "broken":  # by us: the agent was only told
            return world.finish()
        world.crash(f"{type(error).__name__}: {error}")
        raise
    return world.finish()


def _answered(world: World, asked: dict[str, Any]) -> dict[str, Any]:
    if "call" in asked:
        try:
            return {"seen": world.call(str(asked["call"]), asked.get("arguments")).model_dump_json()}
        except BrokenEpisode as error:
            return {"broken": [error.boundary, str(error)]}
    if "say" in asked:
        world.say("assistant", str(asked["say"]))
    return {"done": world.done}


def _raised(told: Any) -> Exception:
    """The agent's exception, where it is one of Python's own; all others are named in ours."""
    about = told if isinstance(told, dict) else {}
    name, message = str(about.get("type")), str(about.get("message"))
    kind = getattr(builtins, name, None)
    error: Exception = AgentFailed(f"{name}: {message}")
    if isinstance(kind, type) and issubclass(kind, Exception):
        with suppress(TypeError):  # one that needs more than texts
            error = kind(*about.get("arguments", ()))
    error.add_note(f"in the agent's process:\n{about.get('traceback', '')}")
    return error
