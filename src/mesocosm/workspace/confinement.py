"""Open only plain files inside one folder, whatever path an agent writes: no path traversal, no symbolic links.

The path's text is checked first; then every folder of the path is opened from its parent without following links, so
that a link that is put there between check and use has no effect.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from mesocosm.errors import PathRefused

LONGEST_PATH = 512
LONGEST_PART = 200
DEEPEST = 16


def parts_of(path: str) -> tuple[str, ...]:
    """Split a relative path into its parts; refuse one that breaks a rule, and name the rule."""
    shown = repr(path[:80])
    problem = _text_problem(path)
    if problem is not None:
        raise PathRefused(f"path {shown} {problem}; give a relative path such as 'results/table.csv'")
    parts = tuple(part for part in path.split("/") if part not in ("", "."))
    if not parts:
        raise PathRefused(f"path {shown} names no file; give a relative path such as 'results/table.csv'")
    if ".." in parts:
        raise PathRefused(f"path {shown} contains '..'; paths stay inside the workspace")
    if len(parts) > DEEPEST or max(len(part.encode()) for part in parts) > LONGEST_PART:
        raise PathRefused(
            f"path {shown} is too deep or has too long a part (at most {DEEPEST} parts of {LONGEST_PART})"
        )
    return parts


def _text_problem(path: str) -> str | None:
    if len(path) > LONGEST_PATH:
        return f"is longer than {LONGEST_PATH} characters"
    if path.startswith(("/", "~")) or "\\" in path or (len(path) > 1 and path[1] == ":"):
        return "is not relative to the workspace"
    if any(ord(character) < 32 or ord(character) == 127 for character in path):
        return "contains control characters"
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return "is not valid UTF-8"
    return None


@contextmanager
def open_folder(root: Path, parts: tuple[str, ...], *, create: bool = False) -> Iterator[int]:
    """Open the folder that holds the last part, without following links; yield its descriptor."""
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)  # a link in place of our folder is refused
    try:
        for part in parts[:-1]:
            if create:
                _make_folder(part, descriptor)
            deeper = _open_part(part, os.O_RDONLY | os.O_DIRECTORY, descriptor, "/".join(parts))
            os.close(descriptor)
            descriptor = deeper
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def open_plain(root: Path, path: str) -> Iterator[BufferedReader]:
    """Open a plain file for reading; refuse links, folders, pipes and devices."""
    parts = parts_of(path)
    with open_folder(root, parts) as folder:
        # O_NONBLOCK: opening a pipe must not wait for a writer.
        descriptor = _open_part(parts[-1], os.O_RDONLY | os.O_NONBLOCK, folder, path)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise PathRefused(f"path {path!r} is no plain file; only plain files can be read")
        with os.fdopen(descriptor, "rb") as file:
            yield file


def write_plain(root: Path, path: str, data: bytes) -> None:
    """Write a whole file or nothing: a draft beside it replaces it at the end."""
    parts = parts_of(path)
    with open_folder(root, parts, create=True) as folder:
        _refuse_special(parts[-1], folder, path)
        draft = f".draft-{os.getpid()}-{os.urandom(4).hex()}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644, dir_fd=folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            os.replace(draft, parts[-1], src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            os.unlink(draft, dir_fd=folder)
            raise


def _refuse_special(name: str, folder: int, path: str) -> None:
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise PathRefused(f"path {path!r} is a folder, link or device; only plain files can be written")


def _make_folder(name: str, parent: int) -> None:
    try:
        os.mkdir(name, 0o755, dir_fd=parent)
    except FileExistsError:
        return


def _open_part(name: str, flags: int, parent: int, path: str) -> int:
    try:
        return os.open(name, flags | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
    except FileNotFoundError:
        raise PathRefused(f"path {path!r} does not exist in the workspace") from None
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.ENXIO, errno.EACCES, errno.ENODEV):
            raise PathRefused(f"path {path!r} goes through a link, or is no plain file in a plain folder") from None
        raise
