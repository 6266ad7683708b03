"""What a job's folder holds, removed but open files included, and its quota; part of the warden, so standard library
alone.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from typing import NamedTuple

DEEPEST = 64
"""Levels of nested folders that are searched; what is deeper is removed as a whole."""
LONGEST_PATH, LONGEST_NAME = 4096, 256
"""Most bytes of a path and of a name in Linux, with the byte that ends them (limits.h)."""
MOST_NAMES = 20
CHUNK_BYTES = 65_536
GONE = b" (deleted)"
"""End of the name of a mapped file that was removed."""
CLOCK_NS = 20_000_000
"""Nanoseconds by which a file's time may be early: file systems use the time of the last tick of the kernel's clock."""


class Quota(NamedTuple):
    """What a folder may hold."""

    bytes: int
    entries: int


class Entry(NamedTuple):
    """A file or folder below the job's folder."""

    path: str
    depth: int
    is_folder: bool
    size: int
    changed_ns: int


def free_bytes(folder: str) -> int:
    """Return the free bytes of the folder's file system; 0 if they are not known."""
    try:
        statistics = os.statvfs(folder)
    except OSError:
        return 0
    return statistics.f_bfree * statistics.f_frsize


def is_over(folder: str, quota: Quota, held_bytes: int) -> bool:
    """Return whether the folder holds more than its quota, or cannot be read, which could hide that it does."""
    size, entries = held_bytes, 0
    try:
        for _, folders, files, handle in os.fwalk(folder, onerror=refuse_unreadable):
            entries += len(folders) + len(files)
            size += sum(size_of(name, handle) for name in files)
            if entries > quota.entries or size > quota.bytes:
                return True
    except FileNotFoundError:
        return False  # changed while it was read; the next look decides
    except (OSError, RecursionError):
        return True
    return False


def refuse_unreadable(error: OSError) -> None:
    raise error


def size_of(name: str, folder: int) -> int:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_size
    except FileNotFoundError:
        return 0


# --- files without a name ------------------------------------------------------------------------------------------


def unlinked_bytes(pid: int, folder: str, quota: Quota) -> int:
    """Return the bytes in files of the folder that a process has removed but still has open or mapped into its memory.

    The size of a file that is only mapped is unknown, so each counts as the largest size that a file may have.
    """
    mapped = unlinked_mappings(pid, folder)
    opened = unlinked_open_files(pid, os.stat(folder).st_dev)
    return sum(opened.values()) + len(mapped - opened.keys()) * (quota.bytes + 1)


def unlinked_open_files(pid: int, device: int) -> dict[int, int]:
    """Return sizes by inode of removed files that a process has open."""
    sizes: dict[int, int] = {}
    try:
        names = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return {}
    for name in names:
        try:
            entry = os.stat(f"/proc/{pid}/fd/{name}")
        except OSError:
            continue
        if entry.st_nlink == 0 and entry.st_dev == device:
            sizes[entry.st_ino] = entry.st_size
    return sizes


def unlinked_mappings(pid: int, folder: str) -> set[int]:
    """Return inodes of removed files that are mapped, from the lines of proc_pid_maps(5): address, rights, offset,
    device, inode, path.
    """
    maps = read_proc(f"/proc/{pid}/maps")
    if GONE not in maps:
        return set()
    inside = os.fsencode(folder) + b"/"
    removed = [line.split(maxsplit=5) for line in maps.splitlines() if line.endswith(GONE)]
    return {int(fields[4]) for fields in removed if fields[5].startswith(inside)}


def read_proc(path: str) -> bytes:
    """Read a file of /proc; empty once its process has ended. Uses plain system calls, since this runs many times a
    second.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return b"".join(iter(lambda: os.read(file, CHUNK_BYTES), b""))
    except OSError:
        return b""
    finally:
        os.close(file)


# --- once the job is gone ------------------------------------------------------------------------------------------


def open_closed_folders(folder: str) -> None:
    """Let the owner of the folder read and remove everything that the job left; safe only once the job has ended."""
    try:
        open_folder(folder)
        for place, names, _ in os.walk(folder):
            for name in names:
                open_folder(os.path.join(place, name))
    except (OSError, RecursionError):
        return  # nested deeper than can be walked, which the quota reports


def open_folder(path: str) -> None:
    mode = os.lstat(path).st_mode
    if stat.S_ISDIR(mode) and mode & 0o700 != 0o700:
        os.chmod(path, 0o700)


def remove_excess(folder: str, quota: Quota, began_ns: int) -> list[str]:
    """Remove what the job wrote, the largest first, until the folder is within its quota; return the paths removed.

    What existed before the job and was not changed by it stays.
    """
    removed = [path for path in too_deep(folder) if remove_tree(os.path.join(folder, path))]
    entries = list(survey(folder))
    size, count = sum(entry.size for entry in entries), len(entries)
    ours = [entry for entry in entries if entry.changed_ns >= began_ns - CLOCK_NS]
    for entry in sorted(ours, key=order_of_removal):
        if size <= quota.bytes and count <= quota.entries:
            break
        if remove_entry(folder, entry):
            size, count = size - entry.size, count - 1
            removed.append(entry.path)
    return abridge_names(removed)


def order_of_removal(entry: Entry) -> tuple[bool, int, int, str]:
    """Sort key: files before folders, large before small, inner folders before outer."""
    return entry.is_folder, -entry.size, -entry.depth, entry.path


def survey(folder: str) -> Iterator[Entry]:
    """Yield everything below the folder, down to a depth; links are not followed."""
    waiting = [("", 1)]
    while waiting:
        place, depth = waiting.pop()
        for name in names_in(os.path.join(folder, place)):
            entry = look_at(folder, os.path.join(place, name), depth)
            if entry.is_folder and entry.depth < DEEPEST:
                waiting.append((entry.path, depth + 1))
            yield entry


def look_at(folder: str, path: str, depth: int) -> Entry:
    """Describe an entry. If its path is longer than the system accepts, it counts as too deep, whatever it is."""
    whole = os.path.join(folder, path)
    try:
        entry = os.lstat(whole)
    except OSError:
        return Entry(path, DEEPEST, True, 0, 0)
    is_folder = stat.S_ISDIR(entry.st_mode)
    if is_folder and len(os.fsencode(whole)) + LONGEST_NAME > LONGEST_PATH:
        depth = DEEPEST  # a path inside it would be too long
    return Entry(path, depth, is_folder, 0 if is_folder else entry.st_size, entry.st_ctime_ns)


def too_deep(folder: str) -> list[str]:
    """Return the outermost folders that contain folders nested too deep."""
    return sorted({entry.path.split("/")[0] for entry in survey(folder) if entry.is_folder and entry.depth == DEEPEST})


def names_in(place: str) -> list[str]:
    try:
        return os.listdir(place)
    except OSError:
        return []


def remove_entry(folder: str, entry: Entry) -> bool:
    path = os.path.join(folder, entry.path)
    try:
        os.rmdir(path) if entry.is_folder else os.unlink(path)
    except OSError:
        return False
    return True


def remove_tree(path: str) -> bool:
    """Remove a folder by the program `rm`, because folders may be nested deeper than Python can walk."""
    import subprocess

    return subprocess.run(["/bin/rm", "-rf", "--", path], check=False, env={}).returncode == 0


def abridge_names(paths: list[str]) -> list[str]:
    """Return the first names in printable letters, and how many more there are."""
    names = [os.fsencode(path).decode(errors="replace") for path in paths[:MOST_NAMES]]
    return names if len(paths) <= MOST_NAMES else [*names, f"and {len(paths) - MOST_NAMES} more"]
