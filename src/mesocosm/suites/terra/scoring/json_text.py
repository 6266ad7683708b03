"""JSON that models and people wrote: read completely or refused with a reason, never a crash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mesocosm.errors import InvalidRecord

LONGEST_ANSWER = 1_000_000
"""Characters of the longest answer that is read; a longer one is refused."""
LONGEST_FILE = 200_000_000
"""Bytes of the largest file that is read."""
DEEPEST = 60
"""Most levels of lists and objects; deeper ones are refused."""


class Repeating(dict[str, Any]):
    """A JSON object with repeated keys; the last value is the item, all are in `every`."""

    every: dict[str, list[Any]]


def parse(text: str) -> Any:
    """Return the value of a JSON text, objects with repeated keys as `Repeating`; `ValueError` says what is wrong."""
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise ValueError(f"nested deeper than {DEEPEST} levels") from None
    if deeper_than(value, DEEPEST):
        raise ValueError(f"nested deeper than {DEEPEST} levels")
    return value


def parse_answer(text: str) -> Any:
    """Parse an answer, which may not be longer than `LONGEST_ANSWER`."""
    if len(text) > LONGEST_ANSWER:
        raise ValueError(f"an answer of {len(text):,} characters; at most {LONGEST_ANSWER:,} are read")
    return parse(text)


def read(path: Path) -> Any:
    """Return the JSON value of a file; errors name the file and the fault."""
    return parse_named(path, parse, text_of(path))


def parse_named(path: Path, parser: Any, text: str) -> Any:
    """Parse a file's text with a parser; its error is raised with the file's name."""
    try:
        return parser(text)
    except ValueError as error:
        raise InvalidRecord(f"{path}: {error}") from error


def text_of(path: Path) -> str:
    """Return a file's text."""
    try:
        if (size := path.stat().st_size) > LONGEST_FILE:
            raise InvalidRecord(f"{path} has {size:,} bytes; at most {LONGEST_FILE:,} are read")
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InvalidRecord(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{path} is not UTF-8 at byte {error.start}") from error


def deeper_than(value: Any, levels: int) -> bool:
    """Return whether lists and objects are nested deeper than that; checked by level, so that no depth overflows."""
    layer = [value]
    for _ in range(levels + 1):
        layer = [inner for outer in layer for inner in _inside(outer)]
        if not layer:
            return False
    return True


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) == len(pairs):
        return record
    repeating = Repeating(record)
    repeating.every = {key: [value for name, value in pairs if name == key] for key in record}
    return repeating
