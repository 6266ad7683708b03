"""Verbs that are killed at work: the same command gives the result it would have given."""

import subprocess
import sys

import pytest
from tests.waiting import PATIENCE_S


def words(verb, out):
    own = {
        "items": ["items", "toy", "--limit", "60", "-o", str(out / "made")],
        "seal": ["seal", "make", "toy", "--limit", "2", "-o", str(out / "made")],
    }
    return [sys.executable, "-m", "mesocosm", *own[verb]]


def run(verb, out):
    return subprocess.run(words(verb, out), capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def test_items_that_were_killed_are_the_same_when_made_again(tmp_path):
    for name in ("alone", "killed"):
        (tmp_path / name).mkdir()
    assert run("items", tmp_path / "alone").returncode == 0
    with subprocess.Popen(words("items", tmp_path / "killed"), stderr=subprocess.PIPE, text=True) as process:
        assert "items" in process.stderr.readline()  # it is at work
        process.kill()
    assert run("items", tmp_path / "killed").returncode == 0
    assert (tmp_path / "killed" / "made").read_bytes() == (tmp_path / "alone" / "made").read_bytes()


@pytest.mark.parametrize("made", [True, False])
def test_a_seal_after_a_kill_is_whole_or_not_there(tmp_path, made):
    """A kill leaves an unfinished seal under another name, which does not disturb the next call."""
    if made:
        assert run("seal", tmp_path).returncode == 0
    else:
        (tmp_path / ".draft-1-abcd").mkdir()
    again = run("seal", tmp_path)
    assert (again.returncode, "exists already" in again.stderr) == ((2, True) if made else (0, False))
    assert (tmp_path / "made" / "record" / "seal.json").is_file()
