"""How the agent of a run from Python plays: by its registered name, in this process, or in a process of its own."""

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
"""Plays one episode. An exception of the agent's program is raised again once the world has recorded a crash."""


@contextmanager
def player(agent: OwnAgent | str, *, isolated: bool) -> Iterator[Play]:
    """Open an agent for a run, in this process or in one of its own, as a function that plays one episode."""
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
    """Play one episode of a Python agent in this process, and return its trace."""
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
    """Build a registered agent for one episode; one of another package gets its own process and no reference."""
    if plays_apart(name):
        return host_of(name).agent(case, ledger)
    agent: Agent = registry.load("agents", name)(case)
    return agent


def _play_named(name: str, world: World, case: Case) -> Trace:
    try:
        agent = named_agent(name, case, world.ledger)
    except UserError:  # an agent that does not play this suite
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
