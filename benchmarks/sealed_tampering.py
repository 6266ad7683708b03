"""Ways to tamper with the record of a sealed evaluation, each on its own copy; `verify` must refuse them all."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mesocosm.errors import UserError
from mesocosm.sealed.ledger import SIGNATURE
from mesocosm.sealed.seal import Secret
from mesocosm.sealed.verification import verify
from mesocosm.trace import signing
from mesocosm.trace.chain import hash_of
from mesocosm.trace.schema import LINK
from mesocosm.types import canonical_json

FIRST, SECOND = "traces/000000.jsonl", "traces/000001.jsonl"
Tampering = Callable[[Path], object]


def accepted(record: Path, secret: Secret, true_key: str) -> dict[str, bool]:
    """Yield each way by name, and whether `verify` accepted the record as sound."""
    return {name: _is_sound(record, tamper, secret) for name, tamper in _tamperings(true_key).items()}


def _is_sound(record: Path, tamper: Tampering, secret: Secret) -> bool:
    with tempfile.TemporaryDirectory(prefix="mesocosm-tampered-") as place:
        copy = Path(place) / "record"
        shutil.copytree(record, copy)
        tamper(copy)
        try:
            return verify(copy, secret).sound
        except UserError:
            return False


def _tamperings(true_key: str) -> dict[str, Tampering]:
    other = signing.new_key()
    return {
        "trace: a byte changed": _edit(
            FIRST, lambda lines: [lines[0].replace(b'"agent":"', b'"agent":"x'), *lines[1:]]
        ),
        "trace: an event dropped": _edit(FIRST, lambda lines: [lines[0], *lines[2:]]),
        "trace: its start dropped": _edit(FIRST, lambda lines: lines[1:]),
        "trace: its end dropped": _edit(FIRST, lambda lines: lines[:-1]),
        "trace: an event repeated": _edit(FIRST, lambda lines: [*lines, lines[-1]]),
        "trace: events in another order": _edit(FIRST, lambda lines: lines[::-1]),
        "trace: a blank line put in": _edit(FIRST, lambda lines: [lines[0], b"", *lines[1:]]),
        "trace: other line ends": _edit(FIRST, lambda lines: [line + b"\r" for line in lines]),
        "trace: emptied": _edit(FIRST, lambda lines: []),
        "trace: last line torn": lambda record: _cut(record / FIRST),
        "trace: taken away": lambda record: (record / FIRST).unlink(),
        "trace: exchanged for another's": lambda record: shutil.copy(record / SECOND, record / FIRST),
        "trace: two swapped": _swap,
        "trace: a link to the same bytes": lambda record: _link(record, FIRST),
        "trace: one added": lambda record: shutil.copy(record / FIRST, record / "traces/000099.jsonl"),
        "picture: one added": _plant_picture,
        "ledger: a score raised": _edit("ledger.jsonl", lambda lines: [_raised(line) for line in lines]),
        "ledger: a line dropped": _edit("ledger.jsonl", lambda lines: [lines[0], *lines[2:]]),
        "ledger: a line repeated": _edit("ledger.jsonl", lambda lines: [lines[0], *lines]),
        "ledger: lines in another order": _edit("ledger.jsonl", lambda lines: lines[::-1]),
        "ledger: its end dropped": _edit("ledger.jsonl", lambda lines: lines[:-1]),
        "ledger: a line added after its end": _edit("ledger.jsonl", lambda lines: [*lines, lines[0]]),
        "ledger: signed anew with another key": lambda record: _sign_anew(record, other),
        "ledger: taken away": lambda record: (record / "ledger.jsonl").unlink(),
        "ledger: a link to the same bytes": lambda record: _link(record, "ledger.jsonl"),
        "ledger: a score raised by the owner of the key": lambda record: _sign_anew(record, true_key, _better),
        "seal: another number of items": lambda record: _change_seal(record, items=999),
        "seal: another profile": lambda record: _change_seal(record, profile="other"),
        "seal: another key, and the ledger signed with it": lambda record: (
            _change_seal(record, public_key=signing.public_key(other)),
            _sign_anew(record, other),
        ),
        "seal: a link to the same bytes": lambda record: _link(record, "seal.json"),
        "folder: a file of another kind": lambda record: (record / "errata.md").write_text("the true scores"),
        "folder: a hidden file": lambda record: (record / "traces" / ".hidden").write_text("x"),
    }


def _edit(name: str, change: Callable[[list[bytes]], list[bytes]]) -> Tampering:
    def tamper(record: Path) -> None:
        lines = (record / name).read_bytes().removesuffix(b"\n").split(b"\n")
        (record / name).write_bytes(b"".join(line + b"\n" for line in change(lines)))

    return tamper


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5])


def _swap(record: Path) -> None:
    one, other = (record / FIRST).read_bytes(), (record / SECOND).read_bytes()
    (record / FIRST).write_bytes(other)
    (record / SECOND).write_bytes(one)


def _link(record: Path, name: str) -> None:
    elsewhere = record.parent / "elsewhere"
    (record / name).rename(elsewhere)
    (record / name).symlink_to(elsewhere)


def _plant_picture(record: Path) -> None:
    path = record / "traces" / "blobs" / "ab" / f"ab{'0' * 62}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")


def _raised(line: bytes) -> bytes:
    entry = json.loads(line)
    return canonical_json(_better(entry)) if entry["kind"] == "scored" else line


def _better(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "score": {**entry["score"], "value": 0.987}} if entry["kind"] == "scored" else entry


def _change_seal(record: Path, **change: object) -> None:
    seal = json.loads((record / "seal.json").read_text())
    (record / "seal.json").write_text(json.dumps({**seal, **change}))


def _sign_anew(record: Path, key: str, change: Callable[[dict[str, Any]], dict[str, Any]] = dict) -> None:
    head, lines = json.loads((record / "seal.json").read_text())["commitment"], []
    for line in (record / "ledger.jsonl").read_bytes().splitlines():
        entry = {**change(json.loads(line)), LINK: head}
        entry.pop(SIGNATURE, None)
        lines.append(canonical_json({**entry, SIGNATURE: signing.sign(key, canonical_json(entry))}))
        head = hash_of(lines[-1])
    (record / "ledger.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
