"""What 100 or 1,000 workers would do with work whose lengths were recorded here: a simulation of the executor.

    python benchmarks/cluster.py record terra -n 585 --jobs 2 -o lengths.json
    python benchmarks/cluster.py simulate lengths.json --seeds 20 --workers 1 2 10 100 1000

`record` makes the items of a suite with an empty cache, and writes how many seconds each took and how many bytes it
has. `simulate` lets the executor's own loop, with its queue, groups and repeated tasks, work through them in simulated
time. It prints how long everything takes, which share of the workers' time is idle, which share is spent on what a
group's first task makes for the next ones, how many tasks dead workers left to others, the processor time that the loop
itself needs, and the bytes a second that arrive. `--seeds` repeats the recorded tasks under other keys.

A worker that has not had a task of the group needs the time of a first task: each is taken to be on a node of its own.
Workers start one after the other within `--start` seconds, and die at random after `--lifetime` hours on average.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mesocosm.execution.executor import Executor
from mesocosm.execution.spread import _Run, spread
from mesocosm.execution.task_queue import Task, TaskQueue
from mesocosm.execution.worker import Finished, Joined, Lost, Report, resident_bytes
from mesocosm.screen.progress import progress
from mesocosm.screen.tables import show_table
from mesocosm.suite.item_lines import ItemLines

HOUR = 3600.0


class Length(NamedTuple):
    """One task as it was recorded."""

    group: str
    seconds: float
    size: int
    """Bytes of the result."""
    first: bool
    """Whether its worker had not had a task of the group before."""


# ---------------------------------------------------------------- recording


GROUPS_HERE: set[str] = set()
"""Groups of which this process has had a task."""


def timed(wanted: ItemLines, index: int) -> tuple[Length, int]:
    """Make an item; return its length and the memory of this process."""
    group = wanted.group(index)
    first = group not in GROUPS_HERE
    GROUPS_HERE.add(group)
    started = time.perf_counter()
    _, line = wanted.make(index)
    return Length(group, time.perf_counter() - started, len(line), first), resident_bytes()


def record(options: argparse.Namespace) -> int:
    wanted, on = ItemLines(options.suite, options.seed, options.n, references=True), Executor(workers=options.jobs)
    lengths, memory, started = [], 0, time.perf_counter()
    with tempfile.TemporaryDirectory() as cache, progress(f"{options.suite} items", options.n) as shown:
        os.environ["MESOCOSM_CACHE"] = cache
        for length, held in spread(partial(timed, wanted), range(options.n), group=wanted.group, on=on):
            lengths.append(length)
            memory = max(memory, held)
            shown.step()
    wall = time.perf_counter() - started
    options.out.write_text(json.dumps(lengths))
    print(f"{options.n} items of {options.suite} by {options.jobs} processes: {wall / 60:.1f} minutes", end=", ")
    print(f"most memory of a worker after an item {memory / 1e6:.0f} MB")
    for name, part in (("first of a group", True), ("next ones", False)):
        seconds = [one.seconds for one in lengths if one.first == part]
        print(f"{name:17s} {len(seconds):5d} items, median {statistics.median(seconds or [0.0]):.2f} s")
    return 0


# ---------------------------------------------------------------- simulating


@dataclass(eq=False)
class SimulatedWorker:
    """A worker in simulated time."""

    cluster: SimulatedCluster
    dies_at: float
    groups: set[str] = field(default_factory=set)
    ended: bool = False

    def assign(self, argument: Length) -> None:
        extra = 0.0 if argument.group in self.groups else self.cluster.preparation_s
        self.groups.add(argument.group)
        ready = self.cluster.now + argument.seconds + extra
        lost = ready > self.dies_at
        end = max(min(ready, self.dies_at), self.cluster.now)
        seconds = end - self.cluster.now
        self.cluster.busy_s += seconds
        self.cluster.prepared_s += min(extra, seconds)
        report: Report = Lost("its node was lost") if lost else Finished(argument, 0)
        self.cluster.announce(end, self, report)

    def stop(self) -> None:
        self.ended = True


class SimulatedCluster:
    """Workers whose tasks take recorded times; it keeps the clock."""

    def __init__(self, workers: int, preparation_s: float, start_s: float, lifetime_s: float, seed: int) -> None:
        self.workers, self.preparation_s, self.start_s, self.lifetime_s = workers, preparation_s, start_s, lifetime_s
        self.now = self.busy_s = self.prepared_s = 0.0
        self.losses = 0
        self._chance = random.Random(seed)
        self._events: list[tuple[float, int, SimulatedWorker, Report]] = []
        self._numbers = itertools.count()

    def announce(self, when: float, worker: SimulatedWorker, report: Report) -> None:
        heapq.heappush(self._events, (when, next(self._numbers), worker, report))

    def start(self) -> None:
        begins = self.now + self._chance.uniform(0.5, 1.0) * self.start_s
        worker = SimulatedWorker(self, begins + self._chance.expovariate(1 / self.lifetime_s))
        self.announce(begins, worker, Joined())

    def wait(self) -> Iterator[tuple[SimulatedWorker, Report]]:
        self.now, _, worker, report = heapq.heappop(self._events)
        if not worker.ended:
            self.losses += isinstance(report, Lost)
            yield worker, report

    def forget(self, worker: SimulatedWorker) -> None:
        worker.stop()

    def close(self) -> None:
        """Nothing runs."""


def tasks_of(lengths: list[Length], seeds: int, preparation_s: float) -> list[Task]:
    """Return the tasks, each with the seconds that it takes where its group is known."""
    tasks = []
    for seed, (at, one) in itertools.product(range(seeds), enumerate(lengths)):
        seconds = max(one.seconds - preparation_s, 0.1) if one.first else one.seconds
        group = f"{seed} {one.group or at}"
        tasks.append(Task(f"{seed} {at}", one._replace(seconds=seconds, group=group), group))
    return tasks


def simulate(options: argparse.Namespace) -> int:
    lengths = [Length(*one) for one in json.loads(options.file.read_text())]
    by_part = [[one.seconds for one in lengths if one.first == part] for part in (True, False)]
    medians = [statistics.median(seconds or [0.0]) for seconds in by_part]
    preparation_s = max(medians[0] - medians[1], 0.0)
    print(f"{len(lengths) * options.seeds:,} tasks; the first of a group takes {preparation_s:.1f} s more")
    rows = []
    for workers in options.workers:
        tasks = tasks_of(lengths, options.seeds, preparation_s)
        cluster = SimulatedCluster(workers, preparation_s, options.start, options.lifetime * HOUR, seed=0)
        began = time.process_time()
        with open(os.devnull, "w") as nowhere, redirect_stderr(nowhere):  # lost workers are counted instead
            done = list(_Run(cluster, TaskQueue(tasks)).results())
        loop_s = time.process_time() - began
        assert len(done) == len(tasks)
        paid = cluster.now * min(workers, len(tasks))
        rows.append(
            (
                f"{workers:,}",
                f"{cluster.now / 60:,.1f}",
                f"{1 - cluster.busy_s / paid:.1%}",
                f"{cluster.prepared_s / paid:.1%}",
                str(cluster.losses),
                f"{loop_s:.1f}",
                f"{sum(one.size for one in done) / cluster.now / 1e6:.3f}",
            )
        )
    headings = ("workers", "minutes", "idle", "preparing", "repeated", "CPU s of the loop", "MB/s of results")
    show_table(headings, rows)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    recording = parts.add_parser("record")
    recording.add_argument("suite")
    recording.add_argument("-n", type=int, default=60)
    recording.add_argument("--seed", type=int, default=1)
    recording.add_argument("--jobs", type=int, default=2)
    recording.add_argument("-o", "--out", type=Path, required=True)
    recording.set_defaults(part=record)
    simulating = parts.add_parser("simulate")
    simulating.add_argument("file", type=Path)
    simulating.add_argument("--seeds", type=int, default=20)
    simulating.add_argument("--workers", nargs="+", type=int, default=[1, 2, 10, 100, 1000])
    simulating.add_argument("--start", type=float, default=30.0, help="Seconds until all workers are ready.")
    simulating.add_argument("--lifetime", type=float, default=100.0, help="Mean hours until a worker dies.")
    simulating.set_defaults(part=simulate)
    options = parser.parse_args()
    return int(options.part(options))


if __name__ == "__main__":
    if (here := str(Path(__file__).parent)) in sys.path:  # phreeqc.py beside this file is no library
        sys.path.remove(here)
    raise SystemExit(main())
