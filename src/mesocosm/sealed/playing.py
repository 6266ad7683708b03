"""Playing a sealed evaluation against a scorer in another process, by agents with a name or by your own."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from mesocosm import registry
from mesocosm.episode.agent import Agent, Case
from mesocosm.errors import BrokenEpisode, InvalidRecord, UserError
from mesocosm.sealed.client import Connection, SealedTask, act_out
from mesocosm.tools.tool import Tool
from mesocosm.tools.view import ToolView
from mesocosm.types import Item

Player = Callable[[SealedTask], object]


@dataclass
class Played:
    """Numbers of episodes that were played; their scores are known to the scorer."""

    agent: str
    commitment: str
    episodes: int = 0
    broken: int = 0
    """Number of episodes that failed on the scorer's side."""
    crashed: int = 0
    """Number of episodes in which the agent itself failed: they end there and are scored."""


def play_all(socket: Path, agent: Player | type | Agent, name: str, suite: str | None = None) -> Played:
    """Let an agent play every item that it has not been shown yet.

    Args:
        socket: Address at which the scorer listens.
        agent: A function of a task, an object with a method `act`, or a class of such objects.
        name: Name of the agent in the record.
        suite: Suite that must be sealed there; any if left out.
    """
    with Connection(socket, name) as connection:
        if suite not in (None, connection.seal.suite):
            raise InvalidRecord(f"the scorer at {socket} holds {connection.seal.suite}, not {suite}")
        played = Played(name, connection.seal.commitment)
        while (task := connection.next_task()) is not None:
            played.episodes += 1
            _play(task, agent, played)
    return played


def _play(task: SealedTask, agent: Player | type | Agent, played: Played) -> None:
    try:
        actor: Any = agent() if isinstance(agent, type) else agent
        if isinstance(actor, Agent):
            act_out(task, actor)
        else:
            actor(task)
        task.finish()
    except BrokenEpisode:
        played.broken += 1
    except UserError:
        raise
    except Exception:  # an agent's own crash ends its episode: what it has submitted counts
        played.crashed += 1


def find_player(name: str, suite: str) -> Player:
    """Return an agent by its name (`random`) or its place in a module (`package.module:function`)."""
    module, colon, function = name.partition(":")
    if colon:
        if module.endswith(".py"):
            raise InvalidRecord(
                f"agent must be a name or MODULE:FUNCTION, got the file in {name!r}; write "
                f"{Path(module).stem}:{function}, with the file's folder in PYTHONPATH"
            )
        try:
            player: Player = getattr(importlib.import_module(module), function)
        except (ImportError, AttributeError) as error:
            raise InvalidRecord(f"agent {name!r} cannot be imported: {error}") from error
        return player
    registry.load("suites", suite).check_agent(name)
    build = registry.load("agents", name)
    return lambda task: act_out(task, build(case_of(task, suite)))


class Withheld:
    """Stand-in for a reference; an agent that reads it gets an error that it cannot play here."""

    def __getattr__(self, name: str) -> object:
        raise InvalidRecord("this agent needs the truth of the items, which a sealed evaluation does not reveal")


def case_of(task: SealedTask, suite: str) -> Case[Any, Any]:
    """Return what a reference agent is built from here: the task as shown, without the truth."""
    item = Item[Any](id=task.item, suite=suite, prompt=task.prompt, seed=0)
    tools: ToolView = _show(registry.load("suites", suite).tools(), task.shown)
    return Case(item, cast(Any, Withheld()), tools, options=task.options)


def _show(tools: ToolView, names: list[str]) -> ToolView:
    kept: list[Tool] = [tool for name, tool in tools.items() if name in names]
    return ToolView(kept)
