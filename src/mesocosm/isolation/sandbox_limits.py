"""The warden of one isolated run: it shuts the job in, limits memory, time, processes and disk, ends it and reports.

It is a small process that needs the standard library alone, and is started by `isolated_run` in an interpreter of its
own: there it can fork without other threads, adopt the job's orphans, and end them all even if the process that asked
for the run dies.

    main(ORDER, CONTROL, REPORT)

ORDER is an open file with an order (see `isolated_run.Order`) as JSON. A byte on CONTROL, or its end, ends the run. The
report is written to REPORT as JSON.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import resource
import select
import signal
import sys
import time
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from mesocosm.isolation import folder_quota, landlock_rules
else:
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))
    import folder_quota
    import landlock_rules

    sys.path.pop()  # this folder has modules with names of other packages, such as `sandlock`

TICK_S = 0.05
"""Seconds between two looks at the job: how long it can exceed a limit unnoticed."""
LONGEST_REST_S = 1.0
"""Most seconds between two looks at a job that waits for a processor: without processor time it cannot have used more.
"""
GLANCE_S = 0.01
"""Seconds between two checks of the free space of the file system; if much is gone, a look at the job follows at once.
"""
LIBRARIES_BYTES = 512 * 2**20
"""Bytes of address space beyond the memory limit, for libraries that are mapped but take no memory of their own."""
OPEN_FILES = 256
THREADS = 1000
"""Threads of all processes together; more are a thread bomb."""
CPU_GRACE_S = 1
CPU_CLOCK = 2
"""Number of the kernel's clock for the time that all threads of a process ran."""

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 36, 38, 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
LAST_CAPABILITY_POSSIBLE = 63

Order = dict[str, Any]
Report = dict[str, Any]

libc = ctypes.CDLL(None, use_errno=True)


def main(order_file: int, control: int, report_file: int) -> None:
    with open(order_file) as file:
        order: Order = json.load(file)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    report = carry_out(order, control)
    with open(report_file, "w") as file:
        json.dump(report, file)


def carry_out(order: Order, control: int) -> Report:
    """Run the job to its end and report how it ended."""
    started_at, began_ns = time.monotonic(), time.time_ns()
    bell = child_bell()
    job, failure_pipe, status_pipe = start(order)
    release_standard_streams()
    failure = read_all(failure_pipe)
    watch = Watch(order, job, started_at + order["wall_s"])
    reason = "failed" if failure else watch.until_over(control, bell)
    seconds = time.monotonic() - started_at
    end_descendants(watch)
    folder_quota.open_closed_folders(order["folder"])
    report = verdict(order, watch, reason, read_all(status_pipe) if status_pipe is not None else "")
    within = failure or report["ending"] == "finished"
    removed = [] if within else folder_quota.remove_excess(order["folder"], quota_of(order), began_ns)
    return {"failure": failure, "seconds": seconds, "removed": removed} | report


def quota_of(order: Order) -> folder_quota.Quota:
    return folder_quota.Quota(bytes=order["disk_bytes"], entries=order["files"])


def child_bell() -> int:
    """Return a file that becomes readable when a child ends."""
    reader, writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    return reader


# --- shutting the job in -------------------------------------------------------------------------------------------


def start(order: Order) -> tuple[int, int, int | None]:
    """Fork the job; return its process id, a pipe that reports a failure to start, and bubblewrap's status pipe."""
    failure_reader, failure_writer = os.pipe2(os.O_CLOEXEC)
    status = os.pipe2(os.O_CLOEXEC) if order["mechanism"] == "bubblewrap" else None
    job = os.fork()
    if job == 0:
        become_job(order, failure_writer, status[1] if status else None)
    os.close(failure_writer)
    if status:
        os.close(status[1])
    return job, failure_reader, status[0] if status else None


def become_job(order: Order, failure_writer: int, status_writer: int | None) -> NoReturn:
    """Turn this forked process into the job, or report why that failed."""
    try:
        signal.set_wakeup_fd(-1)
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.setsid()
        os.chdir(order["folder"])
        if order["mechanism"] == "landlock":
            exec_under_landlock(order, failure_writer)
        exec_under_bubblewrap(order, failure_writer, status_writer)
    except BaseException as error:
        os.write(failure_writer, f"{type(error).__name__}: {error}".encode()[:4000])
    os._exit(127)


def exec_under_landlock(order: Order, failure_writer: int) -> NoReturn:
    keep_only_files({failure_writer})
    drop_privileges()
    landlock_rules.confine(order["sandlock_library"], order["readable"], order["writable"])
    set_limits(order)
    reset_signals()
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    load_filter(bytes.fromhex(order["syscall_filter"]))
    os.execve(order["command"][0], order["command"], order["environment"])


def exec_under_bubblewrap(order: Order, failure_writer: int, status_writer: int | None) -> NoReturn:
    filter_file = os.memfd_create("filter", 0)
    os.write(filter_file, bytes.fromhex(order["syscall_filter"]))
    os.lseek(filter_file, 0, os.SEEK_SET)
    assert status_writer is not None
    os.set_inheritable(status_writer, True)
    keep_only_files({failure_writer, status_writer, filter_file})
    set_limits(order)
    reset_signals()
    bubblewrap, *options = order["bubblewrap"]
    pipes = ["--seccomp", str(filter_file), "--json-status-fd", str(status_writer)]
    os.execve(bubblewrap, [bubblewrap, *options, *pipes, "--", *order["command"]], order["environment"])


def set_limits(order: Order) -> None:
    """Set hard limits, which only a privilege that the job lacks could raise again."""
    cpu = order["cpu_s"]
    address_space = order["memory_bytes"] + LIBRARIES_BYTES
    # One byte above the quota, so that a single file at its limit exceeds it.
    file_size = order["disk_bytes"] + 1
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + CPU_GRACE_S))
    for kind, most in [
        (resource.RLIMIT_AS, address_space),
        (resource.RLIMIT_FSIZE, file_size),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ]:
        resource.setrlimit(kind, (most, most))


def reset_signals() -> None:
    """Give the job the signal handling of a new program: Python ignores some signals, and that is inherited."""
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):
        signal.signal(ignored, signal.SIG_DFL)


def keep_only_files(kept: set[int]) -> None:
    for name in os.listdir("/proc/self/fd"):
        number = int(name)
        if number > 2 and number not in kept:
            try:
                os.close(number)
            except OSError:
                continue  # the descriptor of the listing itself


def drop_privileges() -> None:
    """Give up every capability, including those that root would regain by starting a program."""
    for capability in range(LAST_CAPABILITY_POSSIBLE + 1):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # fails for ordinary users, who have none to drop
    libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    if libc.capset(header, nothing) != 0:
        raise OSError(ctypes.get_errno(), "capset refused to give up capabilities")


def load_filter(program: bytes) -> None:
    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]

    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(Program(len(program) // 8, program)))


def prctl(option: int, *arguments: Any) -> None:
    wide = [ctypes.c_ulong(value) if isinstance(value, int) else value for value in arguments]
    if libc.prctl(option, *wide, *[ctypes.c_ulong(0)] * (4 - len(wide))) != 0:
        raise OSError(ctypes.get_errno(), f"prctl {option}: {os.strerror(ctypes.get_errno())}")


# --- watching and ending it ----------------------------------------------------------------------------------------


class Watch:
    """The job's processes, watched until they end or break a limit."""

    def __init__(self, order: Order, job: int, deadline: float) -> None:
        self.order = order
        self.job = job
        self.deadline = deadline
        self.status: int | None = None
        self.spent_cpu_s = 0.0
        self.next_look = self.worked_s = 0.0
        self.free_bytes = folder_quota.free_bytes(order["folder"])

    def until_over(self, control: int, bell: int) -> str:
        """Return why the job is over: `ended` by itself, `stopped` by the caller, or the limit that it broke."""
        ears = select.poll()  # `select` refuses numbers above 1,023, and the caller may hold that many files
        ears.register(control, select.POLLIN)
        ears.register(bell, select.POLLIN)
        while True:
            ready = [file for file, _ in ears.poll(GLANCE_S * 1000)]
            if control in ready:
                return "stopped"
            if bell in ready:
                os.read(bell, 4096)
            if self.reap() or self.status is not None:
                return "ended"
            broken = self.broken_limit() if self.look_is_due() else None
            if broken:
                return broken

    def look_is_due(self) -> bool:
        """Return whether it is time for a look, or the file system has lost more than the quota since the last one."""
        now, free = time.monotonic(), folder_quota.free_bytes(self.order["folder"])
        if self.free_bytes - free <= self.order["disk_bytes"] and (now < self.next_look or self.rests(now)):
            return False
        self.next_look, self.free_bytes, self.worked_s = now + TICK_S, free, self.work_s()
        return True

    def rests(self, now: float) -> bool:
        """Return whether the job has worked for less than half a tick since the last look, which was not long ago."""
        if now >= min(self.next_look + LONGEST_REST_S, self.deadline):
            return False
        return self.work_s() - self.worked_s < TICK_S / 2

    def work_s(self) -> float:
        """Return the job's processor time by its own clock (clock_getcpuclockid(3)); infinity if other processes may
        work for it.
        """
        if self.order["mechanism"] != "landlock" or self.order["processes"] > 1:
            return math.inf
        try:
            return time.clock_gettime(~self.job << 3 | CPU_CLOCK)
        except OSError:
            return math.inf

    def reap(self) -> bool:
        """Collect ended children; return whether none is left."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return True
            if pid == 0:
                return False
            self.spent_cpu_s += usage.ru_utime + usage.ru_stime
            if pid == self.job:
                self.status = status

    def broken_limit(self) -> str | None:
        if time.monotonic() >= self.deadline:
            return "wall_time"
        pids = descendants(os.getpid())
        stats = [one for one in map(process_stat, pids) if one is not None]
        if sum(one["memory_bytes"] for one in stats) > self.order["memory_bytes"]:
            return "memory"
        if self.spent_cpu_s + sum(one["cpu_s"] for one in stats) > self.order["cpu_s"] + CPU_GRACE_S:
            return "cpu_time"
        if len(stats) > self.order["processes"] or sum(one["threads"] for one in stats) > THREADS:
            return "killed"
        folder, quota = self.order["folder"], quota_of(self.order)
        held = sum(folder_quota.unlinked_bytes(pid, folder, quota) for pid in pids)
        return "disk" if folder_quota.is_over(folder, quota, held) else None


def process_stat(pid: int) -> dict[str, float] | None:
    """Return memory, time and threads of a live process (proc_pid_stat(5)); None once it has ended."""
    fields = folder_quota.read_proc(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    if not fields or fields[0] == b"Z":
        return None
    ticks = sum(map(int, fields[11:15]))
    return {
        "cpu_s": ticks / os.sysconf("SC_CLK_TCK"),
        "threads": int(fields[17]),
        "memory_bytes": int(fields[21]) * resource.getpagesize(),
    }


def descendants(pid: int) -> list[int]:
    found: list[int] = []
    waiting = children(pid)
    while waiting:
        child = waiting.pop()
        found.append(child)
        waiting += children(child)
    return found


def children(pid: int) -> list[int]:
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    lists = [folder_quota.read_proc(f"/proc/{pid}/task/{task}/children") for task in tasks]
    return [int(child) for words in lists for child in words.split()]


def end_descendants(watch: Watch) -> None:
    """End everything that the job started, wherever it hides, and wait until it is gone."""
    while not watch.reap():
        for pid in descendants(os.getpid()):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.001)


# --- telling how it ended ------------------------------------------------------------------------------------------


def verdict(order: Order, watch: Watch, reason: str, bubblewrap_status: str) -> Report:
    """Report how the run ended; `started` is False if the isolator failed before the job's program began."""
    returncode = None if watch.status is None else os.waitstatus_to_exitcode(watch.status)
    started = True
    if order["mechanism"] == "bubblewrap" and reason == "ended":
        code = job_exit_code(bubblewrap_status)
        started = code is not None
        returncode = signal_or_code(code) if code is not None else returncode
    ending = reason if reason != "ended" else natural_ending(order, watch, returncode)
    return {"started": started, "ending": ending, "returncode": returncode}


def job_exit_code(status: str) -> int | None:
    """Return the job's exit code from bubblewrap's status lines; None if it could not be started."""
    for line in status.splitlines():
        fields = json.loads(line)
        if "exit-code" in fields:
            return int(fields["exit-code"])
    return None


def signal_or_code(code: int) -> int:
    """Return the negative number of the signal, which bubblewrap reports as 128 plus the number, as shells do."""
    try:
        return -signal.Signals(code - 128)
    except ValueError:
        return code


def natural_ending(order: Order, watch: Watch, returncode: int | None) -> str:
    """Return what ended a job that the watch did not end."""
    if returncode == -signal.SIGXCPU:
        return "cpu_time"
    if returncode == -signal.SIGKILL:
        return "cpu_time" if watch.spent_cpu_s >= order["cpu_s"] else "killed"
    if returncode == -signal.SIGXFSZ or folder_quota.is_over(order["folder"], quota_of(order), 0):
        return "disk"
    return "finished"


def release_standard_streams() -> None:
    """Leave the pipes to the job alone, so that they end when the job ends."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def read_all(file: int) -> str:
    with open(file, errors="replace") as stream:
        return stream.read()
