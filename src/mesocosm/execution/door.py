"""Where jobs knock that come over the network, each with a number and a key of its own. A key lets one job in, once."""

from __future__ import annotations

import asyncio
import errno
import functools
import hmac
import secrets
import socket
import threading
from collections import deque
from contextlib import suppress
from ipaddress import ip_address
from multiprocessing import Pipe

from mesocosm.errors import UserError
from mesocosm.execution.authenticated_connection import (
    GREETING_S,
    HELLO,
    INTRODUCTION,
    KEY_BYTES,
    NONCE_BYTES,
    REPLY,
    AuthenticatedConnection,
    ForgedMessage,
    notice_loss,
    proof,
)
from mesocosm.execution.nodes import NodeFacts
from mesocosm.screen.untrusted_text import tell

MOST_GREETINGS = 64
"""Greetings at a time; the oldest is broken off for one more."""
LARGEST_INTRODUCTION = 256_000
"""Bytes of the facts of a node: it has some hundred libraries with some tens of bytes each."""
BACKLOG = 128
PASSING = frozenset(
    {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ECONNABORTED, errno.EPROTO, errno.EPERM}
)
"""Errors of `accept` that pass, such as too many open files."""
PAUSE_S = 0.2

Arrival = tuple[AuthenticatedConnection, int, NodeFacts]


class Door:
    """Lets in the jobs that are expected. Strangers wait outside, not for long, and stop nobody."""

    def __init__(self, host: str) -> None:
        self._listener = _listen(host)
        self._listener.setblocking(False)
        self.address = (host, int(self._listener.getsockname()[1]))
        self._keys: dict[int, bytes] = {}
        self._inside: set[int] = set()
        self._arrived: deque[Arrival] = deque()
        self.arrivals, self._bell = Pipe(duplex=False)
        self._failure: Exception | None = None
        self._loop = asyncio.new_event_loop()
        self._accepting = self._loop.create_task(self._accept())
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def expect(self, number: int) -> bytes:
        """Return the key by which the job of this number is let in."""
        self._keys[number] = secrets.token_bytes(KEY_BYTES)
        return self._keys[number]

    def forget(self, number: int) -> None:
        """Let the job of this number in no more."""
        self._keys.pop(number, None)

    def next_arrival(self) -> Arrival:
        """Return the connection of the job that arrived, its number, and where it runs."""
        try:
            self.arrivals.recv()
        except EOFError:
            raise UserError(f"no job can connect any more: {self._failure}") from self._failure
        return self._arrived.popleft()

    def close(self) -> None:
        """Let nobody in any more."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._accepting.cancel)
        self._thread.join()
        self.arrivals.close()
        for connection, _, _ in self._arrived:
            connection.close()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._accepting)
        except asyncio.CancelledError:  # closed
            pass
        except Exception as error:  # whatever it is, the command must not wait for jobs for ever
            self._failure = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
        finally:
            self._loop.close()
            self._listener.close()
            self._bell.close()

    async def _accept(self) -> None:
        greetings: dict[asyncio.Task[bool], None] = {}

        def end(stranger: socket.socket, greeting: asyncio.Task[bool]) -> None:
            greetings.pop(greeting, None)
            if greeting.cancelled() or not greeting.result():
                stranger.close()

        async with asyncio.TaskGroup() as group:
            while True:
                stranger = await self._knock()
                if len(greetings) >= MOST_GREETINGS:
                    oldest = next(iter(greetings))
                    oldest.cancel()
                    del greetings[oldest]
                greeting = group.create_task(self._greet(stranger))
                greeting.add_done_callback(functools.partial(end, stranger))
                greetings[greeting] = None
                await asyncio.sleep(0)  # greetings go on, and what was broken off is closed

    async def _knock(self) -> socket.socket:
        """Return the connection of the next stranger."""
        while True:
            try:
                return (await self._loop.sock_accept(self._listener))[0]
            except OSError as error:
                if error.errno not in PASSING:
                    raise
                await asyncio.sleep(PAUSE_S)

    async def _greet(self, stranger: socket.socket) -> bool:
        """Return whether the stranger is a job that is let in."""
        try:
            async with asyncio.timeout(GREETING_S):
                arrival = await self._introduction(stranger)
        except Exception:  # strangers may send anything
            return False
        return self._let_in(stranger, arrival)

    async def _introduction(self, stranger: socket.socket) -> Arrival:
        """Carry out the command's part of a greeting; see `authenticated_connection`."""
        hello = await self._read(stranger, HELLO.size)
        number, _ = HELLO.unpack(hello)
        if (key := self._keys.get(number)) is None:
            raise ForgedMessage(f"no job has the number {number}")
        nonce = secrets.token_bytes(NONCE_BYTES)
        await self._loop.sock_sendall(stranger, REPLY.pack(nonce, proof(key, "command", hello, nonce)))
        theirs, size = INTRODUCTION.unpack(await self._read(stranger, INTRODUCTION.size))
        if size > LARGEST_INTRODUCTION:
            raise ForgedMessage(f"an introduction of {size} bytes")
        words = await self._read(stranger, size)
        if not hmac.compare_digest(theirs, proof(key, "job", hello, nonce, words)):
            raise ForgedMessage("the proof is wrong")
        connection = AuthenticatedConnection(stranger, "command", key, hello, nonce)
        return connection, number, NodeFacts.model_validate_json(words)

    def _let_in(self, stranger: socket.socket, arrival: Arrival) -> bool:
        number = arrival[1]
        if number in self._inside:
            self.forget(number)  # so that this is said once
            tell(f"job {number} came a second time and is refused; was it requeued, or its key stolen?", err=True)
            return False
        self._inside.add(number)
        stranger.setblocking(True)
        notice_loss(stranger)
        self._arrived.append(arrival)
        self._bell.send(None)
        return True

    async def _read(self, stranger: socket.socket, size: int) -> bytes:
        content = bytearray()
        while len(content) < size:
            if not (some := await self._loop.sock_recv(stranger, size - len(content))):
                raise EOFError
            content += some
        return bytes(content)


def _listen(host: str) -> socket.socket:
    """Listen at the address of this host; at all addresses if it is not this machine's, or only its loopback."""
    try:
        address = socket.gethostbyname(host)
        if ip_address(address).is_loopback and host not in (address, "localhost"):
            address = ""  # many systems give their own name an address that other machines cannot reach
        return socket.create_server((address, 0), backlog=BACKLOG)
    except OSError:  # a name or an address that nodes use, and this machine does not
        return socket.create_server(("", 0), backlog=BACKLOG)
