"""The agent's end of a sealed evaluation: the usual `Task`, with its world in the scorer's process."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

from pydantic import JsonValue

from mesocosm.episode.agent import Agent
from mesocosm.episode.briefing import Briefed, Briefing
from mesocosm.episode.task import only_named
from mesocosm.errors import BrokenEpisode, UserError
from mesocosm.sealed.protocol import receive, send
from mesocosm.sealed.seal import Seal
from mesocosm.types import Fault, Observation, ToolCall


class Connection:
    """One agent's connection to a scorer."""

    def __init__(self, path: Path, agent: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            raise UserError(f"no scorer answers at {path}: {error.strerror}") from error
        self._stream = cast(BinaryIO, self._socket.makefile("rwb"))
        try:
            self.seal = Seal.model_validate(self.ask("hello", agent=agent)["seal"])
        except BaseException:  # the caller of a refused connection has nothing to close
            self.close()
            raise

    def ask(self, do: str, **rest: Any) -> dict[str, Any]:
        """Send a request and return the reply; a refusal and a failure of the scorer are raised."""
        with suppress(OSError):  # a scorer that refuses us closes the connection; its reply can still be read
            send(self._stream, {"do": do, **rest})
        try:
            reply = receive(self._stream)
        except OSError:
            reply = None
        if reply is None:
            raise UserError("the scorer has closed the connection")
        if "refused" in reply:
            raise UserError(f"the scorer refuses: {reply['refused']}")
        if "broken" in reply:
            raise BrokenEpisode("scorer", str(reply["broken"]))
        return reply

    def next_task(self, item: str | None = None) -> SealedTask | None:
        """Return the next item that this agent has not seen, or the one with this id; None if it has seen all."""
        reply = self.ask("next", **({} if item is None else {"item": item}))
        return None if reply.get("over") else SealedTask(self, reply["task"])

    def hang_up(self) -> None:
        """Close the connection during a request, from another thread than the one that waits for the reply."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with suppress(OSError):
            self._stream.close()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class SealedTask(Briefed):
    """One sealed item as an agent sees it, with the members of `mesocosm.Task`."""

    def __init__(self, connection: Connection, reply: dict[str, Any]) -> None:
        self._connection = connection
        self._briefing = Briefing.model_validate_json(json.dumps(reply["briefing"]))  # pictures are base64 in JSON only
        self.shown: list[str] = reply["shown"]
        """Names of the tools."""
        self.done = False

    @property
    def briefing(self) -> Briefing:
        return self._briefing

    @only_named
    def call(self, /, tool: str, **arguments: JsonValue) -> Observation:
        """Run a tool in the scorer's world; a mistake is returned as an observation with an error."""
        return self.call_with(tool, arguments)

    def call_with(self, tool: str, arguments: JsonValue, call_id: str = "") -> Observation:
        """Do the same with arguments of any form, as an agent gave them."""
        return self._seen("call", tool=tool, arguments=arguments, id=call_id)

    def idle(self, *, emulated: bool = False) -> Observation:
        """Report a turn without a call; `emulated` if calls are read from the text of replies."""
        return self._seen("idle", emulated=emulated)

    def refuse(self, tool: str, arguments: JsonValue, fault: Fault, call_id: str | None = None) -> Observation:
        """Record a call that the agent's own harness refused; it costs a step like any other."""
        kind = fault.kind.removeprefix("harness.")
        return self._seen("refuse", tool=tool, arguments=arguments, kind=kind, message=fault.message, id=call_id)

    def charge_tokens(self, tokens: int) -> None:
        """Charge model tokens; the episode ends when the budget is spent."""
        self.done = bool(self._ask("charge", tokens=tokens)["done"])

    def say(self, text: str) -> None:
        """Record a thought in the episode."""
        self.done = bool(self._ask("say", text=text)["done"])

    def finish(self, reason: str = "stopped") -> None:
        """Stop; what was submitted counts."""
        self._ask("finish", reason=reason)
        self.done = True

    def hang_up(self) -> None:
        """Close the connection during a call."""
        self.done = True
        self._connection.hang_up()

    def _ask(self, do: str, **rest: Any) -> dict[str, Any]:
        try:
            return self._connection.ask(do, **rest)
        except BrokenEpisode:
            self.done = True
            raise

    def _seen(self, do: str, **rest: Any) -> Observation:
        response = self._ask(do, **rest)["seen"]
        seen = Observation.model_validate_json(json.dumps(response))  # pictures are base64 in JSON only
        self.done = self.done or seen.done
        return self._noted(seen)


def act_out(task: SealedTask, agent: Agent) -> None:
    """Let an agent with a method `act` play a sealed task to its end."""
    seen = task.briefing.opening()
    while not task.done:
        action = agent.act(seen)
        if isinstance(action, ToolCall):
            seen = task.call_with(action.tool, action.arguments, action.id)
        elif action is None:
            return
        else:
            task.say(action)
            seen = task.idle()
