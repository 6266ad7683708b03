"""Protection of the scorer's process from other users, and from other processes of its own user."""

from __future__ import annotations

import ctypes
import os
import pwd
import resource
from pathlib import Path

from mesocosm.errors import InvalidRecord

PR_SET_DUMPABLE = 4


def shut_off(cache: Path) -> None:
    """Make files private and memory unreadable, forbid core dumps, and use a cache of its own: folder names in it
    contain seeds.
    """
    os.umask(0o077)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the process cannot be made undumpable")
    os.environ["MESOCOSM_CACHE"] = str(cache.resolve())


def user_number(name: str | None) -> int:
    """Return the number of a user given by name or number; our own if none is given."""
    if name is None:
        return os.getuid()
    try:
        return int(name) if name.isdecimal() else pwd.getpwnam(name).pw_uid
    except KeyError:
        raise InvalidRecord(f"no user is called {name!r} on this machine") from None
