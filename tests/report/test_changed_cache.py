"""A run that notices a changed cache says so in its results, and is not ranked."""

from __future__ import annotations

import pytest

import mesocosm
from mesocosm.cache import Kind, tampering
from mesocosm.report.results import rank_rows, read_results
from mesocosm.report.table import captions
from mesocosm.trace.reader import read_trace

TRUTHS = Kind("truths", "What is true", lambda: "1")


@pytest.fixture
def rewriting(tmp_path, monkeypatch):
    """An agent in this process, which rewrites an entry that is read again in its second episode."""
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tampering, "_noticed", {})
    TRUTHS.write("a", b"right")

    def play(task):
        assert TRUTHS.read("a") in (b"right", None)
        TRUTHS.path("a").write_bytes(b"wrong")
        task.say("done")

    return play


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_run_whose_cache_was_changed_is_not_ranked(rewriting, tmp_path, capsys):
    honest = mesocosm.run("toy", "random", limit=2)
    results = mesocosm.run(
        "toy", rewriting, limit=2, name="vandal", traces=tmp_path / "traces", logs=tmp_path / "logs", isolated=False
    )
    assert "changed in the cache: " in capsys.readouterr().err
    ends = [read_trace(path).end for path in sorted((tmp_path / "traces").glob("*.jsonl"))]
    assert [end.cache_changed for end in ends] == [False, True]
    (logged,) = read_results(tmp_path / "logs")
    for row in (results.row, logged):
        assert row.cache_changed
        assert not row.rankable
        assert rank_rows([row, honest.row])[-1] == row
        assert any(line.startswith("Not ranked, since entries of the cache were changed") for line in captions([row]))
    assert honest.row.rankable
