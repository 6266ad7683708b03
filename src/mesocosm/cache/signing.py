"""Codes over entries, made with the secret of the installation (HMAC, RFC 2104).

A code covers the kind, the code version, the name and the content: an entry under another name does not match.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
from pathlib import Path

from mesocosm.cache.plain_files import NotOurs, open_plain, why_not_ours

CODE_BYTES = 32
CHUNK_BYTES = 1 << 20

Mark = tuple[int, ...]
"""Attributes by which a file is recognised as unchanged."""


def code_of(key: bytes, about: str, body: bytes | memoryview) -> bytes:
    """Return the code of an entry that is bytes."""
    digest = hmac.new(key, about.encode(), "sha256")
    digest.update(body)
    return digest.digest()


def code_of_path(key: bytes, about: str, path: Path) -> bytes:
    """Return the code of a file, or of a folder with its content."""
    digest = hmac.new(key, about.encode(), "sha256")
    digest.update(_listing(path) if path.is_dir() else _digest_of_file(path))
    return digest.digest()


def mark_of(path: Path) -> Mark:
    """Return device, inode, size and times of a file; its time of change cannot be set at will."""
    entry = path.lstat()
    return entry.st_dev, entry.st_ino, entry.st_size, entry.st_mtime_ns, entry.st_ctime_ns


def _digest_of_file(path: Path) -> bytes:
    digest = hashlib.sha256()
    with open(open_plain(path), "rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.digest()


def _listing(folder: Path) -> bytes:
    """List every path in a folder, with the target of each link and the digest of each file."""
    lines = []
    for top, folders, files in os.walk(folder):
        for path in sorted(Path(top, name) for name in (*folders, *files)):
            lines.append(f"{path.relative_to(folder)}\0{_describe(path)}")
    return "\n".join(sorted(lines)).encode(errors="surrogateescape")


def _describe(path: Path) -> str:
    entry = path.lstat()
    if stat.S_ISLNK(entry.st_mode):
        return f"link {os.readlink(path)}"
    if stat.S_ISDIR(entry.st_mode):
        if (why := why_not_ours(entry, folder=True)) is not None:
            raise NotOurs(f"holds {path.name}, which {why}")
        return "folder"
    return f"file {_digest_of_file(path).hex()}"
