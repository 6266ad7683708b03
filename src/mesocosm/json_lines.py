"""Records from JSON lines, packed or not, each with the place to name when it is faulty."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mesocosm.errors import InvalidRecord


def read_lines(path: Path, holding: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Where each record stands, and the record, which ought to hold these; blank lines are passed over."""
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InvalidRecord(f"{place} is not JSON: {line.strip()[:40]!r}") from error
        if not isinstance(record, dict):
            raise InvalidRecord(f"{place} must be an object with {holding}, got {type(record).__name__}")
        yield place, record


def read_text(path: Path) -> str:
    """A file's text, unpacked where it is gzip."""
    try:
        content = path.read_bytes()
        packed = content.startswith(b"\x1f\x8b")
        return (gzip.decompress(content) if packed else content).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InvalidRecord(f"cannot read {path}: {error}") from error
