"""Play many episodes of mixed suites at once on two cores, then one after the other, and compare.

python benchmarks/parallel.py [--episodes 64]

All are open at the same moment, each with a mark in its workspace; each then looks for the marks of others, from inside
the sandbox if its suite has one. Traces (without timings and dates) and scores must equal those of single play.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library
sys.path.append(str(Path(__file__).parent.parent))

from benchmarks import mixed_episodes
from benchmarks.mixed_episodes import Kind, Played

CORES = 2
MIX = (mixed_episodes.TOY_PYTHON, mixed_episodes.ATMOS_PYTHON, mixed_episodes.PHREEQC, mixed_episodes.TORNADO)


class Memory(threading.Thread):
    """Largest memory of this process and its children together."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most_mb = 0.0
        self.most_processes = 0
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.wait(0.1):
            own = mixed_episodes.family()
            self.most_mb = max(self.most_mb, mixed_episodes.resident_mb(own))
            self.most_processes = max(self.most_processes, len(own))

    def stop(self) -> None:
        self._over.set()
        self.join()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--episodes", type=int, default=64)
    number = parser.parse_args().episodes
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    kinds = list(islice(cycle(mixed_episodes.installed(*MIX)), number))
    played = Counter(kind.suite for kind in kinds)
    print(f"{number} episodes on {len(os.sched_getaffinity(0))} cores:", dict(sorted(played.items())))

    before = mixed_episodes.resident_mb(mixed_episodes.family())
    memory = Memory()
    memory.start()
    started = time.perf_counter()
    together = _at_once(kinds)
    seconds = time.perf_counter() - started
    memory.stop()
    started = time.perf_counter()
    apart = [mixed_episodes.play(kind, number) for number, kind in enumerate(kinds)]
    alone = time.perf_counter() - started

    print(f"at once {seconds:.1f} s, one after the other {alone:.1f} s")
    usage = f"{memory.most_mb:.0f} MB at most, {memory.most_processes} processes; {before:.0f} MB before"
    print(f"memory of the process and its children: {usage}")
    return _compare(kinds, together, apart)


def _at_once(kinds: list[Kind]) -> list[Played]:
    meeting = threading.Barrier(len(kinds))
    with ThreadPoolExecutor(len(kinds)) as pool:
        begun = [pool.submit(_play, kind, number, meeting) for number, kind in enumerate(kinds)]
        return [one.result() for one in begun]


def _play(kind: Kind, number: int, meeting: threading.Barrier) -> Played:
    try:
        return mixed_episodes.play(kind, number, meeting.wait)
    except BaseException:  # whatever ended this one, or the others would wait for ever
        meeting.abort()
        raise


def _compare(kinds: list[Kind], together: list[Played], apart: list[Played]) -> int:
    pairs = list(zip(kinds, together, apart, strict=True))
    traces = sum(a.digest == b.digest for _, a, b in pairs)
    scores = sum(a.score == b.score or (math.isnan(a.score) and math.isnan(b.score)) for _, a, b in pairs)
    foreign = [f"{kind.suite}: {sight}" for kind, *both in pairs for one in both for sight in one.foreign]
    broken = sum(one.broken for one in (*together, *apart))
    print(f"equal traces: {traces} of {len(pairs)}; equal scores: {scores} of {len(pairs)}; broken: {broken}")
    print(f"mean score: {math.fsum(one.score for one in together) / len(together):.6f}")
    print(f"sights of other episodes: {len(foreign)}", *foreign[:10], sep="\n    ")
    return 0 if traces == scores == len(pairs) and not foreign and not broken else 1


if __name__ == "__main__":
    sys.exit(main())
