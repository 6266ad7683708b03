"""Inspect: problems of the harness that could affect us, and what users do with our logs."""

import errno
import json
import socket
import threading

import pytest
from inspect_ai import Epochs, score
from inspect_ai import eval as inspect_eval
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.analysis import samples_df
from inspect_ai.log import read_eval_log
from inspect_ai.model import ChatMessageAssistant, ModelOutput, ModelUsage, get_model
from inspect_ai.tool import ToolCall as ToolCallOf
from tests.waiting import PATIENCE_S

from mesocosm import registry
from mesocosm.adapters.inspect import scorers
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.agents import scripted
from mesocosm.episode.agent import call
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.tools.tool import tool
from mesocosm.trace.foreign.inspect import STORE_KEY, read_sample
from mesocosm.trace.reader import load as load_trace
from mesocosm.types import ToolCall


@pytest.fixture
def toy():
    return registry.load("suites", "toy")


@pytest.fixture
def play(toy, tmp_path):
    """Run a list of actions as an agent through Inspect."""

    def run(actions=None, agent="test_agent", n=1, **options):
        if actions is not None:
            registry.add("agents", agent, lambda case: scripted.of(actions))
        try:
            [log] = inspect_eval(
                make_task(toy, seed=7, n=n),
                model=f"mesocosm/{agent}",
                log_dir=str(tmp_path),
                display="none",
                **options,
            )
        finally:
            registry.discard("agents", agent)
        return log

    return run


@pytest.fixture
def added_tool(toy, monkeypatch):
    """Put a function into the toy world for one test."""
    names = []

    def add(name, function):
        registry.add("tools", name, tool()(function))
        names.append(name)
        monkeypatch.setitem(toy.__dict__, "card", toy.card.model_copy(update={"tools": (*toy.card.tools, name)}))

    yield add
    for name in names:
        registry.discard("tools", name)


def trace_of(log, index=0):
    return load_trace(log.samples[index].store[STORE_KEY])


def test_a_blocking_tool_does_not_stall_the_other_samples(play, added_tool):
    """Eight samples whose tool holds its thread until all eight have come: one after the other, none would return."""
    all_here = threading.Barrier(8)

    def meet() -> str:
        """Wait for the others, holding the thread."""
        all_here.wait(PATIENCE_S)
        return "met"

    added_tool("pause.meet", meet)
    log = play([call("meet")], n=8, max_samples=8)
    assert [seen.text for index in range(8) for _, seen in trace_of(log, index).calls()] == ["met"] * 8


def test_long_output_arrives_whole(play, added_tool):
    def shout() -> str:
        """Give back more text than the harness keeps by default."""
        return "x" * 100_000

    added_tool("noise.shout", shout)
    log = play([call("shout")])
    [message] = [one for one in log.samples[0].messages if one.role == "tool"]
    assert len(message.text) == 100_000


def test_no_tokenizer_is_asked_for(play, monkeypatch):
    """Without a usage on its outputs Inspect would download a vocabulary; with the network off that hangs."""

    def refuse(*args, **kwargs):
        raise AssertionError("something tried to look up a host")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    log = play(agent="oracle")
    assert log.status == "success"
    assert sum(usage.total_tokens for usage in log.samples[0].model_usage.values()) == 0


def test_pass_at_k_counts_solved_samples(play):
    """Two of three epochs solve the item: pass@2 = 1 - C(1,2)/C(3,2) = 1, mean = 2/3 (by hand)."""
    truth = registry.load("suites", "toy").case(7, 0)[1].answer
    answers = iter([truth, truth, {"depth_m": 1, "excess_mass_kg": 1}])
    registry.add("agents", "lucky", lambda case: scripted.of([call("submit", answer=next(answers))]))
    log = play(agent="lucky", epochs=Epochs(3, ["mean", "pass_at_2"]))
    reduced = {
        (one.name, one.reducer): one.metrics["mean"].value for one in log.results.scores if one.name == "success"
    }
    assert reduced == {("success", "mean"): pytest.approx(2 / 3), ("success", "pass_at_2"): 1.0}


def test_budgets_are_inspect_limits(play, toy):
    log = play(agent="oracle")
    config = log.eval.config
    assert config.turn_limit == toy.card.budget.steps
    assert config.time_limit is None  # Inspect's would count what a model's server takes; the world's clock does not


def test_task_version_and_prompts_are_in_the_log(play, toy):
    log = play(agent="oracle")
    assert log.eval.task_version == "1-A"
    assert log.eval.metadata["prompts"] == toy.prompt_hashes()


def test_sample_ids_are_the_items_ids(play):
    assert [sample.id for sample in play(agent="oracle", n=2).samples] == ["toy-s7-0000", "toy-s7-0001"]


def test_a_tool_that_crashes_breaks_the_sample_and_is_not_scored(play, added_tool):
    def crash() -> str:
        """Fail as only a defect of ours can."""
        raise OSError(errno.EIO, "disk on fire")

    added_tool("fault.crash", crash)
    log = play([call("crash")], fail_on_error=False)
    [sample] = log.samples
    assert "disk on fire" in sample.error.message
    assert not sample.scores
    assert trace_of(log).faults[0].boundary == "tool fault.crash"


def test_arguments_that_are_no_object_are_on_the_trace(play):
    log = play([ToolCall(tool="read_meter", arguments=[1, 2]), call("read_meter", x_m=0, y_m=0)])
    kinds = [seen.error.kind if seen.error else "" for _, seen in trace_of(log).calls()]
    assert kinds == ["harness.parsing", ""]


def test_a_misspelt_agent_is_refused_with_the_nearest(play):
    with pytest.raises(UnknownName, match="did you mean oracle"):
        play(agent="oracel")


def test_a_task_that_cannot_be_made_is_refused_by_argument(toy):
    with pytest.raises(InvalidRecord, match="suite must be what mesocosm.load_suite gives, got 'toy'"):
        make_task("toy")
    with pytest.raises(InvalidRecord, match="seed must be a whole number, got '7'"):
        make_task(toy, seed="7")


def test_two_numbers_of_items_are_refused(tmp_path):
    with pytest.raises(PrerequisiteError, match="n is the former name of limit: give limit alone"):
        inspect_eval("mesocosm/toy", model="mesocosm/null", task_args={"n": 1, "limit": 2}, log_dir=str(tmp_path))


def test_logs_are_scored_again_without_running(play, tmp_path):
    log = play(agent="surveyor", n=2)
    again = score(
        read_eval_log(log.location), [scorers.score(), scorers.success(), scorers.details()], action="overwrite"
    )
    assert [one.scores["score"].value for one in again.samples] == [one.scores["score"].value for one in log.samples]


@pytest.mark.filterwarnings("ignore:The inplace keyword:FutureWarning", "ignore:The inplace keyword:DeprecationWarning")
def test_dataframes_see_our_scores(play, tmp_path):
    play(agent="oracle", n=2)
    frame = samples_df(str(tmp_path))
    assert list(frame["score_score"]) == [1.0, 1.0]
    assert list(frame["score_success"]) == [1.0, 1.0]


def test_the_log_gives_its_traces_back_exactly(play):
    log = read_eval_log(play(agent="oracle").location, resolve_attachments="full")
    trace = read_sample(log.samples[0])
    assert trace.problems == ()
    assert trace.start.suite == "toy"
    assert json.loads(log.samples[0].target) == trace.answer.value


def test_the_same_seed_gives_the_same_trace_inside_inspect_and_outside(play, toy):
    from mesocosm.episode.agent import Case
    from mesocosm.episode.loop import run_episode

    item, reference = toy.case(7, 0)
    with toy.world(item, reference, agent="mesocosm/oracle", knows_reference=True) as world:
        plain = run_episode(world, registry.load("agents", "oracle")(Case(item, reference, world.tools)))
    assert trace_of(play(agent="oracle")).digest() == plain.digest()


def test_calls_beyond_a_turns_limit_are_refused_and_on_record(toy, tmp_path, monkeypatch):
    """Three calls in one turn where two are allowed; the next turn is free again."""
    limited = toy.card.model_copy(update={"budget": toy.card.budget.model_copy(update={"calls_per_turn": 2})})
    monkeypatch.setitem(toy.__dict__, "card", limited)
    measure = [ToolCallOf(id=f"m{n}", function="read_meter", arguments={"x_m": 1, "y_m": n}) for n in range(4)]
    turns = [ChatMessageAssistant(content="", tool_calls=calls) for calls in (measure[:3], measure[3:])]
    outputs = [ModelOutput.from_message(message) for message in (*turns, *[ChatMessageAssistant(content="done")] * 50)]
    for output in outputs:
        output.usage = ModelUsage()  # or Inspect counts tokens itself, with a vocabulary it downloads
    model = get_model("mockllm/model", custom_outputs=outputs)
    [log] = inspect_eval(make_task(toy, seed=7, n=1), model=model, log_dir=str(tmp_path), display="none")
    errors = [seen.error.message if seen.error else "" for _, seen in trace_of(log).calls()]
    assert errors == ["", "", "at most 2 calls in one turn; make this one in your next turn", ""]
