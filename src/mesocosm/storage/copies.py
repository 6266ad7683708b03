"""Local copies of folders on object servers, for libraries that work with files of this machine."""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from mesocosm.errors import LogDirectoryBusy, StorageError
from mesocosm.files import spell_json
from mesocosm.storage.local import LocalFolder
from mesocosm.storage.objects import ObjectFolder
from mesocosm.storage.places import check_name

Wanted = Callable[[str], bool]
INDEX = "mesocosm-files.json"
"""Object with the names of all others, since a list may lack what was written a moment ago."""
CONNECTIONS = 8
PAUSE_S = 1.0
"""Seconds between two uploads of changes, plus a few times what the last one took."""
SHARE = 4


def fetch(folder: ObjectFolder, copy: Path, wanted: Wanted, known: Iterable[str] = ()) -> list[str]:
    """Copy the wanted files of a folder, with the times at which they were written; return their names.

    `known` names files that may be there, beside those of the list and of the index.
    """
    times = folder.times()
    names = [check_name(name, folder) for name in sorted({*times, *_indexed(folder), *known}) if wanted(name)]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        contents = pool.map(lambda name: _content(folder, name), names)
        return [name for name, content in zip(names, contents, strict=True) if _keep(copy, name, content, times)]


def _content(folder: ObjectFolder, name: str) -> bytes | None:
    try:
        return folder.read(name)
    except FileNotFoundError:  # removed since it was listed
        return None


def _keep(copy: Path, name: str, content: bytes | None, times: Mapping[str, datetime]) -> bool:
    if content is None:
        return False
    LocalFolder(copy).write(name, content)
    if (when := times.get(name)) is not None:
        os.utime(copy / name, (when.timestamp(), when.timestamp()))
    return True


def _indexed(folder: ObjectFolder) -> list[str]:
    try:
        document = json.loads(folder.read(INDEX))
        return [str(name) for name in document["files"]]
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return []


def rescue(folder: ObjectFolder, copy: Path, wanted: Wanted) -> list[str]:
    """Upload what an earlier process had written to a copy and could not upload; return the names.

    Such files only grow: of two versions the longer one is the later.
    """
    here = LocalFolder(copy)
    unsent = [name for name in here.names() if wanted(name) and _is_ahead(folder, name, here.read(name))]
    for name in unsent:
        folder.write(name, here.read(name))
    return unsent


def _is_ahead(folder: ObjectFolder, name: str, content: bytes) -> bool:
    try:
        there = folder.read(name)
    except FileNotFoundError:
        return True
    return there != content and len(content) >= len(there)


class Uploads:
    """Keeps a folder in step with a local copy while the copy is worked on, and at the end."""

    def __init__(
        self, folder: ObjectFolder, copy: Path, wanted: Wanted, *, equal: Iterable[str] = (),
        check: Callable[[], None] = lambda: None, tell: Callable[[str], None] = lambda text: None,
    ) -> None:  # fmt: skip
        """`equal` names files that are the same in both; `check` is called before anything is written."""
        self.folder, self.copy, self.wanted, self._check, self._tell = folder, copy, wanted, check, tell
        self._sent = {name: (self._state(name), self._hash(name)) for name in equal}
        self._index: set[str] = set()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def push(self) -> None:
        """Upload what has changed, the oldest first, then remove what was removed."""
        self._check()
        here = {name: self._state(name) for name in LocalFolder(self.copy).names() if self.wanted(name)}
        self._write_index(set(here) | set(self._sent))
        for name, state in sorted(here.items(), key=lambda entry: entry[1]):
            if name not in self._sent or self._sent[name][0] != state:
                self._send(name, state)
        for name in set(self._sent) - set(here):
            self._check()
            self.folder.delete(name)
            del self._sent[name]

    def _send(self, name: str, state: tuple[int, int]) -> None:
        with suppress(FileNotFoundError):  # removed meanwhile
            content = (self.copy / name).read_bytes()
            digest = hashlib.sha256(content).hexdigest()
            if name not in self._sent or self._sent[name][1] != digest:
                self._check()
                self.folder.write(name, content)
            self._sent[name] = (state, digest)

    def _write_index(self, names: set[str]) -> None:
        if names - self._index:
            self.folder.write(INDEX, spell_json({"files": sorted(names)}).encode())
            self._index = names

    def _state(self, name: str) -> tuple[int, int]:
        try:
            status = (self.copy / name).stat()
        except FileNotFoundError:  # removed meanwhile
            return 0, 0
        return status.st_mtime_ns, status.st_size

    def _hash(self, name: str) -> str:
        return hashlib.sha256((self.copy / name).read_bytes()).hexdigest()

    def _work(self) -> None:
        pause_s, warned = PAUSE_S, False
        while not self._stopped.wait(pause_s):
            began = time.monotonic()
            try:
                self.push()
            except (LogDirectoryBusy, StorageError, OSError) as error:  # tried again, and at the end
                if not warned:
                    self._tell(f"{error}; the work goes on, and it will be tried again")
                warned = True
            pause_s = PAUSE_S + SHARE * (time.monotonic() - began)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._thread.join()
        self.push()
