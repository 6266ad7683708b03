"""The reference agents: what each one's score means depends on what it does and does not do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import Field
from tests.suite_marks import needs_suite

from mesocosm import registry
from mesocosm.agents import null, oracle, random, replay, scripted
from mesocosm.episode.agent import Agent, Case, call
from mesocosm.episode.loop import run_episode
from mesocosm.episode.world import World
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.suite import Suite
from mesocosm.tools.tool import make
from mesocosm.tools.view import ToolView
from mesocosm.trace.schema import Trace
from mesocosm.types import Budget, Item, Observation, Reference, ToolCall

MakeWorld = Callable[..., World]
PROMPT = Observation(text="prompt")
HARMLESS = ["gravity.*", "files.*", "calculator.*", "submit.submit"]


def play(
    suite: Suite, case: tuple[Item, Reference], build: Callable[[Case], Agent], trace: Path | None = None
) -> Trace:
    with suite.world(*case, trace=trace) as world:
        return run_episode(world, build(Case(*case, world.tools)))


def test_the_null_agent_stops_at_once(toy: Suite, toy_case: tuple[Item, Reference]) -> None:
    trace = play(toy, toy_case, null.agent)
    assert [event.kind for event in trace.events] == ["episode_started", "episode_ended"]
    assert trace.answer.status == "missing"


def test_the_random_agent_makes_only_calls_that_pass_the_tools_own_check(toy_case: tuple[Item, Reference]) -> None:
    tools = ToolView.of(HARMLESS)
    for seed in range(5):
        agent = random.agent(Case(*toy_case, tools, seed))
        for _ in range(random.MOST_CALLS):
            action = agent.act(PROMPT)
            assert isinstance(action, ToolCall)
            tools[action.tool].check(action.arguments)


def test_the_random_agent_uses_every_tool(toy_case: tuple[Item, Reference]) -> None:
    tools = ToolView.of(HARMLESS)
    agent = random.agent(Case(*toy_case, tools))
    used = {action.tool for _ in range(100) if isinstance(action := agent.act(PROMPT), ToolCall)}
    assert used == set(tools)


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs_suite(name)) for name in ("atmos", "phreeqc")])
def test_the_random_agent_replies_with_a_letter_where_there_are_no_tools(name: str) -> None:
    suite = registry.load("suites", name)
    item, reference = next(iter(suite.cases(0, 1)))
    given = set()
    for seed in range(20):
        with suite.world(item, reference, options={"condition": "text"}) as world:
            trace = run_episode(world, random.agent(Case(item, reference, world.tools, seed)))
        assert (trace.answer.status, trace.end and trace.end.reason) == ("valid", "submitted")
        given.add(trace.answer.value)
    assert given == {"A", "B", "C", "D"}  # one letter is missed by 20 draws in about one seed in a hundred


def test_the_random_agent_has_nothing_to_say_without_options(toy_case: tuple[Item, Reference]) -> None:
    assert random.agent(Case(*toy_case, ToolView.of([]))).act(PROMPT) is None


def test_the_random_agent_differs_by_seed_and_item_and_not_by_chance(toy: Suite) -> None:
    tools = ToolView.of(HARMLESS)
    cases = [Case(*toy.case(0, index), tools, seed) for index, seed in ((0, 0), (0, 0), (0, 1), (1, 0))]
    first, same, other_seed, other_item = ([agent.act(PROMPT) for _ in range(10)] for agent in map(random.agent, cases))
    assert first == same
    assert first != other_seed != other_item != first


def test_the_random_agent_passes_over_a_tool_it_cannot_draw_for(toy_case: tuple[Item, Reference]) -> None:
    def dial(number: Annotated[str, Field(pattern="^[0-9]{12}$")]) -> str:
        """Dial a number."""
        return number

    def hum() -> str:
        """Hum."""
        return "hm"

    agent = random.agent(Case(*toy_case, ToolView([make("lab.dial", dial), make("lab.hum", hum)])))
    assert [agent.act(PROMPT) for _ in range(5)] == [call("hum")] * 5


def test_a_scripted_agent_says_its_lines_whatever_it_sees(make_world: MakeWorld) -> None:
    trace = run_episode(
        make_world("files.list_files", "submit.submit"), scripted.of([call("nonsense"), call("submit", answer=1)])
    )
    assert [called.tool for called, _ in trace.calls()] == ["nonsense", "submit"]
    assert trace.answer.value == 1


def test_the_scripted_agent_of_an_item_makes_its_canonical_calls(toy_case: tuple[Item, Reference]) -> None:
    item, reference = toy_case
    known = reference.model_copy(update={"canonical": (call("read_meter", x_m=0, y_m=0),)})
    agent = scripted.agent(Case(item, known, ToolView.of(HARMLESS)))
    assert [agent.act(PROMPT), agent.act(PROMPT)] == [call("read_meter", x_m=0, y_m=0), None]


def test_replaying_a_trace_reproduces_its_digest(toy: Suite, toy_case: tuple[Item, Reference]) -> None:
    first = play(toy, toy_case, registry.load("agents", "surveyor"))
    again = play(toy, toy_case, lambda case: replay.of(first))
    assert again.digest() == first.digest()


def test_replaying_mistakes_reproduces_them_too(make_world: MakeWorld) -> None:
    tools = ("files.read_file", "files.write_file", "submit.submit")
    calls = [
        call("nonsense"),
        ToolCall(tool="read_file", arguments="not an object"),
        call("read_file", path="../x"),
        call("write_file", path="a", content="x"),
        call("submit", answer=None),
    ]
    first = run_episode(make_world(*tools), scripted.of(calls))
    assert run_episode(make_world(*tools), replay.of(first)).digest() == first.digest()


def test_replaying_what_could_not_be_kept_reproduces_the_refusal(make_world: MakeWorld) -> None:
    world, other = make_world("files.read_file"), make_world("files.read_file")
    world.call("read_file", {"path": "\ud800"})
    world.call("read_\udfff", {"path": {"a set"}})  # type: ignore[dict-item]
    first = world.finish()
    assert run_episode(other, replay.of(first)).digest() == first.digest()


def test_the_replay_agent_reads_the_trace_of_its_item(
    toy: Suite, toy_case: tuple[Item, Reference], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = play(toy, toy_case, oracle.agent, tmp_path / f"{toy_case[0].id}.jsonl")
    monkeypatch.setenv(replay.FOLDER_VARIABLE, str(tmp_path))
    assert play(toy, toy_case, replay.agent).digest() == recorded.digest()


def test_the_replay_agent_reads_traces_as_runs_from_python_name_them(
    toy: Suite, toy_case: tuple[Item, Reference], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = play(toy, toy_case, oracle.agent, tmp_path / f"{toy_case[0].id}-1.jsonl")
    monkeypatch.setenv(replay.FOLDER_VARIABLE, str(tmp_path))
    assert play(toy, toy_case, replay.agent).digest() == recorded.digest()


def test_the_replay_agent_without_a_folder_says_which_variable(
    toy_case: tuple[Item, Reference], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(replay.FOLDER_VARIABLE, raising=False)
    with pytest.raises(InvalidRecord, match="reads traces from the folder in MESOCOSM_REPLAY, which is not set"):
        replay.agent(Case(*toy_case, ToolView.of(HARMLESS)))


def test_the_replay_agent_without_the_items_trace_names_the_file(
    toy_case: tuple[Item, Reference], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(replay.FOLDER_VARIABLE, str(tmp_path))
    missing = f"{tmp_path}/toy-s0-0000.jsonl and {tmp_path}/toy-s0-0000-1.jsonl are missing"
    with pytest.raises(InvalidRecord, match=f"holds no trace of item toy-s0-0000: {missing}"):
        replay.agent(Case(*toy_case, ToolView.of(HARMLESS)))


def test_the_oracle_hands_in_the_truth(toy: Suite, toy_case: tuple[Item, Reference]) -> None:
    trace = play(toy, toy_case, oracle.agent)
    assert trace.answer.value == toy_case[1].answer


def test_the_oracle_of_an_unknown_suite_is_a_clear_error(toy_case: tuple[Item, Reference]) -> None:
    item, reference = toy_case
    stray = item.model_copy(update={"suite": "toyy"})
    with pytest.raises(UnknownName, match="no suite is called 'toyy'; did you mean toy"):
        oracle.agent(Case(stray, reference, ToolView.of(HARMLESS)))


def test_an_agent_without_a_budget_left_is_asked_no_more(
    make_world: MakeWorld, toy_case: tuple[Item, Reference]
) -> None:
    world = make_world("files.list_files", budget=Budget(steps=4))
    trace = run_episode(world, random.agent(Case(*toy_case, world.tools)))
    assert len(list(trace.calls())) == 4
