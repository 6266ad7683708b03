"""The system calls an isolated process may not make, as a seccomp filter the kernel can load.

Both isolators load the filter, so an agent meets the same refusals under either. It is written as classic BPF by
hand because it is short, and because libseccomp is not on every machine that has Landlock or bubblewrap.

Numbers: Linux `arch/x86/entry/syscalls/syscall_64.tbl` and `include/uapi/asm-generic/unistd.h` (which aarch64 uses).
"""

from __future__ import annotations

import errno
import platform
import struct
from typing import NamedTuple


class Numbers(NamedTuple):
    """A system call's number on each architecture, nothing where it does not exist."""

    x86_64: int | None
    aarch64: int | None


class Architecture(NamedTuple):
    """What a filter must know of the machine: its place in `Numbers` and its `AUDIT_ARCH_*` value."""

    name: str
    audit: int


ARCHITECTURES = {
    "x86_64": Architecture("x86_64", 0xC000003E),
    "aarch64": Architecture("aarch64", 0xC00000B7),
    "arm64": Architecture("aarch64", 0xC00000B7),
}

FORBIDDEN = {
    # The network, and sockets of the file system, which Landlock does not guard.
    "socket": Numbers(41, 198),
    "socketpair": Numbers(53, 199),
    # Other name spaces and file systems.
    "unshare": Numbers(272, 97),
    "setns": Numbers(308, 268),
    "mount": Numbers(165, 40),
    "umount2": Numbers(166, 39),
    "pivot_root": Numbers(155, 41),
    "chroot": Numbers(161, 51),
    "open_tree": Numbers(428, 428),
    "move_mount": Numbers(429, 429),
    "fsopen": Numbers(430, 430),
    "fsconfig": Numbers(431, 431),
    "fsmount": Numbers(432, 432),
    "fspick": Numbers(433, 433),
    "mount_setattr": Numbers(442, 442),
    "statmount": Numbers(457, 457),
    "listmount": Numbers(458, 458),
    "name_to_handle_at": Numbers(303, 264),
    "open_by_handle_at": Numbers(304, 265),
    "quotactl": Numbers(179, 60),
    "quotactl_fd": Numbers(443, 443),
    "swapon": Numbers(167, 224),
    "swapoff": Numbers(168, 225),
    # Other processes: their memory, files, priority and place.
    "ptrace": Numbers(101, 117),
    "process_vm_readv": Numbers(310, 270),
    "process_vm_writev": Numbers(311, 271),
    "process_madvise": Numbers(440, 440),
    "process_mrelease": Numbers(448, 448),
    "kcmp": Numbers(312, 272),
    "pidfd_open": Numbers(434, 434),
    "pidfd_getfd": Numbers(438, 438),
    "pidfd_send_signal": Numbers(424, 424),
    "setpriority": Numbers(141, 140),
    "ioprio_set": Numbers(251, 30),
    "migrate_pages": Numbers(256, 238),
    "move_pages": Numbers(279, 239),
    # Names of files elsewhere, told by their events.
    "inotify_init": Numbers(253, None),
    "inotify_init1": Numbers(294, 26),
    "fanotify_init": Numbers(300, 262),
    # Memory that no limit on the address space counts.
    "memfd_create": Numbers(319, 279),
    "memfd_secret": Numbers(447, 447),
    "shmget": Numbers(29, 194),
    "shmat": Numbers(30, 196),
    "msgget": Numbers(68, 186),
    "msgsnd": Numbers(69, 189),
    "semget": Numbers(64, 190),
    "mq_open": Numbers(240, 180),
    # Pipes, sockets and devices in the folder, on which a reader outside would hang.
    "mknod": Numbers(133, None),
    "mknodat": Numbers(259, 33),
    # Parts of the kernel known for their holes, and of no use to a computation.
    "bpf": Numbers(321, 280),
    "perf_event_open": Numbers(298, 241),
    "userfaultfd": Numbers(323, 282),
    "io_uring_setup": Numbers(425, 425),
    "io_uring_enter": Numbers(426, 426),
    "io_uring_register": Numbers(427, 427),
    "keyctl": Numbers(250, 219),
    "add_key": Numbers(248, 217),
    "request_key": Numbers(249, 218),
    "personality": Numbers(135, 92),
    "modify_ldt": Numbers(154, None),
    # The machine itself.
    "kexec_load": Numbers(246, 104),
    "kexec_file_load": Numbers(320, 294),
    "init_module": Numbers(175, 105),
    "finit_module": Numbers(313, 273),
    "delete_module": Numbers(176, 106),
    "acct": Numbers(163, 89),
    "reboot": Numbers(169, 142),
    "sethostname": Numbers(170, 161),
    "setdomainname": Numbers(171, 162),
    "settimeofday": Numbers(164, 170),
    "clock_settime": Numbers(227, 112),
    "adjtimex": Numbers(159, 171),
    "clock_adjtime": Numbers(305, 266),
    "syslog": Numbers(103, 116),
    "vhangup": Numbers(153, 58),
    "iopl": Numbers(172, None),
    "ioperm": Numbers(173, None),
}

# These take their arguments from memory, which a filter cannot read; the C library falls back to an older call.
UNKNOWN = {"clone3": Numbers(435, 435), "openat2": Numbers(437, 437)}

NEW_PROCESS = {"fork": Numbers(57, None), "vfork": Numbers(58, None)}

# Allowed on oneself (first argument zero) and on nobody else: with a shared user id these reach any process.
ONLY_ONESELF = {
    "prlimit64": Numbers(302, 261),
    "sched_setaffinity": Numbers(203, 122),
    "sched_setscheduler": Numbers(144, 119),
    "sched_setparam": Numbers(142, 118),
    "sched_setattr": Numbers(314, 274),
}

# Landlock guards what a file holds, not its mode, times, owner and attributes, so these would reach files outside.
# Mode and times pretend to succeed, because copying a file sets them; the others are refused.
PRETENDED_OUTSIDE = {
    "chmod": Numbers(90, None),
    "fchmod": Numbers(91, 52),
    "fchmodat": Numbers(268, 53),
    "fchmodat2": Numbers(452, 452),
    "utime": Numbers(132, None),
    "utimes": Numbers(235, None),
    "utimensat": Numbers(280, 88),
    "futimesat": Numbers(261, None),
}
FORBIDDEN_OUTSIDE = {
    "chown": Numbers(92, None),
    "lchown": Numbers(94, None),
    "fchown": Numbers(93, 55),
    "fchownat": Numbers(260, 54),
    "setxattr": Numbers(188, 5),
    "lsetxattr": Numbers(189, 6),
    "fsetxattr": Numbers(190, 7),
    "removexattr": Numbers(197, 14),
    "lremovexattr": Numbers(198, 15),
    "fremovexattr": Numbers(199, 16),
}

CLONE = Numbers(56, 220)
PRCTL = Numbers(157, 167)
# The argument that holds the mode of a file to be changed, and those that hold flags and mode of one to be made.
MODE_CHANGES = {"chmod": 1, "fchmod": 1, "fchmodat": 2, "fchmodat2": 2}
CREAT = Numbers(85, None)
OPENINGS = ((Numbers(2, None), 1, 2), (Numbers(257, 56), 2, 3))

NEWEST_REVIEWED = 462
"""`mseal` (Linux 6.10); calls that came later, and the x32 calls above 2**30, do not exist in here."""

CLONE_THREAD = 0x00010000
CLONE_NEW_NAMESPACE = 0x7E020080
"""CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET together."""
PR_SET_PDEATHSIG = 1
SETUID_OR_SETGID = 0o6000
CREATING = 0x40 | 0x400000
"""O_CREAT and __O_TMPFILE, alike on both architectures."""

LOAD, JUMP_EQUAL, JUMP_GREATER, JUMP_BITS, RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER_AT, ARCHITECTURE_AT, ARGUMENTS_AT = 0, 4, 16


def why_no_filter() -> str | None:
    """Nothing where a filter can be written for this machine, else the reason."""
    if platform.machine() in ARCHITECTURES:
        return None
    return f"no system call filter is written for the processor {platform.machine()!r} (only x86_64 and aarch64)"


def syscall_filter(*, processes: int, guard_outside_metadata: bool) -> bytes:
    """The filter's BPF program: an array of `struct sock_filter`.

    processes: with 1, no further process can be started; with more, counting them is left to the warden.
    guard_outside_metadata: also keep a process from changing mode, owner, times and attributes of any file, for
        isolators that leave the outside file system in sight.
    """
    architecture = ARCHITECTURES[platform.machine()]
    forbidden = (
        FORBIDDEN | (NEW_PROCESS if processes == 1 else {}) | (FORBIDDEN_OUTSIDE if guard_outside_metadata else {})
    )
    program = prologue(architecture)
    program += refuse_all(forbidden, errno.EPERM, architecture)
    program += refuse_all(UNKNOWN, errno.ENOSYS, architecture)
    for numbers in ONLY_ONESELF.values():
        program += when(numbers, architecture, [load_argument(0), jump(JUMP_EQUAL, 0, 1, 0), refuse(errno.EPERM)])
    program += when(CLONE, architecture, clone_rules(processes))
    program += when(
        PRCTL, architecture, [load_argument(0), jump(JUMP_EQUAL, PR_SET_PDEATHSIG, 0, 1), refuse(errno.EPERM)]
    )
    if guard_outside_metadata:
        program += refuse_all(PRETENDED_OUTSIDE, 0, architecture)
    program += set_user_id_rules(architecture)
    return b"".join([*program, statement(RETURN, ALLOW)])


def prologue(architecture: Architecture) -> list[bytes]:
    """End a process that speaks another architecture's calls; refuse calls that nobody has reviewed."""
    return [
        statement(LOAD, ARCHITECTURE_AT),
        jump(JUMP_EQUAL, architecture.audit, 1, 0),
        statement(RETURN, KILL),
        statement(LOAD, NUMBER_AT),
        jump(JUMP_GREATER, NEWEST_REVIEWED, 0, 1),
        refuse(errno.ENOSYS),
    ]


def refuse_all(calls: dict[str, Numbers], error: int, architecture: Architecture) -> list[bytes]:
    """Answer each of the calls with the error; error 0 pretends that it succeeded."""
    numbers = [getattr(call, architecture.name) for call in calls.values()]
    return [
        step for number in numbers if number is not None for step in (jump(JUMP_EQUAL, number, 0, 1), refuse(error))
    ]


def when(call: Numbers, architecture: Architecture, rules: list[bytes]) -> list[bytes]:
    """Apply rules to one call, which is allowed where none of them returns."""
    number = getattr(call, architecture.name)
    if number is None:
        return []
    return [jump(JUMP_EQUAL, number, 0, len(rules) + 1), *rules, statement(RETURN, ALLOW)]


def clone_rules(processes: int) -> list[bytes]:
    """Threads always, processes only where more than one is allowed, name spaces never."""
    rules = [load_argument(0), jump(JUMP_BITS, CLONE_NEW_NAMESPACE, 0, 1), refuse(errno.EPERM)]
    if processes == 1:
        rules += [jump(JUMP_BITS, CLONE_THREAD, 1, 0), refuse(errno.EPERM)]
    return rules


def set_user_id_rules(architecture: Architecture) -> list[bytes]:
    """No file with the set-user-id or set-group-id bit: it would carry our identity to others on the host."""
    refused_bits = [jump(JUMP_BITS, SETUID_OR_SETGID, 0, 1), refuse(errno.EPERM)]
    program: list[bytes] = []
    for name, argument in MODE_CHANGES.items():
        program += when(PRETENDED_OUTSIDE[name], architecture, [load_argument(argument), *refused_bits])
    program += when(CREAT, architecture, [load_argument(1), *refused_bits])
    for call, flags, mode in OPENINGS:
        only_creating = [load_argument(flags), jump(JUMP_BITS, CREATING, 0, 3)]
        program += when(call, architecture, [*only_creating, load_argument(mode), *refused_bits])
    return program


def statement(code: int, value: int) -> bytes:
    return struct.pack("=HBBI", code, 0, 0, value)


def jump(code: int, value: int, steps_if_true: int, steps_if_false: int) -> bytes:
    return struct.pack("=HBBI", code, steps_if_true, steps_if_false, value)


def refuse(error: int) -> bytes:
    return statement(RETURN, ERROR | error)


def load_argument(index: int) -> bytes:
    """Load the low half of an argument; all that the rules look at are 32 bits wide, on little-endian machines."""
    return statement(LOAD, ARGUMENTS_AT + 8 * index)
