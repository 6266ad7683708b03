"""The contract of a folder of files, on this machine or on an object server."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol


class Folder(Protocol):
    """Files by name, such as `lots/00001.jsonl`; `str` of it is what people call the folder.

    A file is there whole or not at all, however its writer ends.
    """

    def read(self, name: str) -> bytes:
        """Return the content of a file; raise `FileNotFoundError` if there is none."""

    def write(self, name: str, data: bytes) -> None:
        """Write a file whole, in the place of one that is there."""

    def write_new(self, name: str, data: bytes) -> bool:
        """Write a file unless there is one, and return whether it was written: of two writers, one is told so."""

    def names(self, prefix: str = "") -> list[str]:
        """Return the sorted names that begin with the prefix.

        The list of an object server may lack a file that another process wrote a moment ago: ask `exists` for a file
        whose name is known.
        """

    def exists(self, name: str) -> bool:
        """Return whether there is such a file."""

    def delete(self, name: str) -> None:
        """Remove a file, if there is one."""


def folder_at(place: Path | str | Folder) -> Folder:
    """Return the folder at a path, or at an address such as `s3://BUCKET/FOLDER`; a folder is returned itself."""
    from mesocosm.storage.local import LocalFolder
    from mesocosm.storage.objects import ObjectFolder
    from mesocosm.storage.places import is_remote

    if not isinstance(place, Path | str):
        return place
    return ObjectFolder(str(place)) if is_remote(place) else LocalFolder(Path(place).absolute())  # workers elsewhere
