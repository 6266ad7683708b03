"""Isolation by Landlock with the package `sandlock`: needs no root, no name spaces and no set-user-id helper.

Only its `confine` is used, through `landlock_rules`. Sandlock's own supervisor answers each opening and closing of a
file from a second process, and its process limit does not count the plain `fork` call. Here only the kernel decides, by
Landlock rules, a seccomp filter and hard resource limits.

Landlock does not hide that a file exists: its size and times can still be queried by its name.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import platform
from collections.abc import Iterable, Iterator
from pathlib import Path

from mesocosm.isolation.isolated_run import Order, keep
from mesocosm.isolation.isolator import Job, Outcome
from mesocosm.isolation.landlock_rules import library_in
from mesocosm.isolation.probe import why_leaky
from mesocosm.isolation.syscall_filter import syscall_filter, why_no_filter

READABLE_DEVICES = ("/dev/zero", "/dev/random", "/dev/urandom")
WRITABLE_DEVICES = ("/dev/null",)


class SandlockIsolator:
    """Landlock rules, a system call filter and resource limits; no privilege needed."""

    name = "sandlock"

    def why_unavailable(self) -> str | None:
        """Return None if a probe run worked on this machine, else the reason in one sentence."""
        return why_unavailable()

    def run(self, job: Job) -> Outcome:
        """Run the job under all of its limits."""
        return keep(job, landlock_order(job), self.name)


@functools.cache
def why_unavailable() -> str | None:
    return why_no_filter() or why_not_installed() or why_leaky(SandlockIsolator())


def why_not_installed() -> str | None:
    if platform.system() != "Linux":
        return f"Landlock is a part of Linux, and this is {platform.system()}"
    if importlib.util.find_spec("sandlock") is None:
        return "the package sandlock is not installed (pip install 'mesocosm[sandbox]')"
    import sandlock

    has, needs = sandlock.landlock_abi_version(), sandlock.min_landlock_abi()
    if has < 0:
        return "this kernel has no Landlock"
    return f"this kernel has Landlock {has}, and {needs} is needed (Linux 6.12)" if has < needs else None


def landlock_order(job: Job) -> Order:
    folder = job.folder.resolve()
    readable = [path for given in job.readable for path in without_hidden(given, job.hidden)]
    limits = job.limits
    return Order(
        mechanism="landlock",
        command=job.command,
        folder=str(folder),
        environment=job.environment,
        syscall_filter=syscall_filter(processes=limits.processes, guard_outside_metadata=True).hex(),
        readable=tuple(existing([*readable, *READABLE_DEVICES])),
        writable=(str(folder), *existing(WRITABLE_DEVICES)),
        sandlock_library=sandlock_library(),
        processes=limits.processes,
        **limits.model_dump(include={"wall_s", "cpu_s", "memory_bytes", "disk_bytes", "files"}),
    )


def without_hidden(path: Path, hidden: tuple[Path, ...]) -> Iterator[str]:
    """Yield the path, or the parts of it without hidden paths if it contains any.

    Landlock can only add to what a folder allows, so a folder with something hidden is not allowed as a whole. Paths
    are compared as text, since this runs hundreds of times for each run.
    """
    return _without_hidden(str(path), frozenset(map(str, hidden)))


def _without_hidden(path: str, hidden: frozenset[str]) -> Iterator[str]:
    if path in hidden:
        return
    inside = frozenset(other for other in hidden if other.startswith(f"{path}/"))
    if not inside:
        yield path
        return
    for child in sorted(os.listdir(path)):
        yield from _without_hidden(f"{path}/{child}", inside)


def existing(paths: Iterable[str]) -> list[str]:
    return [path for path in paths if os.path.exists(path)]


@functools.cache
def sandlock_library() -> str:
    """Return the path of the library of the package `sandlock` that the warden needs."""
    import sandlock

    return library_in(os.path.dirname(sandlock.__file__))
