"""The plain loop: an agent acts until it stops, submits or runs out of budget."""

from __future__ import annotations

from mesocosm.episode.agent import Agent
from mesocosm.episode.world import World
from mesocosm.errors import BrokenEpisode
from mesocosm.trace.schema import Trace
from mesocosm.types import Observation, ToolCall

NO_CALL = "Call a tool, or hand in your answer; words alone change nothing."


def run_episode(world: World, agent: Agent) -> Trace:
    """The trace of one episode. What breaks on our side is on the trace, not raised."""
    seen = Observation(text=world.item.prompt)
    while not world.done:
        action = agent.act(seen)
        if action is None:
            world.finish("stopped")
        elif isinstance(action, ToolCall):
            try:
                seen = world.call(action.tool, action.arguments, action.id or None)
            except BrokenEpisode:
                break
        else:
            world.say("assistant", action)
            seen = world.idle(NO_CALL)
    return world.finish()
