"""Verdicts of runs, counted by who gave them."""

import json

import pytest
from click.testing import CliRunner
from tests.suites.eo.traces import DETECT, item, reference, trace

from mesocosm.cli.main import mesocosm_command
from mesocosm.report.logs import Log
from mesocosm.suite import Suite
from mesocosm.suites.eo.judge.verdict import Verdict
from mesocosm.suites.eo.records import NumberAnswer
from mesocosm.suites.eo.report import verdicts
from mesocosm.suites.eo.report.verdicts import JudgedAnswer, judge_logs, sum_runs
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import dump


def answer(item, value, *, by="rule", why="read", zero=False, run="one"):
    verdict = Verdict(value=value, by=by, why=why)
    return JudgedAnswer(run=run, item=item, epoch=1, answer="12", truth="12", verdict=verdict, zero_call=zero)


def test_by_hand():
    [one, two] = sum_runs(
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


def sample_of(epoch, answer, error=False):
    """Make a log's sample of an episode, with its whole trace."""
    scores = {name: {"value": 0.0} for name in ("score", "success")}
    ended = {"error": {"message": "the provider fell over"}} if error else {"scores": scores}
    return {"id": "eo-s0-0000", "epoch": epoch, "store": {STORE_KEY: dump(trace(DETECT, answer=answer))}, **ended}


@pytest.fixture
def _two_answers_and_a_broken_episode(monkeypatch):
    log = log_of(sample_of(1, "12"), sample_of(2, "13", error=True), sample_of(3, "13"))
    monkeypatch.setattr(verdicts, "finished_logs", lambda logs: iter([log]))
    monkeypatch.setattr(Suite, "find", lambda suite, name: (item(), reference()))  # an item of the lake takes its time


@pytest.mark.usefixtures("_two_answers_and_a_broken_episode")
def test_episodes_that_broke_are_no_wrong_answers_and_no_judge_hears_of_them(tmp_path):
    asked = []

    def judge(answers):
        asked.extend(answers)
        return {}

    answers, left_out = judge_logs([tmp_path], judge)
    assert left_out == 1
    assert [(own.epoch, own.verdict.value) for own in answers] == [(1, True), (3, False)]
    assert asked == []


@pytest.mark.usefixtures("_two_answers_and_a_broken_episode")
def test_the_command_says_how_many_broke(tmp_path):
    def run_command(*words):
        run = CliRunner().invoke(mesocosm_command, ["eo", "judge", str(tmp_path), *words], catch_exceptions=False)
        return run.stdout

    document = json.loads(run_command("--json"))
    assert (document["left_out"], document["runs"][0]["right"]["right"], document["runs"][0]["right"]["n"]) == (1, 1, 2)
    assert "left out since they broke: 1" in " ".join(run_command().split())


def test_a_judge_learns_how_far_off_an_answer_may_be(tmp_path, monkeypatch):
    """Without the tolerance, a model calls 1.1 ha right where 0.05 ha off is wrong."""
    truth = NumberAnswer(value=1.0, unit="ha", tolerance=0.05)
    monkeypatch.setattr(verdicts, "finished_logs", lambda logs: iter([log_of(sample_of(1, "Is it 1.1 ha?"))]))
    monkeypatch.setattr(Suite, "find", lambda suite, name: (item(), reference(truth, sentence="It covers 1.0 ha.")))
    asked = []

    def judge(answers):
        asked.extend(answers)
        return {}

    [judged] = judge_logs([tmp_path], judge).answers
    assert judged.truth == "It covers 1.0 ha. (right within 0.05 ha of this, wrong beyond)"
    assert [own.truth for own in asked] == [judged.truth]
