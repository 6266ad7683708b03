"""Isolation by name spaces with the program `bwrap`: the job sees a file system built for it alone."""

from __future__ import annotations

import functools
import shutil
from pathlib import Path

from mesocosm.isolation.isolated_run import Order, keep
from mesocosm.isolation.isolator import Job, Outcome
from mesocosm.isolation.probe import why_leaky
from mesocosm.isolation.syscall_filter import syscall_filter, why_no_filter

OWN_PROCESSES = 2
"""Bubblewrap itself outside, and the first process in the process name space."""
NOBODY = "65534"
SMALLEST_TMPFS_BYTES = "4096"


class BubblewrapIsolator:
    """Name spaces for everything, a system call filter and resource limits."""

    name = "bubblewrap"

    def why_unavailable(self) -> str | None:
        """Return None if a probe run worked on this machine, else the reason in one sentence."""
        return why_unavailable()

    def run(self, job: Job) -> Outcome:
        """Run the job under all of its limits."""
        return keep(job, bubblewrap_order(job), self.name)


@functools.cache
def why_unavailable() -> str | None:
    if shutil.which("bwrap") is None:
        return "the program bwrap is not installed (on Debian and Ubuntu: apt install bubblewrap)"
    return why_no_filter() or why_leaky(BubblewrapIsolator())


def bubblewrap_order(job: Job) -> Order:
    limits = job.limits
    folder = job.folder.resolve()
    return Order(
        mechanism="bubblewrap",
        command=job.command,
        folder=str(folder),
        environment=job.environment,
        syscall_filter=syscall_filter(processes=limits.processes, guard_outside_metadata=False).hex(),
        bubblewrap=(shutil.which("bwrap") or "bwrap", *namespace_options(), *file_options(job, folder)),
        processes=limits.processes + OWN_PROCESSES,
        **limits.model_dump(include={"wall_s", "cpu_s", "memory_bytes", "disk_bytes", "files"}),
    )


def namespace_options() -> tuple[str, ...]:
    separate = ("user", "ipc", "pid", "net", "uts")
    identity = ("--uid", NOBODY, "--gid", NOBODY, "--hostname", "sandbox", "--cap-drop", "ALL")
    return (
        *(f"--unshare-{kind}" for kind in separate),
        "--unshare-cgroup-try",
        *identity,
        "--new-session",
        "--die-with-parent",
    )


def file_options(job: Job, folder: Path) -> list[str]:
    """Return the options for mounts, outer folders before inner ones; every file system except the folder is read-only
    in the end.

    A writable tmpfs would be memory that no limit counts, so there is none: not /tmp, not /dev, not the root.
    """
    options = ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    for path in sorted(job.readable, key=lambda path: len(path.parts)):
        options += ["--ro-bind-try", str(path), str(path)]
    for path in job.hidden:
        options += hiding_options(path)
    return [*options, "--bind", str(folder), str(folder), "--chdir", str(folder), "--remount-ro", "/"]


def hiding_options(path: Path) -> list[str]:
    if path.is_dir():
        return ["--size", SMALLEST_TMPFS_BYTES, "--tmpfs", str(path), "--remount-ro", str(path)]
    return ["--ro-bind", "/dev/null", str(path)] if path.exists() else []
