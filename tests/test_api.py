"""`import mesocosm` is all a user needs: names, own agents, results, a data frame and a page."""

from __future__ import annotations

import math
import re

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from inspect_ai import eval as inspect_eval
from tests.own_agents import Silent, Unmade, fails_on_the_second, knows_nothing

import mesocosm
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord, LogDirectoryMismatch, UnknownName
from mesocosm.report.episodes import read_episodes
from mesocosm.report.results import read_results
from mesocosm.trace.reader import read_trace

unanswered = pytest.mark.filterwarnings("ignore:.* are unanswered")
"""Mark of tests whose agent submits nothing, about which a run warns."""


def test_every_public_name_is_there_and_listed():
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
    with pytest.warns(RuntimeWarning, match="2 of 2 episodes are unanswered"):
        row = mesocosm.run("toy", agent, n=2).row
    assert (row.agent, row.score, row.unanswered) == ("Silent", 0.0, 2)


def test_what_cannot_act_is_refused():
    with pytest.raises(InvalidRecord, match="must be a function of a task or have a method `act`, got 7"):
        mesocosm.run("toy", 7, n=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("isolated", [True, False], ids=["apart", "beside us"])
def test_an_agents_own_crash_is_scored_reported_once_and_the_run_goes_on(isolated, tmp_path):
    with pytest.warns(RuntimeWarning, match="crashed in 2 of 6 episodes, first in toy-s0-0001") as records:
        results = mesocosm.run(
            "toy", fails_on_the_second, n=3, epochs=2, traces=tmp_path, logs=tmp_path / "logs", isolated=isolated
        )
    assert len(records) == 1
    warning = str(records[0].message)
    assert "first in toy-s0-0001: KeyError: 'mine'\n" in warning
    assert "in fails_on_the_second\n" in warning  # the traceback leads to the agent's own line
    assert "src/mesocosm/" not in warning  # and to none of ours
    frame = mesocosm.frame(results)
    assert list(frame["end"]) == ["submitted"] * 2 + ["crashed"] * 2 + ["submitted"] * 2
    assert frame["error"][2] == "KeyError: 'mine'"
    assert sorted(mesocosm.frame(tmp_path / "logs")["error"]) == sorted(frame["error"])
    assert (results.row.broken, results.row.scored, results.stopped) == (0, 6, "")
    assert "KeyError" in (tmp_path / "toy-s0-0001-1.jsonl").read_text()


def test_traces_of_a_run_that_is_repeated_are_numbered_on(tmp_path):
    mesocosm.run("toy", knows_nothing, n=2, traces=tmp_path)
    first = (tmp_path / "toy-s0-0000-1.jsonl").read_bytes()
    mesocosm.run("toy", knows_nothing, n=1, epochs=2, traces=tmp_path)
    numbers = {"toy-s0-0000": (1, 2, 3), "toy-s0-0001": (1,)}  # one of the first run, two epochs of the second
    written = {f"{item}-{number}.jsonl" for item, every in numbers.items() for number in every}
    assert {path.name for path in tmp_path.glob("*.jsonl")} == written
    assert (tmp_path / "toy-s0-0000-1.jsonl").read_bytes() == first


@pytest.mark.parametrize("isolated", [True, False], ids=["apart", "beside us"])
def test_an_agent_that_cannot_be_made_has_crashed(isolated):
    with pytest.warns(RuntimeWarning, match="no such model"):
        results = mesocosm.run("toy", Unmade, n=2, isolated=isolated)
    assert [episode.trace.end.reason for episode in results.episodes] == ["crashed", "crashed"]


def test_a_crash_after_the_answer_leaves_the_answer():
    def tidies_badly(task: mesocosm.Task) -> None:
        knows_nothing(task)
        raise RuntimeError("while tidying up")

    with pytest.warns(RuntimeWarning, match="while tidying up"):
        [episode] = mesocosm.run("toy", tidies_badly, n=1).episodes
    assert episode.trace.end.reason == "submitted"


def test_an_interrupted_run_gives_what_was_played(tmp_path):
    def is_stopped(task: mesocosm.Task) -> None:
        if task.item.endswith("2"):
            raise KeyboardInterrupt
        knows_nothing(task)

    with pytest.warns(RuntimeWarning, match="stopped after 2 episodes: interrupted"):
        results = mesocosm.run("toy", is_stopped, n=4, traces=tmp_path / "t", logs=tmp_path / "l", isolated=False)
    assert [episode.item for episode in results.episodes] == ["toy-s0-0000", "toy-s0-0001"]
    assert results.stopped == "interrupted"
    assert read_trace(tmp_path / "t" / "toy-s0-0002-1.jsonl").faults[0].message.endswith("interrupted")
    with pytest.raises(InvalidRecord, match="neither a finished log"):  # as after Ctrl-C in a run of the command
        read_episodes([tmp_path / "l"])


@pytest.mark.parametrize("name", ["oracle", "surveyor"], ids=["ours", "another package's"])
def test_a_registered_agent_plays_by_its_name(name):
    results = mesocosm.run("toy", name, n=2)
    assert results.agent == name
    assert results.episodes[0].score.value == 1.0


def test_a_misspelt_agent_suggests_the_nearest():
    with pytest.raises(UnknownName, match="did you mean oracle"):
        mesocosm.run("toy", "orcle", n=1)


def test_an_agent_that_does_not_go_with_the_suite_is_refused():
    with pytest.raises(InvalidRecord, match="toy does not name its mistakes"):
        mesocosm.run("toy", "careless", n=1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"limit": 0}, "limit must be at least 1, got 0"),
        ({"n": 0}, "limit must be at least 1, got 0"),
        ({"limit": -3}, "limit must be at least 1, got -3"),
        ({"limit": 2.0}, "limit must be a whole number of at least 1, got 2.0"),
        ({"limit": True}, "limit must be a whole number of at least 1, got True"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
        ({"seed": "7"}, "seed must be a whole number of at least 0, got '7'"),
        ({"epochs": 0}, "epochs must be at least 1, got 0"),
        ({"profile": "strict"}, "has no profile 'strict'; profiles: default"),
    ],
)
def test_what_cannot_be_run_is_refused_before_anything_is_played(given, message):
    with pytest.raises(InvalidRecord, match=re.escape(message)):
        mesocosm.run("toy", lambda task: pytest.fail("played"), isolated=False, **given)


@pytest.mark.parametrize("given", [{"limit": 0}, {"n": 0}, {"seed": -1}])
def test_items_that_cannot_be_made_are_refused(given):
    with pytest.raises(InvalidRecord, match=r"(limit|seed) must be at least (1|0), got"):
        mesocosm.items("toy", **given)


def test_an_argument_by_a_wrong_name_is_answered_with_the_nearest():
    with pytest.raises(TypeError, match=re.escape("run() has no argument 'limits'; did you mean limit?")):
        mesocosm.run("toy", knows_nothing, limits=1)
    with pytest.raises(TypeError, match="items\\(\\) has no argument 'wanted'; it takes suite, seed"):
        mesocosm.items("toy", wanted=1)


def test_the_former_name_of_the_limit_is_taken_alone():
    assert mesocosm.items("toy", n=2) == mesocosm.items("toy", limit=2)
    with pytest.raises(TypeError, match="n is the former name of limit: give limit alone"):
        mesocosm.items("toy", n=2, limit=2)


def test_a_folder_of_logs_is_called_as_python_calls_it(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(InvalidRecord, match=r"^logs .*file cannot be written"):
        mesocosm.run("toy", knows_nothing, limit=1, logs=tmp_path / "file")


def test_numbers_of_numpy_are_numbers():
    assert len(mesocosm.items("toy", seed=np.int64(1), n=np.int32(2))) == 2


def test_logs_of_an_own_agent_say_what_its_results_say(tmp_path):
    played = mesocosm.run("toy", "random", n=3, epochs=2, logs=tmp_path)
    logged = mesocosm.frame(tmp_path).sort_values(["item", "epoch"], ignore_index=True)
    pd.testing.assert_frame_equal(logged, mesocosm.frame(played), check_exact=True)
    assert [episode.item for episode in read_episodes([tmp_path])] == [episode.item for episode in played.episodes]


def test_the_command_adds_its_baselines_to_the_logs_of_an_own_agent(tmp_path):
    mesocosm.run("toy", knows_nothing, n=2, logs=tmp_path)
    done = CliRunner().invoke(mesocosm_command, ["run", "toy", "--limit", "2", "--log-dir", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert {row.agent for row in read_results(tmp_path)} == {
        "knows_nothing",
        *mesocosm.load_suite("toy").card.baselines,
    }


@unanswered
def test_logs_of_another_run_are_refused(tmp_path):
    mesocosm.run("toy", Silent, n=2, logs=tmp_path)
    with pytest.raises(LogDirectoryMismatch, match="items: 2 there, 3 here"):
        mesocosm.run("toy", Silent, n=3, logs=tmp_path)


def test_a_misspelt_suite_suggests_the_nearest():
    with pytest.raises(UnknownName, match="did you mean toy"):
        mesocosm.load_suite("toyy")


def test_an_item_can_be_looked_at_by_hand():
    with mesocosm.open_task("toy-s7-0003") as task:
        assert task.prompt == mesocosm.items("toy", seed=7, n=4)[3].prompt
        assert {tool["function"]["name"] for tool in task.tools} >= {"submit", "read_meter"}
        assert task.call("read_meter", x_m=0, y_m=0).error is None
        assert not task.done


@unanswered
def test_the_frame_has_answers_references_and_explanations():
    frame = mesocosm.frame([mesocosm.run("toy", "oracle", n=1), mesocosm.run("toy", Silent, n=1)])
    _, reference = mesocosm.load_suite("toy").case(0, 0)
    assert list(frame["truth"]) == [reference.answer] * 2
    assert frame["submitted"][0].keys() == reference.answer.keys()
    assert frame["submitted"][1] is None
    assert list(frame["explanation"]) == ["answer valid", "answer missing"]


@unanswered
def test_the_frame_has_a_line_an_episode():
    frame = mesocosm.frame([mesocosm.run("toy", Silent, n=2), mesocosm.run("toy", knows_nothing, n=1)])
    assert list(frame["agent"]) == ["Silent", "Silent", "knows_nothing"]
    assert list(frame["item"]) == ["toy-s0-0000", "toy-s0-0001", "toy-s0-0000"]


@unanswered
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


@pytest.mark.parametrize("options", ["tools=calculator", ["calculator"]])
def test_options_that_are_no_dictionary_are_refused(options):
    with pytest.raises(InvalidRecord, match="options must be a dictionary of names and values, got"):
        mesocosm.run("toy", knows_nothing, limit=1, options=options)


def test_an_agent_in_place_of_the_suite_is_refused():
    with pytest.raises(InvalidRecord, match="suite must be a name, one of .*toy"):
        mesocosm.run(knows_nothing, "toy")
    with pytest.raises(InvalidRecord, match="item must be an id such as atmos-s7-0003, got 7"), mesocosm.open_task(7):
        pass
