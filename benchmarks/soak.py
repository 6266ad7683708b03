"""Play thousands of episodes in one process and count what it holds: nothing may grow.

python benchmarks/soak.py [--episodes 2000] [--every 100]

Mixed suites, four episodes at a time: mostly light ones; one in ten runs Python or PHREEQC in the sandbox, and now and
then a program leaves a child process behind. Once a round an agent plays in a process of its own. At the end the
process may hold what it held after the first two rounds, when every library is loaded and every item made.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library
sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.mixed_episodes import (
    ATMOS,
    ATMOS_PYTHON,
    PHREEQC,
    STRAYING,
    TORNADO,
    TOY,
    TOY_PYTHON,
    Holdings,
    holdings_at_rest,
    installed,
    play,
)

import mesocosm

AT_ONCE = 4
WARM_ROUNDS = 2
MOST_MEMORY = 1.10
"""Ratio of the memory at the end to that after the warm-up rounds; an allocator varies."""
CYCLE = (*(TOY,) * 22, *(ATMOS,) * 11, *(TORNADO,) * 3, TOY_PYTHON, ATMOS_PYTHON, STRAYING, PHREEQC)
"""Forty episodes, of which four run something in the sandbox."""


def _leak_process(place: Path, until_end: ExitStack) -> None:
    child = until_end.enter_context(subprocess.Popen(["sleep", "3600"]))
    until_end.callback(child.kill)


def _leak_thread(place: Path, until_end: ExitStack) -> None:
    over = threading.Event()
    threading.Thread(target=over.wait).start()
    until_end.callback(over.set)


def _leak_descriptor(place: Path, until_end: ExitStack) -> None:
    until_end.callback(os.close, os.open("/dev/null", os.O_RDONLY))


def _leak_file(place: Path, until_end: ExitStack) -> None:
    tempfile.mkdtemp(dir=place)


LEAKS = {"process": _leak_process, "thread": _leak_thread, "descriptor": _leak_descriptor, "file": _leak_file}


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="soak-") as place:
        os.environ["TMPDIR"] = tempfile.tempdir = place
        held, broken = _soak(Path(place), options)
    return _judge(held, broken)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--episodes", type=int, default=2000)
    parser.add_argument("--every", type=int, default=100, help="episodes between two counts")
    parser.add_argument("--patience-s", type=float, default=60.0, help="wait so long for what is on its way out")
    parser.add_argument("--leak", choices=list(LEAKS), help="leak one of these a round, to see that it is found")
    return parser.parse_args()


def _soak(place: Path, options: argparse.Namespace) -> tuple[list[Holdings], int]:
    """Return what was held after every round, and how many episodes broke or saw others."""
    header = ("episodes", "processes", "threads", "descriptors", "temporary", "memory MB", "s")
    print("".join(f"{name:>12}" for name in header), flush=True)
    kinds, started = installed(*CYCLE), time.perf_counter()
    held: list[Holdings] = []
    broken = 0
    with ThreadPoolExecutor(AT_ONCE) as pool, ExitStack() as leaked:
        for first in range(0, options.episodes, options.every):
            numbers = range(first, min(first + options.every, options.episodes))
            played = list(pool.map(lambda number: play(kinds[number % len(kinds)], number), numbers))
            broken += sum(one.broken or bool(one.foreign) for one in played)
            mesocosm.run("toy", _null, limit=1)
            if options.leak:
                LEAKS[options.leak](place, leaked)
            warm = held[WARM_ROUNDS - 1] if len(held) >= WARM_ROUNDS else None
            held.append(holdings_at_rest(place, warm, options.patience_s))
            _tell(numbers.stop, held[-1], time.perf_counter() - started)
    return held, broken


def _null(task: mesocosm.Task) -> None:
    task.say("nothing to say")


def _tell(episodes: int, now: Holdings, seconds: float) -> None:
    counts = "".join(f"{count:>12}" for count in now.counts)
    print(f"{episodes:>12}{counts}{now.memory_mb:>12.1f}{seconds:>12.0f}", flush=True)


def _judge(held: list[Holdings], broken: int) -> int:
    warm, last = held[min(WARM_ROUNDS, len(held)) - 1], held[-1]
    names = ("process", "thread", "descriptor", "file")
    grown = [name for name, a, b in zip(names, warm.counts, last.counts, strict=True) if b > a]
    if last.memory_mb > warm.memory_mb * MOST_MEMORY:
        grown.append("memory")
    print(f"broken episodes: {broken}")
    print(f"grown: {', '.join(grown)}" if grown else "nothing grew")
    return 1 if grown or broken else 0


if __name__ == "__main__":
    sys.exit(main())
