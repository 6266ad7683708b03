"""Messages between an agent's process and ours (IPC): JSON with its length, so that no message can run as code."""

from __future__ import annotations

import json
import socket
import struct
import time
from contextlib import suppress
from typing import Any

LENGTH = struct.Struct(">Q")
READY = b"r"
"""What a fresh interpreter sends once it has loaded its agent."""
LARGEST_TO_AGENT = 256_000_000
"""Bytes of one message to an agent; pictures travel in them."""
LARGEST_TO_US = 8_000_000
"""Bytes of one message of an agent: a text, or a call, whose arguments have a lower limit of their own."""


class Hung(OSError):
    """The other end is closed."""


class Overdue(Hung):
    """The other end did not answer in time."""


class TooLong(ValueError):
    """A message that the other end would refuse."""


class Wire:
    """One end of a pair of sockets; by default ours, which accepts only short messages of an agent."""

    def __init__(self, end: socket.socket, *, receives: int = LARGEST_TO_US, sends: int = LARGEST_TO_AGENT) -> None:
        self._end = end
        self._receives = receives
        self._sends = sends

    def send(self, message: dict[str, Any], seconds: float | None = None) -> None:
        """Send a message; raise `Hung` if the other end is closed, and `Overdue` if it does not read in time."""
        data = json.dumps(message).encode()
        if len(data) > self._sends:
            raise TooLong(f"a message of {len(data):,} bytes is too long; at most {self._sends:,} are taken")
        try:
            self._end.settimeout(seconds)
            self._end.sendall(LENGTH.pack(len(data)) + data)
        except TimeoutError as error:
            raise Overdue(f"nothing was read for {seconds:g} s") from error
        except OSError as error:
            raise Hung(str(error)) from error

    def receive(self, seconds: float | None = None) -> dict[str, Any]:
        """Return the next message, if all of it arrives in time.

        Raise `Overdue` if it does not; raise `Hung` if the other end is closed, or sends no message or too long a one.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            (size,) = LENGTH.unpack(self._exactly(LENGTH.size, deadline))
            if size > self._receives:
                raise Hung(f"a message of {size:,} bytes is too long; at most {self._receives:,} are taken")
            message = json.loads(self._exactly(size, deadline))
        except (ValueError, RecursionError) as error:
            raise Hung(f"not a message: {error}") from error
        if not isinstance(message, dict):
            raise Hung("not a message: an object is wanted")
        return message

    def close(self) -> None:
        """Close the connection, and wake threads that wait at either end."""
        with suppress(OSError):  # the other end was faster
            self._end.shutdown(socket.SHUT_RDWR)
        self._end.close()

    def _exactly(self, size: int, deadline: float | None) -> bytes:
        data = bytearray()
        while len(data) < size:
            part = self._part(min(size - len(data), 1 << 20), deadline)
            if not part:
                raise Hung("the other side ended")
            data += part
        return bytes(data)

    def _part(self, most: int, deadline: float | None) -> bytes:
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise Overdue("no answer in time")
        try:
            self._end.settimeout(left)
            return self._end.recv(most)
        except TimeoutError as error:
            raise Overdue("no answer in time") from error
        except OSError as error:
            raise Hung(str(error)) from error
