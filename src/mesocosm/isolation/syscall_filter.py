"""The system calls that an isolated process may make (`allowed_calls`), as a seccomp filter that the kernel can load.

Both isolators load the filter, so an agent meets the same refusals under either. It is written as classic BPF by hand
because it is short, and because libseccomp is not on every machine that has Landlock or bubblewrap.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mesocosm.isolation import allowed_calls as calls
from mesocosm.isolation.allowed_calls import Numbers


class Architecture(NamedTuple):
    """What a filter must know about the machine: its place in `Numbers` and its `AUDIT_ARCH_*` value."""

    name: str
    audit: int


ARCHITECTURES = {
    "x86_64": Architecture("x86_64", 0xC000003E),
    "aarch64": Architecture("aarch64", 0xC00000B7),
    "arm64": Architecture("aarch64", 0xC00000B7),
}

# The argument with the new mode of a file, and those with flags and mode of a file to be made.
MODE_CHANGES = {"chmod": 1, "fchmod": 1, "fchmodat": 2, "fchmodat2": 2}
OPENINGS = ((calls.OPEN, 1, 2), (calls.OPENAT, 2, 3))

CLONE_THREAD = 0x00010000
CLONE_NEW_NAMESPACE = 0x7E020080
"""CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET together."""
RENAME_WHITEOUT = 4
"""Flag that leaves a device in the place of the old name."""
SETUID_OR_SETGID = 0o6000
CREATING = 0x40 | 0x400000
"""O_CREAT and __O_TMPFILE, equal on both architectures."""

LOAD, JUMP_EQUAL, JUMP_GREATER, JUMP_BITS, RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER_AT, ARCHITECTURE_AT, ARGUMENTS_AT = 0, 4, 16


def why_no_filter() -> str | None:
    """Return None if a filter can be written for this machine, else the reason."""
    if platform.machine() in ARCHITECTURES:
        return None
    return f"no system call filter is written for the processor {platform.machine()!r} (only x86_64 and aarch64)"


def syscall_filter(*, processes: int, guard_outside_metadata: bool) -> bytes:
    """Return the filter's BPF program: an array of `struct sock_filter`.

    processes: with 1, no further process can be started; with more, the warden counts them.
    guard_outside_metadata: also keep a process from changing mode and times of any file, for isolators that
        leave the outside file system visible.
    """
    architecture = ARCHITECTURES[platform.machine()]
    program = [
        *prologue(architecture),
        *descriptor_rules(architecture),
        *process_rules(architecture, processes),
        *file_rules(architecture, guard_outside_metadata),
        *allow_all(calls.ALLOWED, architecture),
        *refuse_the_rest(),
    ]
    return b"".join(program)


def prologue(architecture: Architecture) -> list[bytes]:
    """End a process that makes calls of another architecture."""
    return [
        statement(LOAD, ARCHITECTURE_AT),
        jump(JUMP_EQUAL, architecture.audit, 1, 0),
        statement(RETURN, KILL),
        statement(LOAD, NUMBER_AT),
    ]


def descriptor_rules(architecture: Architecture) -> list[bytes]:
    """Return rules for queries and flags of open files, by the argument that says which."""
    locks = [step for lock in calls.FCNTL_PRETENDED.values() for step in (jump(JUMP_EQUAL, lock, 0, 1), refuse(0))]
    fcntl = [load_argument(1), *locks, *only(calls.FCNTL_ALLOWED.values(), errno.EPERM)]
    return [
        *when(calls.FCNTL, architecture, fcntl),
        *when(calls.FLOCK, architecture, [refuse(0)]),
        *when(calls.IOCTL, architecture, [load_argument(1), *only(calls.IOCTL_ALLOWED.values(), errno.ENOTTY)]),
        *when(calls.FALLOCATE, architecture, [refuse(errno.EOPNOTSUPP)]),
        *when(calls.COPY_FILE_RANGE, architecture, [refuse(errno.ENOSYS)]),
    ]


def process_rules(architecture: Architecture, processes: int) -> list[bytes]:
    """Return rules for processes: some calls may affect only the caller, and new processes must be allowed."""
    program = when(calls.CLONE, architecture, clone_rules(processes))
    program += when(calls.PRCTL, architecture, [load_argument(0), *only(calls.PRCTL_ALLOWED.values(), errno.EPERM)])
    for numbers in calls.ONLY_ONESELF.values():
        program += when(numbers, architecture, [load_argument(0), *only([0], errno.EPERM)])
    for numbers in calls.NEW_PROCESS.values() if processes > 1 else ():
        program += when(numbers, architecture, [])
    return program


def file_rules(architecture: Architecture, guard_outside_metadata: bool) -> list[bytes]:
    """Return rules for making, renaming and marking files: no set-user-id bits, no devices, and nothing outside the
    folder.
    """
    whiteout = [load_argument(4), jump(JUMP_BITS, RENAME_WHITEOUT, 0, 1), refuse(errno.EPERM)]
    program = when(calls.RENAMEAT2, architecture, whiteout)
    for name, numbers in calls.METADATA.items():
        rules = [refuse(0)] if guard_outside_metadata else mode_rules(MODE_CHANGES.get(name))
        program += when(numbers, architecture, rules)
    program += when(calls.CREAT, architecture, mode_rules(1))
    for call, flags, mode in OPENINGS:
        only_creating = [load_argument(flags), jump(JUMP_BITS, CREATING, 0, 3)]
        program += when(call, architecture, [*only_creating, *mode_rules(mode)])
    return program


def mode_rules(argument: int | None) -> list[bytes]:
    """Refuse set-user-id and set-group-id bits in the mode: such a file would give our identity to others."""
    if argument is None:
        return []
    return [load_argument(argument), jump(JUMP_BITS, SETUID_OR_SETGID, 0, 1), refuse(errno.EPERM)]


def only(values: Iterable[int], error: int) -> list[bytes]:
    """Refuse the call unless the loaded argument is one of the values."""
    known = list(values)
    steps = [jump(JUMP_EQUAL, value, len(known) - place, 0) for place, value in enumerate(known)]
    return [*steps, refuse(error)]


def allow_all(allowed: dict[str, Numbers], architecture: Architecture) -> list[bytes]:
    """Allow each of the calls, neighbouring numbers together."""
    numbers = sorted(number for call in allowed.values() if (number := getattr(call, architecture.name)) is not None)
    program: list[bytes] = []
    for first, last in runs(numbers):
        above_first = [jump(JUMP_GREATER, first - 1, 0, 1)] if first else []
        program += [jump(JUMP_GREATER, last, len(above_first) + 1, 0), *above_first, statement(RETURN, ALLOW)]
    return program


def runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last of each run of neighbouring numbers."""
    first = last = numbers[0]
    for number in numbers[1:]:
        if number != last + 1:
            yield first, last
            first = number
        last = number
    yield first, last


def refuse_the_rest() -> list[bytes]:
    return [jump(JUMP_GREATER, calls.OPTIONAL_FROM - 1, 0, 1), refuse(errno.ENOSYS), refuse(errno.EPERM)]


def when(call: Numbers, architecture: Architecture, rules: list[bytes]) -> list[bytes]:
    """Apply rules to one call, which is allowed if none of them returns."""
    number = getattr(call, architecture.name)
    if number is None:
        return []
    return [jump(JUMP_EQUAL, number, 0, len(rules) + 1), *rules, statement(RETURN, ALLOW)]


def clone_rules(processes: int) -> list[bytes]:
    """Allow threads always, processes only if more than one is allowed, name spaces never."""
    rules = [load_argument(0), jump(JUMP_BITS, CLONE_NEW_NAMESPACE, 0, 1), refuse(errno.EPERM)]
    if processes == 1:
        rules += [jump(JUMP_BITS, CLONE_THREAD, 1, 0), refuse(errno.EPERM)]
    return rules


def statement(code: int, value: int) -> bytes:
    return struct.pack("=HBBI", code, 0, 0, value)


def jump(code: int, value: int, steps_if_true: int, steps_if_false: int) -> bytes:
    return struct.pack("=HBBI", code, steps_if_true, steps_if_false, value)


def refuse(error: int) -> bytes:
    return statement(RETURN, ERROR | error)


def load_argument(index: int) -> bytes:
    """Load the low half of an argument; the rules look only at values of 32 bits, on little-endian machines."""
    return statement(LOAD, ARGUMENTS_AT + 8 * index)
