"""What an agent's user tries against a scorer of another user; prints each attempt with what it got, as JSON.

python benchmarks/sealed_probe.py FOLDER SOCKET PID [look]

With `look`, only what harms nothing: run as the scorer's own user, it shows that the attempts can succeed.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

PTRACE_ATTACH = 16
PTRACE_SEIZE = 0x4206
PROCESS_VM_READV = {"x86_64": 310, "aarch64": 270}
PIDFD_OPEN = 434
PIDFD_GETFD = 438
SECRETS_OF_A_PROCESS = ("environ", "mem", "maps", "smaps", "pagemap", "auxv", "syscall", "stack", "io")
LIBC = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    folder, door, scorer = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    attempts: dict[str, Callable[[], object]] = {}
    for name in ("", "secret.json", "signing.key", "cache", "record", "record/ledger.jsonl", "record/traces", "lock"):
        attempts[f"read FOLDER/{name}"] = lambda path=folder / name: _read(path)
    for name in SECRETS_OF_A_PROCESS:
        attempts[f"read /proc/PID/{name}"] = lambda path=Path(f"/proc/{scorer}/{name}"): _read(path)
    for name in ("fd", "cwd", "root", "map_files", "task"):
        attempts[f"enter /proc/PID/{name}"] = lambda path=Path(f"/proc/{scorer}/{name}"): _enter(path)
    if "look" not in sys.argv:
        attempts |= _harmful(folder, door, scorer)
    heard = _converse(door) if "look" not in sys.argv else ""
    print(json.dumps({"attempts": {what: _attempt(attempt) for what, attempt in attempts.items()}, "heard": heard}))


def _harmful(folder: Path, door: str, scorer: int) -> dict[str, Callable[[], object]]:
    return {
        "ptrace attach": lambda: LIBC.ptrace(PTRACE_ATTACH, scorer, 0, 0) == 0,
        "ptrace seize": lambda: LIBC.ptrace(PTRACE_SEIZE, scorer, 0, 0) == 0,
        "process_vm_readv": lambda: _read_memory(scorer),
        "pidfd_getfd": lambda: _take_descriptor(scorer),
        "stop it with a signal": lambda: os.kill(scorer, signal.SIGSTOP) is None,
        "write into FOLDER": lambda: (folder / "record" / "seal.json").write_text("{}"),
        "link FOLDER elsewhere": lambda: folder.rename("/tmp/stolen"),
        "hard link to the secret": lambda: os.link(folder / "secret.json", "/tmp/secret-link"),
        "put another socket in its place": lambda: os.unlink(door) is None,
        "the cache of the scorer's user": lambda: _read(Path(f"/tmp/mesocosm-cache-{os.stat(folder).st_uid}")),
    }


def _attempt(attempt: Callable[[], object]) -> object:
    try:
        return attempt()
    except OSError:
        return None


def _read(path: Path) -> object:
    if path.is_dir():
        return [str(inner) for inner in path.iterdir()]
    with path.open("rb") as file:
        return repr(file.read(200))


def _enter(path: Path) -> object:
    """What lies behind a process's links; threads are public, what they hold is not."""
    if path.name == "task":
        return [repr((inner / "environ").read_bytes()) for inner in path.iterdir()]
    return [os.readlink(inner) for inner in path.iterdir()] if path.is_dir() else os.readlink(path)


class Vector(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def _read_memory(scorer: int) -> bool:
    place = ctypes.create_string_buffer(8)
    mine = Vector(ctypes.addressof(place), 8)
    theirs = Vector(ctypes.addressof(place), 8)
    number = PROCESS_VM_READV[os.uname().machine]
    words = (ctypes.c_ulong(1), ctypes.byref(theirs), ctypes.c_ulong(1), ctypes.c_ulong(0))
    read = LIBC.syscall(ctypes.c_long(number), scorer, ctypes.byref(mine), *words)
    return bool(read >= 0 or ctypes.get_errno() != 1)  # any error but EPERM would mean that we were let in


def _take_descriptor(scorer: int) -> bool:
    handle = LIBC.syscall(ctypes.c_long(PIDFD_OPEN), scorer, 0)
    return any(LIBC.syscall(ctypes.c_long(PIDFD_GETFD), handle, number, 0) >= 0 for number in range(12))


def _converse(door: str) -> str:
    """Everything the scorer says to requests that are in and out of turn."""
    requests: list[dict[str, object]] = [
        {"do": "hello", "agent": "probe"},
        {"do": "reveal"},
        {"do": "next"},
        {"do": "call", "tool": "read_file", "arguments": {"path": "../../secret.json"}},
        {"do": "call", "tool": "read_file", "arguments": {"path": "/proc/self/environ"}},
        {"do": "call", "tool": "list_files", "arguments": {}},
        {"do": "call", "tool": "survey_line", "arguments": {"start": [-500, 0], "end": [500, 0]}},
        {"do": "call", "tool": "submit", "arguments": {"answer": "?"}},
        {"do": "hello", "agent": "../../../etc/x"},
        {"do": "next"},
        {"do": "finish"},
    ]
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(door)
        stream = line.makefile("rwb")
        for request in requests:
            stream.write(json.dumps(request).encode() + b"\n")
        stream.flush()
        return "".join(stream.readline().decode() for _ in requests)


if __name__ == "__main__":
    main()
