"""A folder on a file system of this machine, or on one that several machines mount."""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from mesocosm.files import write_whole
from mesocosm.storage.places import check_name

DRAFT = ".draft-"
"""Beginning of the names under which files are written before they are renamed."""


@dataclass(frozen=True)
class LocalFolder:
    """Files below a path."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    def read(self, name: str) -> bytes:
        return (self.path / name).read_bytes()

    def write(self, name: str, data: bytes) -> None:
        write_whole(self.path / check_name(name, self), data)

    def write_new(self, name: str, data: bytes) -> bool:
        target = self.path / check_name(name, self)
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f"{DRAFT}{os.getpid()}-{secrets.token_hex(4)}")
        try:
            draft.write_bytes(data)
            return _link_new(draft, target)
        finally:
            draft.unlink(missing_ok=True)

    def names(self, prefix: str = "") -> list[str]:
        files = (path for path in self.path.rglob("*") if path.is_file() and not path.name.startswith(DRAFT))
        found = (path.relative_to(self.path).as_posix() for path in files)
        return sorted(name for name in found if name.startswith(prefix))

    def exists(self, name: str) -> bool:
        return (self.path / name).is_file()

    def delete(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            (self.path / name).unlink()


def _link_new(draft: Path, target: Path) -> bool:
    """Give a draft its name unless the name is in use, which a link tests and a renaming does not."""
    try:
        os.link(draft, target)
    except FileExistsError:
        return False
    except OSError:  # a file system without links: two writers at one moment may both be told that they wrote
        if target.exists():
            return False
        draft.replace(target)
    return True
