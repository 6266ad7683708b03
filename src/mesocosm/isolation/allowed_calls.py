"""System calls that an isolated process may make: what CPython, the libraries for agents and PHREEQC need.

All others are refused, so a call that nobody thought of is refused too. There are no calls for sockets among them, so
that there is no network. The filter checks the arguments of some calls below; see `syscall_filter`.

Numbers: Linux `arch/x86/entry/syscalls/syscall_64.tbl` and `include/uapi/asm-generic/unistd.h` (which aarch64 uses).
"""

from __future__ import annotations

from typing import NamedTuple


class Numbers(NamedTuple):
    """Number of a system call on each architecture; None if it does not exist there."""

    x86_64: int | None
    aarch64: int | None


ALLOWED = {
    # Files by descriptor.
    "read": Numbers(0, 63),
    "write": Numbers(1, 64),
    "pread64": Numbers(17, 67),
    "pwrite64": Numbers(18, 68),
    "readv": Numbers(19, 65),
    "writev": Numbers(20, 66),
    "preadv": Numbers(295, 69),
    "pwritev": Numbers(296, 70),
    "preadv2": Numbers(327, 286),
    "pwritev2": Numbers(328, 287),
    "lseek": Numbers(8, 62),
    "sendfile": Numbers(40, 71),
    "close": Numbers(3, 57),
    "close_range": Numbers(436, 436),
    "dup": Numbers(32, 23),
    "dup2": Numbers(33, None),
    "dup3": Numbers(292, 24),
    "fsync": Numbers(74, 82),
    "fdatasync": Numbers(75, 83),
    "sync_file_range": Numbers(277, 84),
    "fadvise64": Numbers(221, 223),
    "readahead": Numbers(187, 213),
    "ftruncate": Numbers(77, 46),
    "fstat": Numbers(5, 80),
    "statx": Numbers(332, 291),
    "fstatfs": Numbers(138, 44),
    "getdents": Numbers(78, None),
    "getdents64": Numbers(217, 61),
    "pipe": Numbers(22, None),
    "pipe2": Numbers(293, 59),
    "fchdir": Numbers(81, 50),
    # Files by name: Landlock rules or the mounts decide which.
    "access": Numbers(21, None),
    "faccessat": Numbers(269, 48),
    "faccessat2": Numbers(439, 439),
    "stat": Numbers(4, None),
    "lstat": Numbers(6, None),
    "newfstatat": Numbers(262, 79),
    "statfs": Numbers(137, 43),
    "readlink": Numbers(89, None),
    "readlinkat": Numbers(267, 78),
    "getcwd": Numbers(79, 17),
    "chdir": Numbers(80, 49),
    "truncate": Numbers(76, 45),
    "mkdir": Numbers(83, None),
    "mkdirat": Numbers(258, 34),
    "rmdir": Numbers(84, None),
    "unlink": Numbers(87, None),
    "unlinkat": Numbers(263, 35),
    "rename": Numbers(82, None),
    "renameat": Numbers(264, 38),
    "link": Numbers(86, None),
    "linkat": Numbers(265, 37),
    "symlink": Numbers(88, None),
    "symlinkat": Numbers(266, 36),
    "umask": Numbers(95, 166),
    # Extended attributes, read only: needed to copy a file.
    "getxattr": Numbers(191, 8),
    "lgetxattr": Numbers(192, 9),
    "fgetxattr": Numbers(193, 10),
    "listxattr": Numbers(194, 11),
    "llistxattr": Numbers(195, 12),
    "flistxattr": Numbers(196, 13),
    # Memory.
    "mmap": Numbers(9, 222),
    "munmap": Numbers(11, 215),
    "mremap": Numbers(25, 216),
    "mprotect": Numbers(10, 226),
    "madvise": Numbers(28, 233),
    "brk": Numbers(12, 214),
    "msync": Numbers(26, 227),
    "mincore": Numbers(27, 232),
    "membarrier": Numbers(324, 283),
    "mbind": Numbers(237, 235),
    "set_mempolicy": Numbers(238, 237),
    "get_mempolicy": Numbers(239, 236),
    "getcpu": Numbers(309, 168),
    # Threads, programs, and waiting for them.
    "futex": Numbers(202, 98),
    "futex_waitv": Numbers(449, 449),
    "set_robust_list": Numbers(273, 99),
    "set_tid_address": Numbers(218, 96),
    "rseq": Numbers(334, 293),
    "gettid": Numbers(186, 178),
    "sched_yield": Numbers(24, 124),
    "sched_getaffinity": Numbers(204, 123),
    "sched_getparam": Numbers(143, 121),
    "sched_getscheduler": Numbers(145, 120),
    "sched_getattr": Numbers(315, 275),
    "sched_get_priority_max": Numbers(146, 125),
    "sched_get_priority_min": Numbers(147, 126),
    "sched_rr_get_interval": Numbers(148, 127),
    "arch_prctl": Numbers(158, None),
    "exit": Numbers(60, 93),
    "exit_group": Numbers(231, 94),
    "execve": Numbers(59, 221),
    "wait4": Numbers(61, 260),
    "waitid": Numbers(247, 95),
    "restart_syscall": Numbers(219, 128),
    # Waiting for files and for time.
    "poll": Numbers(7, None),
    "ppoll": Numbers(271, 73),
    "select": Numbers(23, None),
    "pselect6": Numbers(270, 72),
    "epoll_create": Numbers(213, None),
    "epoll_create1": Numbers(291, 20),
    "epoll_ctl": Numbers(233, 21),
    "epoll_wait": Numbers(232, None),
    "epoll_pwait": Numbers(281, 22),
    "epoll_pwait2": Numbers(441, 441),
    "eventfd": Numbers(284, None),
    "eventfd2": Numbers(290, 19),
    "timerfd_create": Numbers(283, 85),
    "timerfd_settime": Numbers(286, 86),
    "timerfd_gettime": Numbers(287, 87),
    "signalfd": Numbers(282, None),
    "signalfd4": Numbers(289, 74),
    "nanosleep": Numbers(35, 101),
    "clock_nanosleep": Numbers(230, 115),
    "pause": Numbers(34, None),
    "alarm": Numbers(37, None),
    "getitimer": Numbers(36, 102),
    "setitimer": Numbers(38, 103),
    "timer_create": Numbers(222, 107),
    "timer_settime": Numbers(223, 110),
    "timer_gettime": Numbers(224, 108),
    "timer_getoverrun": Numbers(225, 109),
    "timer_delete": Numbers(226, 111),
    # Signals: Landlock rules or the process name space decide whom they reach.
    "rt_sigaction": Numbers(13, 134),
    "rt_sigprocmask": Numbers(14, 135),
    "rt_sigreturn": Numbers(15, 139),
    "rt_sigpending": Numbers(127, 136),
    "rt_sigsuspend": Numbers(130, 133),
    "rt_sigtimedwait": Numbers(128, 137),
    "sigaltstack": Numbers(131, 132),
    "kill": Numbers(62, 129),
    "tkill": Numbers(200, 130),
    "tgkill": Numbers(234, 131),
    # Time and random numbers.
    "time": Numbers(201, None),
    "gettimeofday": Numbers(96, 169),
    "clock_gettime": Numbers(228, 113),
    "clock_getres": Numbers(229, 114),
    "times": Numbers(100, 153),
    "getrandom": Numbers(318, 278),
    # The process's own identity, place and limits.
    "getpid": Numbers(39, 172),
    "getppid": Numbers(110, 173),
    "getuid": Numbers(102, 174),
    "geteuid": Numbers(107, 175),
    "getgid": Numbers(104, 176),
    "getegid": Numbers(108, 177),
    "getgroups": Numbers(115, 158),
    "getresuid": Numbers(118, 148),
    "getresgid": Numbers(120, 150),
    "getpgid": Numbers(121, 155),
    "getpgrp": Numbers(111, None),
    "getsid": Numbers(124, 156),
    "setsid": Numbers(112, 157),
    "setpgid": Numbers(109, 154),
    "getrlimit": Numbers(97, 163),
    "setrlimit": Numbers(160, 164),
    "getrusage": Numbers(98, 165),
    "getpriority": Numbers(140, 141),
    "capget": Numbers(125, 90),
    "uname": Numbers(63, 160),
    "sysinfo": Numbers(99, 179),
}

# Only if a run may have more than one process; the warden counts them.
NEW_PROCESS = {"fork": Numbers(57, None), "vfork": Numbers(58, None)}

# Allowed on the calling process alone (first argument zero): with a shared user id these reach any process.
ONLY_ONESELF = {
    "prlimit64": Numbers(302, 261),
    "sched_setaffinity": Numbers(203, 122),
    "sched_setscheduler": Numbers(144, 119),
    "sched_setparam": Numbers(142, 118),
    "sched_setattr": Numbers(314, 274),
}

# Copying a file sets its mode and times. Landlock guards what a file holds, not these, so where the outside is in sight
# the calls only pretend to succeed. Owner and attributes cannot be changed anywhere.
METADATA = {
    "chmod": Numbers(90, None),
    "fchmod": Numbers(91, 52),
    "fchmodat": Numbers(268, 53),
    "fchmodat2": Numbers(452, 452),
    "utime": Numbers(132, None),
    "utimes": Numbers(235, None),
    "utimensat": Numbers(280, 88),
    "futimesat": Numbers(261, None),
}

# A lock or lease on a file that many runs read would let them wait for, and signal to, each other. The folder has one
# user at a time, so there locks mean nothing, and pretending suits programs that ask for them.
FLOCK = Numbers(73, 32)
FCNTL = Numbers(72, 25)
FCNTL_PRETENDED = {"F_SETLK": 6, "F_SETLKW": 7, "F_OFD_SETLK": 37, "F_OFD_SETLKW": 38}
FCNTL_ALLOWED = {
    "F_DUPFD": 0,
    "F_GETFD": 1,
    "F_SETFD": 2,
    "F_GETFL": 3,
    "F_SETFL": 4,
    "F_GETLK": 5,
    "F_OFD_GETLK": 36,
    "F_DUPFD_CLOEXEC": 1030,
    "F_GETPIPE_SZ": 1032,
}

# Queries of a terminal and flags of a descriptor; not those that clone, freeze or mark a file.
IOCTL = Numbers(16, 29)
IOCTL_ALLOWED = {
    "TCGETS": 0x5401,
    "TIOCGWINSZ": 0x5413,
    "FIONREAD": 0x541B,
    "FIONBIO": 0x5421,
    "FIONCLEX": 0x5450,
    "FIOCLEX": 0x5451,
}

# Not PR_SET_PDEATHSIG, by which a job would outlive its warden, nor PR_SET_DUMPABLE, by which it would hide from it.
PRCTL = Numbers(157, 167)
PRCTL_ALLOWED = {
    "PR_GET_PDEATHSIG": 2,
    "PR_GET_DUMPABLE": 3,
    "PR_SET_NAME": 15,
    "PR_GET_NAME": 16,
    "PR_GET_SECCOMP": 21,
    "PR_CAPBSET_READ": 23,
    "PR_SET_TIMERSLACK": 29,
    "PR_GET_TIMERSLACK": 30,
    "PR_GET_NO_NEW_PRIVS": 39,
    "PR_GET_THP_DISABLE": 42,
    "PR_SET_VMA": 0x53564D41,
}

CLONE = Numbers(56, 220)
RENAMEAT2 = Numbers(316, 276)
CREAT = Numbers(85, None)
OPEN = Numbers(2, None)
OPENAT = Numbers(257, 56)

# Reserved space would fill a disk between two looks at it; after this error the C library writes zeros instead.
FALLOCATE = Numbers(285, 47)
# Programs fall back to reading and writing.
COPY_FILE_RANGE = Numbers(326, 285)

OPTIONAL_FROM = 424
"""From `pidfd_send_signal` (Linux 5.1) on, numbers are equal on all architectures and programs can do without the
calls. Refused calls look as if they did not exist, so that programs use the older way: `clone3` and `openat2`, whose
arguments lie in memory, which a filter cannot read, and all calls newer than this list.
"""
