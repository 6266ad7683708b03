"""Hash chains of traces: each line holds the hash of the line before it, so that none can be changed, dropped or moved.

The link is an extra field of each event, which every reader keeps and ignores: the version of the format stays.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from mesocosm.errors import TraceError
from mesocosm.trace.schema import LINK, AnyEvent
from mesocosm.trace.writer import TraceWriter


def hash_of(line: bytes) -> str:
    """Return the hash that the next line must hold: SHA-256 of the line without its end."""
    return hashlib.sha256(line.rstrip(b"\n")).hexdigest()


class ChainedWriter(TraceWriter):
    """A writer whose first line holds `origin`, and every later one the hash of its predecessor."""

    def __init__(self, path: Path | None, origin: str, cover: Callable[[str], str] = str) -> None:
        """`cover` changes the text of a line before it is written, to redact what must stay secret."""
        super().__init__(path)
        self.head = origin
        """The hash of the last line."""
        self._cover = cover

    def _spell(self, event: AnyEvent) -> bytes:
        linked = event.model_copy(update={LINK: self.head})
        return self._cover(linked.model_dump_json()).encode()

    def _wrote(self, line: bytes) -> None:
        self.head = hash_of(line)


def follow(path: Path, origin: str) -> tuple[str, list[str]]:
    """Return the hash of a chained file's last line, and every place where the chain is broken."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise TraceError(f"cannot read {path}: {error.strerror}") from error
    problems = []
    if lines.pop():
        problems.append(f"line {len(lines) + 1}: the line has no end")
    head = origin
    for number, line in enumerate(lines, start=1):
        if _link_of(line) != head:
            problems.append(f"line {number}: does not follow the line before it: one was changed, dropped or moved")
        head = hash_of(line)
    return head, problems


def _link_of(line: bytes) -> object:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record.get(LINK) if isinstance(record, dict) else None
