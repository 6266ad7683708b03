"""One executor: the same bytes from every number and kind of workers, also if they are killed; and what Ray costs.

    python benchmarks/execution.py hashes --kills 10
    python benchmarks/execution.py speed
    python benchmarks/execution.py overhead --tasks 1000 --seconds 1 --workers 8

`hashes` makes items, a planet and a folder of trajectories by one process, by two, by Ray with one, two and eight
workers, and by two processes and by Ray while workers or whole nodes are killed: every row must show the same hashes.
`speed` prints how much faster two processes are than one. `overhead` compares Ray with processes on tasks that only
wait. The clusters of Ray are of this machine: a node is a raylet with processes of its own, which can be killed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from mesocosm.earth.planet.build import build
from mesocosm.earth.planet.sizes import Size
from mesocosm.execution.executor import Executor
from mesocosm.execution.ray_cluster import ADDRESS
from mesocosm.execution.spread import spread
from mesocosm.execution.worker import resident_bytes
from mesocosm.screen.tables import show_table
from mesocosm.suite.item_lines import ItemLines
from mesocosm.synthesis.folder import Plan
from mesocosm.synthesis.generation import synthesise

if (here := str(Path(__file__).parent)) in sys.path:  # phreeqc.py beside this file would be imported for the library
    sys.path.remove(here)
SMALL = Size(regions=12, cells=40, towns=1, days=60)
SUBJECTS = ("ground", "people", "towns")
Event = Callable[[], None]


def item_hash(on: Executor, event: Event, suite: str = "phreeqc", count: int = 60) -> str:
    wanted = ItemLines(suite, 1, count, references=True)
    made = []
    for one in spread(wanted.make, range(count), key=wanted.key, group=wanted.group, on=on):
        made.append(one)
        event()
    assert len(made) == count
    return digits(b"".join(line for _, line in sorted(made)))


def planet_hash(on: Executor, event: Event) -> str:
    with tempfile.TemporaryDirectory() as folder:
        build(1, SMALL, Path(folder), subjects=SUBJECTS, on=on, watch=lambda *_: event())
        return folder_hash(Path(folder), "*/**/*")


def trajectory_hash(on: Executor, event: Event, suite: str = "toy", candidates: int = 1000) -> str:
    with tempfile.TemporaryDirectory() as folder:
        counted = synthesise(
            Plan(suite=suite, seed=1, candidates=candidates), Path(folder), on=on, watch=lambda *_: event()
        )
        assert counted.total() == candidates
        return folder_hash(Path(folder), "lots/*")


def folder_hash(folder: Path, pattern: str) -> str:
    files = sorted(path for path in folder.glob(pattern) if path.is_file() and "journal" not in path.parts)
    return digits(b"".join(str(path.relative_to(folder)).encode() + path.read_bytes() for path in files))


def digits(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


WORKS: dict[str, Callable[[Executor, Event], str]] = {
    "items": item_hash,
    "planet": planet_hash,
    "trajectories": trajectory_hash,
}


# ---------------------------------------------------------------- what is killed


class Killer:
    """Kills something after every few results, a given number of times."""

    def __init__(self, kill: Callable[[], None], kills: int, every: int = 3) -> None:
        self.kill, self.left, self.every, self.results, self.killed = kill, kills, every, 0, 0

    def __call__(self) -> None:
        self.results += 1
        if self.left and self.results % self.every == 0:
            self.left -= 1
            self.killed += 1
            self.kill()


def kill_process() -> None:
    """Kill one of the workers that are processes of this one."""
    workers = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            command = (path / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == os.getpid() and b"spawn_main" in command:
            workers.append(int(path.name))
    os.kill(random.choice(workers), signal.SIGKILL)


@contextmanager
def ray_nodes(workers: int) -> Iterator[Callable[[], None]]:
    """Start a cluster with a node for each worker; yield a function that kills a node and starts another."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(workers)]
    os.environ[ADDRESS] = cluster.address

    def kill() -> None:
        import ray

        own = ray._private.worker.global_worker.node
        victims = [node for node in nodes if own is None or node._raylet_socket_name != own._raylet_socket_name]
        victim = random.choice(victims)
        nodes.remove(victim)
        cluster.remove_node(victim, allow_graceful=False)
        nodes.append(cluster.add_node(num_cpus=1))

    try:
        yield kill
    finally:
        cluster.shutdown()
        del os.environ[ADDRESS]


# ---------------------------------------------------------------- what is printed


def hashes(options: argparse.Namespace) -> int:
    rows: list[tuple[str, ...]] = []

    def add(name: str, on: Executor, each: Callable[[], Killer] | None = None) -> None:
        started, found, killed = time.monotonic(), [], []
        for work in (WORKS[one] for one in options.works):
            killer = each() if each else None
            found.append(work(on, killer or (lambda: None)))
            killed.append(str(killer.killed) if killer else "-")
        rows.append((name, *found, "+".join(killed), f"{time.monotonic() - started:.0f}"))
        print(*rows[-1], file=sys.stderr, flush=True)

    add("1 process", Executor())
    add("2 processes", Executor(workers=2))
    add("2 processes, killed", Executor(workers=2), each=lambda: Killer(kill_process, options.kills))
    for workers in options.ray:
        with ray_nodes(workers):
            add(f"Ray, {workers} workers", Executor(kind="ray", workers=workers))
    with ray_nodes(3) as kill:
        add("Ray, nodes killed", Executor(kind="ray", workers=3), each=lambda: Killer(kill, options.kills))
    show_table(("made by", *options.works, "kills", "s"), rows)
    same = [len({row[column] for row in rows}) == 1 for column in range(1, 1 + len(options.works))]
    print("every row has the same hashes" if all(same) else "HASHES DIFFER")
    return 0 if all(same) else 1


def speed(options: argparse.Namespace) -> int:
    works: dict[str, Callable[[Executor, Event], str]] = {
        "items of phreeqc": partial(item_hash, count=120),
        "items of terra": partial(item_hash, suite="terra", count=24),
        "trajectories of eo": partial(trajectory_hash, suite="eo", candidates=300),
        "planet": planet_hash,
    }
    rows = []
    for name, work in works.items():
        seconds = []
        for workers in (1, 2):
            os.environ["MESOCOSM_CACHE"] = tempfile.mkdtemp()
            started = time.monotonic()
            work(Executor(workers=workers), lambda: None)
            seconds.append(time.monotonic() - started)
        rows.append((name, *(f"{one:.1f}" for one in seconds), f"{seconds[0] / seconds[1]:.2f}"))
    show_table(("work", "1 worker, s", "2 workers, s", "ratio"), rows)
    return 0


def overhead(options: argparse.Namespace) -> int:
    rows, seconds = [], {}
    for name, on in (
        ("processes", Executor(workers=options.workers)),
        ("Ray", Executor(kind="ray", workers=options.workers)),
    ):
        started, first, memory = time.monotonic(), 0.0, []
        for held in spread(partial(wait, options.seconds), range(options.tasks), on=on):
            first = first or time.monotonic()
            memory.append(held)
        ended = time.monotonic()
        start = first - started - options.seconds
        seconds[name] = ended - started - start
        rows.append((name, f"{start:.1f}", f"{seconds[name]:.1f}", f"{max(memory) / 1e6:.0f}"))
    show_table(("workers", "start, s", f"{options.tasks} tasks, s", "memory of an idle worker, MB"), rows)
    print(f"Ray / processes: {seconds['Ray'] / seconds['processes']:.3f}")
    return 0


def wait(seconds: float, number: int) -> int:
    time.sleep(seconds)
    return resident_bytes()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("part", choices=["hashes", "speed", "overhead"])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--works", nargs="+", choices=list(WORKS), default=list(WORKS))
    parser.add_argument("--ray", nargs="*", type=int, default=[1, 2, 8], help="Numbers of Ray's workers.")
    parser.add_argument("--tasks", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--workers", type=int, default=8)
    options = parser.parse_args()
    random.seed(0)
    return {"hashes": hashes, "speed": speed, "overhead": overhead}[options.part](options)


if __name__ == "__main__":
    raise SystemExit(main())
