"""What is promised before a sealed evaluation, and the secret that its items come from.

FOLDER/              0700, owned by the scorer's user
  secret.json        0600: revealed when the evaluation is over
  signing.key        0600: never shown to anyone
  record/            published: seal.json at once, the rest when the evaluation is closed
    seal.json        the promise
    ledger.jsonl     every episode opened and scored, chained and signed
    traces/          one chained trace for each episode
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import Field, ValidationError

import mesocosm
from mesocosm.errors import InvalidRecord, UserError
from mesocosm.files import write_private, write_whole
from mesocosm.suite import Suite
from mesocosm.trace import signing
from mesocosm.trace.reader import explain
from mesocosm.types import Record, canonical_json

SEAL_VERSION = 1
SECRET_BYTES = 32
SEED_BYTES = 16
"""Bytes of the secret: 128 bits, too many for anybody to try all."""
SHOWN = 12
"""Hexadecimal digits of the commitment in the id of an item."""
HEX_256 = r"^[0-9a-f]{64}$"

R = TypeVar("R", bound=Record)


class Seal(Record):
    """The promise: which items, from which secret, signed with which key."""

    version: int = SEAL_VERSION
    suite: str
    suite_version: str
    items: int = Field(ge=1)
    epochs: int = Field(default=1, ge=1)
    """Number of times that each agent is shown each item."""
    weight: str = ""
    """Metric by which items are weighted in the headline; empty if all count alike."""
    options: dict[str, str] = Field(default_factory=dict)
    profile: str = "default"
    mesocosm: str = mesocosm.__version__
    secret_sha256: str = Field(pattern=HEX_256)
    public_key: str = Field(pattern=HEX_256)
    commitment: str = ""
    """SHA-256 of all other fields: the one line to publish before anything is run."""

    def promise(self) -> str:
        """Compute the commitment from the other fields."""
        return hashlib.sha256(canonical_json(self.model_dump(mode="json", exclude={"commitment"}))).hexdigest()

    def item_id(self, index: int) -> str:
        """Return the name of an item while its seed is secret."""
        return f"{self.suite}-sealed-{self.commitment[:SHOWN]}-{index:04d}"


class Secret(Record):
    """The secret that makes the items; revealed when the evaluation is over."""

    secret: str = Field(pattern=HEX_256)

    def sha256(self) -> str:
        return hashlib.sha256(b"mesocosm sealed secret\0" + bytes.fromhex(self.secret)).hexdigest()

    def seed(self, seal: Seal) -> int:
        """Return the seed of a sealed suite's items: negative, so that no command and no date can produce it."""
        label = canonical_json(["items", seal.suite, seal.suite_version])
        digest = hmac.new(bytes.fromhex(self.secret), label, hashlib.sha256).digest()
        return -1 - int.from_bytes(digest[:SEED_BYTES], "big")


@dataclass(frozen=True)
class SealedFolder:
    """Paths of the parts of a sealed evaluation."""

    root: Path

    @property
    def secret(self) -> Path:
        return self.root / "secret.json"

    @property
    def signing_key(self) -> Path:
        return self.root / "signing.key"

    @property
    def cache(self) -> Path:
        return self.root / "cache"

    @property
    def lock(self) -> Path:
        return self.root / "lock"

    @property
    def record(self) -> Path:
        return self.root / "record"


def seal_suite(
    suite: Suite, items: int, folder: Path, *, options: dict[str, str], profile: str = "default", epochs: int = 1
) -> Seal:
    """Draw a secret and a key into a new folder that only its owner can read; return the promise to publish."""
    if profile not in suite.card.profiles:
        raise InvalidRecord(f"profile must be one of {', '.join(suite.card.profiles)}, got {profile!r}")
    if suite.seed_under(0, options) != 0:
        raise InvalidRecord("these options choose items that anyone can make, which cannot be sealed")
    secret, key = Secret(secret=secrets.token_hex(SECRET_BYTES)), signing.new_key()
    open_seal = Seal(
        suite=suite.name,
        suite_version=suite.card.version,
        items=items,
        epochs=epochs,
        weight=suite.card.weight,
        options=suite.settle(options),
        profile=profile,
        secret_sha256=secret.sha256(),
        public_key=signing.public_key(key),
    )
    seal = open_seal.model_copy(update={"commitment": open_seal.promise()})
    _write(SealedFolder(folder), seal, secret, key)
    return seal


def _write(folder: SealedFolder, seal: Seal, secret: Secret, key: str) -> None:
    if os.path.lexists(folder.root):
        raise UserError(f"{folder.root} exists already; a seal is made once, in a folder of its own")
    draft = SealedFolder(folder.root.with_name(f".draft-{os.getpid()}-{secrets.token_hex(4)}"))
    try:
        folder.root.parent.mkdir(parents=True, exist_ok=True)
        draft.root.mkdir(mode=0o700)
        write_private(draft.secret, secret.model_dump_json())
        write_private(draft.signing_key, key)
        write_whole(draft.record / "seal.json", seal.model_dump_json(indent=2) + "\n")
        draft.root.rename(folder.root)  # whole or not at all: half a seal would prevent a sound one
    except OSError as error:
        shutil.rmtree(draft.root, ignore_errors=True)
        raise UserError(f"cannot seal into {folder.root}: {error.strerror}") from error


def read_seal(record: Path) -> Seal:
    """Read the promise of a record."""
    return _read(Seal, record / "seal.json")


def read_secret(path: Path) -> Secret:
    """Read a secret, as its owner or after it was revealed."""
    return _read(Secret, path)


def _read(kind: type[R], path: Path) -> R:
    try:
        data = path.read_bytes()
        json.loads(data, object_pairs_hook=_once)  # if a key occurs twice, readers may take either value
        return kind.model_validate_json(data)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    except (_Twice, RecursionError) as error:
        raise InvalidRecord(f"{path}: {error}") from error
    except ValidationError as error:
        raise InvalidRecord(f"{path}: {explain(error)}") from error


class _Twice(Exception):
    """A JSON object has the same key twice."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(names := dict(pairs)) < len(pairs):
        raise _Twice(f"an object has a key twice among {', '.join(names)}"[:200])
    return names
