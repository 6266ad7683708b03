"""The message about a full disk: which one it is, and what is kept."""

import errno
import resource
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S

from mesocosm.screen.full_disk import KEPT, full_disk_message


def mesocosm(*words, **more):
    words = [sys.executable, "-m", "mesocosm", *map(str, words)]
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False, **more)


def test_the_file_that_did_not_fit_is_named():
    error = OSError(errno.ENOSPC, "No space left on device", "/tmp/results.zip")
    message = full_disk_message(error)
    assert message.startswith("no space is left on the disk that holds /tmp/results.zip (")
    assert message.endswith(KEPT)


def test_a_cause_that_a_library_wrapped_is_found():
    wrapped = RuntimeError("cannot write")
    wrapped.__cause__ = OSError(errno.ENOSPC, "No space left on device")
    assert "that holds /tmp/out" in full_disk_message(wrapped, [Path("/tmp/out")])


def test_other_errors_are_not_taken_for_it():
    assert full_disk_message(OSError(errno.EACCES, "Permission denied", "/tmp/x")) == ""
    assert full_disk_message(ValueError("No space left on device")) == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_verb_says_so_without_a_traceback():
    done = mesocosm("items", "toy", "--limit", 1, "-o", "/dev/full")
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "error: no space is left on the disk that holds /dev/full" in done.stderr


def test_a_limit_of_files_is_told_and_no_half_file_stays(tmp_path):
    small = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (512, 512))
    done = mesocosm("items", "toy", "--limit", 20, "-o", tmp_path / "items.jsonl", preexec_fn=small)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "grew beyond the 512 bytes that a file may have" in done.stderr
    assert list(tmp_path.iterdir()) == []
    assert mesocosm("items", "toy", "--limit", 20, "-o", tmp_path / "items.jsonl").returncode == 0
