"""Hashes of bundles in the order in which their publishers announced them."""

from __future__ import annotations

import re
from pathlib import Path

from mesocosm.errors import InvalidRecord
from mesocosm.files import read_text

SHA256 = re.compile(r"[0-9a-f]{64}")


def read_announced(path: Path) -> list[str]:
    """Read the hashes of a file, one a line, each followed by any words; blank lines and text after # are ignored."""
    lines = enumerate(read_text(path).splitlines(), start=1)
    return [_hash(line, f"{path}, line {number}") for number, line in lines if line.strip() and line.strip()[0] != "#"]


def _hash(line: str, place: str) -> str:
    word = line.split()[0]
    if not SHA256.fullmatch(word):
        raise InvalidRecord(f"{place} must begin with the SHA-256 that `mesocosm bundle` printed, got {word[:80]!r}")
    return word
