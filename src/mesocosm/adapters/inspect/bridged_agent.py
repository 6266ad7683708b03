"""The process of a bridged agent: it holds the agent, a connection to the world and the address of the model.

Nothing here imports Inspect, or anything that could make an item.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.machinery
import importlib.util
import inspect
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import JsonValue

from mesocosm.episode import task as episode
from mesocosm.episode.briefing import Briefed, Briefing
from mesocosm.episode.remote.server import serve
from mesocosm.episode.remote.wire import LARGEST_TO_AGENT, LARGEST_TO_US, Wire
from mesocosm.errors import InvalidRecord
from mesocosm.system_calls import PR_SET_PDEATHSIG, prctl
from mesocosm.tools.export import openai_content
from mesocosm.types import Record

HERE = "MESOCOSM_BRIDGED"
"""A variable that is set in the process of a bridged agent."""
Content = str | list[dict[str, Any]]
"""The content of a message in the OpenAI API: text, or parts if there are pictures."""


class Address(Record):
    """The place from which a fresh interpreter imports an agent."""

    place: str
    """A module's name, or a file."""
    name: str

    @property
    def is_file(self) -> bool:
        return self.place.endswith(".py")


# ---------------------------------------------------------------- what the agent is handed


class BlockingTask(Briefed):
    """One item as a bridged agent sees it, for a plain function."""

    def __init__(self, task: episode.Task) -> None:
        self._task = task
        self._turn = threading.Lock()

    @property
    def briefing(self) -> Briefing:
        return self._task.briefing

    @property
    def tools(self) -> list[dict[str, Any]]:
        """Name, description and argument schema of every tool that is shown now, in the form of the OpenAI API."""
        return self._task.tools

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The first `messages` of a conversation: rules, task and its pictures."""
        rules = [{"role": "system", "content": self.system}] if self.system else []
        return [*rules, {"role": "user", "content": openai_content(self.prompt, self.images)}]

    @property
    def done(self) -> bool:
        """Whether the episode is over: an answer is accepted, or a budget is spent."""
        with self._turn:
            return self._task.done

    def call(self, name: str, arguments: JsonValue) -> Any:
        """Run a tool; return its result, or what was wrong with the call, as the content of a `tool` message.

        Args:
            name: The tool.
            arguments: An object, or the JSON text of one, as the SDK delivers it.
        """
        return self._call(name, arguments)

    def say(self, text: str) -> None:
        """Record a thought on the trace of the episode."""
        with self._turn:
            self._task.say(text)

    def _call(self, name: str, arguments: JsonValue) -> Content:
        with self._turn:  # one connection: concurrent calls of an agent take turns
            seen = self._task.call_with(name, arguments)
        return openai_content(seen.text, seen.images)


class Task(BlockingTask):
    """One item as a bridged agent sees it, for an `async` function: `call` is awaited."""

    async def call(self, name: str, arguments: JsonValue) -> Content:
        """Run a tool; return its result, or what was wrong with the call, as the content of a `tool` message."""
        return await asyncio.to_thread(self._call, name, arguments)


# ---------------------------------------------------------------- finding the agent


def address_of(agent: Callable[..., Any] | str) -> Address:
    """Return where another process imports an agent: a function, or a text `FILE.py:NAME` or `MODULE:NAME`."""
    if isinstance(agent, str):
        place, _, name = agent.rpartition(":")
        if not place or not name:
            raise InvalidRecord(f"an agent is named FILE.py:FUNCTION or MODULE:FUNCTION, got {agent!r}")
        if place.endswith(".py") and not Path(place).is_file():
            raise InvalidRecord(f"there is no file {place} that the agent {name} could be in")
        return Address(place=str(Path(place).resolve()) if place.endswith(".py") else place, name=name)
    name = getattr(agent, "__qualname__", "")
    module = sys.modules.get(getattr(agent, "__module__", None) or "")
    if module is None or not name.isidentifier() or getattr(module, name, None) is not agent:
        raise InvalidRecord(
            f"the agent {name or agent!r} plays in a process of its own, which cannot find it: write it as a function "
            "at the top level of a file, or name it FILE.py:FUNCTION"
        )
    return Address(place=_place_of(module), name=name)


def _place_of(module: ModuleType) -> str:
    """Return the module's name if it can be imported by it, else its file."""
    top = module.__name__.partition(".")[0]
    if top != "__main__" and importlib.machinery.PathFinder.find_spec(top) is not None:
        return module.__name__
    file = getattr(module, "__file__", None)
    if file is None:
        raise InvalidRecord("an agent typed at a prompt cannot be found by another process: write it into a file")
    return str(Path(file).resolve())


def load(address: Address) -> Callable[..., Any]:
    """Import the agent in this process."""
    module = _from_file(Path(address.place)) if address.is_file else importlib.import_module(address.place)
    agent = getattr(module, address.name, None)
    if not callable(agent):
        raise InvalidRecord(f"{address.place} has no function {address.name}")
    found: Callable[..., Any] = agent
    return found


def _from_file(path: Path) -> ModuleType:
    sys.path.insert(0, str(path.parent))  # as if the file had been run, so that modules beside it can be imported
    spec = importlib.util.spec_from_file_location(f"bridged_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def refuse_here() -> None:
    """Refuse to start an evaluation while an agent's own file is imported for it."""
    if HERE in os.environ:
        raise InvalidRecord(
            "the file that holds the agent starts an evaluation when it is imported; "
            'put that under `if __name__ == "__main__":`'
        )


# ---------------------------------------------------------------- being the process


def play_with(agent: Callable[..., Any]) -> Callable[[episode.Task], None]:
    """Return the agent as a plain function of a task, whether it is `async` or not."""

    def play(task: episode.Task) -> None:
        if inspect.iscoroutinefunction(agent):
            asyncio.run(agent(Task(task)))
        else:
            agent(BlockingTask(task))

    return play


def main(end: int, address_json: str) -> None:
    """Run the process of the agent at an address, until the other end closes the connection."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # this process ends with the evaluator
    address = Address.model_validate(json.loads(address_json))
    wire = Wire(socket.socket(fileno=end), receives=LARGEST_TO_AGENT, sends=LARGEST_TO_US)
    serve(wire, lambda about: play_with(load(address)))
