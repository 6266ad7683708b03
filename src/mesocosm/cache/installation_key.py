"""Secret of an installation, by which it recognises what it wrote itself: one file that only its owner can read."""

from __future__ import annotations

import functools
import hmac
import os
import secrets
import stat
from pathlib import Path

from mesocosm.cache.folder import folder
from mesocosm.cache.plain_files import CacheRefused, make_folder

KEY_BYTES = 32
NAME = "installation.key"
ID_DIGITS = 8

_first: dict[Path, bytes] = {}
"""Key of each cache folder as this process first read it."""


def installation_key() -> bytes:
    """Return the key; draw one if there is none yet, or if others may know the one there."""
    path = folder() / NAME
    return _read(path) or _draw(path)


def process_key() -> bytes:
    """Return the key as this process first read or drew it; no entry fits a key that is put in its place later."""
    root = folder()
    if root not in _first:
        _first[root] = installation_key()
    return _first[root]


def has_key() -> bool:
    """Return whether there is a key; without one there are no entries."""
    root = folder()
    return root in _first or _read(root / NAME) is not None


def key_id() -> str:
    """Return digits that identify a key without revealing it: entries under another key are other entries, not changed
    ones.
    """
    return _id_of(process_key())


@functools.cache
def _id_of(key: bytes) -> str:
    return hmac.digest(key, b"id", "sha256").hex()[:ID_DIGITS]


def _read(path: Path) -> bytes | None:
    """Read the key from a plain file of ours that nobody else can open."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            entry = os.fstat(file.fileno())
            private = stat.S_ISREG(entry.st_mode) and entry.st_uid == os.getuid() and not entry.st_mode & 0o077
            key = file.read(KEY_BYTES + 1) if private else b""
    except OSError:
        return None
    return key if len(key) == KEY_BYTES else None


def _draw(path: Path) -> bytes:
    """Draw a new key and store it; if another process was first, return its key."""
    key = secrets.token_bytes(KEY_BYTES)
    make_folder(path.parent, path.parent)
    draft = path.with_name(f".draft-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
        try:
            os.link(draft, path)
        except FileExistsError:
            known = _read(path)
            if known is not None:
                return known
            if path.is_dir() and not path.is_symlink():  # only its owner knows what the file is for
                why = f"holds a folder where its key {NAME} should be"
                raise CacheRefused(path.parent, why, "move it away, or ") from None
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return key
