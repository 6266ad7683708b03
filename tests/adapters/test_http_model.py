"""A real HTTP model on loopback, through Inspect's own provider for OpenAI-compatible servers."""

import base64
import gc

import anyio
import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import get_model

from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.errors import InvalidRecord
from mesocosm.registry import load
from mesocosm.testing.model_server import ModelServer, Turn
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import load as load_trace
from mesocosm.trace.schema import Trace
from mesocosm.types import canonical_json

# Inspect leaves its HTTP clients to the garbage collector; the fixture collects them before the next test.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LINE = '{"start": [-500, 0], "end": [500, 0], "stations": 11}'
ANSWER = '{"answer": {"depth_m": 100, "excess_mass_kg": 1e9}}'


@pytest.fixture
def ask(monkeypatch, tmp_path):
    """Run one toy item against a script; return the log and the server."""

    def run(script: list[Turn], solver=None, max_retries: int = 2, **options) -> tuple[EvalLog, ModelServer]:
        monkeypatch.setenv("SCRIPTED_API_KEY", "none")
        with ModelServer(script) as server:
            # Inspect remembers models by name; every test has a server of its own.
            model = get_model("openai-api/scripted/model", base_url=server.url, memoize=False)
            [log] = inspect_eval(
                make_task(load("suites", "toy"), seed=7, n=1),
                model=model,
                solver=solver,
                log_dir=str(tmp_path),
                display="none",
                max_retries=max_retries,
                **options,
            )
        return log, server

    yield run
    gc.collect()


def trace_of(log: EvalLog) -> Trace:
    return load_trace(log.samples[0].store[STORE_KEY])


def test_calls_pictures_429_and_500_in_between(ask):
    script = [
        Turn(calls=(("survey_line", LINE),), failures=(429,)),
        Turn(calls=(("read_meter", '{"x_m": "0.1 km", "y_m": 0}'),), failures=(500,)),
        Turn(calls=(("submit", ANSWER),)),
    ]
    log, server = ask(script)
    assert log.status == "success", log.error
    trace = trace_of(log)
    assert [call.tool for call, _ in trace.calls()] == ["survey_line", "read_meter", "submit"]
    assert trace.end.reason == "submitted"
    assert trace.answer.value == {"depth_m": 100, "excess_mass_kg": 1e9}
    assert len(server.requests) == 3 + 2  # one request a turn, and two that were answered with a failure


def test_the_model_gets_the_picture_as_a_picture(ask):
    log, server = ask([Turn(calls=(("survey_line", LINE),)), Turn(calls=(("submit", ANSWER),))])
    parts = [
        part
        for message in server.requests[-1]["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
    ]
    [url] = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    assert base64.b64decode(url.partition(",")[2]).startswith(b"\x89PNG")
    [blob] = [blob for _, seen in trace_of(log).calls() for blob in seen.images]
    assert blob.media_type == "image/png"


def test_the_wire_shows_the_one_schema(ask):
    _, server = ask([Turn(calls=(("submit", ANSWER),))])
    shown = {one["function"]["name"]: one["function"] for one in server.requests[0]["tools"]}
    view = load("suites", "toy").tools()
    assert list(shown) == list(view)
    for name, tool in view.items():
        assert canonical_json(shown[name]["parameters"]) == tool.schema_bytes
        assert shown[name]["description"] == tool.description


def test_rejected_calls_are_on_the_trace_in_order(ask):
    """Inspect refuses these three before any tool runs; they are steps all the same."""
    script = [
        Turn(calls=(("read_meter", '{"x_m": 0}'), ("read_meter", '{"x_m": 0, "y_m": 0}'), ("no_such_tool", "{}"))),
        Turn(calls=(("read_meter", "{not json"),)),
        Turn(calls=(("submit", ANSWER),)),
    ]
    log, _ = ask(script)
    trace = trace_of(log)
    kinds = [(call.tool, seen.error.kind if seen.error else "") for call, seen in trace.calls()]
    assert kinds == [
        ("read_meter", "harness.parsing"),
        ("read_meter", ""),
        ("no_such_tool", "harness.parsing"),
        ("read_meter", "harness.parsing"),
        ("submit", ""),
    ]
    assert trace.end.spent["steps"] == 5


def test_prose_instead_of_calls_is_answered_twice_and_ends(ask):
    log, server = ask([Turn(text=f"I think it is about {depth} m deep.") for depth in (100, 200, 300, 400)])
    trace = trace_of(log)
    assert log.status == "success"
    assert trace.end.reason == "stopped"
    assert trace.answer.status == "missing"
    assert log.samples[0].scores["score"].value == 0.0
    assert len(server.requests) == 3
    texts = [message["content"] for message in server.requests[-1]["messages"] if message["role"] == "user"]
    assert len(texts) == 3  # the task, and two reminders
    assert "call the tool submit with" in texts[-1]
    assert [event.text for event in trace.events if event.kind == "said" and event.role == "user"] == texts[1:]


def test_a_server_that_only_fails_breaks_the_sample_and_scores_nothing(ask):
    log, _ = ask([Turn(failures=(500,) * 50)], max_retries=0, fail_on_error=False)
    [sample] = log.samples
    assert sample.error is not None
    assert not sample.scores
    assert trace_of(log).faults[0].boundary == "provider"


def test_reference_agents_refuse_tasks_that_are_not_ours():
    with pytest.raises(InvalidRecord, match="acts in mesocosm tasks only"):
        anyio.run(get_model("mesocosm/oracle").generate, "hello")


@pytest.mark.parametrize(
    "first",
    [
        Turn(text="\ud800 hello"),
        Turn(calls=(("read_meter", '{"x_m": "\\ud800", "y_m": 0}'),)),
        Turn(calls=(("read_meter", '{"\\ud800": 0, "y_m": 0}'),)),
        Turn(calls=(("read_meter\ud800", '{"x_m": 0, "y_m": 0}'),)),
    ],
    ids=["text", "value", "name of an argument", "name of a tool"],
)
def test_characters_that_no_file_can_hold_cost_the_model_nothing_but_its_turn(ask, first):
    log, _ = ask([first, Turn(calls=(("submit", ANSWER),))])
    assert log.status == "success", log.error
    trace = trace_of(log)
    assert (trace.end.reason, trace.faults) == ("submitted", ())
    assert log.samples[0].scores["score"].value < 1.0
