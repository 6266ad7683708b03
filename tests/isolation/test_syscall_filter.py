from __future__ import annotations

import fcntl
import platform
import struct
import termios

import pytest

from mesocosm.isolation import allowed_calls as calls
from mesocosm.isolation import syscall_filter

TABLES = {
    **calls.ALLOWED,
    **calls.NEW_PROCESS,
    **calls.ONLY_ONESELF,
    **calls.METADATA,
    "flock": calls.FLOCK,
    "fcntl": calls.FCNTL,
    "ioctl": calls.IOCTL,
    "prctl": calls.PRCTL,
    "clone": calls.CLONE,
    "renameat2": calls.RENAMEAT2,
    "creat": calls.CREAT,
    "open": calls.OPEN,
    "openat": calls.OPENAT,
    "fallocate": calls.FALLOCATE,
    "copy_file_range": calls.COPY_FILE_RANGE,
}


def test_constants_agree_with_the_standard_library() -> None:
    for name, value in {**calls.FCNTL_PRETENDED, **calls.FCNTL_ALLOWED}.items():
        assert getattr(fcntl, name, value) == value, name
    for name, value in calls.IOCTL_ALLOWED.items():
        assert getattr(termios, name, value) == value, name


@pytest.mark.parametrize("name", TABLES)
def test_numbers_agree_with_libseccomp(name: str) -> None:
    library = pytest.importorskip("pyseccomp", reason="pip install pyseccomp")
    if library.resolve_syscall(library.Arch.X86_64, name) == -1:
        pytest.skip("libseccomp is older than this call")
    for arch, number in zip((library.Arch.X86_64, library.Arch.AARCH64), TABLES[name], strict=True):
        resolved = library.resolve_syscall(arch, name)
        assert resolved == number if number is not None else resolved < 0


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("processes", [1, 4])
@pytest.mark.parametrize("outside", [True, False])
def test_every_jump_lands_inside_the_program(
    machine: str, processes: int, outside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    program = syscall_filter.syscall_filter(processes=processes, guard_outside_metadata=outside)
    steps = list(struct.iter_unpack("=HBBI", program))
    assert len(steps) < 4096  # BPF_MAXINSNS
    assert steps[-1] == (syscall_filter.RETURN, 0, 0, EPERM)
    for place, (_, if_true, if_false, _) in enumerate(steps):
        assert place + 1 + max(if_true, if_false) < len(steps) or place == len(steps) - 1


def decide(program: bytes, audit: int, number: int, *arguments: int) -> int:
    """Return what the program answers, by a plain interpretation of the BPF instructions that it uses."""
    data = struct.pack("=IIQ6Q", number, audit, 0, *arguments, *[0] * (6 - len(arguments)))
    steps = list(struct.iter_unpack("=HBBI", program))
    place = held = 0
    while True:
        code, if_true, if_false, value = steps[place]
        if code == 0x06:
            return int(value)
        if code == 0x20:
            held = struct.unpack_from("=I", data, value)[0]
            place += 1
        else:
            holds = {0x15: held == value, 0x25: held > value, 0x45: bool(held & value)}[code]
            place += 1 + (if_true if holds else if_false)


ALLOWED, EPERM, ENOSYS, KILLED, PRETENDED = 0x7FFF0000, 0x50001, 0x50026, 0x80000000, 0x50000
ENOTTY, EOPNOTSUPP = 0x50019, 0x5005F
CASES = [
    # number, arguments, answer; numbers of aarch64 (asm-generic/unistd.h)
    (64, (), ALLOWED),  # write
    (198, (), EPERM),  # socket
    (435, (), ENOSYS),  # clone3
    (463, (), ENOSYS),  # setxattrat, newer than what was reviewed
    (220, (0x3D0F00,), ALLOWED),  # clone of a thread, by the flags that glibc uses
    (220, (17,), EPERM),  # clone of a process
    (220, (0x10000000 | 0x10000,), EPERM),  # clone into a user name space
    (261, (0,), ALLOWED),  # prlimit64 on oneself
    (261, (4711,), EPERM),  # prlimit64 on another
    (53, (0, 0, 0o644), PRETENDED),  # fchmodat
    (56, (0, 0, 0o100 | 1, 0o644), ALLOWED),  # openat that creates
    (56, (0, 0, 0o100 | 1, 0o4755), EPERM),  # openat that creates a set-user-id file
    (56, (0, 0, 0, 0o4755), ALLOWED),  # openat that only reads; the mode is not looked at
    *((number, (), EPERM) for number in range(180, 198)),  # mq_open to shmdt: queues, semaphores, shared memory
    *((number, (), EPERM) for number in (217, 218, 219)),  # add_key, request_key, keyctl
    *((number, (), EPERM) for number in (0, 1, 26, 33, 40, 51, 54, 77, 117, 277, 279, 280, 281, 282)),
    *((number, (), ENOSYS) for number in (424, 425, 434, 437, 447, 1000)),
    (32, (3, 2), PRETENDED),  # flock
    (25, (3, 6), PRETENDED),  # fcntl F_SETLK
    (25, (3, 3), ALLOWED),  # fcntl F_GETFL
    (25, (3, 1024), EPERM),  # fcntl F_SETLEASE
    (25, (3, 8), EPERM),  # fcntl F_SETOWN, which sends signals
    (29, (1, 0x5401), ALLOWED),  # ioctl TCGETS, by which one asks for a terminal
    (29, (1, 0x40049409), ENOTTY),  # ioctl FICLONE
    (47, (3, 0, 0, 4096), EOPNOTSUPP),  # fallocate
    (167, (15,), ALLOWED),  # prctl PR_SET_NAME
    (167, (1,), EPERM),  # prctl PR_SET_PDEATHSIG
    (167, (4,), EPERM),  # prctl PR_SET_DUMPABLE
    (276, (0, 0, 0, 0, 1), ALLOWED),  # renameat2 RENAME_NOREPLACE
    (276, (0, 0, 0, 0, 4), EPERM),  # renameat2 RENAME_WHITEOUT
]


@pytest.mark.parametrize(("number", "arguments", "answer"), CASES)
def test_filter_on_aarch64(
    number: int, arguments: tuple[int, ...], answer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    program = syscall_filter.syscall_filter(processes=1, guard_outside_metadata=True)
    assert decide(program, 0xC00000B7, number, *arguments) == answer


@pytest.mark.parametrize(("machine", "audit"), [("x86_64", 0xC000003E), ("aarch64", 0xC00000B7)])
def test_only_listed_calls_are_ever_allowed(machine: str, audit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the filter answers for a number, it allows none that is not in a table."""
    monkeypatch.setattr(platform, "machine", lambda: machine)
    program = syscall_filter.syscall_filter(processes=4, guard_outside_metadata=False)
    listed = {getattr(numbers, machine) for numbers in TABLES.values()}
    allowed = {number for number in range(1100) if decide(program, audit, number) == ALLOWED}
    assert allowed <= listed
    assert {getattr(numbers, machine) for numbers in calls.ALLOWED.values()} - {None} <= allowed


def test_calls_of_another_architecture_end_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    program = syscall_filter.syscall_filter(processes=1, guard_outside_metadata=True)
    assert decide(program, 0x40000003, 4) == KILLED  # i386
    assert decide(program, 0xC000003E, 0x40000000 + 41) == ENOSYS  # x32


def test_unknown_processor_has_no_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    assert "riscv64" in str(syscall_filter.why_no_filter())
