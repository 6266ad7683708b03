"""Temporary folders of episodes, engines and workers: hidden from agents, and removed after a killed process."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

from mesocosm.cache.folder import own_temporary_folder

NAME = re.compile(r"mesocosm-(?P<space>\d+)-(?P<process>\d+)-(?P<started>\d+)-[^/]+")
"""The names of such folders: the process name space, the process, and its start in ticks since boot."""


def work_folder() -> Path:
    """Return the folder of all these folders, which only this user can enter.

    Agents in processes of their own see it empty, and so cannot replace an episode's folder by a link.
    """
    place = own_temporary_folder() / "work"
    place.mkdir(mode=0o700, exist_ok=True)
    return place


def owned_prefix() -> str:
    """Return the prefix of the names of this process's folders."""
    return f"mesocosm-{_space()}-{os.getpid()}-{_started(os.getpid())}-"


def has_ended(prefix: str) -> bool:
    """Return whether a process of this machine, known by the prefix of its folders, has surely ended."""
    owner = NAME.fullmatch(f"{prefix}x")
    if owner is None or int(owner["space"]) != _space() or _space() == 0:
        return False
    return _started(int(owner["process"])) != int(owner["started"])


def collect(place: Path | None = None) -> list[Path]:
    """Remove the folders of processes that have ended, and return them.

    Only folders of this user whose process would be visible from here are removed: a container may share the place but
    not the process numbers.
    """
    place = work_folder() if place is None else place
    left = [path for path in place.glob("mesocosm-*") if _is_left(path)]
    for path in left:
        try:
            shutil.rmtree(path, ignore_errors=True)
        except RecursionError:  # a program made a thousand nested folders
            subprocess.run(["rm", "-rf", "--", str(path)], check=False)
    return left


def _is_left(path: Path) -> bool:
    owner = NAME.fullmatch(path.name)
    if owner is None or int(owner["space"]) != _space() or _space() == 0:
        return False
    try:
        status = path.lstat()
    except OSError:  # removed meanwhile
        return False
    is_ours = path.is_dir() and not path.is_symlink() and status.st_uid == os.getuid()
    return is_ours and _started(int(owner["process"])) != int(owner["started"])


def _started(process: int) -> int:
    """Return when a process started; 0 if there is none, or it is a zombie."""
    try:
        fields = Path("/proc", str(process), "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0
    return 0 if fields[0] in "ZX" else int(fields[19])  # field 22 of the line, see proc(5)


@functools.cache
def _space() -> int:
    """Return the number of this process's PID name space; 0 if the system does not give it."""
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        return 0
