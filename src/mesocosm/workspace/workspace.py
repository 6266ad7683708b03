"""The folder of one episode."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from mesocosm.errors import BrokenEpisode, PathRefused, QuotaExceeded, ToolError
from mesocosm.types import Artifact
from mesocosm.workspace.confinement import DEEPEST, open_plain, parts_of, write_plain
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

LARGEST_READ = 20_000_000
"""Bytes that are read into memory at once; a tool for a larger format reads parts of a file."""


class Workspace:
    """The folder of an episode, with quotas and hashes. Every path of an agent goes through `confinement`."""

    def __init__(
        self, root: Path | None = None, *, most_bytes: int | None = None, most_files: int | None = None
    ) -> None:
        self._temporary = root is None
        self.root = Path(tempfile.mkdtemp(prefix=owned_prefix(), dir=work_folder())) if root is None else root
        self.root.mkdir(parents=True, exist_ok=True)
        self.most_bytes = most_bytes
        self.most_files = most_files
        self._known: dict[str, Artifact] = {}
        self._marks: dict[str, tuple[int, int, int]] = {}
        self._fresh: dict[str, Artifact] = {}
        self._unlisted: dict[str, int] = {}
        self._revoked: set[threading.Thread] = set()

    # ------------------------------------------------------------ reading

    def read_bytes(self, path: str, most: int = LARGEST_READ) -> bytes:
        """Read the bytes of a plain file; refuse one larger than `most`."""
        return self._read(path, most)[0]

    def read_hashed(self, path: str, most: int = LARGEST_READ) -> tuple[bytes, str]:
        """Read the bytes of a plain file with their hash, which is computed again only if the file has changed."""
        data, before = self._read(path, most)
        name = "/".join(parts_of(path))
        known = self._known.get(name)
        if known is not None and known.bytes == len(data) and self._marks.get(name) == before:
            return data, known.sha256
        return data, hashlib.sha256(data).hexdigest()

    def read_text(self, path: str, most: int = LARGEST_READ) -> str:
        """Read the text of a UTF-8 file."""
        data = self.read_bytes(path, most)
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ToolError(f"path {path!r} is no UTF-8 text: byte {error.start} is {data[error.start]:#04x}") from None

    def files(self) -> list[Artifact]:
        """Return every plain file with size and hash, sorted by path."""
        self.scan()
        return [self._known[path] for path in sorted(self._known)]

    # ------------------------------------------------------------ writing

    def write_bytes(self, path: str, data: bytes, sha256: str | None = None) -> Artifact:
        """Write a whole file within the quotas; its hash is computed unless it is given."""
        self._refuse_revoked()
        name = "/".join(parts_of(path))
        self._check_quota(name, len(data))
        write_plain(self.root, name, data)
        return self._note(name, sha256 or hashlib.sha256(data).hexdigest(), len(data))

    def write_text(self, path: str, text: str) -> Artifact:
        """Write UTF-8 text."""
        try:
            return self.write_bytes(path, text.encode("utf-8"))
        except UnicodeEncodeError as error:
            raise ToolError(
                f"the text cannot be written as UTF-8: character {error.start} is a lone surrogate"
            ) from None

    def scan(self) -> None:
        """Record the files that another program wrote into the folder.

        Links and devices are no artifacts. Nor are files that cannot be named or opened, or that are beyond the quota
        (sparse files of terabytes cost a program nothing, and hashing them would take hours); but their bytes count.
        """
        found = _plain_files(self.root)
        sizes = {path: status.st_size for path, status in found.items()}
        beyond = self._beyond_quota(sizes)
        self._unlisted = {path: size for path, size in sizes.items() if path in beyond or not _is_nameable(path)}
        for path, status in found.items():
            if path not in self._unlisted and self._marks.get(path) != _mark(status):
                self._take_note(path, status)
        for path in self._known.keys() - (found.keys() - self._unlisted.keys()):
            del self._known[path]
            self._marks.pop(path, None)

    def over_quota(self) -> str | None:
        """Return the quota that the folder exceeds, if any."""
        used_bytes, used_files = self.usage()
        if self.most_bytes is not None and used_bytes > self.most_bytes:
            return f"the workspace holds {used_bytes:,} bytes; at most {self.most_bytes:,} are allowed"
        if self.most_files is not None and used_files > self.most_files:
            return f"the workspace holds {used_files:,} files; at most {self.most_files:,} are allowed"
        return None

    def is_full(self) -> bool:
        """Whether the folder holds all that a quota allows, or more."""
        self.scan()
        used_bytes, used_files = self.usage()
        full = self.most_bytes is not None and used_bytes >= self.most_bytes
        return full or (self.most_files is not None and used_files >= self.most_files)

    def usage(self) -> tuple[int, int]:
        """Return the recorded numbers of bytes and files."""
        sizes = [*(file.bytes for file in self._known.values()), *self._unlisted.values()]
        return sum(sizes), len(sizes)

    def take_fresh(self) -> tuple[Artifact, ...]:
        """Return the artifacts that were written since the last call of this method."""
        fresh = tuple(self._fresh[path] for path in sorted(self._fresh))
        self._fresh.clear()
        return fresh

    def attribute(self, artifacts: tuple[Artifact, ...]) -> None:
        """Store the provenance of fresh artifacts."""
        for artifact in artifacts:
            self._known[artifact.path] = artifact

    # ------------------------------------------------------------ life

    def revoke(self, thread: threading.Thread | None) -> None:
        """Forbid the thread of a timed-out call to write. The thread is stored, since thread ids are used again."""
        if thread is not None:
            self._revoked.add(thread)

    def close(self) -> None:
        """Remove the folder, if this object made it."""
        if self._temporary:
            try:
                shutil.rmtree(self.root, ignore_errors=True)
            except RecursionError:  # a program made a thousand nested folders
                subprocess.run(["rm", "-rf", "--", str(self.root)], check=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # ------------------------------------------------------------ inside

    def _read(self, path: str, most: int) -> tuple[bytes, tuple[int, int, int]]:
        """Read the bytes of a plain file, and its status mark from before the reading."""
        with open_plain(self.root, path) as file:
            status = os.fstat(file.fileno())
            if status.st_size > most:
                raise PathRefused(f"path {path!r} holds {status.st_size:,} bytes; at most {most:,} can be read at once")
            return file.read(most + 1)[:most], _mark(status)

    def _beyond_quota(self, sizes: dict[str, int]) -> set[str]:
        """Return the files that exceed the quota after the known and the smaller files."""
        if self.most_bytes is None:
            return set()
        used, beyond = 0, set()
        for path in sorted(sizes, key=lambda path: (path not in self._known, sizes[path], path)):
            used += sizes[path]
            if used > self.most_bytes:
                beyond.add(path)
        return beyond

    def _check_quota(self, name: str, size: int) -> None:
        used_bytes, used_files = self.usage()
        replaced = self._known.get(name)
        after = used_bytes + size - (replaced.bytes if replaced else 0)
        if self.most_bytes is not None and after > self.most_bytes:
            raise QuotaExceeded(
                f"writing {size:,} bytes to {name!r} would fill the workspace: {after:,} of {self.most_bytes:,}"
            )
        if self.most_files is not None and replaced is None and used_files >= self.most_files:
            raise QuotaExceeded(f"the workspace already holds {used_files:,} files, the most allowed")

    def _note(self, name: str, digest: str, size: int) -> Artifact:
        artifact = Artifact(path=name, sha256=digest, bytes=size)
        self._known[name] = self._fresh[name] = artifact
        self._unlisted.pop(name, None)
        self._marks[name] = _mark(os.stat(self.root / name, follow_symlinks=False))
        return artifact

    def _take_note(self, path: str, status: os.stat_result) -> None:
        try:
            digest, size = self._hash(path)
        except PathRefused:  # it is not readable, or was removed meanwhile
            self._unlisted[path] = status.st_size
            return
        known = self._known.get(path)
        if known is None or known.sha256 != digest:
            self._note(path, digest, size)
        self._marks[path] = _mark(status)

    def _hash(self, path: str) -> tuple[str, int]:
        with open_plain(self.root, path) as file:
            digest = hashlib.file_digest(file, "sha256")
            return digest.hexdigest(), file.tell()

    def _refuse_revoked(self) -> None:
        if threading.current_thread() in self._revoked:
            raise BrokenEpisode("workspace", "a call that outlived its time tried to write")


def _mark(status: os.stat_result) -> tuple[int, int, int]:
    """Return a mark that changes with a file. The change time, unlike the modification time, cannot be set back."""
    return status.st_ctime_ns, status.st_size, status.st_ino


def _plain_files(root: Path) -> dict[str, os.stat_result]:
    """Yield every plain file, down to the depth of the longest allowed path; do not follow links."""
    found: dict[str, os.stat_result] = {}
    waiting = [("", 0)]
    while waiting:
        folder, depth = waiting.pop()
        for entry in _entries(root / folder):
            name = f"{folder}{entry.name}"
            try:
                if entry.is_dir(follow_symlinks=False) and depth < DEEPEST:
                    waiting.append((f"{name}/", depth + 1))
                elif entry.is_file(follow_symlinks=False):
                    found[name] = entry.stat(follow_symlinks=False)
            except FileNotFoundError:  # removed since the folder was read
                continue
    return found


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:  # it is not readable, or was removed meanwhile
        return []


def _is_nameable(path: str) -> bool:
    try:
        return "/".join(parts_of(path)) == path
    except PathRefused:
        return False
