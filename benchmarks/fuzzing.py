"""Fuzz the readers and graders: they may raise only documented errors, and no input may take over five seconds.

python benchmarks/fuzzing.py [--inputs N | --seconds S] [--seed N] [--target NAME]

Coverage guides the search: an input that reaches a new line of ours is kept and mutated further. Lines are traced on
every `TRACED`-th input, since tracing costs more than most readers do. The first inputs are the files of `fuzz/`.
Seconds are processor time, which a busy machine does not lengthen. What is found is printed with its input, so that it
can become a test.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parent.parent
OURS = str(ROOT / "src" / "mesocosm")
LONGEST_S = 5.0
LONGEST_INPUT = 20_000
TRACED = 8
INPUTS = 100_000
PIECES = (
    "1e999", "-inf", "nan", "\x00", "\ud800", "\u202e", "Ａ", "∞", "{", "}" * 50, "[" * 200, "\\frac{", "\\boxed{",
    "**", "9" * 400, "-0", "null", "true", '"', "\\", "\n", "---", "answer", "%", "±", "m/s^2", "(" * 100, "1/0",
    "kg", "10^{",
)  # fmt: skip
KEYS = ("3.5 km", "1.2 \\times 10^{-4} s^{-1}", "u = -\\frac{1}{f} \\frac{dp}{dy}", "larger", "(i) 2 K (ii) 5 hPa", "0")
Target = Callable[[str], object]


# ---------------------------------------------------------------- what is fuzzed


def targets() -> dict[str, tuple[Target, tuple[type[Exception], ...]]]:
    """Return the readers by name, with the errors that they may raise."""
    from mesocosm.errors import InvalidArguments, TraceError

    return {
        "trace": (read_lines, (TraceError,)),
        "outlook": (read_outlooks, ()),
        "letters": (read_letters, ()),
        "open": (grade_open, ()),
        "published": (grade_as_published, ()),
        "arguments": (check_arguments, (InvalidArguments,)),
        "listing": (read_listing, ()),
    }


def read_lines(text: str) -> None:
    from mesocosm.trace.reader import parse_line

    for line in text.encode("utf-8", "surrogatepass").split(b"\n"):
        parse_line(line)


def read_outlooks(text: str) -> None:
    from mesocosm.suites.tornado.outlooks.reading import read_outlook

    for mode in ("strict", "compat", "repair"):
        read_outlook(text, mode)


def read_letters(text: str) -> None:
    from mesocosm.scoring.chosen_letter import extract

    extract(text, "default"), extract(text, "published")


def grade_open(text: str) -> None:
    from mesocosm.scoring.open_answers.grading import grade

    grade("How fast, in m/s?", KEYS[len(text) % len(KEYS)], text)


def grade_as_published(text: str) -> None:
    from mesocosm.suites.atmos.published import grade_published

    grade_published(KEYS[len(text) % len(KEYS)], text)


def check_arguments(text: str) -> None:
    from mesocosm.tools.tool import load

    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = {"path": text, "expression": text, "answers": {text: text}}
    names = ("files.read_file", "calculator.calculate", "answers.submit_answers", "execution.python", "choice.submit")
    load(names[len(text) % len(names)]).check(given)


def read_listing(text: str) -> None:
    from mesocosm.simulators.phreeqc.listing import Listing

    listing = Listing(text)
    for section in listing.sections[:20]:
        listing.section(section.name)


# ---------------------------------------------------------------- mutating


def mutate(text: str, corpus: list[str], draw: random.Random) -> str:
    """Apply a few small changes: cut, double, flip, splice with another input, or insert a piece that is known to cause
    errors.
    """
    for _ in range(draw.randint(1, 4)):
        at, to = sorted((draw.randint(0, len(text)), draw.randint(0, len(text))))
        match draw.randint(0, 6):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:to] + text[at:to] * draw.choice((1, 2, 8)) + text[to:]
            case 2:
                text = text[:at] + chr(draw.choice((draw.randint(0, 127), draw.randint(0, 0x2FFF)))) + text[at + 1 :]
            case 3:
                other = draw.choice(corpus)
                text = text[:at] + other[draw.randint(0, len(other)) :]
            case _:
                text = text[:at] + draw.choice(PIECES) + text[to if draw.random() < 0.3 else at :]
    return text[:LONGEST_INPUT]


# ---------------------------------------------------------------- running


class Lines:
    """Lines of ours that were ever reached."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, int]] = set()
        self.fresh = False

    def follow(self, frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        line = (frame.f_code.co_filename, frame.f_lineno)
        if line not in self.seen:
            self.seen.add(line)
            self.fresh = True
        return self.follow


class Fuzzer:
    """One reader, its corpus, and what was found."""

    def __init__(self, name: str, read: Target, documented: tuple[type[Exception], ...], seed: int) -> None:
        self.name, self.read, self.documented = name, read, documented
        folder = ROOT / "fuzz" / ("open" if name == "published" else name)
        self.corpus = [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())]
        self.draw = random.Random(f"{name} {seed}")
        self.lines = Lines()
        self.ran, self.slowest, self.slow = 0, 0.0, 0
        self.slow_input = ""
        self.crashes: dict[str, str] = {}
        for text in [*self.corpus, *self.corpus]:  # the first round loads libraries, which is not the readers' time
            self.feed(text, trace=True)
        self.ran, self.slowest, self.slow = len(self.corpus), 0.0, 0

    def step(self) -> None:
        text = mutate(self.draw.choice(self.corpus), self.corpus, self.draw)
        if self.feed(text, trace=self.ran % TRACED == 0):
            self.corpus.append(text)

    def feed(self, text: str, *, trace: bool) -> bool:
        """Read one input; return whether it reached a new line."""
        self.ran, self.lines.fresh = self.ran + 1, False
        started = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, 4 * LONGEST_S)
        sys.settrace(self.lines.follow if trace else None)
        try:
            self.read(text)
        except self.documented:
            pass
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            self.crashes.setdefault(f"{type(error).__name__} at {place.filename}:{place.lineno}", text)
        finally:
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_PROF, 0)
        took = time.process_time() - started
        self.slowest = max(self.slowest, took)
        if took > LONGEST_S:
            self.slow += 1
            self.slow_input = text
        return self.lines.fresh


def alarm(*_: object) -> None:
    raise TimeoutError("the input takes too long")


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("--inputs", type=int, default=INPUTS)
    asked.add_argument("--seconds", type=float)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--target", choices=sorted(targets()))
    given = asked.parse_args()
    signal.signal(signal.SIGPROF, alarm)
    warnings.simplefilter("ignore")
    chosen = {name: both for name, both in targets().items() if given.target in (None, name)}
    fuzzers = [Fuzzer(name, *both, given.seed) for name, both in chosen.items()]
    started = time.perf_counter()
    while (time.perf_counter() - started < given.seconds) if given.seconds else (count(fuzzers) < given.inputs):
        for fuzzer in fuzzers:
            fuzzer.step()
    return report(fuzzers)


def count(fuzzers: list[Fuzzer]) -> int:
    return sum(fuzzer.ran for fuzzer in fuzzers)


def report(fuzzers: list[Fuzzer]) -> int:
    """Print the results; return 1 if something was found, else 0."""
    for fuzzer in fuzzers:
        print(
            f"{fuzzer.name:10} {fuzzer.ran:7} inputs, {len(fuzzer.corpus):4} kept, {len(fuzzer.lines.seen):5} lines, "
            f"slowest {fuzzer.slowest:6.3f} s, over {LONGEST_S:g} s: {fuzzer.slow}, crashes: {len(fuzzer.crashes)}"
        )
        if fuzzer.slow:
            print(f"  slow: {fuzzer.slow_input[:2000]!r}")
        for place, text in fuzzer.crashes.items():
            print(f"  {place}\n    {text[:500]!r}")
    crashes, slow = sum(len(fuzzer.crashes) for fuzzer in fuzzers), sum(fuzzer.slow for fuzzer in fuzzers)
    print(f"{count(fuzzers)} inputs: {crashes} crashes, {slow} over {LONGEST_S:g} s")
    return int(bool(crashes or slow))


if __name__ == "__main__":
    sys.exit(main())
