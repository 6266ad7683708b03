"""`import mesocosm` is all a user needs: names, an own agent, its results, a frame and a page."""

from __future__ import annotations

import math

import pytest
from inspect_ai import eval as inspect_eval

import mesocosm
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.report.results import read_results


def knows_nothing(task: mesocosm.Task) -> None:
    """Hands in the same answer to every item."""
    task.say("a guess")
    task.call("submit", answer={"depth_m": 100.0, "excess_mass_kg": 1e9})


class Silent:
    """Stops at once."""

    def act(self, seen: mesocosm.Observation) -> None:
        return None


def test_every_public_name_is_there_and_told():
    for name in mesocosm.__all__:
        assert getattr(mesocosm, name) is not None
    assert set(mesocosm.__all__) <= set(dir(mesocosm))
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = mesocosm.nonsense


def test_a_function_plays_items_and_is_scored():
    results = mesocosm.run("toy", knows_nothing, n=3, epochs=2)
    assert [(episode.item, episode.epoch) for episode in results.episodes][:3] == [
        ("toy-s0-0000", 1), ("toy-s0-0000", 2), ("toy-s0-0001", 1)
    ]  # fmt: skip
    assert (results.agent, results.row.episodes, results.row.broken) == ("knows_nothing", 6, 0)
    assert results.episodes[0].trace.answer.status == "valid"


@pytest.mark.parametrize("agent", [Silent, Silent()], ids=["class", "object"])
def test_an_object_that_acts_plays_too(agent):
    row = mesocosm.run("toy", agent, n=2).row
    assert (row.agent, row.score, row.unanswered) == ("Silent", 0.0, 2)


def test_what_cannot_act_is_refused():
    with pytest.raises(InvalidRecord, match="must be a function of a task or have a method `act`, got 7"):
        mesocosm.run("toy", 7, n=1)  # type: ignore[arg-type]


def test_an_agents_own_crash_is_raised_and_its_episode_recorded(tmp_path):
    def fails(task: mesocosm.Task) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        mesocosm.run("toy", fails, n=1, traces=tmp_path)
    assert "KeyError" in (tmp_path / "toy-s0-0000-1.jsonl").read_text()


def test_a_misspelt_suite_suggests_the_nearest():
    with pytest.raises(UnknownName, match="did you mean toy"):
        mesocosm.load_suite("toyy")


def test_an_item_can_be_looked_at_by_hand():
    with mesocosm.open_task("toy-s7-0003") as task:
        assert task.prompt == mesocosm.items("toy", seed=7, n=4)[3].prompt
        assert {tool["function"]["name"] for tool in task.tools} >= {"submit", "read_meter"}
        assert task.call("read_meter", x_m=0, y_m=0).error is None
        assert not task.done


def test_the_frame_has_a_line_an_episode():
    frame = mesocosm.frame([mesocosm.run("toy", Silent, n=2), mesocosm.run("toy", knows_nothing, n=1)])
    assert list(frame["agent"]) == ["Silent", "Silent", "knows_nothing"]
    assert list(frame["item"]) == ["toy-s0-0000", "toy-s0-0001", "toy-s0-0000"]


def test_the_page_shows_every_run(tmp_path):
    page = mesocosm.write_report(mesocosm.run("toy", Silent, n=1), tmp_path / "report", title="Mine")
    assert "Silent" in page.read_text()


def test_a_row_says_what_inspect_says_of_the_same_log(tmp_path):
    """Our table and Inspect's metrics agree to the last digit; Inspect's own Wilson interval is a second opinion."""
    toy = mesocosm.load_suite("toy")
    [log] = inspect_eval(make_task(toy, n=4), model="mesocosm/random", log_dir=str(tmp_path), display="none", epochs=2)
    metrics = {
        (score.name, name): metric.value for score in log.results.scores for name, metric in score.metrics.items()
    }
    [row] = read_results(tmp_path)
    assert math.isclose(row.score, metrics["score", "mean"], abs_tol=1e-12)
    ours, theirs = (row.score_low, row.score_high), (metrics["score", "lower"], metrics["score", "upper"])
    assert str(ours) == str(theirs)  # NaN where all items agree, and then in both
    bounds = {name.rpartition("/")[2]: value for (score, name), value in metrics.items() if score == "success"}
    assert math.isclose(row.success_low, bounds["lower"], abs_tol=1e-9)
    assert math.isclose(row.success_high, bounds["upper"], abs_tol=1e-9)
