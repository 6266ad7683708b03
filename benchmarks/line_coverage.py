"""Measure how much of the source the tests run: lines of source and tests, and the share of lines that run, by package.

python benchmarks/line_coverage.py [--json] [TESTS ...]

It runs the tests under coverage.py, in every process that they start, except in the sandbox and in agents' processes,
which do not get the environment. `make coverage` installs coverage.py first.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SOURCE, TESTS = ROOT / "src" / "mesocosm", ROOT / "tests"
DEEPER = ("suites", "simulators")
"""Folders whose packages are listed one by one."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON in place of the table")
    parser.add_argument("tests", nargs="*", help="tests to run; all by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        status, report = measure(Path(folder), options.tests)
    rows = table(report)
    if options.json:
        print(json.dumps(rows))
    else:
        show(rows)
    return status


def measure(folder: Path, tests: list[str]) -> tuple[int, dict[str, Any]]:
    """Run the tests; return their exit status and the report of coverage.py."""
    environment = os.environ | {"COVERAGE_FILE": str(folder / "data")}
    if sys.version_info >= (3, 12):
        environment["COVERAGE_CORE"] = "sysmon"  # hardly slower than no measurement
    coverage = [sys.executable, "-m", "coverage"]
    pytest = [*coverage, "run", "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", *tests]
    status = subprocess.run(pytest, cwd=ROOT, env=environment, check=False, stdout=sys.stderr).returncode
    subprocess.run([*coverage, "combine", "--quiet"], cwd=ROOT, env=environment, check=True)
    # Tests also run copies of the source in folders that are gone by now.
    ours = ["--ignore-errors", f"--include={SOURCE}/*"]
    report = [*coverage, "json", "--quiet", *ours, "-o", str(folder / "report.json")]
    subprocess.run(report, cwd=ROOT, env=environment, check=True)
    return status, json.loads((folder / "report.json").read_text())


def table(report: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a row for each package, the largest first, and one for all."""
    lines, tests, statements, covered = (Counter[str]() for _ in range(4))
    for path in SOURCE.rglob("*.py"):
        lines[package_of(path.relative_to(SOURCE))] += count_lines(path)
    for path in TESTS.rglob("*.py"):
        tests[package_of(path.relative_to(TESTS))] += count_lines(path)
    for name, file in report["files"].items():
        package = package_of((ROOT / name).relative_to(SOURCE))
        statements[package] += file["summary"]["num_statements"]
        covered[package] += file["summary"]["covered_lines"]
    for counter in (lines, tests, statements, covered):
        counter["all"] = counter.total()
    return [
        {
            "package": package,
            "source_lines": lines[package],
            "test_lines": tests[package],
            "test_lines_per_source_line": round(tests[package] / lines[package], 2),
            "line_coverage": round(covered[package] / max(statements[package], 1), 4),
        }
        for package in sorted(lines, key=lambda each: (each != "all", -lines[each]))
    ]


def package_of(path: Path) -> str:
    """Return the first folder of a path, or its first two; single modules form one group."""
    parts = path.parts[:-1]
    if not parts:
        return "root modules"
    return "/".join(parts[:2]) if parts[0] in DEEPER and len(parts) > 1 else parts[0]


def count_lines(path: Path) -> int:
    return sum(1 for _ in path.open(encoding="utf-8"))


def show(rows: list[dict[str, Any]]) -> None:
    print(f"{'package':28} {'source':>8} {'tests':>8} {'ratio':>6} {'lines run':>10}")
    for row in rows:
        print(
            f"{row['package']:28} {row['source_lines']:8,} {row['test_lines']:8,} "
            f"{row['test_lines_per_source_line']:6.2f} {row['line_coverage']:10.1%}"
        )


if __name__ == "__main__":
    sys.exit(main())
