"""Measure PHREEQC's speed: runs in process beside a process per run, and a long listing's contents and sections.

python benchmarks/phreeqc.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.remove(str(Path(__file__).parent))  # this file has the engine's own name and would be imported for it

from mesocosm.simulators.phreeqc.engine import run
from mesocosm.simulators.phreeqc.listing import Listing

DECK = """SOLUTION 1
 temp 25
 pH 7.5
 units mmol/kgw
 Ca 1.2
 C(4) 2.5
 Cl 1 charge
EQUILIBRIUM_PHASES 1
 CO2(g) -2.0
 Calcite 0
END
"""
SERIES = """SOLUTION 1
 temp 25
 pH 7
EQUILIBRIUM_PHASES 1
 Gypsum 0 1
 Anhydrite 0 1
REACTION_TEMPERATURE 1
 25 75 in 400
END
"""
ONE_RUN = f"from mesocosm.simulators.phreeqc.engine import run; assert not run({DECK!r}).error_count"
PROMISED_RATIO, PROMISED_TOC_S, PROMISED_SECTION_S = 5, 0.020, 0.005


def main() -> int:
    inside = 200 / seconds(lambda: [run(DECK) for _ in range(200)])
    outside = 10 / seconds(lambda: [subprocess.run([sys.executable, "-c", ONE_RUN], check=True) for _ in range(10)])
    print(f"runs in process {inside:.0f}/s, a process per run {outside:.1f}/s")
    print(f"  promise: at least {PROMISED_RATIO} ×; ratio {inside / outside:.0f}")
    text = run(SERIES).listing
    contents = statistics.median(seconds(lambda: Listing(text).sections) for _ in range(15))
    listing = Listing(text)
    count = sum(part.name == "Saturation indices" for part in listing.sections)
    section = statistics.median(seconds(lambda: listing.section("Saturation indices", count // 2)) for _ in range(15))
    print(f"listing of {len(text):,} characters, {len(listing.sections)} sections")
    print(f"  contents in {1e3 * contents:.1f} ms; promise: less than {1e3 * PROMISED_TOC_S:.0f} ms")
    print(f"  one section in {1e3 * section:.2f} ms; promise: less than {1e3 * PROMISED_SECTION_S:.0f} ms")
    held = inside / outside >= PROMISED_RATIO and contents < PROMISED_TOC_S and section < PROMISED_SECTION_S
    return 0 if held else 1


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
