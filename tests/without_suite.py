"""Each suite in turn is deleted from a copy of the tree; everything else must import and pass its tests.

    python -m tests.without_suite              the whole tests, suite by suite (half an hour on two cores)
    python -m tests.without_suite --quick      import every module, list everything, run an episode elsewhere (seconds)
    python -m tests.without_suite --suite eo tests/cli tests/report      some of the tests, without one suite

Left out with a suite: its tests, its benchmarks, and the pages of the documentation, which describe every suite.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
MADE = ("site", "demo", "logs", "build", "dist")
"""Files that `make clean` deletes."""
COPIED = tuple(path.name for path in ROOT.iterdir() if not path.name.startswith(".") and path.name not in MADE)
SUITES = sorted(path.parent.name for path in (ROOT / "src" / "mesocosm" / "suites").glob("*/suite.toml"))
LOOK = """
import importlib, pkgutil, sys
import mesocosm
sys.argv = ["mesocosm"]
for module in pkgutil.walk_packages(mesocosm.__path__, "mesocosm."):
    importlib.import_module(module.name)
from mesocosm import registry
assert registry.problems() == [], registry.problems()
assert {gone!r} not in registry.names("suites")
for kind in registry.KINDS:
    for name in registry.names(kind):
        registry.load(kind, name)
print(len(sys.modules), "modules,", ", ".join(registry.names("suites")))
assert mesocosm.run("toy", lambda task: task.call("submit", answer=1), n=1).row.episodes == 1
"""
WHOLE = ["-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", "--deselect", "tests/test_docs.py"]


def copy_without(suite: str, folder: Path) -> None:
    """Copy the tree as it would be if the suite had never been written."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(source, folder / name)
    shutil.rmtree(folder / "src" / "mesocosm" / "suites" / suite)
    shutil.rmtree(folder / "tests" / "suites" / suite)


def check_without(suite: str, *, quick: bool, tests: Sequence[str] = ()) -> bool:
    """Return whether everything else works, and print what does not."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "checkout")
        folder.mkdir()
        copy_without(suite, folder)
        if (shared := ROOT.parent / "shared").is_dir():
            Path(place, "shared").symlink_to(shared)
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(folder / "src"), str(folder / "tests" / "toy")]),
        }
        words = ["-c", LOOK.format(gone=suite)] if quick else [*WHOLE, *tests]
        return subprocess.run([sys.executable, *words], cwd=folder, env=environment).returncode == 0


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--quick", action="store_true")
    reader.add_argument("--suite", choices=SUITES, action="append")
    reader.add_argument("tests", nargs="*", help="All by default.")
    arguments = reader.parse_args()
    failed = [
        suite
        for suite in arguments.suite or SUITES
        if not check_without(suite, quick=arguments.quick, tests=arguments.tests)
    ]
    print(f"not whole without: {', '.join(failed)}" if failed else "the house stands without any one of its suites")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
