"""The scorer's server: a socket on this machine for one user, whom the kernel identifies."""

from __future__ import annotations

import json
import os
import signal
import socket
import socketserver
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from mesocosm.episode.briefing import brief
from mesocosm.errors import BrokenEpisode, InvalidRecord, UserError
from mesocosm.sealed.protocol import Overlong, receive, send
from mesocosm.sealed.scorer import Scorer, SealedEpisode
from mesocosm.trace.schema import EndReason
from mesocosm.types import Fault, Observation

BROKEN = "the scorer's side failed; this episode counts as broken"
"""Message to an agent about a broken episode; the reason, which may contain truth, is in the trace."""
OWN_ENDS = ("stopped", "budget", "context", "images", "loop", "crashed")
"""Reasons that an agent may give for its own end; all such episodes are scored."""
PEER = struct.Struct("iII")
"""Process, user and group of SO_PEERCRED."""


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Server of a scorer for processes of one user."""

    daemon_threads = True

    def __init__(self, scorer: Scorer, path: Path, user: int) -> None:
        self.scorer = scorer
        self.user = user
        self._free = threading.BoundedSemaphore(scorer.limits.connections)
        try:
            super().__init__(str(path), Visit)
            path.chmod(0o600 if user == os.getuid() else 0o666)  # `verify_request` decides who may connect
        except OSError as error:
            raise UserError(f"cannot listen at {path}: {error.strerror}") from error

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Accept connections of our user, as the kernel identifies it, up to the limit."""
        problem = self._problem(request)
        if problem:
            request.settimeout(0)  # do not wait for a client that does not read
            with suppress(OSError):
                request.sendall(json.dumps({"refused": problem}).encode() + b"\n")
        return not problem

    def _problem(self, request: Any) -> str:
        credentials = request.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, PEER.size)
        if PEER.unpack(credentials)[1] != self.user:
            return "this scorer does not serve this user"
        if not self._free.acquire(blocking=False):
            return f"{self.scorer.limits.connections} connections are open, and no more are served at a time"
        return ""

    def process_request(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread was started, which would release it
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()


MOST_TOKENS = 10**12
"""Most tokens of one charge; unlimited numbers would not fit into the end of a trace."""


class Visit(socketserver.StreamRequestHandler):
    """One connection: one agent, one episode at a time."""

    server: Server

    def setup(self) -> None:
        self.limits = self.server.scorer.limits
        self.request.settimeout(self.limits.idle_s)
        super().setup()
        self.agent = ""
        self.episode: SealedEpisode | None = None

    def handle(self) -> None:
        with suppress(OSError):
            while (reply := self._next_reply()) is not None:
                text = json.dumps(reply, ensure_ascii=False)
                send(cast(BinaryIO, self.wfile), self.server.scorer.redaction.redact(text))
                if "left" in reply:
                    return

    def finish(self) -> None:
        """End the episode of an agent that leaves: what it has submitted counts."""
        self._finish_episode()
        with suppress(OSError):
            super().finish()

    def _next_reply(self) -> dict[str, Any] | None:
        """Return the reply to the next request; None if the agent has left, and with `left` the last reply that it
        gets.
        """
        try:
            request = receive(cast(BinaryIO, self.rfile), self.limits.request_bytes)
        except TimeoutError:
            return {"refused": f"nothing was said for {self.limits.idle_s:g} s", "left": True}
        except Overlong as error:
            return {"refused": str(error), "left": True}
        except UserError as error:
            return {"refused": str(error)}
        return None if request is None else self._answer(request)

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            return self._reply(request)
        except UserError as error:
            return {"refused": str(error)}
        except BrokenEpisode as error:
            if self.episode is not None:
                self.episode.world.break_off(error.boundary, str(error))
            return {"broken": BROKEN}

    def _reply(self, request: dict[str, Any]) -> dict[str, Any]:
        verbs: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "hello": self._hello,
            "next": self._next,
            "call": self._call,
            "refuse": self._refuse,
            "charge": self._charge,
            "say": self._say,
            "idle": self._idle,
            "finish": self._finish,
        }
        verb = verbs.get(str(request.get("do")))
        if verb is None:
            raise InvalidRecord(f"`do` must be one of {', '.join(verbs)}, got {request.get('do')!r}")
        return verb(request)

    def _hello(self, request: dict[str, Any]) -> dict[str, Any]:
        self.agent = str(request.get("agent", ""))
        return {"seal": self.server.scorer.seal.model_dump(mode="json")}

    def _next(self, request: dict[str, Any]) -> dict[str, Any]:
        self._finish_episode()
        wanted = request.get("item")
        self.episode = self.server.scorer.open_next(self.agent, None if wanted is None else str(wanted))
        return {"over": True} if self.episode is None else {"task": _task(self.episode)}

    def _call(self, request: dict[str, Any]) -> dict[str, Any]:
        call_id = request.get("id")
        wanted = str(request.get("tool", "")), request.get("arguments"), str(call_id) if call_id else None
        return self._observe(lambda episode: episode.world.call(*wanted))

    def _refuse(self, request: dict[str, Any]) -> dict[str, Any]:
        """Record a call that the agent's harness refused: it costs a step, as in every other run."""
        fault = Fault(kind=f"harness.{request.get('kind')}", message=str(request.get("message")))
        wanted = str(request.get("tool", "")), request.get("arguments"), fault, str(request.get("id") or "")
        return self._observe(lambda episode: episode.world.refuse(*wanted))

    def _charge(self, request: dict[str, Any]) -> dict[str, Any]:
        tokens = request.get("tokens")
        if type(tokens) is not int or not 0 <= tokens <= MOST_TOKENS:  # a boolean is an int to isinstance
            raise InvalidRecord(f"`tokens` must be a whole number in [0, {MOST_TOKENS}], got {_short(tokens)}")
        world = self._current().world
        world.charge_tokens(tokens)
        return {"done": world.done}

    def _idle(self, request: dict[str, Any]) -> dict[str, Any]:
        emulated = request.get("emulated") is True
        return self._observe(lambda episode: episode.world.idle(emulated=emulated))

    def _say(self, request: dict[str, Any]) -> dict[str, Any]:
        world = self._current().world
        world.say("assistant", str(request.get("text", "")))
        return {"done": world.done}

    def _finish(self, request: dict[str, Any]) -> dict[str, Any]:
        reason = request.get("reason", "stopped")
        if reason not in OWN_ENDS:
            raise InvalidRecord(f"`reason` must be one of {', '.join(OWN_ENDS)}, got {str(reason)[:40]!r}")
        if self.episode is not None:
            self.episode.world.finish(cast(EndReason, reason))
        self._finish_episode()
        return {"done": True}

    def _observe(self, act: Callable[[SealedEpisode], Observation]) -> dict[str, Any]:
        return {"seen": act(self._current()).model_dump(mode="json")}

    def _current(self) -> SealedEpisode:
        if self.episode is None:
            raise InvalidRecord("no episode is open; ask for the `next` task")
        if self.episode.world.writer.size > self.limits.trace_bytes:
            self.episode.world.finish("budget")
        return self.episode

    def _finish_episode(self) -> None:
        episode, self.episode = self.episode, None
        if episode is not None:
            self.server.scorer.finish(episode)


def _task(episode: SealedEpisode) -> dict[str, Any]:
    """Return everything that an agent may know before its first call."""
    briefing = brief(episode.world).model_copy(update={"item": episode.opened.item})
    return {"briefing": json.loads(briefing.model_dump_json()), "shown": list(episode.world.tools)}


def serve_until_stopped(scorer: Scorer, path: Path, user: int, ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or Ctrl-C; episodes that are open then count as broken."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt), Server(scorer, path, user) as server:
        try:
            ready()
            server.serve_forever()
        finally:
            path.unlink(missing_ok=True)


def _short(value: object) -> str:
    """Shorten a value of a request for a message; Python refuses to print whole numbers of thousands of digits."""
    is_long = type(value) is int and abs(value) > MOST_TOKENS
    return "a longer one" if is_long else repr(value)[:40]
