"""The plain loop: an agent acts until it stops, submits or runs out of budget."""

from __future__ import annotations

from mesocosm.episode.agent import Action, Agent, check_action
from mesocosm.episode.briefing import brief
from mesocosm.episode.world import World
from mesocosm.errors import AgentOverdue, BrokenEpisode
from mesocosm.trace.schema import Trace
from mesocosm.types import Observation, ToolCall


def run_episode(world: World, agent: Agent) -> Trace:
    """Play one episode and return its trace. A failure on our side is recorded on the trace and not raised.

    If the agent's program raises an exception, the agent has lost the episode, and the exception is raised again.
    """
    observation = brief(world).opening()
    while not world.done:
        try:
            with world.ledger.running():
                action = check_action(agent.act(observation))
        except AgentOverdue as error:
            return overrun(world, error)
        except Exception as error:  # the agent's own program, which may raise anything
            world.crash(f"{type(error).__name__}: {error}")
            raise
        try:
            observation = _take(world, action)
        except BrokenEpisode as error:
            world.break_off(error.boundary, str(error))
    return world.finish()


def overrun(world: World, error: AgentOverdue) -> Trace:
    """End the episode of an agent that took longer than its seconds, which is its own failure; return the trace."""
    world.say("note", str(error))
    return world.finish("budget")


def _take(world: World, action: Action) -> Observation:
    if isinstance(action, ToolCall):
        return world.call(action.tool, action.arguments, action.id or None)
    if action is None:
        world.finish("stopped")
        return Observation(text="", done=True)
    world.say("assistant", action)
    return world.idle()
