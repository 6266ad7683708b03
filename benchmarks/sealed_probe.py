"""Attempts of an agent's user against a scorer of another user; prints each attempt with its result, as JSON.

python benchmarks/sealed_probe.py FOLDER SOCKET PID [look]
python benchmarks/sealed_probe.py SOCKET OUT

`look` tries only what does no harm: run as the scorer's own user, it shows that the attempts can succeed. The second
form plays an item and writes all of its own memory to OUT, to be searched by somebody who knows the secrets.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library

import mesocosm

PTRACE_ATTACH = 16
PTRACE_SEIZE = 0x4206
PROCESS_VM_READV = {"x86_64": 310, "aarch64": 270}
PIDFD_OPEN = 434
PIDFD_GETFD = 438
SECRETS_OF_A_PROCESS = ("environ", "mem", "maps", "smaps", "pagemap", "auxv", "syscall", "stack", "io")
LIBC = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    if len(sys.argv) == 3:
        return _tell_own_memory(sys.argv[1], Path(sys.argv[2]))
    folder, door, scorer = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    attempts: dict[str, Callable[[], object]] = {}
    for name in ("", "secret.json", "signing.key", "cache", "record", "record/ledger.jsonl", "record/traces", "lock"):
        attempts[f"read FOLDER/{name}"] = lambda path=folder / name: _read(path)
    for name in SECRETS_OF_A_PROCESS:
        attempts[f"read /proc/PID/{name}"] = lambda path=Path(f"/proc/{scorer}/{name}"): _read(path)
    for name in ("fd", "cwd", "root", "map_files", "task"):
        attempts[f"enter /proc/PID/{name}"] = lambda path=Path(f"/proc/{scorer}/{name}"): _enter(path)
    heard: list[str] = []
    if "look" not in sys.argv:
        attempts |= _harmful(folder, door, scorer) | _spoken(door, heard)
        _converse(door, folder, scorer, heard)
    got = {what: _attempt(attempt) for what, attempt in attempts.items()}
    print(json.dumps({"attempts": got, "heard": "".join(heard)}))


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
    """Return what is behind a process's links; threads are public, what they hold is not."""
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


class Line:
    """Connection to a scorer on which everything that it says is kept."""

    def __init__(self, door: str, heard: list[str]) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(door)
        self._stream = self._socket.makefile("rwb")
        self._heard = heard

    def ask(self, do: object, **rest: object) -> dict[str, Any]:
        with suppress(OSError):
            self._stream.write(json.dumps({"do": do, **rest}).encode() + b"\n")
            self._stream.flush()
        self._heard.append(self._stream.readline().decode())
        response: dict[str, Any] = json.loads(self._heard[-1] or "{}")
        return response

    def close(self) -> None:
        with suppress(OSError):
            self._stream.close()
        self._socket.close()


def _first_item(line: Line, agent: str, **wanted: object) -> str | None:
    line.ask("hello", agent=agent)
    return line.ask("next", **wanted).get("task", {}).get("briefing", {}).get("item")


def _spoken(door: str, heard: list[str]) -> dict[str, Callable[[], object]]:
    """Return what is tried over the socket itself."""
    verbs = (
        "reveal",
        "score",
        "scores",
        "case",
        "reference",
        "secret",
        "seal",
        "close",
        "__class__",
        "exit",
        None,
        ["x"],
    )
    return {
        "replay a recorded conversation": lambda: _replay(door, heard),
        "be shown an item again by its id": lambda: _again(door, heard),
        "be shown an item on two lines at once": lambda: _twice(door, heard),
        "verbs that would tell": lambda: [verb for verb in verbs if "refused" not in _one(door, heard, verb)],
        "a name that is a path": lambda: _first_item(Line(door, heard), "../../x"),
        "end an episode as broken": lambda: "done" in _one(door, heard, "finish", reason="broken"),
        "earn tokens back": lambda: "done" in _one(door, heard, "charge", tokens=-9),
        "take all connections for good": lambda: _flood(door, heard),
        "a message of 40 MB": lambda: "refused" not in _one(door, heard, "say", text="a" * 40_000_000),
    }


def _one(door: str, heard: list[str], do: object, **rest: object) -> dict[str, Any]:
    line = Line(door, heard)
    try:
        _first_item(line, "probe-verbs")
        return line.ask(do, **rest)
    finally:
        line.close()


def _replay(door: str, heard: list[str]) -> object:
    """Send the same bytes again and again: every item is shown once."""
    shown = []
    for _ in range(4):
        line = Line(door, heard)
        shown.append(_first_item(line, "probe-replay"))
        line.ask("finish")
        line.close()
    items = [item for item in shown if item is not None]
    return len(items) != len(set(items)) or not items


def _again(door: str, heard: list[str]) -> object:
    line = Line(door, heard)
    item = _first_item(line, "probe-again")
    line.ask("finish")
    return _first_item(line, "probe-again", item=item)


def _twice(door: str, heard: list[str]) -> object:
    one, other = Line(door, heard), Line(door, heard)
    return _first_item(one, "probe-twice") == _first_item(other, "probe-twice")


def _flood(door: str, heard: list[str]) -> object:
    """Return whether the scorer no longer serves anyone after a flood; it takes a moment to notice that we left."""
    lines = [Line(door, heard) for _ in range(100)]
    served = sum("seal" in line.ask("hello", agent="probe-flood") for line in lines)
    for line in lines:
        line.close()
    for _ in range(1000):
        line = Line(door, heard)
        if "seal" in line.ask("hello", agent="probe-flood"):
            return None if served < len(lines) else "all 100 were served"
        line.close()
        time.sleep(0.01)
    return "nobody is served any more"


def _converse(door: str, folder: Path, scorer: int, heard: list[str]) -> None:
    """Call every tool of the world with arguments that could make it reveal something."""
    line = Line(door, heard)
    line.ask("hello", agent="probe")
    names = line.ask("next").get("task", {}).get("shown", ())
    secrets = [f"{folder}/secret.json", f"{folder}/signing.key", f"/proc/{scorer}/environ", "/proc/self/environ"]
    paths = [*secrets, "../../secret.json", "../secret.json", "/proc/self/mem", "~/x", mesocosm.__file__]
    deck = "".join(f"INCLUDE$ {path}\nDATABASE {path}\n" for path in secrets) + "SOLUTION 1\nEND\n"
    tried: dict[str, list[dict[str, object]]] = {
        "read_file": [{"path": path} for path in paths],
        "list_files": [{}],
        "write_file": [{"path": "deck.pqi", "content": deck}, {"path": "../x", "content": "x"}],
        "execute_phreeqc": [{"input_file": path, "output_file": "out"} for path in ("deck.pqi", *secrets)],
        "python": [{"code": DIG.format(paths=paths, scorer=scorer)}],
        "calculate": [
            {"expression": expression} for expression in ("__import__('os').environ", "open(1)", "().__class__")
        ],
        "survey_line": [{"start": [-500, 0], "end": [500, 0]}],
        "request_hrrr_map": [{"map_type_directory": path, "forecast_hour": 12} for path in paths],
        "read_sounding": [{"latitude": 35, "longitude": -97, "forecast_hour": 12}],
    }
    for name in (*names, "no_such_tool"):
        for arguments in tried.get(name, [{}, {"answer": "?"}]):
            line.ask("call", tool=name, arguments=arguments)
    line.ask("finish")


DIG = """
import gc, os, sys
for path in {paths!r} + ["/proc/%d/environ" % os.getppid(), "/proc/1/environ", "/proc/{scorer}/mem"]:
    try:
        print(path, open(path, "rb").read(2000))
    except Exception as error:
        print(path, error)
print(dict(os.environ), sys.path, sys.argv)
try:
    import mesocosm
    from mesocosm import registry
    print([registry.load("suites", name)._made for name in registry.names("suites")])
    print([thing for thing in gc.get_objects() if type(thing).__name__ in ("Secret", "Reference", "Scorer")])
except BaseException as error:
    print(error)
"""
"""Program for a tool that runs Python: it searches the package, the environment and the parents of its process."""


def _tell_own_memory(door: str, out: Path) -> None:
    """Play an item as an agent does, by this package, then write every writable byte of this process's memory."""
    from mesocosm.sealed.client import Connection

    with Connection(Path(door), "probe-memory") as connection:
        task = connection.next_task()
        assert task is not None
        for tool in task.shown:
            task.call_with(tool, {})
        task.finish()
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", buffering=0) as memory, out.open("wb") as file:
        for words in (row.split() for row in maps.readlines()):
            if words[1].startswith("rw"):
                start, end = (int(edge, 16) for edge in words[0].split("-"))
                memory.seek(start)
                with suppress(OSError):
                    file.write(memory.read(end - start))
        file.write(repr(dict(os.environ)).encode())


if __name__ == "__main__":
    main()
