"""The core stands without any one suite; `python -m tests.wings` runs all its tests that way."""

import subprocess
import sys

import pytest
from tests.wings import ROOT, SUITES


@pytest.mark.parametrize("suite", SUITES)
def test_everything_else_works_without_a_suite(suite):
    words = [sys.executable, "-m", "tests.wings", "--quick", "--suite", suite]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
