"""Measure the start of a run with an item pack beside the same run without: seconds from the command to the first call.

python benchmarks/packs.py [SUITE] [--items 2] [--rounds 3]
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

FIRST_CALL = """
import os, sys
from mesocosm.episode.world import World
from mesocosm.suite import ITEM_ID
before = World._call
World._call = lambda self, *words: os._exit(42) if ITEM_ID.fullmatch(self.item.id) else before(self, *words)
from mesocosm.cli.main import main
sys.argv = ["mesocosm", *sys.argv[1:]]
main()
"""
"""The command, ended by the first call on an item: worlds in which items are made have another name."""
REACHED = 42
SEED = 7


class Start(NamedTuple):
    """Seconds until the first call."""

    wall_s: float
    cpu_s: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", nargs="?", default="terra")
    parser.add_argument("--items", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mesocosm-packs-") as folder:
        _measure(options.suite, options.items, options.rounds, Path(folder))
    return 0


def _measure(suite: str, items: int, rounds: int, folder: Path) -> None:
    place = _environment(folder)
    pack = folder / "items.pack"
    began = time.perf_counter()
    words = ["pack", "build", suite, "--seed", str(SEED), "--limit", str(items), "-o", str(pack)]
    subprocess.run([sys.executable, "-m", "mesocosm", *words], env=place, check=True, capture_output=True)
    print(f"{suite}: {items} items built in {time.perf_counter() - began:.1f} s, {pack.stat().st_size:,} bytes")
    packed = ["run", suite, "--pack", str(pack)]
    unpacked = ["run", suite, "--seed", str(SEED), "--limit", str(items)]
    kinds: dict[str, tuple[list[str], Callable[[], None]]] = {
        "with the pack": (packed, lambda: None),
        "items in the cache": (unpacked, lambda: None),
        "items made": (unpacked, lambda: _empty(folder / "cache")),
    }
    starts: dict[str, list[Start]] = {name: [] for name in kinds}
    for number in range(rounds + 1):  # the first round fills the caches, of bytecode too
        for name, (command, prepare) in kinds.items():
            prepare()
            start = _start(command, place, folder / "logs")
            starts[name] += [start] if number else []
    _print(starts)


def _empty(cache: Path) -> None:
    """Remove what is stored of items and planets, but not the libraries of the sandbox, which are not a pack's."""
    for kind in cache.iterdir():
        if kind.is_dir() and kind.name != "sandbox-libraries":
            shutil.rmtree(kind)


def _environment(folder: Path) -> dict[str, str]:
    """Return the environment of an installation: its cache, and the bytecode of its modules, which is written once."""
    place = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return place | {"MESOCOSM_CACHE": str(folder / "cache"), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def _start(command: list[str], place: dict[str, str], logs: Path) -> Start:
    shutil.rmtree(logs, ignore_errors=True)
    words = [*command, "--agent", "oracle", "--no-baselines", "--log-dir", str(logs)]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ended = subprocess.run([sys.executable, "-c", FIRST_CALL, *words], env=place, capture_output=True, text=True)
    wall_s, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode != REACHED:
        raise SystemExit(f"no call was made: {ended.stderr[-1000:]}")
    return Start(wall_s, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _print(starts: dict[str, list[Start]]) -> None:
    medians = {
        name: Start(statistics.median(s.wall_s for s in each), statistics.median(s.cpu_s for s in each))
        for name, each in starts.items()
    }
    packed = medians["with the pack"]
    for name, median in medians.items():
        ratio = f"{median.wall_s / packed.wall_s:.1f} x" if median is not packed else ""
        print(f"{name:20} first call after {median.wall_s:5.1f} s ({median.cpu_s:.1f} s of CPU) {ratio}")


if __name__ == "__main__":
    sys.exit(main())
