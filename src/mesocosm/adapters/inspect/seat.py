"""Who sits at a sample: the world, and the record of what Inspect let through and what it refused.

Inspect refuses some calls before a tool runs (unknown name, arguments that break the schema, JSON that does not
parse). They are an agent's steps all the same, so they are taken from Inspect's own transcript, in order.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field

from inspect_ai.event import ToolEvent
from inspect_ai.log import transcript

from mesocosm.adapters.inspect.far_world import FarWorld
from mesocosm.episode.agent import Agent, Case
from mesocosm.episode.our_side import FarAgent
from mesocosm.episode.world import World
from mesocosm.types import Fault, Observation

SEAT: ContextVar[Seat] = ContextVar("mesocosm_seat")


@dataclass
class Seat:
    """One sample in progress."""

    world: World | FarWorld
    case: Case
    """The reference is withheld here: whatever can find the seat could read it."""
    opening: Observation
    """The first thing the agent is shown."""
    agent: Agent | None = None
    stopped: bool = False
    """A reference agent has nothing more to do."""
    _recorded: set[str] = field(default_factory=set)
    _cursor: int = 0

    @property
    def seen(self) -> Observation:
        """The last thing the agent was shown."""
        return self.world.seen or self.opening

    def close(self) -> None:
        """End the process of an agent that has one."""
        if isinstance(self.agent, FarAgent):
            self.agent.close()

    def catch_up(self, function: str | None = None) -> str | None:
        """Record the calls Inspect refused so far; the id of the call of `function` that is being made."""
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
        # A call that still runs is looked at again: it is not counted as passed.
        done = [index for index, event in enumerate(fresh) if isinstance(event, ToolEvent) and event.pending]
        self._cursor += done[0] if done else len(fresh)
        return [event for event in fresh if isinstance(event, ToolEvent)]


def _fault(event: ToolEvent) -> Fault:
    if event.error is None:
        return Fault(kind="harness", message="the harness did not run this call")
    return Fault(kind=f"harness.{event.error.type}", message=event.error.message)
