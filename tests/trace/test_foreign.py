"""Readers of TerraBench runs, chat messages and Inspect logs. Expected values are worked by hand from the documents."""

from __future__ import annotations

import base64
import gc
import hashlib
import json
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from tests.shared import SHARED

from mesocosm.errors import MissingExtra, TraceError
from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.convert import convert, read_any
from mesocosm.trace.foreign import inspect, openai, terrabench
from mesocosm.trace.reader import dump, read_trace, validate
from mesocosm.trace.schema import Called, EpisodeEnded, EpisodeStarted, Observed, Said, Trace

PNG = b"\x89PNG\r\n\x1a\nnot a whole picture"
PNG_URI = "data:image/png;base64," + base64.b64encode(PNG).decode()
VECTORS = SHARED / "data" / "terrabench" / "vectors"


def vectors(name: str) -> Any:
    if not (VECTORS / name).is_file():
        pytest.skip(f"needs ../shared/data/terrabench/vectors/{name}")
    return json.loads((VECTORS / name).read_text())


def tools(trace: Trace) -> list[str]:
    return [call.tool for call, _ in trace.calls()]


def results(trace: Trace) -> list[Observed]:
    return [event for event in trace.events if isinstance(event, Observed)]


def said(trace: Trace) -> list[tuple[str, str]]:
    return [(event.role, event.text) for event in trace.events if isinstance(event, Said)]


def extra(event: Any) -> dict[str, Any]:
    return dict(event.model_extra or {})


# TerraBench: trajectory

TRAJECTORY = {
    "run_id": "run-7",
    "metadata": {"agent_name": "TerraAgent", "started_at": "2026-01-02T03:04:05Z", "suite": "terrabench"},
    "trajectory": [
        {"type": "user", "sender": "user", "timestamp": "t0", "content": "How warm?"},
        {"type": "think", "content": "Fetch first."},
        {"type": "tools", "name": "fetch_era5", "args": {"variables": ["t2m"]}},
        {"type": "observation", "name": "fetch_era5", "output": [{"type": "text", "text": "saved"}]},
        {"type": "answer", "content": '<final_json>{"key":"a","value":3}</final_json>'},
    ],
}


def test_trajectory_start_carries_run_and_metadata() -> None:
    start = terrabench.read(TRAJECTORY).start
    assert start is not None
    assert (start.origin, start.item, start.suite) == ("terrabench.trajectory", "run-7", "terrabench")
    assert (start.agent, start.started_at) == ("TerraAgent", "2026-01-02T03:04:05Z")
    assert start.budget.steps is None


def test_trajectory_pairs_observation_with_call() -> None:
    trace = terrabench.read(TRAJECTORY)
    [(call, result)] = list(trace.calls())
    assert (call.tool, call.arguments, call.id) == ("fetch_era5", {"variables": ["t2m"]}, "call-1")
    assert result is not None
    assert result.text == "saved"


def test_trajectory_never_invents_success() -> None:
    [result] = results(terrabench.read(TRAJECTORY))
    assert result.error is None
    assert extra(result) == {"status": None}


def test_trajectory_keeps_speech_with_sender_and_time() -> None:
    trace = terrabench.read(TRAJECTORY)
    assert said(trace) == [("user", "How warm?"), ("think", "Fetch first.")]
    assert extra(trace.events[1]) == {"sender": "user", "timestamp": "t0"}


def test_trajectory_answer_is_kept_as_written() -> None:
    trace = terrabench.read(TRAJECTORY)
    assert trace.answer.status == "valid"
    assert trace.answer.value == '<final_json>{"key":"a","value":3}</final_json>'
    assert trace.end is not None
    assert trace.end.reason == "submitted"


def test_last_of_two_answers_counts() -> None:
    trace = terrabench.read({"trajectory": [{"type": "answer", "content": "1"}, {"type": "answer", "content": [2]}]})
    assert (trace.answer.value, trace.answer.attempts) == ([2], 2)


def test_parallel_observations_go_to_their_tools() -> None:
    entries = [{"type": "tools", "name": "a"}, {"type": "tools", "name": "b"}]
    entries += [{"type": "observation", "name": name, "output": name.upper()} for name in "ba"]
    found = {call.tool: result.text for call, result in terrabench.read({"trajectory": entries}).calls() if result}
    assert found == {"a": "A", "b": "B"}


def test_observation_without_call_is_said_and_named() -> None:
    trace = terrabench.read({"trajectory": [{"type": "observation", "name": "a", "output": "lost"}]})
    assert said(trace) == [("tool", "lost")]
    assert trace.problems == ("trajectory[0]: a result that fits no open call; kept as a message of role 'tool'",)


def test_raw_record_is_kept_as_text() -> None:
    trace = terrabench.read({"trajectory": [{"type": "assistant", "raw": {"odd": 1}}]})
    assert said(trace) == [("assistant", '{"odd": 1}')]


# TerraBench: steps


def step(**fields: Any) -> dict[str, Any]:
    return {"type": "tool", "name": "fetch_era5", "arguments": {}, **fields}


def test_failed_status_becomes_a_fault() -> None:
    [result] = results(terrabench.read({"steps": [step(status="Failed", content="no such variable")]}))
    assert result.error is not None
    assert (result.error.kind, result.error.message) == ("failed", "no such variable")
    assert extra(result) == {"status": "Failed"}


@pytest.mark.parametrize("status", ["success", "OK", "completed", "running", 0])
def test_status_that_is_no_failure_leaves_no_fault(status: object) -> None:
    [result] = results(terrabench.read([step(status=status)]))
    assert result.error is None
    assert extra(result)["status"] == status


def test_call_without_status_or_result_is_unanswered() -> None:
    [result] = results(terrabench.read([step()]))
    assert (result.text, result.error) == ("", None)
    assert extra(result) == {"status": None, "unanswered": True}


@pytest.mark.parametrize("key", ["steps", "trace", "messages"])
def test_every_published_key_is_read(key: str) -> None:
    document = {key: [step(status="ok")], "steps" if key != "steps" else "trace": []}
    assert terrabench.recognise(document)
    assert not openai.recognise(document)
    assert tools(terrabench.read(document)) == ["fetch_era5"]


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "tool_call", "tool": "a", "input": {"x": 1}},
        {"role": "tool", "tool_name": "a", "args": {"x": 1}},
        {"type": "tools", "name": "a", "arguments": {"x": 1}},
    ],
)
def test_published_aliases_name_the_same_call(entry: dict[str, Any]) -> None:
    assert terrabench.recognise([entry])
    assert not openai.recognise([entry])
    [(call, _)] = list(terrabench.read([entry]).calls())
    assert (call.tool, call.arguments) == ("a", {"x": 1})


def test_structured_result_is_text_and_data() -> None:
    [result] = results(terrabench.read([step(content={"mean": 3.5})]))
    assert (result.text, result.data) == ('{"mean": 3.5}', {"mean": 3.5})


def test_list_of_files_is_data_not_message_parts() -> None:
    listing = [{"type": "file", "path": "a.nc"}, {"type": "data", "path": "b.nc"}]
    trace = terrabench.read([step(content=listing)])
    assert results(trace)[0].data == listing
    assert trace.problems == ()


def test_agentscope_picture_becomes_a_blob(tmp_path: Path) -> None:
    source = {"type": "base64", "media_type": "image/png", "data": base64.b64encode(PNG).decode()}
    [result] = results(terrabench.read([step(content=[{"type": "image", "source": source}])], BlobStore(tmp_path)))
    assert BlobStore(tmp_path).get(result.images[0]) == PNG


def test_entries_not_understood_are_named_by_place() -> None:
    trace = terrabench.read({"steps": [3, {"type": "dance"}, {"type": "tool"}, step()]})
    assert [problem.partition(":")[0] for problem in trace.problems] == ["steps[0]", "steps[1]", "steps[2]"]
    assert trace.end is not None
    assert extra(trace.end) == {"problems": list(trace.problems)}
    assert tools(trace) == ["fetch_era5"]


def test_prediction_file_answers_are_its_submission() -> None:
    trace = terrabench.read({"answers": [{"key": "a", "value": 1}], "trace": [step(status="success")]})
    assert (trace.answer.value, trace.answer.status) == ([{"key": "a", "value": 1}], "valid")


def test_nan_is_spelled_as_in_our_traces() -> None:
    [(call, _)] = list(terrabench.read([step(arguments={"x": float("nan")})]).calls())
    assert call.arguments == {"x": "NaN"}


def test_deep_nesting_is_refused() -> None:
    value: Any = 1
    for _ in range(101):
        value = [value]
    with pytest.raises(TraceError, match="nested deeper than 100 levels"):
        terrabench.read([step(content=value)])


# The published vectors


@pytest.mark.fidelity
def test_minimal_item_trace_reads_as_published() -> None:
    files = vectors("00_minimal_item.json")["files"]
    trace = terrabench.read(files["Main_trace.json"])
    assert tools(trace) == ["mock_numeric_answer"]
    assert results(trace)[0].text == "Synthetic reference trace for public smoke testing."
    assert terrabench.read(files["prediction_example.json"]).answer.value == [{"key": "mock_score", "value": 0.98}]


@pytest.mark.fidelity
def test_tool_vectors_name_the_published_tools() -> None:
    for case in vectors("02_tool_metrics_public.json")["cases"]:
        expected = case["expected_public"].get("predicted_tools")
        # The evaluator ignores `trajectory`, which this reader reads: one call to fetch_era5 stands in that case.
        expected = ["fetch_era5"] if case["id"] == "runtime_trajectory_key_is_ignored" else expected
        if expected is not None:
            assert tools(terrabench.read(case["predicted_trace"])) == expected, case["id"]


@pytest.mark.fidelity
def test_tool_vector_with_absent_status_stays_unknown() -> None:
    cases = {case["id"]: case for case in vectors("02_tool_metrics_public.json")["cases"]}
    [result] = results(terrabench.read(cases["status_absent_counts_as_success"]["predicted_trace"]))
    assert extra(result)["status"] is None


@pytest.mark.fidelity
def test_answer_vectors_take_answers_only_from_answer_entries() -> None:
    for case in vectors("04_final_json_extraction.json")["cases"]:
        written = [entry["content"] for entry in case["trajectory"] if entry["type"] == "answer"]
        answer = terrabench.read({"trajectory": case["trajectory"]}).answer
        assert answer.value == (written[-1] if written else None), case["id"]
        assert answer.status == ("valid" if written else "missing"), case["id"]


# Chat messages


def asks(name: str, arguments: Any, call: str = "c1") -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    calls = [{"id": call, "type": "function", "function": function}]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def gives(content: Any, call: str = "c1") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call, "content": content}


def test_chat_call_and_result_are_paired() -> None:
    trace = openai.read([{"role": "user", "content": "hi"}, asks("depth", '{"at": "pier"}'), gives("12 m")])
    [(call, result)] = list(trace.calls())
    assert (call.id, call.tool, call.arguments) == ("c1", "depth", {"at": "pier"})
    assert result is not None
    assert (result.text, extra(result)) == ("12 m", {"status": None})


def test_chat_has_no_answer() -> None:
    trace = openai.read({"id": "chat-9", "messages": [{"role": "assistant", "content": "The answer is 12."}]})
    assert trace.answer.status == "missing"
    assert trace.start is not None
    assert (trace.start.item, trace.start.origin) == ("chat-9", "openai")
    assert trace.end is not None
    assert trace.end.reason == "unknown"


@pytest.mark.parametrize("raw", ["{not json", "", '{"a": 1', "[" * 5000])
def test_malformed_arguments_stay_as_written(raw: str) -> None:
    [(call, _)] = list(openai.read([asks("depth", raw)]).calls())
    assert call.arguments == raw


def test_assistant_text_comes_before_its_calls() -> None:
    trace = openai.read([{**asks("depth", "{}"), "content": "Looking."}, gives("12 m")])
    assert [event.kind for event in trace.events] == ["episode_started", "said", "called", "observed", "episode_ended"]


def test_empty_assistant_turn_with_calls_says_nothing() -> None:
    assert said(openai.read([asks("depth", "{}")])) == []


def test_reasoning_is_said_as_thought() -> None:
    trace = openai.read([{"role": "assistant", "content": "12", "reasoning_content": "Look it up."}])
    assert said(trace) == [("think", "Look it up."), ("assistant", "12")]


def test_data_uri_picture_becomes_a_blob(tmp_path: Path) -> None:
    parts = [{"type": "text", "text": "Look:"}, {"type": "image_url", "image_url": {"url": PNG_URI}}]
    trace = openai.read([{"role": "user", "content": parts}], BlobStore(tmp_path))
    message = trace.events[1]
    assert isinstance(message, Said)
    assert message.text == "Look:"
    assert BlobStore(tmp_path).get(message.images[0]) == PNG


def test_picture_elsewhere_is_named_not_fetched() -> None:
    part = {"type": "image_url", "image_url": {"url": "https://example.org/map.png"}}
    trace = openai.read([{"role": "user", "content": [part]}])
    assert said(trace) == [("user", "[image: https://example.org/map.png]")]
    assert trace.problems == ("messages[0]: a picture that is not in the trace: 'https://example.org/map.png'",)


def test_broken_base64_is_named() -> None:
    part = {"type": "image_url", "image_url": {"url": "data:image/png;base64,%%%"}}
    [problem] = openai.read([{"role": "user", "content": [part]}]).problems
    assert problem.startswith("messages[0]: a picture that is not base64")


def test_legacy_function_call_is_paired_by_name() -> None:
    call = {"role": "assistant", "content": None, "function_call": {"name": "depth", "arguments": "{}"}}
    trace = openai.read([call, {"role": "function", "name": "depth", "content": "12 m"}])
    [(found, result)] = list(trace.calls())
    assert found.id == "call-1"
    assert result is not None
    assert result.text == "12 m"


def test_reused_call_ids_are_made_unique() -> None:
    trace = openai.read([asks("a", "{}"), gives("1"), asks("b", "{}"), gives("2")])
    assert [(call.id, result.text) for call, result in trace.calls() if result] == [("c1", "1"), ("call-2", "2")]


def test_made_id_does_not_take_a_given_one() -> None:
    trace = openai.read([asks("a", "{}", "call-2"), gives("1", "call-2"), asks("b", "{}", "")])
    assert [call.id for call, _ in trace.calls()] == ["call-2", "call-3"]


def test_unanswered_chat_call_is_closed_as_unanswered() -> None:
    [result] = results(openai.read([asks("depth", "{}")]))
    assert extra(result) == {"status": None, "unanswered": True}


def test_malformed_messages_are_named_by_place() -> None:
    nameless = {"role": "assistant", "tool_calls": [{"id": "x"}]}
    trace = openai.read(["hello", {"role": "wizard"}, nameless, {"role": "assistant", "tool_calls": 3}])
    assert [problem.partition(":")[0] for problem in trace.problems] == [f"messages[{index}]" for index in range(4)]


@pytest.mark.parametrize("document", [None, 3, "text", [], {}, {"messages": []}, {"steps": "abc"}, [[1]], {"a": [1]}])
def test_other_documents_are_not_recognised(document: object) -> None:
    assert not any(reader.recognise(document) for reader in (terrabench, openai, inspect))


# Inspect logs


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a real evaluation: a call that works, one rejected, one that fails; one sample keeps our trace."""
    pytest.importorskip("inspect_ai", reason="needs pip install 'mesocosm[inspect]'")
    return run_evaluation(tmp_path_factory.mktemp("logs"))


STORED = Trace(
    events=(
        EpisodeStarted(suite="soundings", item="stored", seed=7),
        Called(call="call-1", tool="depth", arguments={"station": "pier"}),
        Observed(call="call-1", text="x" * 500, images=(BlobStore(None).put(PNG, "image/png", "the pier"),)),
        EpisodeEnded(reason="submitted", runtime_s=0.25),
    )
)


def run_evaluation(folder: Path) -> Path:
    from inspect_ai import Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.solver import Generate, TaskState, generate, solver, use_tools
    from inspect_ai.tool import ContentImage, ContentText, Tool, ToolError, tool

    @tool
    def depth() -> Tool:
        async def execute(station: str) -> list[Any]:
            """Look up a depth.

            Args:
                station: Name of the station.
            """
            if station == "nowhere":
                raise ToolError("no station is called nowhere")
            return [ContentText(text="12 m"), ContentImage(image=PNG_URI)]

        return execute

    @solver
    def keep_trace() -> Any:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            if state.sample_id == "stored":
                state.store.set("mesocosm:trace", dump(STORED))
            return state

        return solve

    def script(messages: Any, *_: Any) -> ModelOutput:
        turn = sum(message.role == "assistant" for message in messages)
        calls = [{"station": "pier"}, {"place": 1}, {"station": "nowhere"}]
        output = ModelOutput.from_content("scripted", "It is 12 m.")
        if turn < len(calls):
            output = ModelOutput.for_tool_call("scripted", "depth", calls[turn], tool_call_id=f"turn-{turn}")
        output.usage = ModelUsage(input_tokens=3, output_tokens=2, total_tokens=5)
        return output

    samples = [Sample(id=name, input="How deep?", metadata={"suite": "piers"}) for name in ("rebuilt/1", "stored")]
    task = Task(dataset=samples, solver=[use_tools(depth()), generate(), keep_trace()], name="depths")
    model = get_model("mockllm/model", custom_outputs=script)
    with warnings.catch_warnings():  # Inspect leaves streams open and calls tenacity in a deprecated way
        warnings.simplefilter("ignore")
        [log] = eval(task, model=model, display="none", log_dir=str(folder), log_format="eval")
        gc.collect()
    assert log.status == "success", log.error
    return Path(log.location.removeprefix("file://"))


def test_inspect_log_gives_a_trace_for_each_sample(evaluation: Path) -> None:
    assert inspect.recognise(evaluation)
    assert [trace.start.item for trace in read_any(evaluation) if trace.start] == ["rebuilt/1", "stored"]


def test_inspect_start_names_sample_and_model(evaluation: Path) -> None:
    start = inspect.read(evaluation)[0].start
    assert start is not None
    assert (start.origin, start.suite, start.agent) == ("inspect", "piers", "mockllm/model")
    assert (extra(start)["task"], extra(start)["epoch"]) == ("depths", 1)


def test_inspect_success_has_text_and_picture(evaluation: Path, tmp_path: Path) -> None:
    result = results(inspect.read(evaluation, BlobStore(tmp_path))[0])[0]
    assert (result.call, result.text, result.error) == ("turn-0", "12 m", None)
    assert BlobStore(tmp_path).get(result.images[0]) == PNG
    assert extra(result) == {}


def test_inspect_rejected_call_is_kept_with_its_fault(evaluation: Path) -> None:
    call, result = list(inspect.read(evaluation)[0].calls())[1]
    assert call.arguments == {"place": 1}
    assert result is not None
    assert result.error is not None
    assert result.error.kind == "parsing"
    assert "'station' is a required property" in result.text


def test_inspect_tool_error_is_a_fault(evaluation: Path) -> None:
    result = results(inspect.read(evaluation)[0])[2]
    assert result.error is not None
    assert (result.error.kind, result.error.message) == ("unknown", "no station is called nowhere")


def test_inspect_end_counts_tokens_and_answer_stays_missing(evaluation: Path) -> None:
    trace = inspect.read(evaluation)[0]
    assert trace.end is not None
    assert trace.end.reason == "unknown"
    assert trace.end.spent == {"tokens": 20.0}  # four turns of five tokens
    assert trace.answer.status == "missing"


def test_inspect_store_gives_the_trace_exactly(evaluation: Path) -> None:
    trace = inspect.read(evaluation)[1]
    assert dump(trace) == dump(STORED)
    assert trace.problems == ()


def test_inspect_log_converts_to_sound_traces(evaluation: Path, tmp_path: Path) -> None:
    paths = convert(evaluation, tmp_path)
    assert [path.name for path in paths] == ["rebuilt-1.jsonl", "stored.jsonl"]
    assert [validate(path) for path in paths] == [[], []]
    assert dump(read_trace(paths[1])) == dump(STORED)


def test_inspect_json_log_reads_the_same(evaluation: Path, tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log, write_eval_log

    path = tmp_path / "log with # in its name.json"
    write_eval_log(read_eval_log(str(evaluation)), str(tmp_path / "log.json"))
    (tmp_path / "log.json").rename(path)
    assert [trace.digest() for trace in read_any(path)] == [trace.digest() for trace in read_any(evaluation)]


def sample(**fields: Any) -> Any:
    log = pytest.importorskip("inspect_ai.log", reason="needs pip install 'mesocosm[inspect]'")
    return log.EvalSample(id=1, epoch=1, input="?", target="", **fields)


def test_inspect_sample_error_breaks_the_episode() -> None:
    trace = inspect.read_sample(sample(error={"message": "HTTP 500", "traceback": "", "traceback_ansi": ""}))
    assert [(fault.boundary, fault.message) for fault in trace.faults] == [("inspect", "HTTP 500")]
    assert trace.end is not None
    assert trace.end.reason == "broken"


@pytest.mark.parametrize(("kind", "reason"), [("token", "budget"), ("operator", "stopped"), ("custom", "unknown")])
def test_inspect_limit_gives_the_reason(kind: str, reason: str) -> None:
    end = inspect.read_sample(sample(limit={"type": kind, "limit": 5})).end
    assert end is not None
    assert end.reason == reason


@pytest.mark.parametrize(
    ("stored", "problem"),
    [
        ("gone", "store['mesocosm:trace']: line 1: not JSON: Expecting value at column 1"),
        (["gone"], "store['mesocosm:trace']: must be the text of a trace, got list"),
    ],
)
def test_inspect_unreadable_store_falls_back_to_messages(stored: object, problem: str) -> None:
    messages = [{"role": "user", "content": "How deep?"}]
    trace = inspect.read_sample(sample(messages=messages, store={"mesocosm:trace": stored}))
    assert said(trace) == [("user", "How deep?")]
    assert trace.problems == (problem,)


def test_inspect_stored_picture_that_is_nowhere_is_named() -> None:
    trace = inspect.read_sample(sample(store={"mesocosm:trace": dump(STORED)}))
    assert trace.problems == (f"the image {hashlib.sha256(PNG).hexdigest()[:12]}… is not in the log",)


def test_inspect_log_that_inspect_refuses_is_a_trace_error(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="needs pip install 'mesocosm[inspect]'")
    path = tmp_path / "log.json"
    path.write_text('{"version": 2, "status": "success", "eval": {}}')
    with pytest.raises(TraceError, match="is not a log Inspect can read"):
        read_any(path)


def test_missing_inspect_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)
    path = tmp_path / "log.json"
    path.write_text('{"version": 2, "status": "success", "eval": {}}')
    with pytest.raises(MissingExtra, match=r"pip install 'mesocosm\[inspect\]'"):
        read_any(path)
