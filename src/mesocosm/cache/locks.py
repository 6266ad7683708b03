"""Locks between processes: for work that one process does at a time, and for entries in use."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mesocosm.cache.folder import make_private
from mesocosm.cache.plain_files import AT_ONCE, open_plain

MOST_HELD = 64
"""Entries that a process holds at a time: those whose paths it returned last."""

_held: OrderedDict[Path, int] = OrderedDict()
_guard = threading.Lock()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Let one thread of one process in at a time; others wait. If this machine has no such locks, work may be done
    twice.
    """
    try:
        make_private(path.parent)
        file = open_plain(path, os.O_WRONLY | os.O_CREAT)
    except OSError:  # a folder that cannot be written, or no plain file
        yield
        return
    try:
        lock(file, shared=False, wait=True)
        yield
    finally:
        os.close(file)


def lock(file: int, *, shared: bool, wait: bool) -> bool:
    """Lock an open file; return whether that worked. It counts as locked if the system or file system has no locks."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def hold(path: Path, draft: Path | None = None) -> bool:
    """Keep others from removing an entry while this process may use its path; return False if it has just gone.

    With a draft, which will be renamed to the path, the entry is held from the beginning.
    """
    with _guard:
        if draft is None and path in _held and _same(_held[path], path):
            _held.move_to_end(path)
            return True
        try:
            file = os.open(draft or path, os.O_RDONLY | AT_ONCE)
        except OSError:
            return False
        lock(file, shared=True, wait=True)
        if draft is None and not _same(file, path):
            os.close(file)
            return False
        _hold_open(path, file)
    return True


def _hold_open(path: Path, file: int) -> None:
    _let_go(_held.pop(path, None))
    _held[path] = file
    while len(_held) > MOST_HELD:
        _let_go(_held.popitem(last=False)[1])


def _let_go(file: int | None) -> None:
    with suppress(OSError):  # a copy of our process may have closed all open files
        if file is not None:
            os.close(file)


def _same(file: int, path: Path) -> bool:
    try:
        here, there = os.fstat(file), path.lstat()
    except OSError:
        return False
    return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)
