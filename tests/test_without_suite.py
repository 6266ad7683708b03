"""The core works without any one suite; `python -m tests.without_suite` runs all its tests that way."""

import re
import subprocess
import sys

import pytest
from tests.without_suite import ROOT, SUITES

NAMED = re.compile(rf"""\bmesocosm\.suites\.({"|".join(SUITES)})\b|["']suites["'], ["']({"|".join(SUITES)})["']""")


def test_no_test_outside_a_suites_folder_needs_that_suite():
    others = [path for path in (ROOT / "tests").rglob("*.py") if ROOT / "tests" / "suites" not in path.parents]
    assert [str(path.relative_to(ROOT)) for path in others if NAMED.search(path.read_text())] == []


@pytest.mark.parametrize(
    "suite", [SUITES[-1], *(pytest.param(suite, marks=pytest.mark.exhaustive) for suite in SUITES[:-1])]
)
def test_everything_else_works_without_a_suite(suite):
    words = [sys.executable, "-m", "tests.without_suite", "--quick", "--suite", suite]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
