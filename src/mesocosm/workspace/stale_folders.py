"""Folders of episodes, engines and workers: closed to agents' processes, and removed where their process was killed."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

from mesocosm.cache.folder import own_temporary_folder

NAME = re.compile(r"mesocosm-(?P<space>\d+)-(?P<process>\d+)-(?P<started>\d+)-[^/]+")
"""The space of process numbers, the process, and when it started, in ticks since the machine did."""


def work_folder() -> Path:
    """The folder in which all of these lie, which is this user's alone.

    Agents that have a process of their own see it empty: an episode's folder is not theirs to swap for a link.
    """
    place = own_temporary_folder() / "work"
    place.mkdir(mode=0o700, exist_ok=True)
    return place


def owned_prefix() -> str:
    """How the name of a folder begins that belongs to this process."""
    return f"mesocosm-{_space()}-{os.getpid()}-{_started(os.getpid())}-"


def collect(place: Path | None = None) -> list[Path]:
    """Remove the folders of processes that are no more; those that were removed.

    Only folders of this user whose owner could be seen from here if it were alive: a container that shares the place
    but not the process numbers keeps its own.
    """
    place = work_folder() if place is None else place
    left = [path for path in place.glob("mesocosm-*") if _is_left(path)]
    for path in left:
        try:
            shutil.rmtree(path, ignore_errors=True)
        except RecursionError:  # a program left a thousand folders inside each other
            subprocess.run(["rm", "-rf", "--", str(path)], check=False)
    return left


def _is_left(path: Path) -> bool:
    owner = NAME.fullmatch(path.name)
    if owner is None or int(owner["space"]) != _space() or _space() == 0:
        return False
    try:
        status = path.lstat()
    except OSError:  # gone meanwhile
        return False
    is_ours = path.is_dir() and not path.is_symlink() and status.st_uid == os.getuid()
    return is_ours and _started(int(owner["process"])) != int(owner["started"])


def _started(process: int) -> int:
    """When a process started; 0 where there is none, or it has ended and only waits to be buried."""
    try:
        fields = Path("/proc", str(process), "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0
    return 0 if fields[0] in "ZX" else int(fields[19])  # field 22 of the whole line, see proc(5)


@functools.cache
def _space() -> int:
    """The number of this process's space of process numbers; 0 where the system does not tell."""
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        return 0
