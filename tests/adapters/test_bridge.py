"""Bridged agents: the OpenAI SDK in a process of its own, on the sample's model, in the sample's world."""

import base64
import gc
import json
import os

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import get_model
from tests.adapters import sdk_agents
from tests.suite_marks import needs_suite

from mesocosm.adapters.inspect.bridge import bridged
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.errors import InvalidRecord
from mesocosm.registry import load
from mesocosm.testing.model_server import ModelServer, Turn
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import load as load_trace
from mesocosm.trace.schema import Trace

# Inspect leaves its HTTP clients to the garbage collector; the fixture collects them before the next test.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LINE = '{"start": [-500, 0], "end": [500, 0], "stations": 11}'
ANSWER = '{"answer": {"depth_m": 100, "excess_mass_kg": 1e9}}'


@pytest.fixture
def notes(monkeypatch, tmp_path):
    """Return the agent's notes, line by line."""
    file = tmp_path / "notes.jsonl"
    monkeypatch.setenv("BRIDGE_TEST_NOTES", str(file))
    return lambda: [json.loads(line) for line in file.read_text().splitlines()]


@pytest.fixture
def ask(monkeypatch, tmp_path, notes):
    """Let an agent play one toy item against a script; return the log and the server."""

    def run(agent, script: list[Turn], suite: str = "toy", variant=None, **options) -> tuple[EvalLog, ModelServer]:
        monkeypatch.setenv("SCRIPTED_API_KEY", "none")
        with ModelServer(script) as server:
            model = get_model("openai-api/scripted/model", base_url=server.url, memoize=False)
            [log] = inspect_eval(
                make_task(load("suites", suite), seed=7, n=1, options=variant),
                model=model,
                solver=bridged(suite, agent),
                log_dir=str(tmp_path / "logs"),
                display="none",
                fail_on_error=False,
                **{"max_retries": 2, **options},
            )
        return log, server

    yield run
    gc.collect()


def trace_of(log: EvalLog) -> Trace:
    return load_trace(log.samples[0].store[STORE_KEY])


@pytest.mark.parametrize("agent", [sdk_agents.sdk_agent, sdk_agents.plain_agent], ids=["async", "plain"])
def test_an_unmodified_openai_agent_acts_through_the_bridge(ask, agent):
    script = [Turn(calls=(("read_meter", '{"x_m": 0, "y_m": 0}'),), failures=(429,)), Turn(calls=(("submit", ANSWER),))]
    log, server = ask(agent, script)
    trace = trace_of(log)
    assert [call.tool for call, _ in trace.calls()] == ["read_meter", "submit"]
    assert next(call.arguments for call, _ in trace.calls()) == {"x_m": 0, "y_m": 0}  # they came as text
    assert log.samples[0].scores["score"].value == 0.0  # 100 m and 1e9 kg are both wrong for this item
    assert len(server.requests) == 2 + 1
    assert {request["model"] for request in server.requests} == {"model"}  # the log's, whatever the agent asked for


@pytest.mark.exhaustive
def test_tokens_are_on_the_log_and_on_the_trace(ask):
    log, _ = ask(sdk_agents.sdk_agent, [Turn(calls=(("list_files", "{}"),)), Turn(calls=(("submit", ANSWER),))])
    [usage] = log.samples[0].model_usage.values()
    assert usage.total_tokens == 2 * 110  # as the server says for each of two replies
    assert trace_of(log).end.spent["tokens"] == 220


def test_the_model_gets_the_picture_that_a_bridged_agent_passes_on(ask):
    _, server = ask(sdk_agents.sdk_agent, [Turn(calls=(("survey_line", LINE),)), Turn(calls=(("submit", ANSWER),))])
    messages = server.requests[-1]["messages"]
    parts = [part for message in messages if isinstance(message["content"], list) for part in message["content"]]
    [url] = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    assert base64.b64decode(url.partition(",")[2]).startswith(b"\x89PNG")


def test_arguments_that_are_not_json_are_the_agents_failed_call(ask, notes):
    log, _ = ask(sdk_agents.scribbler, [Turn(text="nothing")])
    calls = [(call.tool, seen.error.kind if seen.error else "") for call, seen in trace_of(log).calls()]
    assert calls == [("read_meter", "arguments"), ("read_meter", "arguments"), ("list_files", "")]
    [[first, second, _]] = [line["errors"] for line in notes()]
    assert first.startswith('gravity.read_meter: arguments must be a JSON object, got "{not json", which is not JSON')
    assert second == 'gravity.read_meter: arguments must be a JSON object, got "[1]"'


@needs_suite("atmos")
def test_the_variant_of_the_log_is_the_one_that_is_played(ask, notes):
    log, server = ask(sdk_agents.sdk_agent, [Turn(text="I give up.")], suite="atmos", variant={"format": "open"})
    assert log.eval.metadata["options"]["format"] == "open"
    [first] = notes()
    assert first["briefing"]["options"]["format"] == "open"
    assert [tool["function"]["name"] for tool in first["tools"]] == ["submit_answers"]
    assert trace_of(log).start.options["format"] == "open"
    assert "(a) Find " in server.requests[0]["messages"][-1]["content"]


def test_a_bridged_agent_plays_in_another_process_that_holds_no_reference(ask, notes):
    ask(sdk_agents.spy, [Turn(text="nothing")])
    [found] = notes()
    assert found["held"] == []
    assert found["parent"] == os.getpid() != found["pid"]


def test_an_agent_that_falls_over_has_lost_its_episode(ask):
    log, _ = ask(sdk_agents.faller, [Turn(text="nothing")])
    assert trace_of(log).end.reason == "crashed"
    assert log.samples[0].scores["score"].value == 0.0
    assert log.samples[0].error is None


def test_a_conversation_too_long_for_the_model_is_the_agents_failure(ask):
    log, _ = ask(sdk_agents.overflowing, [Turn(failures=(413,) * 9)], max_retries=0)
    assert trace_of(log).end.reason == "crashed"
    assert log.samples[0].error is None


@pytest.mark.exhaustive
def test_a_provider_that_is_not_there_breaks_the_sample(ask):
    log, _ = ask(sdk_agents.sdk_agent, [Turn(failures=(500,) * 50)], max_retries=0)
    assert log.samples[0].error is not None
    assert trace_of(log).end.reason == "broken"
    assert trace_of(log).faults[0].boundary == "provider"


def test_a_limit_of_inspects_ends_the_episode(ask):
    log, _ = ask(sdk_agents.sdk_agent, [Turn(calls=(("list_files", "{}"),))], token_limit=250)
    assert log.samples[0].limit.type == "token"
    assert trace_of(log).end.reason == "budget"
    assert log.samples[0].scores["score"].value == 0.0


def test_an_agent_that_does_nothing_is_ended_with_its_sample(ask):
    log, _ = ask(sdk_agents.sleeper, [Turn(text="nothing")], time_limit=1)
    assert log.samples[0].limit.type == "time"
    assert trace_of(log).end.reason != "crashed"


def test_what_the_endpoint_refuses(ask, notes):
    ask(sdk_agents.asker, [Turn(text="hello")])
    [found] = notes()
    assert {name: status for name, (status, _) in found.items()} == {
        "wrong_key": 401,
        "other_path": 404,
        "not_json": 400,
        "no_messages": 400,
        "stream": 400,
        "file": 400,
        "unreadable": 400,
        "good": 200,
    }
    assert "must hold its data" in found["file"][1]  # the evaluator reads no file of its own for an agent


def test_an_agent_that_another_process_cannot_find_is_refused_at_once():
    async def inner(task) -> None:
        raise AssertionError

    with pytest.raises(InvalidRecord, match="write it as a function at the top level of a file"):
        bridged("toy", inner)
    with pytest.raises(InvalidRecord, match="an agent is named FILE.py:FUNCTION"):
        bridged("toy", "agent")
    with pytest.raises(InvalidRecord, match="there is no file nowhere.py"):
        bridged("toy", "nowhere.py:agent")


def test_an_agent_that_cannot_be_imported_is_not_scored(ask, tmp_path):
    (tmp_path / "mine.py").write_text("import no_such_library\n\ndef agent(task):\n    pass\n")
    log, _ = ask(f"{tmp_path / 'mine.py'}:agent", [Turn(text="nothing")])
    assert "No module named 'no_such_library'" in log.samples[0].error.message
    assert not log.samples[0].scores


@pytest.mark.exhaustive
def test_a_file_that_starts_its_own_evaluation_unguarded_is_reported(ask, tmp_path):
    (tmp_path / "mine.py").write_text(
        "from mesocosm.adapters.inspect.bridge import bridged\n\ndef agent(task):\n    pass\n\nbridged('toy', agent)\n"
    )
    log, _ = ask(f"{tmp_path / 'mine.py'}:agent", [Turn(text="nothing")])
    assert "if __name__ ==" in log.samples[0].error.message
