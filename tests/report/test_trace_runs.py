"""Trace files as runs: epochs, incomplete traces, files of other programs."""

import math
from pathlib import Path

import pytest

from mesocosm import registry
from mesocosm.episode.agent import Case
from mesocosm.episode.loop import run_episode
from mesocosm.errors import TraceError
from mesocosm.report.episodes import read_episodes
from mesocosm.suite import Suite


def play(suite: Suite, agent: str, path: Path) -> None:
    """Write one episode of item 0 of seed 7 as a trace file."""
    item, reference = suite.case(7, 0)
    with suite.world(item, reference, agent=agent, trace=path) as world:
        run_episode(world, registry.load("agents", agent)(Case(item, reference, world.tools)))


def test_the_traces_of_one_agent_are_its_epochs(toy, tmp_path):
    play(toy, "oracle", tmp_path / "a.jsonl")
    play(toy, "oracle", tmp_path / "b.jsonl")
    play(toy, "null", tmp_path / "c.jsonl")
    episodes = read_episodes([tmp_path])
    assert [(one.agent, one.epoch, one.score) for one in episodes] == [
        ("null", 1, 0.0),
        ("oracle", 1, 1.0),
        ("oracle", 2, 1.0),
    ]
    assert [one.end for one in episodes] == ["stopped", "submitted", "submitted"]


def test_a_trace_that_was_cut_off_is_broken_and_counted(toy, tmp_path):
    play(toy, "oracle", tmp_path / "a.jsonl")
    lines = (tmp_path / "a.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "a.jsonl").write_text("".join(lines[:-1]))  # the last line tells the end
    [episode] = read_episodes([tmp_path])
    assert episode.end == "broken"
    assert math.isnan(episode.score)


def test_files_of_others_are_passed_over_in_a_folder_and_refused_by_name(toy, tmp_path):
    play(toy, "oracle", tmp_path / "a.jsonl")
    other = tmp_path / "other.jsonl"
    other.write_text('{"question": "?"}\n')
    assert [one.score for one in read_episodes([tmp_path])] == [1.0]
    with pytest.raises(TraceError, match="is it a mesocosm trace"):
        read_episodes([other])
