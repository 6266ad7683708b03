"""Small files with huge contents do not fill the memory of the process that plays an episode, nor stay in it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.suite_marks import needs_suite
from tests.waiting import PATIENCE_S

MOST_MB, MOST_LEFT_MB = 1500, 200
pytestmark = [
    needs_suite("terra"),
    pytest.mark.skipif(sys.platform != "linux", reason="what a process holds is told by Linux's /proc"),
]


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Return the memory of a process that opens the files, which another process has made."""
    folder = tmp_path_factory.mktemp("hostile")
    run_worker(folder, "make")
    return json.loads(run_worker(folder, "open"))


def run_worker(folder, verb):
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "tests.suites.terra.hostile_fields", verb, str(folder)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("overlapping", "unpacks to 15,259 MiB; at most 192 are opened"),
        ("packed", "unpacks to 923 MiB; at most 192 are opened"),
        ("dates", "calendar '360_day', they are no dates from 1678 to 2261"),
        ("far_dates", "calendar 'standard', they are no dates from 1678 to 2261"),
        ("moments", "has 10,000,000 times; at most 4,000,000 are opened"),
        ("many_texts", "its texts take more than the 8 MiB that are opened"),
    ],
)
def test_what_would_fill_the_memory_is_refused_before_it_is_decoded(report, name, words):
    assert words in report[name]["words"]
    assert report[name]["most"] - report["classic"]["held"] < MOST_LEFT_MB


@pytest.mark.parametrize(("name", "words"), [("largest", "mean 273.01 K"), ("raster", "7700 x 7700 pixels")])
def test_the_largest_file_that_is_opened_takes_its_share(report, name, words):
    assert words in report[name]["words"]
    assert report[name]["most"] < MOST_MB


def test_hostile_files_leave_the_process_as_large_as_it_was(report):
    """Forty files of texts hold 280 MB, of which 100 MiB may be cached."""
    assert report["many_texts"]["held"] - report["classic"]["held"] < MOST_LEFT_MB
