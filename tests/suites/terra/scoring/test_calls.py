"""Calls of traces in every public form and in ours."""

import json

import pytest
from tests.suites.terra.scoring.making import call

from mesocosm.errors import MesocosmError
from mesocosm.suites.terra.scoring.calls import calls_in, read_calls
from mesocosm.suites.terra.scoring.reference import read_reference, reference_of_calls
from mesocosm.trace.reader import dump
from mesocosm.trace.schema import Answered, Called, EpisodeEnded, EpisodeStarted, Observed, Trace
from mesocosm.types import Answer, Artifact, Fault

ENTRY = {"type": "tool", "name": "gis.a", "arguments": {"name": "x"}, "status": "success", "content": "done"}


@pytest.mark.parametrize("wrapped", [lambda e: e, *(lambda e, k=k: {k: e} for k in ("steps", "trace", "trajectory"))])
def test_public_forms(wrapped):
    [call] = calls_in(wrapped([ENTRY]))
    assert (call.tool, call.arguments, call.status, call.text) == ("gis.a", {"name": "x"}, "ok", "done")


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "tool", "tool": "gis.a", "args": {"name": "x"}},
        {"role": "tool_call", "tool_name": "gis.a", "input": {"name": "x"}},
        {"type": "tools", "name": "gis.a", "args": {"name": "x"}},
    ],
)
def test_aliases_of_fields_and_a_status_that_nobody_tells(entry):
    [call] = calls_in([entry])
    assert (call.tool, call.arguments, call.status) == ("gis.a", {"name": "x"}, "unknown")


def test_a_trajectory_with_observations_apart():
    records = [
        {"type": "tools", "name": "gis.a", "args": {}},
        {"type": "observation", "name": "gis.a", "output": "31.4"},
    ]
    [call] = calls_in({"run_id": "r", "trajectory": records})
    assert (call.text, call.status) == ("31.4", "unknown")


def test_chat_messages(tmp_path):
    function = {"name": "gis_a", "arguments": '{"name": "x"}'}
    messages = [
        {"role": "user", "content": "?"},
        {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": "1", "content": "31.4"},
    ]
    path = tmp_path / "messages.json"
    path.write_text(json.dumps(messages))
    [call] = read_calls(path)
    assert (call.tool, call.arguments, call.text) == ("gis_a", {"name": "x"}, "31.4")


@pytest.fixture
def own_trace(tmp_path):
    made = Artifact(path="t.nc", sha256="aa", bytes=3)
    refused = Fault(kind="arguments", message="no")
    events = (
        EpisodeStarted(suite="terra", item="i"),
        Called(call="1", tool="gis.a", arguments={"name": "x"}),
        Observed(call="1", text="31.4", artifacts=(made,)),
        Called(call="2", tool="gis.b", arguments={"name": 3}),
        Observed(call="2", text="no", error=refused),
        Called(call="3", tool="gis.c", arguments={}),
        Observed(call="3", text="broken", error=Fault(kind="failed", message="no")),
        Answered(answer=Answer(value={"x": 31.4}, status="valid")),
        EpisodeEnded(
            reason="submitted",
            artifacts=(made, *(Artifact(path=name, sha256="bb", bytes=3) for name in ("wells.csv", "planted.csv"))),
            unclaimed=("planted.csv",),
        ),
    )
    path = tmp_path / "trace.jsonl"
    path.write_text(dump(Trace(events=events)))
    return path


def test_our_own_traces(own_trace):
    calls = read_calls(own_trace)
    assert [one_call.status for one_call in calls] == ["ok", "invalid", "failed"]
    assert calls[0].files == {"t.nc": "aa"}
    assert {one_call.item_files for one_call in calls} == {frozenset({"wells.csv"})}
    assert calls_in([ENTRY])[0].item_files is None


def test_a_trace_as_reference_keeps_what_went_well(own_trace):
    ref = read_reference(own_trace)
    assert [step.tool for step in ref.steps] == ["gis.a"]
    assert (ref.files, ref.makers) == ({"t.nc": "aa"}, {"t.nc": "step-1"})


def test_meta_tools_are_no_steps():
    assert len(reference_of_calls([call("submit"), call("gis.a"), call("reset_equipped_tools")]).steps) == 1


@pytest.mark.parametrize("document", [{"steps": "abc"}, 3, "text", {"trace": {"a": 1}}])
def test_what_is_no_trace_says_why(document):
    with pytest.raises(MesocosmError, match="must be a list"):
        calls_in(document)
