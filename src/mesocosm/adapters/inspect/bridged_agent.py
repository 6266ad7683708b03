"""The process of a bridged agent: it holds the agent, a wire to the world and the address of the model.

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
from mesocosm.episode.remote.environment import PR_SET_PDEATHSIG, prctl
from mesocosm.episode.remote.server import serve
from mesocosm.episode.remote.wire import LARGEST_TO_AGENT, LARGEST_TO_US, Wire
from mesocosm.errors import InvalidRecord
from mesocosm.tools.export import openai_content
from mesocosm.types import Record

HERE = "MESOCOSM_BRIDGED"
"""Set in the process of a bridged agent."""
Content = str | list[dict[str, Any]]
"""What OpenAI calls the content of a message: text, or parts where there are pictures."""


class Address(Record):
    """Where a fresh interpreter finds an agent."""

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
        """Name, description and argument schema of every tool that is shown now, as the OpenAI API wants them."""
        return self._task.tools

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The `messages` that a conversation begins with: rules, task and its pictures."""
        rules = [{"role": "system", "content": self.system}] if self.system else []
        return [*rules, {"role": "user", "content": openai_content(self.prompt, self.images)}]

    @property
    def done(self) -> bool:
        """Nothing more can be done: an answer is in, or a budget is spent."""
        with self._turn:
            return self._task.done

    def call(self, name: str, arguments: JsonValue) -> Any:
        """Run a tool: what it gives, or what was wrong with the call, as the content of a `tool` message.

        Args:
            name: The tool.
            arguments: An object, or the JSON text of one, as the SDK delivers it.
        """
        return self._call(name, arguments)

    def say(self, text: str) -> None:
        """Put a thought on the record of the episode."""
        with self._turn:
            self._task.say(text)

    def _call(self, name: str, arguments: JsonValue) -> Content:
        with self._turn:  # one wire: calls that an agent makes side by side take turns
            seen = self._task.call_with(name, arguments)
        return openai_content(seen.text, seen.images)


class Task(BlockingTask):
    """One item as a bridged agent sees it, for an `async` function: `call` is awaited."""

    async def call(self, name: str, arguments: JsonValue) -> Content:
        """Run a tool: what it gives, or what was wrong with the call, as the content of a `tool` message."""
        return await asyncio.to_thread(self._call, name, arguments)


# ---------------------------------------------------------------- finding the agent


def address_of(agent: Callable[..., Any] | str) -> Address:
    """Where another process finds an agent that was given as a function, or as `FILE.py:NAME` or `MODULE:NAME`."""
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
    """The module's name where an import finds it, else its file."""
    top = module.__name__.partition(".")[0]
    if top != "__main__" and importlib.machinery.PathFinder.find_spec(top) is not None:
        return module.__name__
    file = getattr(module, "__file__", None)
    if file is None:
        raise InvalidRecord("an agent typed at a prompt cannot be found by another process: write it into a file")
    return str(Path(file).resolve())


def load(address: Address) -> Callable[..., Any]:
    """The agent, imported here."""
    module = _from_file(Path(address.place)) if address.is_file else importlib.import_module(address.place)
    agent = getattr(module, address.name, None)
    if not callable(agent):
        raise InvalidRecord(f"{address.place} has no function {address.name}")
    found: Callable[..., Any] = agent
    return found


def _from_file(path: Path) -> ModuleType:
    sys.path.insert(0, str(path.parent))  # as if the file had been run: its neighbours can be imported
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
    """The agent as a function of a task, whether it is written `async` or not."""

    def play(task: episode.Task) -> None:
        if inspect.iscoroutinefunction(agent):
            asyncio.run(agent(Task(task)))
        else:
            agent(BlockingTask(task))

    return play


def main(end: int, told: str) -> None:
    """Be the process of the agent at an address, until the other side hangs up."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # it ends with the evaluator
    address = Address.model_validate(json.loads(told))
    wire = Wire(socket.socket(fileno=end), receives=LARGEST_TO_AGENT, sends=LARGEST_TO_US)
    serve(wire, lambda about: play_with(load(address)))
