"""Kill a run with SIGKILL again and again, resume it, and compare it with one that was left alone.

python benchmarks/resume.py --items 200 --kills 20
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library

from mesocosm.report.results import ResultRow, read_results


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="mesocosm-resume-") as folder:
        alone, killed = Path(folder, "alone"), Path(folder, "killed")
        seconds = _run_to_end(_command(options, alone))
        print(f"uninterrupted: {options.items} episodes in {seconds:.1f} s")
        moments = random.Random(options.seed)
        for number in range(1, options.kills + 1):
            # Some moments fall into the start of the program, most into the middle of the work.
            wait = moments.uniform(0.1, options.startup_s + 2 * seconds / options.kills)
            print(f"kill {number:2}: {_run_and_kill(_command(options, killed), wait)}")
        resumed = _run_to_end(_command(options, killed))
        print(f"last run to the end: {resumed:.1f} s")
        return _compare(*read_results(alone), *read_results(killed), options.items)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7, help="of the moments and the items")
    parser.add_argument("--agent", default="surveyor")
    parser.add_argument("--startup-s", type=float, default=6.0)
    return parser.parse_args()


def _command(options: argparse.Namespace, log_dir: Path) -> list[str]:
    program = [sys.executable, "-c", "from mesocosm.cli.main import main; main()", "run", "toy", "--no-baselines"]
    asked = ["--agent", options.agent, "--limit", str(options.items), "--seed", str(options.seed)]
    return [*program, *asked, "--log-dir", str(log_dir)]


def _run_to_end(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def _run_and_kill(command: list[str], wait: float) -> str:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    try:
        _, told = process.communicate(timeout=wait)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return f"after {wait:.1f} s"
    if process.returncode:
        raise SystemExit(f"the run failed by itself: {told.decode()}")
    return f"not needed, the run had finished before {wait:.1f} s"


def _compare(alone: ResultRow, killed: ResultRow, items: int) -> int:
    expected = {(sample.item, sample.epoch): sample.score for sample in alone.samples}
    finished = [(sample.item, sample.epoch) for sample in killed.samples]
    scores = {(sample.item, sample.epoch): sample.score for sample in killed.samples}
    once = len(finished) == len(set(finished)) == items and set(finished) == set(expected)
    equal = scores == expected
    print(f"every episode exactly once: {once} ({len(finished)} found, {len(set(finished))} different, {items} wanted)")
    print(f"scores equal to the uninterrupted run: {equal}")
    print(f"mean score: {alone.score:.6f} uninterrupted, {killed.score:.6f} killed and resumed")
    return 0 if once and equal and alone.broken == killed.broken == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
