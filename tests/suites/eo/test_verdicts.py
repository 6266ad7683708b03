"""Verdicts of runs, summed by who gave them."""

import json

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.report.logs import Log
from mesocosm.suites.eo.judge.verdict import Verdict
from mesocosm.suites.eo.report.verdicts import JudgedAnswer, summed


def answer(item, value, *, by="rule", why="read", zero=False, run="one"):
    told = Verdict(value=value, by=by, why=why)
    return JudgedAnswer(run=run, item=item, epoch=1, answer="12", truth="12", verdict=told, zero_call=zero)


def test_by_hand():
    [one, two] = summed(
        [
            answer("a", True),
            answer("b", True, zero=True),  # right, and a failure: nothing was looked at
            answer("c", True, by="model"),
            answer("d", None, why="several_numbers"),
            answer("e", False),
            answer("a", False, run="two"),
        ]
    )
    assert (one.by_rule, one.by_model, one.undecided) == (3, 1, 1)
    assert (one.right.right, one.right.n) == (2, 5)
    assert one.why_undecided == {"several_numbers": 1}
    assert (two.right.right, two.right.n) == (0, 1)


def log_of(*samples):
    about = {"suite": "eo", "profile": "default"}
    spec = {"created": "2026-01-01T00:00:00+00:00", "task": "eo", "model": "mesocosm/one", "metadata": about}
    return Log.model_validate({"status": "success", "eval": spec, "samples": samples})


def sample_of(item, *, error):
    told = {"error": {"message": "the provider fell over"}} if error else {}
    value = {} if error else {"score": {"value": 0.0}, "success": {"value": 0.0}}
    return {"id": item, "epoch": 1, "scores": value, **told}


@pytest.fixture
def _two_answers_and_a_broken_episode(monkeypatch):
    from mesocosm.report import trace_runs

    log = log_of(sample_of("a", error=False), sample_of("b", error=True), sample_of("c", error=False))
    told = [answer(item, value, run="one") for item, value in (("a", True), ("b", False), ("c", False))]
    monkeypatch.setattr(trace_runs.Played, "is_broken", property(lambda played: played.failed))
    monkeypatch.setattr("mesocosm.report.episodes.finished_logs", lambda logs: iter([log]))
    monkeypatch.setattr("mesocosm.report.identity.agent_of", lambda log: "one")
    monkeypatch.setattr("mesocosm.suites.eo.report.verdicts.judge_logs", lambda *given: told)


@pytest.mark.usefixtures("_two_answers_and_a_broken_episode")
def test_episodes_that_broke_are_no_wrong_answers(tmp_path):
    done = CliRunner().invoke(mesocosm_command, ["eo", "judge", str(tmp_path), "--json"], catch_exceptions=False)
    told = json.loads(done.stdout)
    assert told["left_out"] == 1
    assert [row["item"] for row in told["answers"]] == ["a", "c"]
    assert (told["runs"][0]["right"]["right"], told["runs"][0]["right"]["n"]) == (1, 2)


@pytest.mark.usefixtures("_two_answers_and_a_broken_episode")
def test_the_table_says_how_many_broke(tmp_path):
    done = CliRunner().invoke(mesocosm_command, ["eo", "judge", str(tmp_path)], catch_exceptions=False)
    assert "left out since they broke: 1" in " ".join(done.output.split())
