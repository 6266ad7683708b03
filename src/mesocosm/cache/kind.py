"""A kind of entries: the one place where the cache is read and written."""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from mesocosm.cache import usage
from mesocosm.cache.folder import CacheUnwritable, folder
from mesocosm.cache.installation_key import installation_key
from mesocosm.cache.layout import CODE, DRAFTS, LOCKS, MARKER, Marker, remove_folder, size_of
from mesocosm.cache.locks import alone, hold
from mesocosm.errors import InvalidRecord
from mesocosm.files import write_whole
from mesocosm.screen.foreign import tell

CODE_BYTES = 32
ATTEMPTS = 100
"""How often a thing is tried that another process may thwart by clearing at the same moment."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
USE_RESOLUTION_NS = 60 * 10**9
"""A use is written down where the last one was noted longer ago than this."""

_reported: set[str] = set()


@dataclass(frozen=True)
class Kind:
    """Entries of one sort, each a file (or folder) by name under the version of the code that makes it."""

    name: str
    about: str
    version: Callable[[], str]
    entry: Literal["file", "folder"] = "file"
    signed: bool = False
    """Whether entries bear a code by the installation's secret: what others wrote is then made again."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", self.name):
            raise InvalidRecord(f"the name of a kind has lower-case letters, digits and hyphens, got {self.name!r}")

    def path(self, name: str) -> Path:
        """Where an entry lies, whether it is there or not."""
        parts = PurePosixPath(name).parts
        if not parts or any(part.startswith((".", "/")) for part in parts):
            raise InvalidRecord(f"the name of an entry must be a path below its kind, got {name!r}")
        return self._folder / f"{CODE}{self.version()}" / name

    # ------------------------------------------------------------ entries that are bytes

    def read(self, name: str) -> bytes | None:
        """The content of an entry; None where there is none, or it is not what was written."""
        try:
            data = _read_plain_file(self.path(name))
            body = memoryview(data)[CODE_BYTES:]
            return bytes(body) if hmac.compare_digest(self._code(name, body), data[:CODE_BYTES]) else None
        except OSError:
            return None

    def write(self, name: str, body: bytes) -> None:
        """Store an entry, as `store` does."""
        self.store(name, lambda draft: draft.write_bytes(self._code(name, body) + body))

    # ------------------------------------------------------------ entries that are files or folders

    def find(self, name: str) -> Path | None:
        """The path of an entry, which counts as used; None where there is none."""
        path = self.path(name)
        try:
            entry = path.lstat()
        except OSError:
            return None
        wanted = stat.S_ISDIR if self.entry == "folder" else stat.S_ISREG
        if not wanted(entry.st_mode):
            return None
        _note_use(path, entry)
        return path

    def store(self, name: str, make: Callable[[Path], object]) -> None:
        """Make an entry whole or not at all; a folder that cannot be written costs time alone, and is reported once."""
        try:
            with self.draft(name) as draft:
                make(draft)
        except CacheUnwritable as error:
            if self.name not in _reported:
                _reported.add(self.name)
                tell(f"not cached: {error}", err=True)

    def provide(
        self, name: str, make: Callable[[Path], object], is_whole: Callable[[Path], bool] = lambda path: True
    ) -> Path:
        """The path of an entry, made where it is missing or not whole.

        Nothing removes it while this process may use it.

        Args:
            name: Of the entry.
            make: Writes the file or folder at the path it gets, which is renamed afterwards.
            is_whole: Says whether an entry that is there can be used.
        """
        for _ in range(ATTEMPTS):
            path = self.find(name)
            if path is not None and hold(path) and is_whole(path):
                return path
            with self._draft() as draft:
                make(draft)
                path = self.find(name)
                if path is None or not is_whole(path):  # else another process was first
                    self._finish(draft, name, held=True)
        raise CacheUnwritable(self.path(name), OSError("it is removed as often as it is made"))

    @contextmanager
    def draft(self, name: str) -> Iterator[Path]:
        """A path to write an entry to; at the end it gets its name at once, or leaves nothing where an error came."""
        with self._draft() as draft:
            yield draft
            self._finish(draft, name)

    def alone(self, name: str) -> AbstractContextManager[None]:
        """A lock under which one process makes what has this name; others wait, and find it made."""
        return alone(self._folder / LOCKS / hashlib.sha256(name.encode()).hexdigest()[:16])

    # ------------------------------------------------------------ how

    @property
    def _folder(self) -> Path:
        return folder() / self.name

    @contextmanager
    def _draft(self) -> Iterator[Path]:
        """A path that may be written, and is removed in the end if it is still there."""
        drafts = self._folder / DRAFTS
        draft = drafts / f"{os.getpid()}-{secrets.token_hex(4)}"
        with _writing(folder()):
            drafts.mkdir(parents=True, exist_ok=True)
        try:
            yield draft
        except OSError as error:
            if error.errno in FULL or str(error.filename).startswith(str(draft)):
                raise CacheUnwritable(folder(), error) from error
            raise  # an error of the maker's own
        finally:
            _remove(draft)

    def _finish(self, draft: Path, name: str, *, held: bool = False) -> None:
        """Give a draft its name, and count it."""
        with _writing(folder()):
            self._mark()
            size = size_of(draft)
            if held:
                hold(self.path(name), draft)
            usage.add(folder(), size, kept=self._place(draft, name))

    def _code(self, name: str, body: bytes | memoryview) -> bytes:
        """Over the kind, the code version and the name, too: an entry under another name is not that entry."""
        about = "\0".join((self.name, self.version(), name, "")).encode()
        digest = hmac.new(installation_key(), about, "sha256") if self.signed else hashlib.sha256(about)
        digest.update(body)
        return digest.digest()

    def _mark(self) -> None:
        """Say in the kind's folder what it is."""
        marker = Marker(name=self.name, about=self.about, version=self.version(), entry=self.entry)
        path = self._folder / MARKER
        text = json.dumps(marker._asdict(), indent=1)
        try:
            if path.read_text() == text:
                return
        except (OSError, ValueError):
            pass
        write_whole(path, text)

    def _place(self, draft: Path, name: str) -> Path:
        target = self.path(name)
        for attempt in range(ATTEMPTS):
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
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


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CacheUnwritable(path, error) from error


def _read_plain_file(path: Path) -> bytes:
    """A file's content, which counts as used; a link is refused, and a pipe is not waited for."""
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        entry = os.fstat(file.fileno())
        if not stat.S_ISREG(entry.st_mode):
            raise OSError(f"{path} is not a plain file")
        _note_use(file.fileno(), entry)
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
