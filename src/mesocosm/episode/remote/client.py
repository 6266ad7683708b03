"""Our end of an agent in another process: ask it to act, run its calls, and handle the end of its process."""

from __future__ import annotations

import builtins
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from mesocosm.episode.agent import Action
from mesocosm.episode.briefing import brief
from mesocosm.episode.budget_ledger import Ledger
from mesocosm.episode.loop import overrun, run_episode
from mesocosm.episode.remote.wire import Hung, Overdue, Wire
from mesocosm.episode.world import World
from mesocosm.errors import AgentFailed, AgentOverdue, BrokenEpisode, NotAnAgent
from mesocosm.trace.schema import Trace
from mesocosm.types import Budget, Observation, ToolCall


class FarAgent:
    """An agent whose code runs in another process; the connection is closed when its seconds are used up."""

    def __init__(self, wire: Wire, ledger: Ledger | None = None) -> None:
        self._wire = wire
        self.ledger = ledger if ledger is not None else Ledger(Budget())
        self.closed = False

    def begin(self, about: dict[str, Any] | None = None) -> str:
        """Make the agent for an episode; return `acts` or `plays`."""
        begun = str(self._ask({"begin": about or {}}).get("begun"))
        if begun not in ("acts", "plays"):
            raise NotAnAgent(f"an agent must be a function of a task or have a method `act`, got {begun}")
        return begun

    def act(self, seen: Observation) -> Action:
        """Return the next action of an agent that acts."""
        action = self._ask({"act": seen.model_dump_json()}).get("action")
        if action is None:
            return None
        try:
            return str(action["say"]) if "say" in action else ToolCall.model_validate(action)
        except (TypeError, ValidationError) as error:
            raise AgentFailed(f"the agent's action is not one: {error}") from error

    def play(self, world: World) -> None:
        """Send the task to an agent that plays, and answer its requests until it returns."""
        message: dict[str, Any] = {"play": brief(world).model_dump_json()}
        while True:
            with self.ledger.running():
                answer = self._ask(message)
            if "ended" in answer:
                return
            message = _answer(world, answer)

    def close(self) -> None:
        """Close the connection, which ends the agent's process."""
        self.closed = True
        self._wire.close()

    def _limit_s(self) -> float:
        """Return the seconds that the agent may take for its next answer."""
        return self.ledger.answer_limit_s()

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            self._wire.send(message, self._limit_s())
            answer = self._wire.receive(self._limit_s())
        except Overdue as error:
            self.close()
            raise AgentOverdue(f"the agent was ended after {self.ledger.seconds:.0f} s: {error}") from error
        except Hung as error:
            self.close()
            raise AgentFailed(f"the agent's process ended: {error}") from error
        if "raised" in answer:
            raise _make_error(answer["raised"])
        return answer


def play_far(world: World, agent: FarAgent) -> Trace:
    """Play one episode of an agent in another process, and return its trace."""
    agent.ledger = world.ledger
    try:
        if agent.begin() == "acts":
            return run_episode(world, agent)
        agent.play(world)
    except AgentOverdue as error:
        return overrun(world, error)
    except NotAnAgent:  # a mistake of the caller's
        raise
    except Exception as error:  # whatever the agent's program raised
        if world.ended == "broken":  # by us: the agent only got the message
            return world.finish()
        if not world.done:
            world.crash(f"{type(error).__name__}: {error}")
        raise
    return world.finish()


def _answer(world: World, request: dict[str, Any]) -> dict[str, Any]:
    if "call" in request:
        try:
            return {"seen": world.call(str(request["call"]), request.get("arguments")).model_dump_json()}
        except BrokenEpisode as error:
            return {"broken": [error.boundary, str(error)]}
    if "say" in request:
        world.say("assistant", str(request["say"]))
    return {"done": world.done}


def _make_error(raised: Any) -> Exception:
    """Return the agent's exception if it is one of Python's own; else an `AgentFailed` that names it."""
    about = raised if isinstance(raised, dict) else {}
    name, message = str(about.get("type")), str(about.get("message"))
    kind = getattr(builtins, name, None)
    error: Exception = AgentFailed(f"{name}: {message}")
    if isinstance(kind, type) and issubclass(kind, Exception):
        with suppress(TypeError):  # an exception that needs other arguments than texts
            error = kind(*about.get("arguments", ()))
    if about.get("traceback"):
        error.add_note(f"in the agent's process:\n{about['traceback']}")
    return error
