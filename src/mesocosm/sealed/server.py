"""The scorer's door: a socket of this machine, open to one user, who is known by the kernel's word."""

from __future__ import annotations

import json
import os
import signal
import socket
import socketserver
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from mesocosm.errors import BrokenEpisode, InvalidRecord, UserError
from mesocosm.sealed.protocol import receive, send
from mesocosm.sealed.scorer import Scorer, SealedEpisode
from mesocosm.tools.export import openai_tools
from mesocosm.types import Observation

BROKEN = "the scorer's side failed; this episode counts as broken"
"""All an agent is told: the reason, which may hold truth, is on the trace."""
PEER = struct.Struct("iII")
"""Process, user and group of SO_PEERCRED."""


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Serves a scorer to processes of one user."""

    daemon_threads = True

    def __init__(self, scorer: Scorer, path: Path, user: int) -> None:
        self.scorer = scorer
        self.user = user
        try:
            super().__init__(str(path), Visit)
            path.chmod(0o600 if user == os.getuid() else 0o666)  # who may speak is decided by `verify_request`
        except OSError as error:
            raise UserError(f"cannot listen at {path}: {error.strerror}") from error

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Whether the kernel says that the other side is of the user we serve."""
        told = request.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, PEER.size)
        return bool(PEER.unpack(told)[1] == self.user)


class Visit(socketserver.StreamRequestHandler):
    """One connection: one agent, one episode at a time."""

    server: Server

    def setup(self) -> None:
        super().setup()
        self.agent = ""
        self.episode: SealedEpisode | None = None

    def handle(self) -> None:
        with suppress(OSError):
            while True:
                try:
                    request = receive(cast(BinaryIO, self.rfile))
                    if request is None:
                        return
                    reply = self._reply(request)
                except UserError as error:
                    reply = {"refused": str(error)}
                text = json.dumps(reply, ensure_ascii=False)
                send(cast(BinaryIO, self.wfile), self.server.scorer.veil.cover(text))

    def finish(self) -> None:
        """An agent that leaves ends its episode: what it has handed in counts."""
        self._finish_episode()
        with suppress(OSError):
            super().finish()

    def _reply(self, request: dict[str, Any]) -> dict[str, Any]:
        verbs: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "hello": self._hello,
            "next": self._next,
            "call": self._call,
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
        try:
            self.episode = self.server.scorer.open_next(self.agent)
        except BrokenEpisode:
            return {"broken": BROKEN}
        return {"over": True} if self.episode is None else {"task": _task(self.episode)}

    def _call(self, request: dict[str, Any]) -> dict[str, Any]:
        call_id = request.get("id")
        wanted = str(request.get("tool", "")), request.get("arguments"), str(call_id) if call_id else None
        return self._observe(lambda episode: episode.world.call(*wanted))

    def _idle(self, request: dict[str, Any]) -> dict[str, Any]:
        return self._observe(lambda episode: episode.world.idle())

    def _say(self, request: dict[str, Any]) -> dict[str, Any]:
        self._current().world.say("assistant", str(request.get("text", "")))
        return {"done": self._current().world.done}

    def _finish(self, request: dict[str, Any]) -> dict[str, Any]:
        self._finish_episode()
        return {"done": True}

    def _observe(self, act: Callable[[SealedEpisode], Observation]) -> dict[str, Any]:
        try:
            return {"seen": act(self._current()).model_dump(mode="json")}
        except BrokenEpisode:
            return {"broken": BROKEN}

    def _current(self) -> SealedEpisode:
        if self.episode is None:
            raise InvalidRecord("no episode is open; ask for the `next` task")
        return self.episode

    def _finish_episode(self) -> None:
        episode, self.episode = self.episode, None
        if episode is not None:
            self.server.scorer.finish(episode)


def _task(episode: SealedEpisode) -> dict[str, Any]:
    """All that an agent may know before its first call."""
    world = episode.world
    return {
        "item": episode.opened.item,
        "system": world.system,
        "prompt": world.prompt,
        "tools": openai_tools(world.tools),
        "shown": list(world.tools),
        "options": world.options,
        "budget": world.budget.model_dump(mode="json"),
    }


def serve_until_stopped(scorer: Scorer, path: Path, user: int, ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or Ctrl-C; episodes that are open then count as broken."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt), Server(scorer, path, user) as server:
        try:
            ready()
            server.serve_forever()
        finally:
            path.unlink(missing_ok=True)
