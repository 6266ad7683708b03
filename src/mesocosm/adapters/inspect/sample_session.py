"""The session of a sample: its world, and the calls that Inspect passed on or refused.

Inspect refuses some calls before a tool runs (unknown name, arguments that break the schema, JSON that does not
parse). They are steps of the agent too, so they are read from Inspect's own transcript, in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from inspect_ai.event import ModelEvent, ToolEvent
from inspect_ai.log import transcript
from inspect_ai.model import ChatMessageAssistant, ModelOutput

from mesocosm.adapters.inspect.remote_world import FarWorld
from mesocosm.episode.agent import Agent, Case
from mesocosm.episode.remote.client import FarAgent
from mesocosm.episode.world import World
from mesocosm.trace.schema import EndReason
from mesocosm.types import Fault, Observation

SAME_TURNS = 3
"""Identical turns of a model in a row that end its episode as a loop."""
OWN_CHOICE = frozenset({"stop", "tool_calls", "unknown"})
"""Reasons to stop that are the model's choice."""

SEAT: ContextVar[Seat] = ContextVar("mesocosm_seat")


@dataclass
class Seat:
    """One sample in progress."""

    world: World | FarWorld
    case: Case
    """The case, whose reference is withheld: all code that can find the session could read it."""
    opening: Observation
    """The agent's first observation."""
    agent: Agent | None = None
    stopped: bool = False
    """Whether a reference agent has nothing more to do."""
    is_program: bool = False
    """Whether the agent is a program, whose time is charged; time of a model is not."""
    _asking: bool = False
    _last_turn: tuple[object, ...] = ()
    _same_turns: int = 0
    _recorded: set[str] = field(default_factory=set)
    _cursor: int = 0

    @property
    def seen(self) -> Observation:
        """The agent's last observation."""
        return self.world.last_observation or self.opening

    def close(self) -> None:
        """End the agent's process, if it has one."""
        if isinstance(self.agent, FarAgent):
            self.agent.close()

    @contextmanager
    def model_request(self) -> Iterator[None]:
        """Mark a request to the model as outstanding inside this block: in a queue, at its server or between tries.

        It stays outstanding after an error or the end of the sample, since the episode ended on it.
        """
        self._asking = True
        with self.world.ledger.waiting():
            yield
        self._asking = False
        if self.is_program:  # known after the first request; the time of a program is charged
            self.world.ledger.waited_s = 0.0

    def hear(self, output: ModelOutput) -> None:
        """Record the model's text, before its calls."""
        stop = "" if output.stop_reason in OWN_CHOICE else output.stop_reason
        if output.stop_reason == "model_length":
            self.world.finish("context")
        elif output.message.text or stop or not output.message.tool_calls:
            self.world.say("assistant", output.message.text, stop)

    def goes_round(self, message: ChatMessageAssistant) -> bool:
        """Whether this turn is the same as those before it; programs may repeat turns."""
        calls = [(call.function, repr(call.arguments), call.parse_error) for call in message.tool_calls or ()]
        turn = (message.text.strip(), *calls)
        self._same_turns = self._same_turns + 1 if turn == self._last_turn else 1
        self._last_turn = turn
        return not self.is_program and turn != ("",) and self._same_turns >= SAME_TURNS

    def at_time_limit(self) -> EndReason:
        """Return how an episode ends that a time limit cut off: waiting for a server is not the agent's failure."""
        ledger = self.world.ledger
        if self.is_program:
            return "budget"
        if self._asking or _unanswered_request() or ledger.waited_s > ledger.elapsed_s / 2:
            return "waiting"
        return "budget"

    def catch_up(self, function: str | None = None) -> str | None:
        """Record the calls that Inspect refused so far; return the id of the current call of `function`."""
        current = None
        for event in self._new_tool_events():
            if event.id in self._recorded:
                continue
            if event.pending:
                if event.function == function:
                    current = event.id
                continue
            self._recorded.add(event.id)
            self.world.refuse(event.function, event.arguments, _fault(event), event.id)
        if current is not None:
            self._recorded.add(current)
        return current

    def _new_tool_events(self) -> list[ToolEvent]:
        history = transcript().history
        fresh = history.recent_events(history.event_count - self._cursor)
        # A call that still runs is not counted, and is read again later.
        done = [index for index, event in enumerate(fresh) if isinstance(event, ToolEvent) and event.pending]
        self._cursor += done[0] if done else len(fresh)
        return [event for event in fresh if isinstance(event, ToolEvent)]


def _unanswered_request() -> bool:
    """Whether the last event of a model on Inspect's transcript is a request without a reply."""
    history = transcript().history
    events = history.recent_events(history.event_count)
    last = next((event for event in reversed(events) if isinstance(event, ModelEvent | ToolEvent)), None)
    return isinstance(last, ModelEvent) and (last.pending is True or last.error is not None)


def _fault(event: ToolEvent) -> Fault:
    if event.error is None:
        return Fault(kind="harness", message="the harness did not run this call")
    return Fault(kind=f"harness.{event.error.type}", message=event.error.message)
