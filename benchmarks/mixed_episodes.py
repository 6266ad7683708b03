"""Episodes of every suite that is installed, played by its oracle, each with a mark in its workspace; for `parallel.py`
and `soak.py`."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from mesocosm import registry
from mesocosm.episode.agent import Case
from mesocosm.episode.loop import run_episode
from mesocosm.episode.world import World
from mesocosm.suite import Suite

SEED = 11
LOOK = """
import os
mine, others = "mark-{number}", []
for place in (".", "..", "../..", "/tmp", "/dev/shm", "/var/tmp", os.path.expanduser("~")):
    for folder, inner, names in os.walk(place):
        others += [name for name in names if name.startswith("mark-") and name != mine]
        if folder.count("/") > 4:
            inner.clear()
print("mine:", os.path.exists(mine), "others:", sorted(set(others)))
"""
STRAY = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']); "
"""Program that leaves a child process behind, which must end with the call."""


@dataclass(frozen=True)
class Kind:
    """One sort of episode."""

    suite: str
    options: dict[str, str] = field(default_factory=dict)
    items: int = 40
    """Number of items of the seed, which are played in turn."""
    code: str = ""
    """Program of the agent's, run before it starts to work."""


TOY = Kind("toy")
TOY_PYTHON = Kind("toy", code=LOOK)
ATMOS = Kind("atmos")
ATMOS_PYTHON = Kind("atmos", {"tools": "python"}, code=LOOK)
STRAYING = Kind("atmos", {"tools": "python"}, items=10, code=STRAY + "open('left', 'w').write('x' * 1_000_000)")
PHREEQC = Kind("phreeqc", items=16)
TORNADO = Kind("tornado", items=4)


def installed(*kinds: Kind) -> list[Kind]:
    """Return the kinds whose suite is installed."""
    return [kind for kind in kinds if kind.suite in registry.names("suites")]


@dataclass(frozen=True)
class Played:
    """What must not depend on other episodes played at the same time."""

    digest: str
    """Hash of the trace without timings and dates."""
    score: float
    foreign: tuple[str, ...]
    """What was visible of other episodes."""
    broken: bool


def play(kind: Kind, number: int, meet: Callable[[], object] = lambda: None) -> Played:
    """Play one episode; `meet` is called once the mark is written, to wait for others."""
    suite: Suite = registry.load("suites", kind.suite)
    item, reference = suite.case(SEED, number % kind.items)
    with suite.world(item, reference, options=kind.options, agent="oracle") as world:
        world.workspace.write_text(f"mark-{number}", f"of episode {number}")
        meet()
        code = kind.code.replace("{number}", str(number))
        seen = world.call("python", {"code": code, "seconds": 60}).text if code else ""
        agent = registry.load("agents", "oracle")(Case(item, reference, world.tools, options=world.options))
        trace = run_episode(world, agent)
        foreign = _foreign(world, number, seen if kind.code == LOOK else "")
    value = suite.score(item, reference, trace).value
    return Played(trace.digest(), value, foreign, bool(trace.faults) or trace.end is None)


def _foreign(world: World, number: int, seen: str) -> tuple[str, ...]:
    """Return marks of others in the workspace, the own one if it is gone or changed, and what a program saw from
    inside.
    """
    marks = {file.path for file in world.workspace.files() if file.path.startswith("mark-")}
    strange = [mark for mark in marks if mark != f"mark-{number}"]
    if world.workspace.read_text(f"mark-{number}") != f"of episode {number}":
        strange.append("its own mark was changed")
    if seen and seen.strip() != "mine: True others: []":
        strange.append(seen.strip())
    return tuple(strange)


# ---------------------------------------------------------------- what a process holds


@dataclass(frozen=True)
class Holdings:
    """What this process and its children hold at a moment."""

    processes: int
    threads: int
    descriptors: int
    temporary: int
    """Number of files and folders in the temporary folder."""
    memory_mb: float
    """Resident memory of this process and its children, in megabytes."""

    @property
    def counts(self) -> tuple[int, int, int, int]:
        return self.processes, self.threads, self.descriptors, self.temporary


def holdings(temporary: Path) -> Holdings:
    own = family()
    return Holdings(
        processes=len(own),
        threads=len(os.listdir("/proc/self/task")),
        descriptors=len(os.listdir("/proc/self/fd")),
        temporary=sum(1 for _ in temporary.rglob("*")),
        memory_mb=resident_mb(own),
    )


def holdings_at_rest(temporary: Path, most: Holdings | None, patience_s: float) -> Holdings:
    """Count again once ending threads and processes have gone: no more than `most`, if that can be reached."""
    gc.collect()
    deadline = time.monotonic() + patience_s
    while True:
        now = holdings(temporary)
        is_quiet = most is None or all(a <= b for a, b in zip(now.counts, most.counts, strict=True))
        if is_quiet or time.monotonic() > deadline:
            return now
        time.sleep(0.05)


def family() -> list[int]:
    """Return this process and all its descendants, including zombies."""
    parents: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdecimal() and (fields := _stat(entry)):
            parents.setdefault(int(fields[1]), []).append(int(entry))
    found = [os.getpid()]
    for process in found:
        found.extend(parents.get(process, ()))
    return found


def resident_mb(processes: list[int]) -> float:
    """Return their resident memory together, in megabytes; shared pages are counted in each."""
    pages = 0
    for process in processes:
        try:
            pages += int(Path("/proc", str(process), "statm").read_text().split()[1])
        except (OSError, IndexError):  # ended meanwhile
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _stat(process: str) -> list[str]:
    try:
        return Path("/proc", process, "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return []
