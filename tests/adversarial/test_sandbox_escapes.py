"""What hostile code tries from inside, under every isolator that works here, judged by what it got.

Each attempt prints LOOT once it has something, or leaves a mark that the test looks for outside. The same attempts run
without isolation first, to prove that there is something to get. Those that would harm the machine, or that need rights
the test may not have, are left out of that proof and say so.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import secrets
import signal
import socket
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest
from tests.adversarial.shared_objects import SharedObjects, shared_objects
from tests.waiting import PATIENCE_S, wait_until

import mesocosm.errors
from mesocosm.isolation.isolator import Isolator, Limits, Outcome
from mesocosm.isolation.python import run_python
from mesocosm.isolation.selection import ISOLATORS
from mesocosm.isolation.site_packages import library_farm

SOURCE_TREE = Path(mesocosm.errors.__file__).parent.parent
SITE_PACKAGES = Path(pytest.__file__).parent.parent
SHORT = Limits(wall_s=PATIENCE_S, cpu_s=10)
HOME = Path.home() if Path.home().is_dir() else Path("/")
HOME_NAMES = set(os.listdir(HOME)) - {".cache"}
"""Names in the home folder without the folder that leads to the library farm, which is visible."""
MACHINE = {"aarch64": "arm64"}.get(platform.machine(), platform.machine())

ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"

TOOLBOX = """
import ctypes, fcntl, os, resource, signal, socket, stat, struct, subprocess, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)

def loot(thing):
    print("LOOT", thing, flush=True)

def call(x86_64, arm64, *arguments):
    "A system call by its number; minus one where it is refused."
    number = {"x86_64": x86_64, "arm64": arm64}[MACHINE]
    wide = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    return libc.syscall(ctypes.c_long(number), *wide)
"""


@pytest.fixture(params=ISOLATORS, ids=lambda isolator: isolator.name)
def isolator(request: pytest.FixtureRequest) -> Isolator:
    chosen: Isolator = request.param
    reason = chosen.why_unavailable()
    if reason is not None:
        pytest.skip(f"{chosen.name}: {reason}")
    return chosen


@dataclass
class World:
    """Things outside the sandbox that are worth getting, and the sandbox's own folder."""

    folder: Path
    neighbour: Path
    secret: str
    marker: str
    victim: subprocess.Popen[bytes]
    tcp: socket.socket
    udp: socket.socket
    unix_stream: socket.socket
    unix_datagram: socket.socket
    abstract: socket.socket
    inheritable: IO[str]
    shared: SharedObjects
    received: list[bytes] = field(default_factory=list)

    def facts(self) -> str:
        """Python code with everything that the hostile code may want to know."""
        values = {
            "MACHINE": MACHINE,
            "SECRET": self.secret,
            "MARKER": self.marker,
            "VICTIM": self.victim.pid,
            "TCP": self.tcp.getsockname(),
            "UDP": self.udp.getsockname(),
            "UNIX_STREAM": self.unix_stream.getsockname(),
            "UNIX_DATAGRAM": self.unix_datagram.getsockname(),
            "ABSTRACT": self.abstract.getsockname(),
            "QUEUE": self.shared.queue,
            "SEMAPHORES": self.shared.semaphores,
            "SEGMENT": self.shared.segment,
            "NEIGHBOUR": str(self.neighbour),
            "HOME": str(HOME),
            "HOME_NAMES": HOME_NAMES,
            "SOURCE_TREE": str(SOURCE_TREE),
            "SITE_PACKAGES": str(SITE_PACKAGES),
            "BASE_SITE_PACKAGES": f"{os.path.dirname(os.__file__)}/site-packages",
            "STANDARD_LIBRARY": os.path.dirname(os.__file__),
            "FARM": str(library_farm().folder),
            "INIT": Path("/proc/1/cmdline").read_text(),
            "DEVICES": [str(path) for path in Path("/dev").iterdir() if path.is_block_device() or path.name == "mem"],
        }
        return "\n".join(f"{name} = {value!r}" for name, value in values.items())

    def calls_received(self) -> list[bytes]:
        """Return the messages that reached any of the listeners."""
        for listener in (self.tcp, self.unix_stream, self.abstract):
            try:
                listener.accept()[0].close()
                self.received.append(b"connection")
            except BlockingIOError:
                continue
        for datagrams in (self.udp, self.unix_datagram):
            try:
                self.received.append(datagrams.recv(100))
            except BlockingIOError:
                continue
        return self.received


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    secret, marker = f"secret-{secrets.token_hex(8)}", f"escaped-{secrets.token_hex(8)}"
    monkeypatch.setenv("MESOCOSM_TEST_SECRET", secret)
    folder, neighbour = tmp_path / "workspace", tmp_path / "neighbour"
    folder.mkdir()
    neighbour.mkdir()
    (neighbour / "answer.txt").write_text(secret)
    (neighbour / "answer.txt").chmod(0o600)
    victim = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", ECHO, marker],
        env={"SECRET": secret},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    short = Path(f"/tmp/{marker[-12:]}")  # the path of a socket has to be short
    short.mkdir()
    objects = contextlib.ExitStack()
    made = World(
        folder=folder,
        neighbour=neighbour,
        secret=secret,
        marker=marker,
        victim=victim,
        tcp=listener(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
        udp=listener(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
        unix_stream=listener(socket.AF_UNIX, socket.SOCK_STREAM, str(short / "stream")),
        unix_datagram=listener(socket.AF_UNIX, socket.SOCK_DGRAM, str(short / "datagram")),
        abstract=listener(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{marker}"),
        inheritable=(neighbour / "answer.txt").open(),
        shared=objects.enter_context(shared_objects(secret)),
    )
    os.set_inheritable(made.inheritable.fileno(), True)
    yield made
    for closable in (made.tcp, made.udp, made.unix_stream, made.unix_datagram, made.abstract, made.inheritable):
        closable.close()
    objects.close()
    for path in short.iterdir():
        path.unlink()
    short.rmdir()
    victim.kill()
    victim.communicate()


def listener(family: int, kind: int, address: object) -> socket.socket:
    made = socket.socket(family, kind)
    made.bind(address)  # type: ignore[arg-type]
    if kind == socket.SOCK_STREAM:
        made.listen()
    made.setblocking(False)
    return made


def looted(world: World, outcome_text: str) -> bool:
    return "LOOT" in outcome_text or world.secret in outcome_text


def called_out(world: World, _: str) -> bool:
    return bool(world.calls_received())


def victim_ended(world: World, _: str) -> bool:
    """Return whether it no longer answers; a process that is about to get a signal still does."""
    assert world.victim.stdin
    assert world.victim.stdout
    with contextlib.suppress(BrokenPipeError):
        world.victim.stdin.write(b"there?\n")
        world.victim.stdin.flush()
    return world.victim.stdout.readline() != b"there?\n"


def neighbour_changed(world: World, _: str) -> bool:
    answer = world.neighbour / "answer.txt"
    names = [path.name for path in world.neighbour.iterdir()]
    if names != ["answer.txt"]:
        return True
    entry = answer.stat()
    return answer.read_text() != world.secret or stat.S_IMODE(entry.st_mode) != 0o600 or entry.st_mtime < 1000


def wrote_outside(world: World, text: str) -> bool:
    """Return whether any of the places that the code tried has its mark, and remove it."""
    places = [Path(line.removeprefix("TRIED ")) for line in text.splitlines() if line.startswith("TRIED ")]
    assert places, text
    written = [place for place in places if place.exists()]
    for place in written:
        place.unlink()
    return bool(written)


def odd_file_made(world: World, _: str) -> bool:
    """Return whether the folder contains something that is no plain file, or a file with the identity of its owner."""
    modes = [path.lstat().st_mode for path in world.folder.iterdir()]
    return any(not stat.S_ISREG(mode) or mode & 0o6000 for mode in modes)


def process_made(world: World, text: str) -> bool:
    return "LOOT" in text or (world.folder / "child").exists()


@dataclass(frozen=True)
class Escape:
    """One attempt, and how its success would show."""

    name: str
    code: str
    succeeded: Callable[[World, str], bool] = looted
    unproven: str = ""
    """Why the attempt is not run without isolation."""

    @property
    def program(self) -> str:
        return textwrap.dedent(self.code)


NEEDS_ROOT = "" if os.geteuid() == 0 else "needs root"
HARMS = "would end the test run itself"
NOT_EVERYWHERE = "not every kernel offers it"

ESCAPES = [
    # Files to read.
    Escape("read the password file", "loot(open('/etc/passwd').read())"),
    Escape("read the hosts file", "loot(open('/etc/hosts').read())"),
    Escape(
        "read the host name",
        "loot(open('/etc/hostname').read())",
        unproven="" if Path("/etc/hostname").exists() else "no such file",
    ),
    Escape(
        "list the home folder",
        "if HOME_NAMES and HOME_NAMES <= set(os.listdir(HOME)): loot(HOME_NAMES)",
        unproven="" if HOME_NAMES else "the home folder is empty",
    ),
    Escape("read the project's source", "loot(open(SOURCE_TREE + '/mesocosm/errors.py').read())"),
    Escape("list the project's source", "if 'mesocosm' in os.listdir(SOURCE_TREE): loot('all of it')"),
    Escape("import mesocosm", "import mesocosm.errors; loot(mesocosm.errors)"),
    Escape(
        "import mesocosm by its path", "sys.path.append(SOURCE_TREE); import mesocosm.errors; loot(mesocosm.errors)"
    ),
    Escape("import a library that is not allowed", "import pytest; loot(pytest)"),
    Escape("list site-packages", "if 'pytest' in os.listdir(SITE_PACKAGES): loot('all of it')"),
    Escape("read a library that is not allowed", "loot(open(SITE_PACKAGES + '/pytest/__init__.py').read())"),
    Escape(
        "list the interpreter's own site-packages",
        "names = os.listdir(BASE_SITE_PACKAGES)\nif names: loot(names)",
        unproven="" if any(Path(os.__file__).parent.glob("site-packages/*")) else "nothing is there",
    ),
    Escape("read a neighbour's workspace", "loot(open(NEIGHBOUR + '/answer.txt').read())"),
    Escape("list a neighbour's workspace", "loot(os.listdir(NEIGHBOUR))"),
    Escape("read upwards", "loot(open('../neighbour/answer.txt').read())"),
    Escape(
        "read through a link to the root",
        "os.symlink('/', 'root'); loot(open('root' + NEIGHBOUR + '/answer.txt').read())",
    ),
    Escape("read through a hard link", "os.link(NEIGHBOUR + '/answer.txt', 'mine'); loot(open('mine').read())"),
    Escape("move a file in and read it", "os.rename(NEIGHBOUR + '/answer.txt', 'mine'); loot(open('mine').read())"),
    Escape("read through /proc/self/root", "loot(open('/proc/self/root' + NEIGHBOUR + '/answer.txt').read())"),
    Escape("read through /proc/self/cwd", "loot(open('/proc/self/cwd/../neighbour/answer.txt').read())"),
    Escape(
        "read from a folder opened as a path only",
        "handle = os.open(NEIGHBOUR, os.O_PATH); loot(os.read(os.open('answer.txt', os.O_RDONLY, dir_fd=handle), 99))",
    ),
    Escape(
        "open by handle",
        """
        handle = ctypes.create_string_buffer(136); handle[0] = bytes([128]); mount = ctypes.c_int()
        if call(303, 264, -100, NEIGHBOUR.encode(), handle, ctypes.byref(mount), 0) == 0: loot(handle.raw)
        """,
    ),
    Escape(
        "hear file names by inotify",
        """
        watch = libc.inotify_init1(0)
        if libc.inotify_add_watch(watch, NEIGHBOUR.encode(), 0xfff) >= 0: loot(watch)
        """,
    ),
    Escape(
        "read devices",
        """
        for device in DEVICES:
            try: loot(open(device, "rb").read(1))
            except OSError as error: print(error)
        """,
        unproven=NEEDS_ROOT or "the machine may have none",
    ),
    # Files to write.
    Escape(
        "write outside",
        """
        ours = (HOME, NEIGHBOUR, SITE_PACKAGES, STANDARD_LIBRARY, SOURCE_TREE, FARM)
        for place in ("/tmp", "/var/tmp", "/dev/shm", "/", *ours):
            path = os.path.join(place, MARKER)
            print("TRIED", path)
            try: open(path, "w").close()
            except OSError as error: print(error)
        """,
        wrote_outside,
    ),
    Escape("overwrite a neighbour's file", "open(NEIGHBOUR + '/answer.txt', 'w').write('x')", neighbour_changed),
    Escape("truncate a neighbour's file", "os.truncate(NEIGHBOUR + '/answer.txt', 0)", neighbour_changed),
    Escape("remove a neighbour's file", "os.unlink(NEIGHBOUR + '/answer.txt')", neighbour_changed),
    Escape(
        "put a file beside a neighbour's", "open('a', 'w').close(); os.rename('a', NEIGHBOUR + '/a')", neighbour_changed
    ),
    Escape("change the mode of a neighbour's file", "os.chmod(NEIGHBOUR + '/answer.txt', 0o777)", neighbour_changed),
    Escape("change the times of a neighbour's file", "os.utime(NEIGHBOUR + '/answer.txt', (1, 1))", neighbour_changed),
    Escape(
        "make a device",
        "os.mknod('device', stat.S_IFBLK | 0o600, os.makedev(8, 0))",
        odd_file_made,
        unproven=NEEDS_ROOT,
    ),
    Escape("make a pipe that hangs its reader", "os.mkfifo('pipe')", odd_file_made),
    Escape("set the user id bit", "open('a', 'w').close(); os.chmod('a', 0o4755)", odd_file_made),
    Escape(
        "set the user id bit by a handle", "handle = open('a', 'w'); os.fchmod(handle.fileno(), 0o6755)", odd_file_made
    ),
    Escape("create with the user id bit", "os.open('a', os.O_CREAT | os.O_WRONLY, 0o4755)", odd_file_made),
    # Secrets in our environment and open files.
    Escape("read our environment", "loot(os.environ['MESOCOSM_TEST_SECRET'])"),
    Escape(
        "use open files of ours",
        """
        for number in range(3, 256):
            try: os.fstat(number)
            except OSError: continue
            loot(number)
        """,
    ),
    # Other processes.
    Escape("read another process's environment", "loot(open(f'/proc/{VICTIM}/environ').read())"),
    Escape("read another process's memory map", "loot(open(f'/proc/{VICTIM}/maps').read())"),
    Escape("read the first process", "if open('/proc/1/cmdline').read() == INIT: loot(INIT)"),
    Escape(
        "list processes",
        """
        for name in filter(str.isdigit, os.listdir('/proc')):
            try:
                if MARKER in open(f'/proc/{name}/cmdline').read(): loot(name)
            except OSError: continue
        """,
    ),
    Escape("end another process", "os.kill(VICTIM, signal.SIGKILL)", victim_ended),
    Escape(
        "end the parent process",
        """
        parent = os.getppid()
        os.kill(parent, signal.SIGKILL)
        time.sleep(0.3)
        if os.getppid() != parent: loot('it is gone')
        """,
        unproven=HARMS,
    ),
    Escape("trace another process", "if libc.ptrace(16, VICTIM, None, None) == 0: loot('traced')"),
    Escape("write another process's memory", "if call(311, 271, VICTIM, None, 0, None, 0, 0) == 0: loot('wrote')"),
    Escape("take a handle on another process", "if call(434, 434, VICTIM, 0) >= 0: loot('handle')"),
    Escape("limit another process", "loot(resource.prlimit(VICTIM, resource.RLIMIT_CPU))"),
    Escape("move another process", "os.sched_setaffinity(VICTIM, os.sched_getaffinity(0)); loot('moved')"),
    Escape("slow another process", "os.setpriority(os.PRIO_PROCESS, VICTIM, 19); loot('slowed')"),
    # Network.
    Escape("connect by TCP", "socket.create_connection(TCP, timeout=2)", called_out),
    Escape("send by UDP", "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', UDP)", called_out),
    Escape("resolve a name", "loot(socket.getaddrinfo('localhost', 80))"),
    Escape("connect to a Unix socket", "socket.socket(socket.AF_UNIX).connect(UNIX_STREAM)", called_out),
    Escape("connect to an abstract Unix socket", "socket.socket(socket.AF_UNIX).connect(ABSTRACT)", called_out),
    Escape(
        "send from a socket pair",
        "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].sendto(b'x', UNIX_DATAGRAM)",
        called_out,
    ),
    Escape(
        "ask for a socket by its other number",
        "if libc.syscall(ctypes.c_long(0x40000000 + 41), 1, 1, 0) >= 0: loot('socket')",
        unproven=NOT_EVERYWHERE,
    ),
    # Objects that all processes of a user share.
    Escape(
        "read a foreign message",
        "text = ctypes.create_string_buffer(108)\nif libc.msgrcv(QUEUE, text, 100, 0, 0o4000) >= 0: loot(text.raw)",
    ),
    Escape("send to a foreign queue", "if libc.msgsnd(QUEUE, bytes([1] + [0] * 15), 8, 0o4000) == 0: loot('sent')"),
    Escape("remove a foreign queue", "if libc.msgctl(QUEUE, 0, None) == 0: loot('removed')"),
    Escape(
        "ask about a foreign queue", "if libc.msgctl(QUEUE, 2, ctypes.create_string_buffer(500)) == 0: loot('told')"
    ),
    Escape("make a queue", "made = libc.msgget(0, 0o1600)\nif made >= 0: libc.msgctl(made, 0, None); loot(made)"),
    Escape(
        "raise a foreign semaphore", "if libc.semop(SEMAPHORES, struct.pack('Hhh', 0, 1, 0), 1) == 0: loot('raised')"
    ),
    Escape("remove foreign semaphores", "if libc.semctl(SEMAPHORES, 0, 0) == 0: loot('removed')"),
    Escape(
        "attach foreign memory",
        "libc.shmat.restype = ctypes.c_ssize_t\nif libc.shmat(SEGMENT, None, 0) != -1: loot('attached')",
    ),
    Escape("remove foreign memory", "if libc.shmctl(SEGMENT, 0, None) == 0: loot('removed')"),
    Escape(
        "list shared memory",
        "if any(line.split()[1] == str(SEGMENT) for line in open('/proc/sysvipc/shm')): loot('listed')",
    ),
    Escape(
        "open a message queue by name",
        "if call(240, 180, MARKER.encode(), 0o102, 0o600, 0) >= 0: call(241, 181, MARKER.encode()); loot('queue')",
        unproven=NOT_EVERYWHERE,
    ),
    Escape(
        "make a semaphore by name",
        """
        libc.sem_open.restype = ctypes.c_void_p
        if libc.sem_open(b'/' + MARKER.encode(), 0o100, 0o600, 0): libc.sem_unlink(b'/' + MARKER.encode()); loot('made')
        """,
        unproven=NOT_EVERYWHERE,
    ),
    Escape(
        "add a key",
        "if call(248, 217, b'user', MARKER.encode(), b'x', 1, -2) >= 0: loot('key')",
        unproven=NOT_EVERYWHERE,
    ),
    Escape(
        "lock a file that others read",
        """
        mine, theirs = open(os.__file__), open(os.__file__)
        fcntl.flock(mine, fcntl.LOCK_EX | fcntl.LOCK_NB)
        try: fcntl.flock(theirs, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError: loot('it is locked')
        """,
    ),
    Escape(
        "lock a part of a file that others read",
        """
        mine, theirs = open(os.__file__), open(os.__file__)
        fcntl.fcntl(mine, 37, struct.pack('hhqqi4x', fcntl.F_RDLCK, 0, 0, 0, 0))
        seen = fcntl.fcntl(theirs, 36, struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, 0, 0, 0))
        if struct.unpack('hhqqi4x', seen)[0] == fcntl.F_RDLCK: loot('it is locked')
        """,
    ),
    Escape(
        "lease a file that others read",
        "if fcntl.fcntl(open(os.__file__), 1024, fcntl.F_RDLCK) == 0: loot('leased')",
        unproven=NOT_EVERYWHERE,
    ),
    Escape(
        "hear of changes in a folder",
        "if fcntl.fcntl(os.open(STANDARD_LIBRARY, os.O_RDONLY), 1026, 4) == 0: loot('heard')",
        unproven=NOT_EVERYWHERE,
    ),
    Escape("have a pipe signal another process", "fcntl.fcntl(os.pipe()[0], 8, VICTIM); loot('aimed')"),
    Escape("hide from the warden", "if libc.prctl(4, 0, 0, 0, 0) == 0: loot('hidden')"),
    Escape("read another process's open files", "loot(os.listdir(f'/proc/{VICTIM}/fd'))"),
    Escape("read another process's folder", "loot(os.readlink(f'/proc/{VICTIM}/cwd'))"),
    Escape("read another process's memory", "loot(open(f'/proc/{VICTIM}/mem', 'rb'))", unproven=NEEDS_ROOT),
    Escape(
        "take space without bytes",
        "if libc.fallocate(os.open('a', 66), 0, 0, ctypes.c_long(4096)) == 0: loot('space')",
        unproven=NOT_EVERYWHERE,
    ),
    Escape(
        "mark a file with an attribute",
        "open('a', 'w').close(); os.setxattr('a', 'user.x', b'1'); loot('marked')",
        unproven=NOT_EVERYWHERE,
    ),
    Escape(
        "leave a device behind a name",
        "open('a', 'w').close(); call(316, 276, -100, b'a', -100, b'b', 4)",
        odd_file_made,
        unproven=NOT_EVERYWHERE,
    ),
    # New processes and programs.
    Escape("fork", "if os.fork() == 0: open('child', 'w').close()", process_made),
    Escape(
        "fork by system call",
        "me = os.getpid(); call(57, 220, 17, 0, 0, 0, 0); open('child' if os.getpid() != me else 'me', 'w').close()",
        process_made,
    ),
    Escape(
        "clone by system call",
        "me = os.getpid(); call(56, 220, 17, 0, 0, 0, 0); open('child' if os.getpid() != me else 'me', 'w').close()",
        process_made,
    ),
    Escape("start a program", "subprocess.run([sys.executable, '-c', 'open(\"child\", \"w\")'])", process_made),
    Escape(
        "spawn a program", "os.posix_spawn(sys.executable, [sys.executable, '-c', 'print(\"LOOT\")'], {})", process_made
    ),
    Escape("become a shell", "os.execv('/bin/sh', ['sh', '-c', 'echo LOOT'])"),
    # The kernel.
    Escape(
        "mount",
        "if libc.mount(b'none', os.getcwd().encode(), b'tmpfs', 0, None) == 0: loot('mounted')",
        unproven=NEEDS_ROOT or "would cover the folder",
    ),
    Escape(
        "enter a name space",
        "if libc.setns(os.open('/proc/self/ns/uts', os.O_RDONLY), 0) == 0: loot('left')",
        unproven=NEEDS_ROOT,
    ),
    Escape("make a user name space", "if libc.unshare(0x10000000) == 0: loot('unshared')", unproven=NOT_EVERYWHERE),
    Escape("make a network name space", "if libc.unshare(0x40000000) == 0: loot('unshared')", unproven=NEEDS_ROOT),
    Escape("change the root", "os.chroot('.'); loot('changed')", unproven=NEEDS_ROOT),
    Escape("hold memory in a nameless file", "loot(os.memfd_create('hoard'))"),
    Escape("hold memory in a shared segment", "if libc.shmget(0, 4096, 0o1600) >= 0: loot('segment')"),
    Escape(
        "set up io_uring",
        "if call(425, 425, 1, ctypes.create_string_buffer(120)) >= 0: loot('ring')",
        unproven=NOT_EVERYWHERE,
    ),
    Escape(
        "load a kernel program",
        "if call(321, 280, 5, ctypes.create_string_buffer(128), 128) >= 0: loot('bpf')",
        unproven=NEEDS_ROOT or NOT_EVERYWHERE,
    ),
    Escape("use the key ring", "if call(250, 219, 0, -3, 1) >= 0: loot('keys')", unproven=NOT_EVERYWHERE),
    Escape("read the kernel's log", "if libc.klogctl(10, None, 0) >= 0: loot('log')", unproven=NOT_EVERYWHERE),
    Escape("outlive the warden", "if libc.prctl(1, 0, 0, 0, 0) == 0: loot('no signal at its end')"),
    Escape(
        "raise the limits",
        """
        for name in ("CPU", "AS", "FSIZE", "NOFILE", "CORE"):
            kind = getattr(resource, "RLIMIT_" + name)
            for wish in (resource.RLIM_INFINITY, resource.getrlimit(kind)[1] + 1):
                try: resource.setrlimit(kind, (wish, wish)); loot((kind, wish))
                except (ValueError, OSError) as error: print(error)
        """,
        unproven=NEEDS_ROOT,
    ),
    Escape(
        "take capabilities",
        """
        sets = (ctypes.c_uint32 * 6)()
        assert libc.capget((ctypes.c_uint32 * 2)(0x20080522, 0), sets) == 0
        if any(sets): loot(list(sets))
        """,
        unproven=NEEDS_ROOT,
    ),
    Escape(
        "become root",
        "os.setresuid(0, 0, 0); os.setresgid(0, 0, 0); os.setgroups([0]); loot('root')",
        unproven=NEEDS_ROOT,
    ),
]


def named(escape: Escape) -> str:
    return re.sub(r"\W+", "_", escape.name)


TRIED = [
    # Each attempt under each isolator; in the short form under one of them, turn by turn.
    pytest.param(
        isolator,
        escape,
        id=f"{isolator.name}-{named(escape)}",
        marks=[pytest.mark.exhaustive] if (number + turn) % 2 else [],
    )
    for number, escape in enumerate(ESCAPES)
    for turn, isolator in enumerate(ISOLATORS)
]


@pytest.mark.parametrize(("isolator", "escape"), TRIED, indirect=["isolator"])
def test_escape_is_refused(escape: Escape, world: World, isolator: Isolator) -> None:
    outcome = run_python(f"{world.facts()}\n{TOOLBOX}\nprint('began')\n{escape.program}", world.folder, SHORT, isolator)
    assert outcome.stdout.startswith("began\n"), outcome
    assert not escape.succeeded(world, outcome.stdout), outcome
    assert world.secret not in outcome.stdout + outcome.stderr
    assert world.victim.poll() is None


@pytest.mark.exhaustive
@pytest.mark.parametrize("escape", ESCAPES, ids=named)
def test_escape_succeeds_unprotected(escape: Escape, world: World) -> None:
    """The attempts are real: without an isolator each gets what it wants."""
    if escape.unproven:
        pytest.skip(escape.unproven)
    ran = subprocess.run(
        [sys.executable, "-c", f"{world.facts()}\n{TOOLBOX}\n{escape.program}"],
        cwd=world.folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE_TREE)},
        capture_output=True,
        text=True,
        close_fds=False,
        timeout=PATIENCE_S,
        check=False,
    )
    assert escape.succeeded(world, ran.stdout), ran


# --- exhausting the machine ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exhaustion:
    """Code that uses a resource without limit, the limits that it meets, and how such a run may end."""

    name: str
    code: str
    limits: Limits
    endings: tuple[str, ...]


MIB = 2**20

EXHAUSTIONS = [
    Exhaustion(
        "take memory",
        "hoard = []\nwhile True: hoard.append(bytearray(2**20))",
        Limits(memory_bytes=200 * MIB),
        ("memory",),
    ),
    Exhaustion(
        "take memory and catch the error",
        "hoard = []\nwhile True:\n    try: hoard.append(b'x' * 10**7)\n    except MemoryError: pass",
        Limits(memory_bytes=200 * MIB),
        ("memory",),
    ),
    Exhaustion("compute for ever", "while True: pass", Limits(cpu_s=1), ("cpu_time",)),
    Exhaustion(
        "compute for ever in spite of the signal",
        "signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass",
        Limits(cpu_s=1),
        ("cpu_time",),
    ),
    Exhaustion(
        "compute for ever in turns",
        """
while True:
    if os.fork():
        os.wait()
        continue
    end = time.process_time() + 0.7
    while time.process_time() < end: pass
    os._exit(0)
""",
        Limits(cpu_s=1, processes=3),
        ("cpu_time",),
    ),
    Exhaustion("sleep for ever", "time.sleep(1000)", Limits(wall_s=0.5), ("wall_time",)),
    Exhaustion(
        "sleep for ever in spite of signals",
        "for number in set(signal.valid_signals()) - {9, 19}: signal.signal(number, signal.SIG_IGN)\ntime.sleep(1000)",
        Limits(wall_s=0.5),
        ("wall_time",),
    ),
    Exhaustion("flood standard output", "while True: print('x' * 10**5)", Limits(), ("output",)),
    Exhaustion("flood standard error", "while True: os.write(2, b'x' * 10**5)", Limits(), ("output",)),
    Exhaustion(
        "fill the disk with one file",
        "file = open('big', 'wb')\nwhile True: file.write(bytes(2**20))",
        Limits(disk_bytes=20 * MIB),
        ("disk",),
    ),
    Exhaustion(
        "fill the disk with middling files",
        "for number in range(10**6): open(str(number), 'wb').write(bytes(2**20)); time.sleep(0.002)",
        Limits(disk_bytes=20 * MIB),
        ("disk",),
    ),
    Exhaustion(
        "fill the disk with files out of sight",
        """
hoard = []
while True:
    hoard.append(open('a', 'wb', buffering=0))
    os.unlink('a')
    hoard[-1].write(bytes(15 * 2**20))
    time.sleep(0.02)
""",
        Limits(disk_bytes=20 * MIB),
        ("disk",),
    ),
    Exhaustion(
        "fill the disk in a closed folder",
        """
os.mkdir('closed', 0o300)
for number in range(10**6):
    open(f'closed/{number}', 'wb').write(bytes(2**20))
    time.sleep(0.002)
""",
        Limits(disk_bytes=20 * MIB),
        ("disk",),
    ),
    Exhaustion(
        "fill the disk with holes",
        "for number in range(900): open(str(number), 'wb').truncate(19 * 2**20)\ntime.sleep(1000)",
        Limits(disk_bytes=20 * MIB),
        ("disk",),
    ),
    Exhaustion(
        "fill the disk with space without bytes",
        """
for number in range(900):
    handle = os.open(str(number), os.O_RDWR | os.O_CREAT)
    if libc.fallocate(handle, 1, ctypes.c_long(0), ctypes.c_long(19 * 2**20)) == 0: loot(number)
    if libc.posix_fallocate(handle, ctypes.c_long(0), ctypes.c_long(2**20)) != 0: break
    os.close(handle)
""",
        Limits(disk_bytes=20 * MIB),
        ("disk",),
    ),
    Exhaustion(
        "fill the disk with files that are only mapped",
        """
libc.mmap.restype = ctypes.c_void_p
while True:
    handle = os.open('a', os.O_RDWR | os.O_CREAT)
    os.write(handle, bytes(2**20))
    libc.mmap(None, ctypes.c_size_t(4096), 1, 2, handle, ctypes.c_long(0))
    os.close(handle)
    os.unlink('a')
    time.sleep(0.002)
""",
        Limits(disk_bytes=20 * MIB),
        ("disk",),
    ),
    Exhaustion(
        "make many files", "for number in range(10**7): open(str(number), 'w').close()", Limits(files=200), ("disk",)
    ),
    Exhaustion("make many folders", "while True: os.mkdir('a'); os.chdir('a')", Limits(files=200), ("disk",)),
    Exhaustion(
        "make many links", "for number in range(10**7): os.symlink('/', str(number))", Limits(files=200), ("disk",)
    ),
    Exhaustion(
        "make threads without end",
        "threading.stack_size(2**15)\nwhile True: threading.Thread(target=time.sleep, args=(99,), daemon=True).start()",
        Limits(),
        ("killed", "finished"),
    ),
    Exhaustion(
        "make processes without end",
        "while True:\n    try: os.fork()\n    except OSError: pass",
        Limits(processes=4),
        ("killed",),
    ),
    Exhaustion(
        "keep trying to make a process",
        "while True:\n    try: os.fork(); print('LOOT')\n    except OSError: pass",
        Limits(cpu_s=1),
        ("cpu_time",),
    ),
]


@pytest.mark.parametrize("exhaustion", EXHAUSTIONS, ids=lambda exhaustion: re.sub(r"\W+", "_", exhaustion.name))
def test_exhaustion_is_stopped(exhaustion: Exhaustion, tmp_path: Path, isolator: Isolator) -> None:
    code = f"MACHINE = {MACHINE!r}\n{TOOLBOX}\n{exhaustion.code}"
    far = {} if exhaustion.endings == ("wall_time",) else {"wall_s": PATIENCE_S}
    outcome = run_python(code, tmp_path, exhaustion.limits.model_copy(update=far), isolator)
    assert outcome.ending in exhaustion.endings, outcome
    assert "LOOT" not in outcome.stdout
    assert len(outcome.stdout) <= exhaustion.limits.output_bytes
    assert processes_in(tmp_path) == []
    # A look every 0.05 s, late on a busy machine; the programs pause so that they cannot write much more meanwhile.
    assert kept_bytes(tmp_path) < 20 * exhaustion.limits.disk_bytes
    sizes = [path.lstat().st_size for path in tmp_path.rglob("*") if not path.is_dir()]
    assert sum(sizes) <= exhaustion.limits.disk_bytes
    assert len(list(tmp_path.rglob("*"))) <= exhaustion.limits.files
    subprocess.run(["rm", "-rf", tmp_path], check=True)


def test_daemon_does_not_survive(tmp_path: Path, isolator: Isolator) -> None:
    outcome = run_python(DAEMON, tmp_path, Limits(wall_s=PATIENCE_S, processes=6), isolator)
    assert outcome.ending == "finished", outcome
    assert (tmp_path / "daemon began").exists()
    assert processes_in(tmp_path) == []
    (tmp_path / "run over").touch()
    time.sleep(0.5)  # a daemon out of our sight would have seen it by then
    assert not (tmp_path / "daemon lives").exists()


def test_daemon_survives_unprotected(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", DAEMON], cwd=tmp_path, check=True, timeout=PATIENCE_S)
    left = processes_in(tmp_path)
    assert len(left) == 1
    (tmp_path / "run over").touch()
    wait_until((tmp_path / "daemon lives").exists, "the daemon told that it lives")
    os.kill(left[0], signal.SIGKILL)


DAEMON = """
import os, signal, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (0, 1, 2): os.close(number)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        open("daemon began", "w").close()
        while not os.path.exists("run over"): time.sleep(0.01)
        open("daemon lives", "w").close()
        time.sleep(999)
    os._exit(0)
os.wait()
while not os.path.exists("daemon began"): time.sleep(0.01)
"""


def test_one_run_cannot_change_the_next(tmp_path: Path, isolator: Isolator) -> None:
    spoil = """
import sys
for path in sys.path:
    try: open(path + '/numpy.py', 'w').close()
    except OSError as error: print(error)
"""
    run_python(spoil, tmp_path, SHORT, isolator)
    (tmp_path / "json.py").write_text("raise SystemExit('taken over')")
    outcome = run_python("import json, numpy\nprint(numpy.__file__.endswith('__init__.py'))", tmp_path, SHORT, isolator)
    assert outcome.stdout == "True\n", outcome


def processes_in(folder: Path) -> list[int]:
    """Return live processes that work in the folder or below it."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and works_in(entry, folder):
            found.append(int(entry.name))
    return found


def works_in(process: Path, folder: Path) -> bool:
    try:
        return os.readlink(process / "cwd").startswith(str(folder))
    except OSError:
        return False


def kept_bytes(folder: Path) -> int:
    """Measure with the program `du`, because folders may be nested deeper than Python can walk."""
    output = subprocess.run(["du", "-s", "--block-size=1", folder], capture_output=True, text=True, check=False).stdout
    return int(output.split()[0])


def test_no_process_of_a_run_is_left(tmp_path: Path, isolator: Isolator) -> None:
    before = set(children_of_this_process())
    outcomes: list[Outcome] = [
        run_python("print(1)", tmp_path, SHORT, isolator),
        run_python("while True: pass", tmp_path, Limits(wall_s=0.5), isolator),
    ]
    assert [outcome.ending for outcome in outcomes] == ["finished", "wall_time"]
    assert set(children_of_this_process()) <= before


def children_of_this_process() -> list[int]:
    own = Path(f"/proc/{os.getpid()}/task")
    return [int(pid) for task in own.iterdir() for pid in (task / "children").read_text().split()]
