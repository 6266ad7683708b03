"""The speed of grading open answers, beside pint alone on cleaned text in the same run.

python benchmarks/atmos_open.py [ATMOSSCI_PACK]

The published evaluators are not run here: their 5.9 sub-answers per second are quoted from the measurement of the
authors' release. Pint alone reads only the pairs it can.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from mesocosm.scoring.open_answers import answers_in, grade, pair, split_key
from mesocosm.units import registry

PACK = Path(__file__).parents[2] / "shared" / "data" / "atmossci"
QUOTED_PER_S, PROMISED = 5.9, 10
ROUNDS = 60

MADE_UP = [
    (r"$3.1 \times 10^{4} \mathrm{~Pa}$", r"\Delta p \approx 31.2 \text{ kPa}"),
    (r"$14.2 \mathrm{~m} \mathrm{~s}^{-1}$", r"51 \text{ km/h}"),
    ("450 gpm", r"1.0\ \text{cfs}"),
    ("12 C", r"285.4 \text{ K}"),
    ("$b=4.1$ ft, $y=2.2$ ft", r"y = 2.2 \text{ ft}, \quad b = 4.1 \text{ ft}"),
    (r"$p=p_{0} e^{-z / H}$", r"p(z) = p_0 \exp\left(-\frac{z}{H}\right)"),
    (r"$F=\frac{1}{3} \rho b^{2} U$", r"\frac{\rho U b^2}{3}"),
    ("supercritical", r"\text{The flow is supercritical.}"),
    (r"$\frac{g}{f} s$", r"\frac{g s}{2\Omega\sin\phi}"),
    ("0.31", "0.36"),
]
"""Pairs of every kind; each gets different numbers, so that no cache answers."""

T = TypeVar("T")
Pair = tuple[str, str, str]


def main(pack: str = str(PACK)) -> int:
    grade("", "1 m", "1 km")  # loads the unit library
    held = compare("made-up pairs", [("", *vary(both, turn)) for turn in range(ROUNDS) for both in MADE_UP])
    if Path(pack).is_dir():
        pairs, seconds = timed(lambda: released_pairs(Path(pack)))
        print(f"released responses: {len(pairs)} sub-answers taken apart in {seconds:.2f} s of processor time")
        held &= compare("released responses", pairs)
    return 0 if held else 1


def compare(name: str, pairs: list[Pair]) -> bool:
    verdicts, ours = timed(lambda: [grade(*each) for each in pairs])
    read, alone = timed(lambda: sum(by_pint_alone(key, answer) is not None for _, key, answer in pairs))
    speed = len(pairs) / ours
    print(f"{name}: {len(pairs)} sub-answers")
    print(f"  ours {speed:,.0f}/s, verdicts {dict(Counter(verdict.value for verdict in verdicts))}")
    share = read / len(pairs)
    print(f"  pint alone {len(pairs) / alone:,.0f}/s and reads {share:.0%}: ours takes {ours / alone:.2f} × its time")
    print(f"  beside the published evaluators (quoted, {QUOTED_PER_S}/s): {speed / QUOTED_PER_S:,.0f} ×")
    print(f"  promise: at least {PROMISED} ×")
    return speed >= PROMISED * QUOTED_PER_S


def vary(both: tuple[str, str], turn: int) -> tuple[str, str]:
    """Return the pair with another number in the key."""
    return re.sub(r"(?<=\d)\.(\d)", rf".{turn:02d}\1", both[0], count=1), both[1]


def timed(work: Callable[[], T]) -> tuple[T, float]:
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def released_pairs(pack: Path) -> list[Pair]:
    questions = {row["id"]: row for row in map(json.loads, lines(pack / "questions" / "oeq.jsonl"))}
    pairs: list[Pair] = []
    for path in sorted((pack / "responses").glob("oeq__*.jsonl.gz")):
        for line in lines(path):
            row = json.loads(line)
            question = questions.get(row["id"])
            if question:
                matched = pair(split_key(question["answer"]), answers_in(row["response"] or ""))
                pairs += [(question["problem"], key, answer) for _, key, answer in matched if answer]
    return pairs


def lines(path: Path) -> list[str]:
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).decode().strip().split("\n")


def by_pint_alone(key: str, answer: str) -> bool | None:
    """Compare two texts with pint after a few replacements."""
    try:
        wanted: Any = registry().Quantity(cleaned(key))
        given: Any = registry().Quantity(cleaned(answer))
        return bool(abs(given.to(wanted.units).magnitude - wanted.magnitude) <= 0.05 * abs(wanted.magnitude))
    except Exception:  # whatever pint raises on text that is not a quantity
        return None


def cleaned(text: str) -> str:
    text = re.sub(r"\\(?:mathrm|text|rm)|[${}~]|\\[,;! ]|\\quad", " ", text[:200]).replace(r"\times", "*")
    if re.search(r"\*\*.*\*\*|\^.*\^\s*\d|\d{7}", text):
        raise ValueError("a tower of powers")
    return text.split("=")[-1].split(r"\approx")[-1].replace("^", "**").strip()


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
