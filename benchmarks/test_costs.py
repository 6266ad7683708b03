"""Say what the tests wait for: CPU seconds of files, tests and fixtures, the most expensive first.

python benchmarks/test_costs.py [--rows 30] [--json] [TESTS ...]

A test's seconds contain those of the fixtures that it is the first to ask for, and of the programs that it starts and
waits for. Collecting is counted once for each process.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = "MESOCOSM_TEST_COSTS"
"""Variable with the folder in which each process of pytest writes its costs."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=30, help="rows of each table")
    parser.add_argument("--json", action="store_true", help="print JSON in place of tables")
    parser.add_argument("tests", nargs="*", help="tests to run; all by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        status = run_tests(Path(folder), options.tests)
        costs = read_costs(Path(folder))
    shown = {name: dict(counter.most_common(options.rows)) for name, counter in tables(costs).items()}
    if options.json:
        print(json.dumps(shown))
    else:
        show(shown)
    return status


def run_tests(folder: Path, tests: list[str]) -> int:
    """Run pytest with this file as its plug-in."""
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {FOLDER: str(folder), "PYTHONPATH": path}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "test_costs", "-n", "auto", "--dist", "worksteal", *tests]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False, stdout=sys.stderr).returncode


def read_costs(folder: Path) -> list[tuple[str, str, float]]:
    return [tuple(json.loads(line)) for path in folder.iterdir() for line in path.read_text().splitlines()]


def tables(costs: list[tuple[str, str, float]]) -> dict[str, Counter[str]]:
    """Return the seconds of files, tests and fixtures, and of all tests and all collecting."""
    counters: dict[str, Counter[str]] = {name: Counter() for name in ("total", "file", "test", "fixture")}
    for kind, name, seconds in costs:
        if kind != "fixture":
            counters["total"][kind] += seconds
        if kind != "collecting":
            counters[kind][name] += seconds
        if kind == "test":
            counters["file"][name.partition("::")[0]] += seconds
    return counters


def show(shown: dict[str, dict[str, float]]) -> None:
    for table, rows in shown.items():
        print(f"\nCPU s  {table}")
        for name, seconds in rows.items():
            print(f"{seconds:6.1f} {name[:150]}")


# ---------------------------------------------------------------- the plug-in, in each process of pytest


def spent() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def write_cost(kind: str, name: str, seconds: float) -> None:
    with (Path(os.environ[FOLDER]) / str(os.getpid())).open("a") as file:
        file.write(json.dumps([kind, name, seconds]) + "\n")


@contextmanager
def measured(kind: str, name: str) -> Iterator[None]:
    before = spent()
    yield
    write_cost(kind, name, spent() - before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    with measured("test", item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Any:
    with measured("fixture", f"{fixturedef.baseid}::{fixturedef.argname} ({fixturedef.scope})"):
        return (yield)


def pytest_collection_finish(session: pytest.Session) -> None:
    write_cost("collecting", "", spent())


if __name__ == "__main__":
    sys.exit(main())
