"""A kind of entries; the only module that reads and writes the cache.

The cache key of an entry: its kind, the version of the code that makes it, the key of the installation, and its name.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from mesocosm.cache import bounds
from mesocosm.cache.folder import CacheUnwritable, folder
from mesocosm.cache.installation_key import has_key, key_id, process_key
from mesocosm.cache.layout import CODE, CODES, DRAFTS, LOCKS, MARKER, Marker, remove_folder, size_of
from mesocosm.cache.locks import alone, hold
from mesocosm.cache.plain_files import (
    NotOurs,
    check_folders,
    close_to_others,
    make_folder,
    open_plain,
    read_plain,
    why_not_ours,
    write_plain,
)
from mesocosm.cache.signing import CODE_BYTES, Mark, code_of, code_of_path, mark_of
from mesocosm.cache.tampering import notice
from mesocosm.errors import InvalidRecord
from mesocosm.screen.untrusted_text import tell

ATTEMPTS = 100
"""Attempts at what another process may prevent by clearing the cache at the same moment."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
USE_RESOLUTION_NS = 60 * 10**9
"""Nanoseconds since the last recorded use after which a use is recorded again."""

CHANGED = "is not what was stored there"

_reported: set[str] = set()
_fitting: dict[Path, Mark] = {}
"""Files that this process found to match their codes, with their marks at that time."""


@dataclass(frozen=True)
class Kind:
    """One kind of entries: files (or folders) by name, stored under the version of the code that makes them."""

    name: str
    about: str
    version: Callable[[], str]
    entry: Literal["file", "folder"] = "file"

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", self.name):
            raise InvalidRecord(f"the name of a kind has lower-case letters, digits and hyphens, got {self.name!r}")

    def path(self, name: str) -> Path:
        """Return the path of an entry, whether it exists or not."""
        parts = PurePosixPath(name).parts
        if not parts or any(part.startswith((".", "/")) for part in parts):
            raise InvalidRecord(f"the name of an entry must be a path below its kind, got {name!r}")
        return self._folder / f"{CODE}{self._stamp}" / name

    # ------------------------------------------------------------ entries that are bytes

    def read(self, name: str) -> bytes | None:
        """Return the content of an entry; None if there is none or it is not what was written, which is reported."""
        path = self._trusted_path(name)
        if path is None:
            return None
        try:
            data = _read_used_file(path)
        except NotOurs as error:
            notice(path, str(error))
            return None
        except OSError:
            return None
        body = memoryview(data)[CODE_BYTES:]
        if hmac.compare_digest(code_of(process_key(), self._about(name), body), data[:CODE_BYTES]):
            return bytes(body)
        notice(path, CHANGED)
        return None

    def write(self, name: str, body: bytes) -> None:
        """Store an entry; if the folder cannot be written, only time is lost, and the reason is reported once."""
        with self._reported_once(), self._draft() as draft:
            draft.write_bytes(code_of(process_key(), self._about(name), body) + body)
            self._finish(draft, name)

    def has(self, name: str) -> bool:
        """Return whether an entry exists, right or wrong; it counts as used."""
        return self._used_path(name) is not None

    # ------------------------------------------------------------ entries that are files or folders

    def find(self, name: str) -> Path | None:
        """Return the path of an entry, which counts as used; None if there is none, or if it is not what was stored.

        A process reads an entry through once, and again if its file has changed since.
        """
        path = self._used_path(name)
        return path if path is not None and self._is_as_stored(path, name) else None

    def store(self, name: str, make: Callable[[Path], object]) -> None:
        """Store a file or folder completely or not at all; if it cannot be written, only time is lost, which is
        reported once.

        Args:
            name: Name of the entry, by which `find` finds it.
            make: Writes the file or folder at the path that it gets, which is renamed afterwards.
        """
        with self._reported_once(), self.draft(name) as draft:
            make(draft)

    def provide(
        self, name: str, make: Callable[[Path], object], is_whole: Callable[[Path], bool] = lambda path: True
    ) -> Path:
        """Return the path of an entry; make the entry if it is missing or not whole.

        Nothing removes it while this process may use it.

        Args:
            name: Name of the entry.
            make: Writes the file or folder at the path that it gets, which is renamed afterwards.
            is_whole: Whether an existing entry can be used.
        """
        for _ in range(ATTEMPTS):
            path = self.find(name)
            if path is not None and hold(path) and is_whole(path):
                return path
            with self._draft() as draft:
                make(draft)
                path = self.find(name)
                if path is None or not is_whole(path):  # otherwise another process was first
                    self._finish(draft, name, held=True, sign=True)
        raise CacheUnwritable(self.path(name), OSError("it is removed as often as it is made"))

    @contextmanager
    def draft(self, name: str) -> Iterator[Path]:
        """Give a path to write an entry to; at the end it gets its name in one step, or leaves nothing if an error
        occurred.
        """
        with self._draft() as draft:
            yield draft
            self._finish(draft, name, sign=True)

    def alone(self, name: str) -> AbstractContextManager[None]:
        """Return a lock under which one process makes the entry of this name; others wait and find it made."""
        return alone(self._folder / LOCKS / hashlib.sha256(name.encode()).hexdigest()[:16])

    # ------------------------------------------------------------ how

    @property
    def _folder(self) -> Path:
        return folder() / self.name

    @property
    def _stamp(self) -> str:
        """Code version and key that entries are made with."""
        return f"{self.version()}-{key_id()}"

    @contextmanager
    def _draft(self) -> Iterator[Path]:
        """Give a path that may be written, and remove what is still there at the end."""
        drafts = self._folder / DRAFTS
        draft = drafts / f"{os.getpid()}-{secrets.token_hex(4)}"
        with _writing(folder()):
            make_folder(folder(), drafts)
        try:
            yield draft
        except OSError as error:
            if error.errno in FULL or str(error.filename).startswith(str(draft)):
                raise CacheUnwritable(folder(), error) from error
            raise  # an error in `make`
        finally:
            _remove(draft)

    def _finish(self, draft: Path, name: str, *, held: bool = False, sign: bool = False) -> None:
        """Give a draft its name and count it; with `sign`, write its code beside it."""
        with _writing(folder()):
            self._mark()
            close_to_others(draft)
            size = size_of(draft)
            if held:
                hold(self.path(name), draft)
            if sign:
                code = code_of_path(process_key(), self._about(name), draft)
                with self._placing(name):  # other processes see file and code, or neither
                    self._write_code(name, code)
                    placed = self._place(draft, name)
            else:
                placed = self._place(draft, name)
            bounds.add(folder(), size, kept=placed)

    def _used_path(self, name: str) -> Path | None:
        """Return the path of an existing entry of the right sort, which counts as used."""
        path = self._trusted_path(name)
        try:
            entry = None if path is None else path.lstat()
        except OSError:
            return None
        if path is None or entry is None:
            return None
        if (why := why_not_ours(entry, folder=self.entry == "folder")) is not None:
            notice(path, why)
            return None
        _note_use(path, entry)
        return path

    def _trusted_path(self, name: str) -> Path | None:
        """Return the path of an entry, after a check that all folders above it are ours; None if nothing was ever
        stored.
        """
        path = self.path(name) if has_key() else None
        check_folders(folder(), self._folder if path is None else path.parent)
        return path

    def _is_as_stored(self, path: Path, name: str) -> bool:
        """Return whether a file or folder matches its code; a difference is reported."""
        with suppress(OSError):
            if self.entry == "file" and _fitting.get(path) == mark_of(path):
                return True
        if self._fits(path, name):
            return True
        with self._placing(name):  # another process may have written the file and not yet the code
            if self._fits(path, name):
                return True
            if path.exists():
                notice(path, CHANGED)
        return False

    def _fits(self, path: Path, name: str) -> bool:
        try:
            before = mark_of(path)
            code = code_of_path(process_key(), self._about(name), path)
            fits = hmac.compare_digest(code, read_plain(self._code_path(name)))
        except OSError:
            return False
        if fits:
            _fitting[path] = before
        return fits

    def _placing(self, name: str) -> AbstractContextManager[None]:
        return self.alone(f"placing {name}")

    def _code_path(self, name: str) -> Path:
        return self._folder / CODES / self.path(name).relative_to(self._folder)

    def _write_code(self, name: str, code: bytes) -> None:
        path = self._code_path(name)
        for attempt in range(ATTEMPTS):
            try:
                make_folder(folder(), path.parent)
                self._clear_place(path, folder=False)
                write_plain(path, code)
                return
            except FileNotFoundError:  # an empty folder was cleared away meanwhile
                if attempt == ATTEMPTS - 1:
                    raise

    @contextmanager
    def _reported_once(self) -> Iterator[None]:
        """Continue if the cache cannot be written, and say so once."""
        try:
            yield
        except CacheUnwritable as error:
            if self.name not in _reported:
                _reported.add(self.name)
                tell(f"not cached: {error}", err=True)

    def _about(self, name: str) -> str:
        return "\0".join((self.name, self.version(), name, ""))

    def _mark(self) -> None:
        """Write the description of the kind into its folder."""
        marker = Marker(name=self.name, about=self.about, version=self._stamp, entry=self.entry)
        path = self._folder / MARKER
        text = json.dumps(marker._asdict(), indent=1)
        try:
            if read_plain(path) == text.encode():
                return
        except OSError:
            pass
        write_plain(path, text.encode())

    def _place(self, draft: Path, name: str) -> Path:
        target = self.path(name)
        for attempt in range(ATTEMPTS):
            try:
                make_folder(folder(), target.parent)
                self._clear_place(target, folder=draft.is_dir())
                draft.replace(target)
                break
            except FileNotFoundError:  # an empty folder was cleared away meanwhile
                if attempt == ATTEMPTS - 1:
                    raise
            except OSError:
                if not (draft.is_dir() and target.is_dir()):
                    raise
                remove_folder(target, draft.parent)
        return target

    def _clear_place(self, path: Path, *, folder: bool) -> None:
        """Remove what cannot be replaced in one step: a folder in the place of a file, or a file in the place of a
        folder.
        """
        is_folder = path.is_dir() and not path.is_symlink()
        if is_folder and not folder:
            remove_folder(path, self._folder / DRAFTS)
        elif folder and not is_folder:
            path.unlink(missing_ok=True)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CacheUnwritable(path, error) from error


def _read_used_file(path: Path) -> bytes:
    """Read a file, which counts as used."""
    with open(open_plain(path), "rb") as file:
        _note_use(file.fileno(), os.fstat(file.fileno()))
        return file.read()


def _note_use(path: Path | int, entry: os.stat_result) -> None:
    now = time.time_ns()
    if now - entry.st_atime_ns > USE_RESOLUTION_NS:
        with suppress(OSError):  # a folder that can only be read
            os.utime(path, ns=(now, entry.st_mtime_ns))


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)
