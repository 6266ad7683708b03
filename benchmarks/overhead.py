"""Measure the cost of our layers: `world.call`, the plain loop, an Inspect run beside bare Inspect, Python in the
sandbox.

python benchmarks/overhead.py
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library
sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.bare_inspect import CALLS, Turn, bare_task, inspect_seconds

from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.agents import scripted
from mesocosm.episode.agent import call
from mesocosm.episode.loop import run_episode
from mesocosm.episode.setting import Setting
from mesocosm.episode.world import World
from mesocosm.isolation.isolator import Limits
from mesocosm.isolation.python import run_python
from mesocosm.isolation.selection import choose_isolator, why_not_ready
from mesocosm.tools.tool import make
from mesocosm.tools.view import ToolView
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Budget, Item
from mesocosm.workspace.submission import SubmissionDesk
from mesocosm_toy.ground import Ground

ROUNDS = 3
SUBMIT = ("submit", {"answer": {"depth_m": 100, "excess_mass_kg": 1e9}})
GROUND = Ground(item="bench", seed=7, x_m=0.0, y_m=0.0, depth_m=100.0, excess_mass_kg=1e9)
PROMISED_STEPS_PER_S = 5000
PROMISED_RATIO = 1.2


def idle(number: int) -> str:
    """Do nothing at all, so that only the layers around it cost time.

    Args:
        number: Any whole number.
    """
    return "ok"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=30)
    options = parser.parse_args()
    held = [_measure_loop(options.steps), _measure_inspect(options.samples, options.repeats)]
    _measure_sandbox(options.repeats)
    return 0 if all(held) else 1


# ------------------------------------------------------------------ the plain loop


def _world(steps: int, trace: Path | None) -> World:
    setting = Setting(
        tools=ToolView([make("bench.idle", idle)]),
        desk=SubmissionDesk(lambda answer: answer),
        budget=Budget(steps=steps),
    )
    item = Item(id="bench", suite="bench", prompt="Do nothing.", seed=0)
    return World(item, setting, writer=TraceWriter(trace))


def _measure_loop(steps: int) -> bool:
    """Return the least of three rounds each: other work on the machine can only add time."""
    with tempfile.TemporaryDirectory() as folder:
        bare = min(_seconds(lambda: [idle(number) for number in range(steps)]) for _ in range(ROUNDS))
        calls = min(_call_seconds(steps, Path(folder, f"calls{n}.jsonl")) for n in range(ROUNDS))
        loop = min(_loop_seconds(steps, Path(folder, f"loop{n}.jsonl")) for n in range(ROUNDS))
    print(f"function call, bare        {1e6 * bare / steps:8.2f} µs")
    print(f"world.call, trace on disk  {1e6 * calls / steps:8.2f} µs")
    print(f"plain loop, trace on disk  {1e6 * loop / steps:8.2f} µs a step = {steps / loop:,.0f} steps/s")
    print(
        f"  promise: at least {PROMISED_STEPS_PER_S:,} steps/s; ratio {steps / loop / PROMISED_STEPS_PER_S:.2f} of it"
    )
    return steps / loop >= PROMISED_STEPS_PER_S


def _call_seconds(steps: int, trace: Path) -> float:
    with _world(steps, trace) as world:
        return _seconds(lambda: [world.call("idle", {"number": number}) for number in range(steps)])


def _loop_seconds(steps: int, trace: Path) -> float:
    with _world(steps, trace) as world:
        agent = scripted.of(call("idle", number=number) for number in range(steps))
        return _seconds(lambda: run_episode(world, agent))


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


# ------------------------------------------------------------------ Inspect, bare and ours


def recited(made: int) -> Turn:
    """Make an agent that measures again and again, then submits."""
    # Another place every time: a model that repeats itself exactly counts as in a loop, and is ended.
    return ("read_meter", {"x_m": 10 * made, "y_m": 20}) if made < CALLS - 1 else SUBMIT


def measured(arguments: Mapping[str, Any]) -> str:
    """Return what the toy's meter shows, for a ground that is always the same."""
    if "answer" in arguments:
        return "answer received"
    reading = GROUND.reading(arguments["x_m"], arguments["y_m"])
    return f"{reading:.1f} microgal at x = {arguments['x_m']} m, y = 20 m"


def _measure_inspect(samples: int, repeats: int) -> bool:
    """Measure CPU time of all sides in turn, in many short rounds, compared round by round: a busy machine slows all
    alike.
    """
    suite = registry.load("suites", "toy")
    bare = lambda: bare_task(suite, samples, suite.tools(), measured, SUBMIT[0])  # noqa: E731
    ours_task = lambda: make_task(suite, seed=7, limit=samples)  # noqa: E731
    sides = {"bare Inspect": bare, "our worlds in Inspect": ours_task, "every tool on a thread": ours_task}
    times: dict[str, list[float]] = {name: [] for name in sides}
    for number in range(repeats + 1):  # the first round warms both sides up and is not counted
        for name in sorted(sides, reverse=bool(number % 2)):
            with _threaded() if "thread" in name else nullcontext():
                times[name].append(inspect_seconds(sides[name](), recited))
    base, *others = (rounds[1:] for rounds in times.values())
    for name, rounds in times.items():
        each = 1e3 * statistics.median(rounds[1:]) / samples / CALLS
        print(
            f"{name:24} {each:6.2f} ms of CPU a call, median of {repeats} rounds of {samples} samples × {CALLS} calls"
        )
    ratios = [_quartiles([ours / bare for ours, bare in zip(side, base, strict=True)]) for side in others]
    for name, (low, middle, high) in zip(list(times)[1:], ratios, strict=True):
        print(f"  {name}: {middle:.2f} × bare Inspect (half of the rounds between {low:.2f} and {high:.2f})")
    print(f"  promise: at most {PROMISED_RATIO} × bare Inspect; ratio {ratios[0][1]:.2f}")
    return ratios[0][1] <= PROMISED_RATIO


def _quartiles(values: list[float]) -> list[float]:
    return statistics.quantiles(values, n=4)


@contextmanager
def _threaded() -> Iterator[None]:
    """Mark tools as not instant: each is run on a thread, as a tool that may take long must be."""
    seen = {id(tool): tool for tool in registry.load("suites", "toy").tools().values()}
    marks = {key: tool.marks for key, tool in seen.items()}
    for tool in seen.values():
        object.__setattr__(tool, "marks", replace(tool.marks, instant=False))
    try:
        yield
    finally:
        for key, tool in seen.items():
            object.__setattr__(tool, "marks", marks[key])


# ------------------------------------------------------------------ Python in the sandbox


def _measure_sandbox(repeats: int) -> None:
    """Measure a line of Python in the sandbox, beside the same line in a bare interpreter. The ratio is no promise.

    The promise compares two versions of this project: supervision may cost 1.3 times what the sandbox took before.
    """
    if (reason := why_not_ready()) is not None:
        print(f"Python in the sandbox: skipped: {reason}")
        return
    isolator, code = choose_isolator(), "print(6 * 7)"
    with tempfile.TemporaryDirectory() as place:
        shut = [_seconds(lambda: run_python(code, Path(place), Limits(), isolator)) for _ in range(repeats)]
        bare = [
            _seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL))
            for _ in range(repeats)
        ]
    mine, theirs = statistics.median(shut), statistics.median(bare)
    print(f"Python, bare interpreter  {theirs * 1e3:.0f} ms, median of {repeats}")
    print(f"Python in {isolator.name:<16}{mine * 1e3:.0f} ms, median of {repeats}: {mine / theirs:.1f} × bare")


if __name__ == "__main__":
    sys.exit(main())
