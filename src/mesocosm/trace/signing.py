"""Signatures (Ed25519, by the library `cryptography`): who wrote a line or a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.files import write_private
from mesocosm.registry import require

if TYPE_CHECKING:
    from types import ModuleType


def new_key() -> str:
    """Make a private key, in hexadecimal."""
    return str(_library().Ed25519PrivateKey.generate().private_bytes_raw().hex())


def read_key(path: Path) -> str:
    """Read a private key from its file."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read the key {path}: {error}") from error


def key_at(path: Path) -> str:
    """Read the private key of a file; if there is none, write a new one that only its owner can read."""
    if path.exists():
        return read_key(path)
    private = new_key()
    write_private(path, private)
    return private


def public_key(private: str) -> str:
    """Return the public half of a private key."""
    return str(_private(private).public_key().public_bytes_raw().hex())


def sign(private: str, message: bytes) -> str:
    """Return the signature of a message, in hexadecimal."""
    return str(_private(private).sign(message).hex())


def is_signed(public: str, message: bytes, signature: object) -> bool:
    """Whether the owner of a public key signed exactly these bytes."""
    invalid = require("cryptography.exceptions").InvalidSignature
    try:
        _library().Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(
            bytes.fromhex(str(signature)), message
        )
    except (invalid, ValueError):
        return False
    return True


def _private(text: str) -> Any:
    try:
        return _library().Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text))
    except ValueError as error:
        raise InvalidRecord(f"the signing key cannot be used: {error}") from error


def _library() -> ModuleType:
    return require("cryptography.hazmat.primitives.asymmetric.ed25519")
