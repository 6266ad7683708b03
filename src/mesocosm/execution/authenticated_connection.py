"""Messages between this command and a job on another machine, each with a proof that the other one has sent it.

Both know a key of that job alone. They greet each other with three messages of fixed form:

    job to command    number of the job, a random nonce
    command to job    another nonce, proof of the command
    job to command    its introduction, with the proof of the job

A proof is HMAC-SHA256 over the role of its sender, the number, both nonces and what else the message says: a proof of
one role, one job or one greeting proves nothing for another. The keys of later messages follow from the key and the
nonces, one for each direction. Every message has a code over its number in the order and its bytes, so that none can be
forged, sent back, repeated, left out or moved. Nothing is unpickled before its code is verified.

The messages can be read on the way: what is secret must not be sent through a network that others can listen to.
"""

from __future__ import annotations

import hmac
import pickle
import secrets
import socket
import struct
from hashlib import sha256
from typing import Any, Literal

Role = Literal["command", "job"]
OTHER: dict[Role, Role] = {"command": "job", "job": "command"}

KEY_BYTES = NONCE_BYTES = 32
CODE_BYTES = sha256().digest_size
HELLO = struct.Struct(f"!I{NONCE_BYTES}s")
"""Number of the job, and its nonce."""
REPLY = struct.Struct(f"!{NONCE_BYTES}s{CODE_BYTES}s")
"""Nonce of the command, and its proof."""
INTRODUCTION = struct.Struct(f"!{CODE_BYTES}sI")
"""Proof of the job, and the bytes of the introduction that follows."""
MESSAGE = struct.Struct(f"!{CODE_BYTES}sI")
"""Code of a message, and the bytes that follow."""
GREETING_S = 20.0
"""Seconds that a greeting may take."""
KEEPALIVE = {
    socket.TCP_KEEPIDLE: 60, socket.TCP_KEEPINTVL: 15, socket.TCP_KEEPCNT: 8, socket.TCP_USER_TIMEOUT: 180_000,
}  # fmt: skip
"""Seconds of silence before questions, between them, their number; milliseconds that a message may be unanswered."""
LARGEST_MESSAGE = 64_000_000


class ForgedMessage(ConnectionError):
    """A message that the other end has not sent, at least not now."""


def proof(key: bytes, role: str, hello: bytes, nonce: bytes, words: bytes = b"") -> bytes:
    """Return the proof that the sender of this role has the key of the job that said hello."""
    return hmac.digest(key, role.encode() + b":" + hello + nonce + words, "sha256")


class AuthenticatedConnection:
    """A socket after the greeting. It sends objects, and receives those of the other end."""

    def __init__(self, connected: socket.socket, role: Role, key: bytes, hello: bytes, nonce: bytes) -> None:
        self.socket = connected
        self._send_key = proof(key, f"messages of the {role}", hello, nonce)
        self._receive_key = proof(key, f"messages of the {OTHER[role]}", hello, nonce)
        self._sent = self._received = 0

    def send(self, value: Any, /) -> None:
        """Send an object."""
        content = pickle.dumps(value)
        if len(content) > LARGEST_MESSAGE:
            raise ValueError(f"a message of {len(content):,} bytes is too large to send")
        self.socket.sendall(MESSAGE.pack(_code(self._send_key, self._sent, content), len(content)) + content)
        self._sent += 1

    def recv(self) -> Any:
        """Return the next object; raise EOFError if the other end has closed, OSError if the connection failed."""
        code, size = MESSAGE.unpack(read(self.socket, MESSAGE.size))
        if size > LARGEST_MESSAGE:
            raise ForgedMessage(f"a message of {size:,} bytes is announced; nobody of ours sends such")
        content = read(self.socket, size)
        if not hmac.compare_digest(code, _code(self._receive_key, self._received, content)):
            raise ForgedMessage("a message is not what the other end has sent now")
        self._received += 1
        return pickle.loads(content)

    def close(self) -> None:
        self.socket.close()


def introduce(address: tuple[str, int], number: int, key: bytes, introduction: bytes) -> AuthenticatedConnection:
    """Connect to the command as a job; raise OSError if it does not prove in time that it has the key."""
    connected = socket.create_connection(address, timeout=GREETING_S)
    try:
        hello = HELLO.pack(number, secrets.token_bytes(NONCE_BYTES))
        connected.sendall(hello)
        nonce, theirs = REPLY.unpack(read(connected, REPLY.size))
        if not hmac.compare_digest(theirs, proof(key, "command", hello, nonce)):
            raise ForgedMessage(f"whoever answers at {address[0]}:{address[1]} does not have the key of job {number}")
        ours = proof(key, "job", hello, nonce, introduction)
        connected.sendall(INTRODUCTION.pack(ours, len(introduction)) + introduction)
        connected.settimeout(None)
        notice_loss(connected)
    except BaseException:
        connected.close()
        raise
    return AuthenticatedConnection(connected, "job", key, hello, nonce)


def notice_loss(connected: socket.socket) -> None:
    """Let a connection fail within minutes if the other machine is gone without a word."""
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in KEEPALIVE.items():
        connected.setsockopt(socket.IPPROTO_TCP, option, value)


def read(connected: socket.socket, size: int) -> bytes:
    """Return this many bytes; raise EOFError if the other end closes before."""
    content = bytearray()
    while len(content) < size:
        if not (some := connected.recv(min(size - len(content), 1 << 20))):
            raise EOFError
        content += some
    return bytes(content)


def _code(key: bytes, number: int, content: bytes) -> bytes:
    return hmac.digest(key, struct.pack("!Q", number) + content, "sha256")
