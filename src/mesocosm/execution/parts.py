"""Finished parts of a long work, one file each, so that nothing is made twice after an interruption.

The name of a part is a hash of its key and a hash of its content: a part that a crash cut off is not taken for a whole
one, several writers cannot disturb each other, and two different contents of one key are seen at once.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from mesocosm.errors import InvalidRecord
from mesocosm.files import write_whole

DIGITS = 32


class Parts:
    """A folder of parts. The keys name everything that a part depends on, the version of the code included."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, key: str, content: bytes) -> None:
        """Keep a part; refuse another content than it has already."""
        known = self.read(key)
        if known is None:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                write_whole(self.folder / f"{_digits(key.encode())}-{_digits(content)}.part", content)
            except OSError:  # such as a full disk
                self._leave()
                raise
        elif known != content:
            raise InvalidRecord(f"{key} was made twice and differs, so the work does not depend on its key alone")

    def read(self, key: str) -> bytes | None:
        """Return a part; None if it is missing, damaged or not ours."""
        for path in self.folder.glob(f"{_digits(key.encode())}-*.part"):
            if path.lstat().st_uid != os.getuid():
                continue
            content = path.read_bytes()
            if path.stem.partition("-")[2] == _digits(content):
                return content
            path.unlink(missing_ok=True)
        return None

    def clear(self) -> None:
        """Delete all parts: the whole is written. Other files in the folder stay, and the folder with them."""
        for path in self.folder.glob("*.part"):
            path.unlink(missing_ok=True)
        self._leave()

    def _leave(self) -> None:
        """Remove the folder if nothing is in it."""
        with suppress(OSError):  # it holds files, or was never made
            self.folder.rmdir()


def _digits(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]
