"""Messages between an agent's process and ours: JSON of a stated length, so that nothing read can run as code."""

from __future__ import annotations

import json
import socket
import struct
from contextlib import suppress
from typing import Any

LENGTH = struct.Struct(">Q")
LARGEST = 256_000_000
"""Bytes of one message; pictures travel in them."""


class Hung(OSError):
    """The other side is gone."""


class Wire:
    """One end of a pair of sockets."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; `Hung` where nobody reads any more."""
        data = json.dumps(message).encode()
        try:
            self._end.sendall(LENGTH.pack(len(data)) + data)
        except OSError as error:
            raise Hung(str(error)) from error

    def receive(self) -> dict[str, Any]:
        """The next message; `Hung` at the end of all, and where what comes is not a message."""
        try:
            (size,) = LENGTH.unpack(self._exactly(LENGTH.size))
            if size > LARGEST:
                raise Hung(f"a message of {size:,} bytes is too long")
            message = json.loads(self._exactly(size))
        except (ValueError, RecursionError) as error:
            raise Hung(f"not a message: {error}") from error
        if not isinstance(message, dict):
            raise Hung("not a message: an object is wanted")
        return message

    def close(self) -> None:
        """Hang up; whoever waits on either side is woken."""
        with suppress(OSError):  # the other side was faster
            self._end.shutdown(socket.SHUT_RDWR)
        self._end.close()

    def _exactly(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            try:
                part = self._end.recv(min(size - len(data), 1 << 20))
            except OSError as error:
                raise Hung(str(error)) from error
            if not part:
                raise Hung("the other side ended")
            data += part
        return bytes(data)
