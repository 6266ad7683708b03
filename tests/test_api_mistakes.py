"""Mistakes of newcomers in Python: each is refused or gets a warning that says what to write."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
import warnings

import numpy as np
import pytest
from tests.own_agents import knows_nothing

import mesocosm
from mesocosm.episode.agent import Case, ScriptAgent, check_action
from mesocosm.errors import InvalidRecord, NotAnAgent, UnknownName

ANSWER = {"depth_m": 100.0, "excess_mass_kg": 1e9}


# ---------------------------------------------------------------- agents that could only score 0


async def waits(task):
    task.call("submit", answer=ANSWER)


class WaitsToAct:
    async def act(self, seen):
        return mesocosm.call("submit", answer=ANSWER)


class WaitsWhenCalled:
    async def __call__(self, task):
        task.call("submit", answer=ANSWER)


def yields(task):
    yield mesocosm.call("submit", answer=ANSWER)


def takes_two(task, model):
    task.call("submit", answer=ANSWER)


class NeedsModel:
    def __init__(self, model):
        self.model = model

    def act(self, seen):
        return None


class ActsWithoutLooking:
    def act(self):
        return None


class Attribute:
    act = "submit"


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        (waits, "waits is written with `async def` and would never run; .* asyncio.run"),
        (functools.partial(waits), "is written with `async def`"),
        (WaitsToAct, "WaitsToAct.act is written with `async def`"),
        (WaitsToAct(), "WaitsToAct.act is written with `async def`"),
        (WaitsWhenCalled, "WaitsWhenCalled.__call__ is written with `async def`"),
        (WaitsWhenCalled(), "WaitsWhenCalled.__call__ is written with `async def`"),
        (yields, r"yields has a `yield` and would never run; call tools with task.call\(...\)"),
        (takes_two, r"takes_two\(task, model\) must take one argument, the task"),
        (NeedsModel, r"NeedsModel\(model\) must be made without arguments"),
        (ActsWithoutLooking(), r"act\(\) must take one argument, what was observed"),
        (Attribute(), "`act` of an agent must be a method, got 'submit'"),
    ],
)
def test_an_agent_that_cannot_run_is_refused_before_it_plays(agent, message):
    with pytest.raises(NotAnAgent, match=message):
        mesocosm.run("toy", agent, limit=1)


def of_a_case(case):
    return ScriptAgent(yields(case))


def of_an_annotated_case(about: Case) -> ScriptAgent:
    return of_a_case(about)


@pytest.mark.parametrize("agent", [of_a_case, of_an_annotated_case])
def test_the_function_of_a_registered_agent_is_answered_with_how_to_play_it(agent):
    way = r"is the function of a registered agent; .* by its name, mesocosm.run\(SUITE, NAME\); .* `def agent\(task\)`"
    with pytest.raises(NotAnAgent, match=way):
        mesocosm.run("toy", agent, limit=1)


@pytest.mark.parametrize("isolated", [True, False], ids=["apart", "beside us"])
def test_an_agent_that_is_returned_and_never_asked_is_reported(isolated):
    message = "the agent returned a ScriptAgent, which nobody asks to act; a registered agent is played by its name"
    with pytest.warns(RuntimeWarning, match=message):
        mesocosm.run("toy", lambda task: ScriptAgent(yields(task)), limit=1, isolated=isolated)


def test_what_an_agent_returns_after_it_has_handed_in_is_its_own_business():
    def hands_in(task):
        task.call("submit", answer=ANSWER)
        return ScriptAgent(yields(task))

    assert mesocosm.run("toy", hands_in, limit=1).row.unanswered == 0


class TakesAsItComes:
    def __init__(self, model="small"):
        self.model = model

    def act(self, *seen, hurry=False):
        return mesocosm.call("submit", answer=ANSWER)


@pytest.mark.parametrize("agent", [TakesAsItComes, TakesAsItComes("large"), functools.partial(knows_nothing)])
def test_unusual_agents_that_can_run_do(agent):
    assert mesocosm.run("toy", agent, limit=1, isolated=False, name="x").row.unanswered == 0


@pytest.mark.parametrize("isolated", [True, False], ids=["apart", "beside us"])
@pytest.mark.parametrize(
    ("agent", "message"),
    [
        (lambda task: waits(task), "the agent returned a coroutine, whose program has not run"),
        (lambda task: yields(task), "the agent returned a generator, whose program has not run"),
        (
            type("Hands", (), {"act": lambda self, seen: ANSWER}),
            r'act must return a call such as mesocosm.call\("submit", depth_m=.*, got {',
        ),
        (type("Waits", (), {"act": lambda self, seen: waits(None)}), "the agent returned a coroutine"),
    ],
    ids=["coroutine", "generator", "dictionary", "coroutine of act"],
)
def test_what_was_never_run_or_is_no_action_is_a_crash_the_explanation_says_so(agent, message, isolated):
    with pytest.warns(RuntimeWarning, match=message):
        [episode] = mesocosm.run("toy", agent, limit=1, isolated=isolated).episodes
    assert episode.trace.end.reason == "crashed"


def test_an_agent_that_ends_its_program_has_lost_the_episode_alone():
    with pytest.warns(RuntimeWarning, match=r"the agent called sys.exit\('give up'\)"):
        results = mesocosm.run("toy", lambda task: sys.exit("give up"), limit=2)
    assert [episode.trace.end.reason for episode in results.episodes] == ["crashed", "crashed"]


@pytest.mark.parametrize(
    ("action", "meant"),
    [
        ({"answer": "A"}, "mesocosm.call(\"submit\", answer='A')"),
        ({"tool": "submit", "arguments": {"answer": "A"}}, "mesocosm.call(\"submit\", answer='A')"),
        (7, 'mesocosm.call("submit", answer=...)'),
    ],
)
def test_what_is_no_action_is_answered_with_the_call_that_was_meant(action, meant):
    with pytest.raises(TypeError, match=re.escape(f"a call such as {meant}, a text")):
        check_action(action)


def test_parts_of_an_observation_are_attributes():
    with (
        mesocosm.open_task("toy-s7-0003") as task,
        pytest.raises(TypeError, match=r"write seen.text, not seen\['text'\]"),
    ):
        task.call("list_files")["text"]


@pytest.mark.parametrize("arguments", [{"answer": "A"}, {}])
def test_arguments_by_name_are_those_of_call(arguments):
    with mesocosm.open_task("toy-s7-0003") as task, pytest.raises(TypeError, match="task.call.* takes them by name"):
        task.call_with("submit", **arguments)


def test_a_split_that_there_is_not_is_named():
    with pytest.raises(InvalidRecord, match="'dev' is no split; ids look like"):
        mesocosm.open_task("toy-dev-s7-0000").__enter__()


def misspells(task):
    task.call("sumbit", answer=ANSWER)


class Talks:
    def act(self, seen):
        return "It is 100 m deep."


@pytest.mark.parametrize(
    ("agent", "also"),
    [
        (lambda task: ANSWER, ""),
        (Talks, ""),
        (misspells, "Its last call in toy-s0-0000 was refused: there is no tool 'sumbit'; did you mean submit?"),
        (lambda task: task.call("submit", answer=1), "Its last call in toy-s0-0000 was refused: "),
    ],
    ids=["returns", "talks", "misspells", "hands in what is refused"],
)
def test_an_agent_that_never_submits_learns_how(agent, also):
    with pytest.warns(RuntimeWarning, match="2 of 2 episodes are unanswered") as records:
        mesocosm.run("toy", agent, limit=2)
    assert len(records) == 1
    assert 'hand an answer in with task.call("submit", answer=...)' in str(records[0].message)
    assert also in str(records[0].message)
    assert records[0].filename == __file__  # the line of the caller, not one of ours


def test_an_agent_that_hands_in_once_is_not_warned_of():
    def rarely(task):
        if task.item.endswith("1"):
            task.call("submit", answer=ANSWER)

    assert mesocosm.run("toy", rarely, limit=3).row.unanswered == 2


def test_where_words_are_the_answer_the_warning_says_so():
    with pytest.warns(RuntimeWarning, match="Return one as a text from `act`"):
        mesocosm.run("atmos", lambda task: "A", limit=1, options={"condition": "text"})


def test_a_registered_agent_may_hand_nothing_in():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mesocosm.run("toy", "null", limit=1).row.unanswered == 1


# ---------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": ""}, "name must not be empty; leave it out"),
        ({"name": 5}, "name must be a string, got 5"),
        ({"isolated": "no"}, "isolated must be True or False, got 'no'"),
        ({"traces": 5}, "traces must be the path of a folder, got 5"),
        ({"logs": True}, "logs must be the path of a folder, got True"),
        ({"traces": __file__}, f"traces {__file__} cannot be written: it is a file, and a folder is wanted"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named(given, message):
    with pytest.raises(InvalidRecord, match=re.escape(message)):
        mesocosm.run("toy", knows_nothing, limit=1, **given)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mesocosm.run("toy", knows_nothing, 5), "run() takes suite and agent by position .* write limit=5"),
        (lambda: mesocosm.items("toy", 7), "items() takes suite by position and all else by name; write seed=7"),
        (lambda: mesocosm.call("submit", {"answer": 1}), "call() takes tool by position .* write answer=1"),
        (
            lambda: mesocosm.open_task("toy-s7-0003", option={}),
            "() has no argument 'option'; did you mean options",
        ),
        (lambda: mesocosm.write_report([], "x", titel="A"), "has no argument 'titel'; did you mean title?"),
    ],
)
def test_a_wrong_call_is_answered_with_what_to_write(call, message):
    with pytest.raises(TypeError, match=message.replace("()", r"\(\)")):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mesocosm.run(knows_nothing, "toy"), r"the suite comes first: mesocosm.run\('toy', knows_nothing\)"),
        (lambda: mesocosm.run("oracle", "toy"), r"the suite comes first: mesocosm.run\('toy', 'oracle'\)"),
        (lambda: mesocosm.run("toy", "openai/gpt-5"), "looks like a model; .* mesocosm run toy --model openai/gpt-5"),
        (
            lambda: mesocosm.run("toy", "eo.perception"),
            "plays the suite eo only, not toy; agents that play toy: careless",
        ),
        (lambda: mesocosm.run("toy", "replay"), "set it: export MESOCOSM_REPLAY=FOLDER"),
        (lambda: mesocosm.open_task("toys-s7-0003"), "did you mean toy-s7-0003"),
        (lambda: mesocosm.open_task("s7-0003"), "or toy-s7-0003"),
        (lambda: mesocosm.items(mesocosm.load_suite("toy")), "suite must be a name, got the suite itself; give 'toy'"),
        (lambda: mesocosm.open_task(mesocosm.items("toy", limit=1)[0]).__enter__(), "give 'toy-s0-0000'"),
        (lambda: mesocosm.write_report([], "report"), "there is nothing to report: no results were given"),
        (lambda: mesocosm.write_report("x", 5), "folder must be the path of a folder, got 5"),
        (lambda: mesocosm.frame({"mine": 1}), "results come from mesocosm.run or folders of logs, got dict"),
        (lambda: mesocosm.call(5), "tool must be a string, got 5"),
    ],
)
def test_a_wrong_thing_is_answered_with_the_right_one(call, message):
    with pytest.raises(InvalidRecord, match=message):
        call()


def test_a_file_for_an_agent_is_answered_with_the_function():
    with pytest.raises(UnknownName, match=r"plays from Python, mesocosm.run\(SUITE, FUNCTION\)"):
        mesocosm.run("toy", "./mine.py:solve")


@pytest.mark.parametrize(
    ("seed", "index", "message"),
    [
        (7, -1, "index must be at least 0, got -1"),
        (7, 2.0, "index must be a whole number of at least 0, got 2.0"),
        (7, "2", "index must be a whole number of at least 0, got '2'"),
        ("7", 0, "seed must be a whole number, got '7'"),
    ],
)
def test_an_item_by_a_number_that_is_none_is_refused(seed, index, message):
    with pytest.raises(InvalidRecord, match=message):
        mesocosm.load_suite("toy").case(seed, index)


def test_a_number_of_items_and_an_id_are_checked_by_the_suite_too():
    suite = mesocosm.load_suite("toy")
    with pytest.raises(InvalidRecord, match="limit must be at least 1, got -1"):
        list(suite.cases(0, -1))
    with pytest.raises(InvalidRecord, match="item_id must be a string, got 7"):
        suite.find(7)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "message"),
    [("itmes", "did you mean items"), ("load", "did you mean load_suite"), ("evaluate", "it has Agent, .* run, ")],
)
def test_a_name_that_the_package_lacks_suggests_one(name, message):
    with pytest.raises(AttributeError, match=message):
        getattr(mesocosm, name)


@pytest.mark.parametrize(
    ("name", "message"),
    [("score", "did you mean row.score"), ("rows", "did you mean row"), ("traces", "mesocosm.frame makes a table")],
)
def test_a_name_that_results_lack_suggests_one(name, message):
    results = mesocosm.run("toy", "null", limit=1)
    with pytest.raises(AttributeError, match=message):
        getattr(results, name)


# ---------------------------------------------------------------- tasks


@pytest.mark.parametrize(
    ("use", "kind", "message"),
    [
        (lambda task: task.say(7), InvalidRecord, "text must be a string, got 7"),
        (lambda task: task.call(7), InvalidRecord, "tool must be a string, got 7"),
        (lambda task: task.call("submit", "A"), TypeError, r"write task.call\('submit', answer='A'\)"),
        (lambda task: task.call("submit", ANSWER), TypeError, r"write task.call\('submit', answer={'depth_m': 100.0, "),
        (lambda task: task.call("submit", {"answer": 1}), TypeError, r"write task.call\('submit', answer=1\)"),
        (lambda task: task.call("list_files", 1), TypeError, r"write task.call\('list_files'\)"),
        (lambda task: task.call("nothing", 1), TypeError, r"write task.call\('nothing', NAME=1\)"),
        (
            lambda task: task.call(mesocosm.call("submit", answer=1)),
            InvalidRecord,
            "write task.call_with.'submit', ",
        ),
        (lambda task: task.submit(ANSWER), AttributeError, "tools are called by their names: task.call.'submit', ..."),
        (lambda task: task.promt, AttributeError, "a task has no attribute 'promt'; did you mean prompt"),
    ],
)
def test_a_task_answers_mistakes_of_an_agents_program(use, kind, message):
    with mesocosm.open_task("toy-s7-0003") as task, pytest.raises(kind, match=message):
        use(task)


@pytest.mark.parametrize("name", ["call", "prompt", "done"])
def test_a_task_that_is_not_opened_says_how(name):
    with pytest.raises(AttributeError, match=r"write `with mesocosm.open_task\('toy-s7-0003'\) as task:`"):
        getattr(mesocosm.open_task("toy-s7-0003"), name)


def test_a_task_in_another_process_answers_them_too():
    with pytest.warns(RuntimeWarning, match="text must be a string, got 7"):
        mesocosm.run("toy", lambda task: task.say(7), limit=1)
    with pytest.warns(RuntimeWarning, match="tools are called by their names"):
        mesocosm.run("toy", lambda task: task.submit(1), limit=1)


@pytest.mark.parametrize("isolated", [True, False], ids=["apart", "beside us"])
def test_numbers_and_arrays_of_numpy_are_arguments(isolated):
    def measures(task):
        task.call("survey_line", start=np.array([-500, 0]), end=[np.int64(500), np.float32(0)])
        task.call("submit", answer=ANSWER)

    [episode] = mesocosm.run("toy", measures, limit=1, isolated=isolated).episodes
    assert [seen.error for _, seen in episode.trace.calls()] == [None, None]
    assert mesocosm.call("read_meter", x_m=np.int64(3)).arguments == {"x_m": 3}


def test_a_value_without_a_name_is_answered_with_the_form():
    with pytest.raises(TypeError, match="all else by name; write NAME='A'"):
        mesocosm.call("submit", "A")
    with pytest.raises(TypeError, match="write depth_m=100.0, .* or, if it is one argument, NAME={'depth_m': 100.0, "):
        mesocosm.call("submit", ANSWER)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (ANSWER, 'write {"answer": {"depth_m": 100.0, "excess_mass_kg": 1000000000.0}}'),
        ("A", 'write {"answer": "A"}'),
        ([1], 'write {"answer": [1]}'),
    ],
    ids=["flat fields", "a text", "a list"],
)
def test_an_answer_without_its_field_is_answered_with_it(arguments, message):
    with mesocosm.open_task("toy-s7-0003") as task:
        assert task.call_with("submit", arguments).text.endswith(message)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        (
            "survey_line",
            {"start": "0,0", "end": [1, 2]},
            "`start` must be a valid array, .* an array such as \\[0, 0\\]",
        ),
        (
            "survey_line",
            {"start": [0], "end": [1, 2]},
            "`start.1` is missing; write `start` as an array such as \\[0, 0",
        ),
        ("read_file", {"path": "nothing.txt"}, "'nothing.txt' does not exist in the workspace; its files: notes.txt"),
    ],
)
def test_a_mistake_in_a_call_is_answered_with_what_there_is(tool, arguments, message):
    with mesocosm.open_task("toy-s7-0003") as task:
        task.call("write_file", path="notes.txt", content="deep")
        assert re.search(message, task.call_with(tool, arguments).text)


@pytest.mark.parametrize(
    ("find", "message"),
    [
        (
            lambda results: mesocosm.items("toy", limit=1)[0].answer,
            r"load_suite\(item.suite\).find\(item.id\)\[1\].answer",
        ),
        (lambda results: mesocosm.items("toy", limit=1)[0].promt, "did you mean prompt"),
        (lambda results: results.row.mean, "the mean is `score`"),
        (lambda results: results.frame(), r"write mesocosm.frame\(results\)"),
        (lambda results: results.episodes[0].answer, "the answer is `trace.answer.value`"),
        (lambda results: results.episodes[0].value, "did you mean score.value"),
        (lambda results: results.episodes[0].score.score, "the number is `value`"),
    ],
)
def test_a_thing_that_is_elsewhere_is_answered_with_its_place(find, message):
    with pytest.raises(AttributeError, match=message):
        find(mesocosm.run("toy", "null", limit=1))


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda results: mesocosm.frame(), TypeError, r"frame\(\) needs source; write frame\(SOURCE\)"),
        (lambda results: mesocosm.run("toy"), TypeError, r"run\(\) needs agent; write run\(SUITE, AGENT\)"),
        (lambda results: mesocosm.frame(results, results), TypeError, "takes source by position and nothing else"),
        (lambda results: mesocosm.frame([]), InvalidRecord, "no results were given; give those of mesocosm.run"),
        (lambda results: mesocosm.frame(results.episodes), InvalidRecord, "give the results that they are of"),
        (lambda results: results[0], TypeError, "their episodes are results.episodes"),
        (lambda results: list(results), TypeError, "their episodes are results.episodes"),
    ],
)
def test_results_that_are_misused_are_answered_with_the_use(call, kind, message):
    with pytest.raises(kind, match=message):
        call(mesocosm.run("toy", "null", limit=1))


def test_an_agent_in_a_copy_of_the_process_leaves_no_socket_open(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import threading, mesocosm\n"
        "lock = threading.Lock()\n"
        "mesocosm.run('toy', lambda task: lock.locked(), limit=1)\n"
    )
    done = subprocess.run([sys.executable, "-W", "always", program], capture_output=True, text=True, timeout=300)
    assert (done.returncode, "unclosed" in done.stderr) == (0, False), done.stderr
