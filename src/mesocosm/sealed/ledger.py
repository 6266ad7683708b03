"""The ledger of a sealed evaluation: episodes opened and their scores, each line chained and signed."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from mesocosm.errors import InvalidRecord
from mesocosm.sealed.seal import Seal
from mesocosm.trace import signing
from mesocosm.trace.chain import hash_of
from mesocosm.trace.reader import explain
from mesocosm.trace.schema import LINK
from mesocosm.types import Record, Score, canonical_json

SIGNATURE = "signature"


class Opened(Record):
    """An agent is about to be shown an item; this line is written before."""

    kind: Literal["opened"] = "opened"
    episode: int
    agent: str
    index: int
    item: str
    trace: str
    """File of the trace, in the record's folder."""


class Scored(Record):
    """An episode is over and has its score."""

    kind: Literal["scored"] = "scored"
    episode: int
    head: str
    """Hash of the last line of the trace."""
    score: Score


class Closed(Record):
    """The record is complete: without this line, its end may have been cut off."""

    kind: Literal["closed"] = "closed"
    episodes: int


Entry = Opened | Scored | Closed
ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


def trace_of(episode: int) -> str:
    """Return the path of an episode's trace in the record's folder."""
    return f"traces/{episode:06d}.jsonl"


class Ledger:
    """Writer of signed entries; lines that exist already are checked first."""

    def __init__(self, record: Path, seal: Seal, signing_key: str) -> None:
        self.path = record / "ledger.jsonl"
        self._key = signing_key
        self._lock = threading.Lock()
        self.entries, problems, self._head = read_ledger(record, seal)
        if problems:
            raise InvalidRecord(f"{self.path}: {problems[0]}")

    def append(self, entry: Entry) -> None:
        """Sign an entry and write it to disk before returning."""
        with self._lock:
            record = {**entry.model_dump(mode="json"), LINK: self._head}
            line = canonical_json({**record, SIGNATURE: signing.sign(self._key, canonical_json(record))})
            descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with open(descriptor, "ab") as file:
                file.write(line + b"\n")
                file.flush()
                os.fsync(descriptor)
            self._head = hash_of(line)
            self.entries.append(entry)


def read_ledger(record: Path, seal: Seal) -> tuple[list[Entry], list[str], str]:
    """Return the entries of a ledger, what is wrong with it, and the hash of its last line."""
    head, entries, problems = seal.commitment, [], []
    for number, line in _lines(record / "ledger.jsonl"):
        try:
            entries.append(_check(line, head, seal.public_key))
        except InvalidRecord as error:
            problems.append(f"ledger, line {number}: {error}")
        head = hash_of(line)
    return entries, problems, head


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    if path.exists():
        yield from enumerate(path.read_bytes().removesuffix(b"\n").split(b"\n"), start=1)


def _check(line: bytes, head: str, public_key: str) -> Entry:
    try:
        record = json.loads(line)
        is_canonical = canonical_json(record) == line
        signature = record.pop(SIGNATURE, "")
    except (ValueError, RecursionError, AttributeError, TypeError):
        raise InvalidRecord("is not a JSON object") from None
    if not is_canonical:
        raise InvalidRecord("is not written as a scorer writes it: a key occurs twice, or there is an extra space")
    if not signing.is_signed(public_key, canonical_json(record), signature):
        raise InvalidRecord("is not signed by the key of the seal: it was changed, or another key signed it")
    if record.pop(LINK, None) != head:
        raise InvalidRecord("does not follow the line before it: one was dropped, added or moved")
    try:
        return ENTRY.validate_json(json.dumps(record))
    except ValidationError as error:
        raise InvalidRecord(explain(error)) from None
