"""A world in the scorer's process, with the methods of a world that solver and tools use."""

from __future__ import annotations

import threading
from contextlib import suppress

import anyio
import anyio.to_thread
from pydantic import JsonValue

from mesocosm.episode.budget_ledger import Ledger
from mesocosm.errors import BrokenEpisode, TurnFull, UserError
from mesocosm.sealed.client import SealedTask
from mesocosm.tools.export import ShownAs
from mesocosm.trace.schema import EndReason
from mesocosm.types import Fault, Observation


class FarWorld:
    """The world of one sealed item: every request goes to the scorer's process."""

    def __init__(self, task: SealedTask) -> None:
        self._task = task
        self.system, self.prompt, self.budget, self.options = task.system, task.prompt, task.budget, task.options
        self.tools = _show(task)
        self.knows_reference = False
        self.ledger = Ledger(task.budget)
        """Limits the time of an agent in a process of its own; the scorer counts for itself."""
        self.showed_pictures = bool(task.images)
        self.last_observation: Observation | None = None
        """The last answer to a call, or to a turn without one."""
        self._ended = False
        self._turn = anyio.Lock()
        self._speaking = threading.Lock()
        """Only one request at a time uses the connection."""

    @property
    def done(self) -> bool:
        """Whether the episode is over."""
        return self._task.done

    async def call_beside(self, name: str, arguments: JsonValue = None, call_id: str | None = None) -> Observation:
        """Run a tool in the scorer's process without blocking the event loop. Calls take turns."""
        async with self._turn:
            # Abandoned if the sample is cancelled: `finish` then closes the connection.
            return await anyio.to_thread.run_sync(self._call, name, arguments, call_id, abandon_on_cancel=True)

    def _call(self, name: str, arguments: JsonValue, call_id: str | None) -> Observation:
        try:
            self.ledger.charge_turn()
        except TurnFull as error:
            return self.refuse(name, arguments, Fault(kind=error.kind, message=str(error)), call_id)
        with self._speaking:
            self.last_observation = self._task.call_with(name, arguments, call_id or "")
            if self.last_observation.tools is not None:
                self.tools = _show(self._task)
            self.showed_pictures = self.showed_pictures or bool(self.last_observation.images)
            return self.last_observation

    def refuse(self, name: str, arguments: JsonValue, fault: Fault, call_id: str | None = None) -> Observation:
        """Record a call that the harness refused."""
        if self.done:
            return Observation(text="the episode is over; nothing more is counted", done=True)
        with self._speaking:
            self.last_observation = self._task.refuse(name, arguments, fault, call_id)
            return self.last_observation

    def begin_turn(self) -> None:
        """Begin a turn of the model; its calls are counted here, since the scorer has no turns."""
        self.ledger.begin_turn()

    def idle(self, *, emulated: bool = False) -> Observation:
        """Answer a turn without a call, with the scorer's text."""
        with self._speaking:
            self.last_observation = self._task.idle(emulated=emulated)
            return self.last_observation

    def say(self, role: str, text: str, stop: str = "") -> None:
        """Record a message."""
        if not self.done:
            with self._speaking:
                self._task.say(text)

    def charge_tokens(self, tokens: int) -> None:
        """Charge model tokens."""
        if not self.done:
            with self._speaking:
                self._task.charge_tokens(tokens)

    def break_off(self, name: str, message: str, call: str = "") -> None:
        """End the episode: in a sealed evaluation a failure on the agent's side counts as the agent's."""
        self.crash(f"{name}: {message}")

    def crash(self, message: str) -> None:
        """End the episode because the agent's program failed."""
        with suppress(BrokenEpisode, UserError):
            self.say("crash", message)
        self.finish("crashed")

    def finish(self, reason: EndReason = "stopped") -> None:
        """End the episode; close the connection if a call still runs, and the scorer scores what it has."""
        if self._ended:
            return
        self._ended = True
        if not self._speaking.acquire(blocking=False):
            self._task.hang_up()
            return
        try:
            with suppress(BrokenEpisode, UserError):  # a scorer that closed the connection has ended the episode itself
                # A model's server is on the agent's side, and an item that was shown cannot be played again.
                self._task.finish("stopped" if reason == "waiting" else reason)
            self._task.done = True
        finally:
            self._speaking.release()


def _show(task: SealedTask) -> dict[str, ShownAs]:
    functions = [tool["function"] for tool in task.tools]
    return {function["name"]: ShownAs(function["description"], function["parameters"]) for function in functions}
