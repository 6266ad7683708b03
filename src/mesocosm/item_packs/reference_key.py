"""The key to the references of an item pack, in a file beside it, and their encryption (AES-256-GCM).

The key is a hash of the references themselves. So the same items give the same pack, byte for byte, and whoever can
make the items again can compute the key; nobody else can. One key never encrypts two different texts under one number.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.files import whole
from mesocosm.registry import require
from mesocosm.types import canonical_json

LABEL = b"mesocosm item pack key\0"
NONCE_BYTES = 12


def key_path(pack: Path) -> Path:
    """Return the path of the key of a pack: the pack's own with `.key` added."""
    return pack.with_name(f"{pack.name}.key")


def key_of_references(suite: str, references: Sequence[str]) -> bytes:
    """Return the key for the references of a suite's items, as JSON texts in the order of the items."""
    return hashlib.sha256(LABEL + canonical_json([suite, *references])).digest()


def write_key(path: Path, key: bytes) -> None:
    """Write a key to a file that only its owner can read."""
    with whole(path) as draft:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600)
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(key.hex() + "\n")


def read_key(path: Path, sha256: str) -> bytes:
    """Read the key with this SHA-256 from its file."""
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except FileNotFoundError as error:
        raise UserError(
            f"{path} is missing: it is the key to the references of the item pack, which a run needs; "
            "put it there, or build the pack again with `mesocosm pack build`"
        ) from error
    except (OSError, ValueError) as error:
        raise UserError(f"cannot read the key {path} of an item pack") from error
    if hashlib.sha256(key).hexdigest() != sha256:
        raise InvalidRecord(f"{path} is the key of another item pack")
    return key


def encrypt(key: bytes, index: int, text: str) -> bytes:
    """Encrypt the reference of an item by its number."""
    return bytes(_cipher(key).encrypt(_nonce(index), text.encode(), None))


def decrypt(key: bytes, index: int, data: bytes) -> str:
    """Return the reference that `encrypt` encrypted; `InvalidRecord` if the data are not that."""
    from cryptography.exceptions import InvalidTag

    try:
        return bytes(_cipher(key).decrypt(_nonce(index), data, None)).decode()
    except InvalidTag:
        raise InvalidRecord(f"the reference of item {index} cannot be decrypted: it was changed") from None


def _cipher(key: bytes) -> Any:
    return require("cryptography.hazmat.primitives.ciphers.aead").AESGCM(key)


def _nonce(index: int) -> bytes:
    return index.to_bytes(NONCE_BYTES, "big")
