"""Read and write files: whole or not at all, JSON without NaN, records from JSON lines."""

from __future__ import annotations

import gzip
import json
import math
import os
import secrets
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mesocosm.errors import InvalidRecord, UserError


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yield a draft to write; it is renamed to `path` at the end, so that `path` never holds half a file."""
    target = path.resolve()  # a link is followed and not replaced
    if target.exists() and not target.is_file():  # a device such as /dev/null must not be replaced
        yield target
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".draft-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        yield draft
        draft.replace(target)
    except BaseException:  # Ctrl-C must leave no draft either
        draft.unlink(missing_ok=True)
        raise


def write_whole(path: Path, data: bytes | str) -> None:
    """Write a file at once; text as UTF-8."""
    with whole(path) as draft:
        draft.write_bytes(data.encode() if isinstance(data, str) else data)


def write_private(path: Path, text: str) -> None:
    """Write a new file that only its owner can read."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text + "\n")


def free_path(folder: Path, name: str, suffix: str) -> Path:
    """Return the first of `NAME-1.SUFFIX`, `NAME-2.SUFFIX`, ... that is not in the folder yet."""
    number = 1
    while os.path.lexists(path := folder / f"{name}-{number}.{suffix}"):
        number += 1
    return path


def spell_json(document: Any) -> str:
    """Return a document as indented JSON; NaN and infinity become null, since JSON has neither."""
    return json.dumps(_without_nan(document), indent=2, ensure_ascii=False, allow_nan=False)


def write_json(path: Path, document: Any) -> None:
    """Write a document as JSON, whole or not at all; raise an error that names the file if that fails."""
    try:
        write_whole(path, spell_json(document) + "\n")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error


def _without_nan(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nan(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def read_lines(path: Path, holding: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the JSON objects of a file, one per line, each with its place (file and line); skip blank lines.

    Args:
        path: The file.
        holding: What an object should hold, for the error about a line that is not an object.
    """
    yield from parse_lines(read_text(path), str(path), holding)


def parse_lines(text: str, file: str, holding: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the JSON objects of a text, as `read_lines` does; `file` is the file that it comes from, for errors."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place = f"{file}, line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InvalidRecord(f"{place} is not JSON: {line.strip()[:40]!r}") from error
        if not isinstance(record, dict):
            raise InvalidRecord(f"{place} must be an object with {holding}, got {type(record).__name__}")
        yield place, record


def read_text(path: Path) -> str:
    """Return the text of a file, unpacked if it is gzip."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InvalidRecord(f"cannot read {path}: {error}") from error
    return decode_text(content, str(path))


def decode_text(content: bytes, file: str) -> str:
    """Return the text of a file's content, unpacked if it is gzip; `file` is named by errors."""
    try:
        packed = content.startswith(b"\x1f\x8b")
        return (gzip.decompress(content) if packed else content).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InvalidRecord(f"cannot read {file}: {error}") from error
