"""What a fresh interpreter becomes: the keeper of an agent of another package, or of one that was carried there."""

from __future__ import annotations

import base64
import os
import pickle
import socket
from typing import Any

from mesocosm import registry
from mesocosm.episode.agent import Case, withhold
from mesocosm.episode.remote.pickling import unpack
from mesocosm.episode.remote.supervisor import Keeper
from mesocosm.episode.remote.wire import LENGTH, READY
from mesocosm.errors import UserError
from mesocosm.tools.tool import load
from mesocosm.tools.view import ToolView


def build_named(name: str, end: int) -> None:
    """Keep an agent by its name in the registry."""
    parent = os.getppid()
    build = registry.load("agents", name)
    Keeper(socket.socket(fileno=end), lambda about: build(_case(about)), parent).keep()


def build_pickled(start: int, end: int) -> None:
    """Keep an agent whose pickle comes over the first socket; say there that it could be made."""
    parent = os.getppid()
    with socket.socket(fileno=start) as gate:
        with gate.makefile("rb") as file:
            packed = file.read(*LENGTH.unpack(file.read(LENGTH.size)))
        try:
            agent = unpack(packed)
        except Exception:  # whatever loading the user's modules raises: the agent plays elsewhere, and tells it there
            return
        gate.sendall(READY)
    Keeper(socket.socket(fileno=end), lambda about: agent() if isinstance(agent, type) else agent, parent).keep()


def _case(about: dict[str, Any]) -> Case:
    item = pickle.loads(base64.b64decode(about["item"]))
    names: dict[str, str] = about["tools"]
    tools = ToolView((tool for tool in map(_load, names) if tool is not None), lambda id: names[id])
    return Case(item, withhold(item.id), tools, seed=about["seed"], options=about["options"])


def _load(tool: str) -> Any:
    try:
        return load(tool)
    except UserError:  # made while the program ran: it can be called, but not looked into
        return None
