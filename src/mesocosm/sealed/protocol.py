"""Messages between agent and scorer: one JSON object a line, and one reply for every request."""

from __future__ import annotations

import json
from typing import Any, BinaryIO

from mesocosm.errors import InvalidRecord

MOST_BYTES = 64_000_000
"""Longest line that a scorer sends, in bytes; a few pictures and a large file fit."""


class Overlong(InvalidRecord):
    """A message was longer than allowed and not read to its end; nothing after it can be understood."""


def send(stream: BinaryIO, message: dict[str, Any] | str) -> None:
    """Write one message, an object or its JSON."""
    text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
    stream.write(text.encode("utf-8", "replace") + b"\n")
    stream.flush()


def receive(stream: BinaryIO, most_bytes: int = MOST_BYTES) -> dict[str, Any] | None:
    """Return the next message; None if the other side has left."""
    line = stream.readline(most_bytes + 1)
    if len(line) > most_bytes:
        raise Overlong(f"a message may have up to {most_bytes:,} bytes")
    if not line.endswith(b"\n"):
        return None
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"not JSON: {error}") from error
    if not isinstance(message, dict):
        raise InvalidRecord(f"a message is a JSON object, got {type(message).__name__}")
    return message
