"""What agent and scorer say to each other: one JSON object a line, a reply for every request."""

from __future__ import annotations

import json
from typing import Any, BinaryIO

from mesocosm.errors import InvalidRecord

MOST_BYTES = 64_000_000
"""Longest line; a few pictures and a large file fit."""


def send(stream: BinaryIO, message: dict[str, Any] | str) -> None:
    """Write one message, an object or its JSON."""
    text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
    stream.write(text.encode("utf-8", "replace") + b"\n")
    stream.flush()


def receive(stream: BinaryIO) -> dict[str, Any] | None:
    """The next message; none where the other side has left."""
    line = stream.readline(MOST_BYTES + 1)
    if not line.endswith(b"\n"):
        if len(line) > MOST_BYTES:
            raise InvalidRecord(f"a message may have up to {MOST_BYTES:,} bytes")
        return None
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"not JSON: {error}") from error
    if not isinstance(message, dict):
        raise InvalidRecord(f"a message is a JSON object, got {type(message).__name__}")
    return message
