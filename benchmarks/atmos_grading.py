"""The speed of grading answers, beside a plain reading of the same responses in the same run.

python benchmarks/atmos_grading.py [ATMOSSCI_PACK]

The published evaluator is not run here: its 12,000 to 15,000 choices and 4.9 to 5.9 open sub-answers a second on one
core are quoted from the measurement of its authors' release.
"""

from __future__ import annotations

import gzip
import json
import math
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library

from mesocosm.scoring.chosen_letter import Profile, extract
from mesocosm.suites.atmos.grading import grade_choices, grade_open
from mesocosm.suites.atmos.responses import Question, read_questions

PACK = Path(__file__).parents[2] / "shared" / "data" / "atmossci"
PROMISED_CHOICES, QUOTED_OPEN, PROMISED_OPEN = 15_000, 5.9, 10
PLAIN = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"answer\W*([A-D])\b",
        r"boxed\W*([A-D])\b",
        r"option\W*([A-D])\b",
        r"choice\W*([A-D])\b",
    )
]
REPEATS = 3
PROFILES: tuple[Profile, ...] = ("default", "published")
HOSTILE = {
    "claims": "Answer: A\n" * 90_000,
    "boxes": r"\boxed{12 m}" * 80_000,
    "nested boxes": r"\boxed{" * 100_000 + "A" + "}" * 100_000,
    "braces": r"\boxed{" + "{" * 400_000 + "A" + "}" * 400_001,
    "blanks": r"\boxed{12" + " " * 900_000 + "m}",
    "digits": r"\boxed{" + "1" * 19_000 + "} answer",
    "units": r"\boxed{12 " + "m " * 9_000 + "}",
    "an exponent": r"\boxed{12 \times 10^{999999999} \text{ m}}",
}


def main(pack: str = str(PACK)) -> int:
    folder = Path(pack)
    if not folder.is_dir():
        raise SystemExit(f"{folder} is not there; give the folder of the AtmosSci-Bench pack")
    held = [benchmark_choices(folder), benchmark_open(folder)]
    benchmark_hostile()
    return 0 if all(held) else 1


def benchmark_choices(folder: Path) -> bool:
    sets = [
        (read_questions(folder / "questions" / f"{kind}.jsonl"), read(path))
        for kind in ("main_1-10", "extra_1-10")
        for path in sorted((folder / "responses").glob(f"{kind}__*.jsonl.gz"))
    ]
    count = sum(len(responses) for _, responses in sets)
    plain = best(lambda: [plain_letter(text or "") for _, responses in sets for text in responses.values()])
    print(f"{count} choices, CPU; a plain reading by four searches: {count / plain:,.0f} a second")
    slowest = math.inf
    for profile in PROFILES:
        ours = best(lambda profile=profile: [grade_choices(*responses, profile) for responses in sets])
        print(f"  {profile}: {count / ours:,.0f} a second, {plain / ours:.1f} × the plain reading")
        slowest = min(slowest, count / ours)
    print(f"  promise: at least {PROMISED_CHOICES:,} a second (published evaluator, quoted: 12,000 to 15,000)")
    return slowest >= PROMISED_CHOICES


def benchmark_open(folder: Path) -> bool:
    questions = read_questions(folder / "questions" / "oeq.jsonl")
    sets = [read(path) for path in sorted((folder / "responses").glob("oeq__*.jsonl.gz"))]
    slowest = math.inf
    for profile in PROFILES:
        started = time.process_time()
        count = sum(
            len(grade_open(questions[name], text or "", profile))
            for responses in sets
            for name, text in responses.items()
        )
        rate = count / (time.process_time() - started)
        print(f"{count} open sub-answers, {profile}: {rate:,.0f} a second, {rate / QUOTED_OPEN:.0f} × {QUOTED_OPEN}")
        slowest = min(slowest, rate)
    print(f"  promise: at least {PROMISED_OPEN} × the published evaluator (quoted: {QUOTED_OPEN} a second)")
    return slowest >= PROMISED_OPEN * QUOTED_OPEN


def benchmark_hostile() -> None:
    """Print the longest time for one of these answers; an honest answer takes a thousandth of a second."""
    spent = {name: best(lambda text=text: grade_hostile(text)) for name, text in HOSTILE.items()}
    worst = max(spent, key=lambda name: spent[name])
    print(f"hostile answers, both profiles: {spent[worst]:.2f} s at most ({worst})")


def grade_hostile(text: str) -> None:
    question = Question("How far?", "(a) 12 m (b) 7 K", None, "any", "hostile", 1)
    for profile in PROFILES:
        extract(text, profile)
        grade_open(question, text, profile)


def read(path: Path) -> dict[str, str | None]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return {record["id"]: record["response"] for record in map(json.loads, lines)}


def plain_letter(text: str) -> str | None:
    for pattern in PLAIN:
        letters = pattern.findall(text)
        if letters:
            return str(letters[-1]).upper()
    return None


def best(work: Callable[[], Any]) -> float:
    """Return the least CPU seconds of a few runs."""
    spent = []
    for _ in range(REPEATS):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return min(spent)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
