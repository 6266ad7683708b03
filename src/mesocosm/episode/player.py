"""Who plays the episodes of a run from Python: an agent by its registered name, or somebody's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from mesocosm import registry
from mesocosm.episode.agent import Agent, Case
from mesocosm.episode.agent_validation import check_agent
from mesocosm.episode.budget_ledger import Ledger
from mesocosm.episode.loop import run_episode
from mesocosm.episode.reference_agents import plays_apart
from mesocosm.episode.remote.client import FarAgent
from mesocosm.episode.remote.processes import AgentApart, host_of
from mesocosm.episode.task import OwnAgent, Task, play_task
from mesocosm.episode.world import World
from mesocosm.errors import BrokenEpisode, NotAnAgent, UserError
from mesocosm.trace.schema import Trace

Play = Callable[[World, Case], Trace]
"""Plays one episode. What the agent's own program raises comes out once the world has recorded it as a crash."""


@contextmanager
def player(agent: OwnAgent | str, *, isolated: bool) -> Iterator[Play]:
    """What plays one episode after the other; an own agent beside us, or in a process of its own."""
    if isinstance(agent, str):
        registry.check_agent_name(agent)  # a misspelt name fails here, before any item is made
        name = agent
        yield lambda world, case: _play_named(name, world, case)
        return
    check_agent(agent)
    if not isolated:
        own = agent
        yield lambda world, case: play(world, own)
        return
    with closing(AgentApart(agent)) as apart:
        yield lambda world, case: apart.play(world)


def play(world: World, agent: OwnAgent) -> Trace:
    """The trace of one episode of somebody's own agent."""
    try:
        actor = agent() if isinstance(agent, type) else agent
        if isinstance(actor, Agent):
            return run_episode(world, actor)
        check_agent(actor)
        play_task(actor, Task(world))
    except NotAnAgent:
        raise
    except BrokenEpisode as error:
        world.break_off(error.boundary, str(error))
    except Exception as error:  # the agent's own program, which may raise anything
        world.crash(f"{type(error).__name__}: {error}")
        raise
    return world.finish()


def named_agent(name: str, case: Case, ledger: Ledger) -> Agent:
    """A registered agent for one episode; another package's plays in a process of its own, without the reference."""
    if plays_apart(name):
        return host_of(name).agent(case, ledger)
    agent: Agent = registry.load("agents", name)(case)
    return agent


def _play_named(name: str, world: World, case: Case) -> Trace:
    try:
        agent = named_agent(name, case, world.ledger)
    except UserError:  # an agent that does not go with this suite
        raise
    except BrokenEpisode as error:
        world.break_off(error.boundary, str(error))
        return world.finish()
    except Exception as error:  # another package's program
        world.crash(f"{type(error).__name__}: {error}")
        raise
    try:
        return run_episode(world, agent)
    finally:
        if isinstance(agent, FarAgent):
            agent.close()
