"""Recognising any trace file and writing it as ours."""

from __future__ import annotations

import base64
import contextlib
import json
import math
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.errors import InvalidRecord, TraceError
from mesocosm.trace.convert import convert, read_any
from mesocosm.trace.reader import read_trace, validate
from mesocosm.trace.schema import Called, EpisodeEnded, EpisodeStarted, Observed, Said
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Image

PNG = b"\x89PNG\r\n\x1a\nnot a whole picture"
PNG_URI = "data:image/png;base64," + base64.b64encode(PNG).decode()
STEPS = {"run_id": "run 7/a", "steps": [{"type": "tool", "name": "verify", "arguments": {}, "status": "success"}]}
CHAT = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": PNG_URI}}]}]


def written(folder: Path, content: object, name: str = "source.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def our_trace(folder: Path) -> Path:
    with TraceWriter(folder / "ours.jsonl") as writer:
        writer.append(EpisodeStarted(suite="soundings", item="pier"))
        writer.append(Called(call="c", tool="depth"))
        writer.append(Observed(call="c", text="12 m", images=writer.store_images((Image(png=PNG, caption="pier"),))))
        writer.append(EpisodeEnded(reason="stopped"))
    return folder / "ours.jsonl"


def test_our_own_trace_is_read_as_it_is(tmp_path: Path) -> None:
    path = our_trace(tmp_path)
    assert read_any(path) == [read_trace(path)]


def test_our_own_torn_trace_is_still_ours(tmp_path: Path) -> None:
    path = our_trace(tmp_path)
    path.write_bytes(path.read_bytes()[10:-5])
    [trace] = read_any(path)
    assert [problem.partition(":")[0] for problem in trace.problems] == ["line 1", "line 4"]


@pytest.mark.parametrize("line", ["9" * 5000, "[" * 100_000])
def test_our_own_trace_with_a_monstrous_line_never_crashes(tmp_path: Path, line: str) -> None:
    path = our_trace(tmp_path)
    path.write_text(path.read_text() + line)
    with contextlib.suppress(TraceError):
        assert len(read_any(path)[0].events) == 4


def test_our_own_trace_is_converted_with_its_pictures(tmp_path: Path) -> None:
    source = our_trace(tmp_path)
    [path] = convert(source, tmp_path / "out")
    assert path == tmp_path / "out" / "pier.jsonl"
    assert path.read_bytes() == source.read_bytes()
    assert validate(path) == []


@pytest.mark.parametrize(
    ("content", "origin"),
    [
        ({"trajectory": []}, "terrabench.trajectory"),
        (STEPS, "terrabench.steps"),
        (STEPS["steps"], "terrabench.steps"),
        (CHAT, "openai"),
        ({"messages": CHAT}, "openai"),
        ('{"role": "user", "content": "a"}\n\n{"role": "assistant", "content": "b"}\n', "openai"),
        ('{"role": "user", "content": "a"}', "openai"),
        ('{"type": "tool", "name": "a"}\n{"type": "tool", "name": "b"}', "terrabench.steps"),
        ("\ufeff" + json.dumps(CHAT, indent=2), "openai"),
    ],
)
def test_format_is_recognised(tmp_path: Path, content: object, origin: str) -> None:
    [trace] = read_any(written(tmp_path, content))
    assert trace.start is not None
    assert trace.start.origin == origin


def test_lines_of_conversations_give_a_trace_each(tmp_path: Path) -> None:
    line = json.dumps({"messages": CHAT})
    assert len(read_any(written(tmp_path, f"{line}\n{line}\n"))) == 2


def test_unrecognised_object_says_what_was_found(tmp_path: Path) -> None:
    path = written(tmp_path, {"steps": "abc"})
    with pytest.raises(TraceError, match=r"line 1: found an object with 'steps' \(text\); accepted are mesocosm"):
        read_any(path)


@pytest.mark.parametrize(
    ("content", "found"),
    [("[]", "an empty list"), ("[1, 2]", "a list of 2 entries, the first of type number"), ("null", "type null")],
)
def test_unrecognised_value_says_what_was_found(tmp_path: Path, content: str, found: str) -> None:
    with pytest.raises(TraceError, match=found):
        read_any(written(tmp_path, content))


def test_invalid_json_names_line_and_column(tmp_path: Path) -> None:
    path = written(tmp_path, '{\n  "steps": [1,,]\n}')
    with pytest.raises(TraceError, match="line 2: not JSON: Expecting value at column 15"):
        read_any(path)


def test_invalid_line_of_messages_names_line_and_column(tmp_path: Path) -> None:
    path = written(tmp_path, '{"role": "user", "content": "a"}\n{"role": }\n')
    with pytest.raises(TraceError, match="line 2: not JSON: Expecting value at column 10"):
        read_any(path)


def test_one_foreign_line_among_conversations_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps({"messages": CHAT}) + '\n{"event": 1}\n')
    with pytest.raises(TraceError, match=r"line 2: found an object with 'event' \(number\)"):
        read_any(path)


@pytest.mark.parametrize("data", [b"", b" \n", b"\xff\xfe\x00", b"PK\x03\x04 no archive", b"[" * 100_000, b"9" * 5000])
def test_unreadable_bytes_are_a_trace_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "broken.eval"
    path.write_bytes(data)
    with pytest.raises(TraceError, match=r"broken\.eval"):
        read_any(path)


def test_absent_file_is_a_trace_error(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match=r"cannot read .*nowhere\.json: No such file"):
        read_any(tmp_path / "nowhere.json")


def test_file_is_named_after_the_sanitised_item(tmp_path: Path) -> None:
    assert [path.name for path in convert(written(tmp_path, STEPS), tmp_path / "out")] == ["run-7-a.jsonl"]


def test_file_without_item_is_named_after_its_source(tmp_path: Path) -> None:
    assert [path.name for path in convert(written(tmp_path, CHAT), tmp_path / "out")] == ["source.jsonl"]


def test_recurring_items_count_up_in_any_case_of_letters(tmp_path: Path) -> None:
    lines = [json.dumps({"id": name, "messages": CHAT}) for name in ("A", "a", "../a")]
    paths = convert(written(tmp_path, "\n".join(lines)), tmp_path / "out")
    assert [path.name for path in paths] == ["A.jsonl", "a-2.jsonl", "a-3.jsonl"]


def test_pictures_travel_as_blobs(tmp_path: Path) -> None:
    [path] = convert(written(tmp_path, CHAT), tmp_path / "out")
    assert validate(path) == []
    assert [file.read_bytes() for file in (tmp_path / "out" / "blobs").glob("*/*")] == [PNG]


def test_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    kept = written(tmp_path / "out", "kept", "run-7-a.jsonl")
    with pytest.raises(InvalidRecord, match=r"run-7-a\.jsonl exists already"):
        convert(written(tmp_path, STEPS), tmp_path / "out")
    assert kept.read_text() == "kept"
    assert list((tmp_path / "out").iterdir()) == [kept]


def test_failed_conversion_leaves_nothing(tmp_path: Path) -> None:
    lines = [json.dumps({"messages": CHAT}), json.dumps({"messages": "none"})]
    with pytest.raises(TraceError):
        convert(written(tmp_path, "\n".join(lines)), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    source = written(tmp_path, STEPS)
    with pytest.raises(InvalidRecord, match=r"cannot write into .*source\.json"):
        convert(source, source)


def test_file_system_without_links_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    [path] = convert(written(tmp_path, STEPS), tmp_path / "out")
    assert validate(path) == []


def test_converted_problems_stand_on_the_last_event(tmp_path: Path) -> None:
    [path] = convert(written(tmp_path, {"steps": [7, *STEPS["steps"]]}), tmp_path / "out")
    end = read_trace(path).end
    assert end is not None
    assert end.model_extra == {"problems": ["steps[0]: an entry must be an object, got int"]}


def test_half_a_character_survives_as_its_escape(tmp_path: Path) -> None:
    source = written(tmp_path, '[{"role": "user", "content": "a\\ud800b"}]')
    [path] = convert(source, tmp_path / "out")
    message = read_trace(path).events[1]
    assert isinstance(message, Said)
    assert message.text == "a\\ud800b"


# Properties: no document crashes a reader, and what is read comes back from the file unchanged.

TEXT = st.text(st.characters(codec=None), max_size=6)
WORDS = st.sampled_from([*"ab", "c1", "user", "assistant", "tool", "tools", "observation", "answer", "text", "failed"])
ENTRY_FIELDS = st.sampled_from(["type", "role", "name", "content", "output", "status", "text", "image_url", "source"])
CALL_FIELDS = st.sampled_from(["id", "tool_calls", "function", "function_call", "arguments", "custom", "error"])
FILE_FIELDS = st.sampled_from(["trajectory", "steps", "trace", "messages", "metadata", "answers", "eval", "kind"])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | TEXT | WORDS | st.just(PNG_URI)
NAMES = ENTRY_FIELDS | CALL_FIELDS | FILE_FIELDS | TEXT
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5))
ENTRY = st.fixed_dictionaries({}, optional={"type": WORDS, "role": WORDS, "name": WORDS, "content": JSON, "args": JSON})
CALLER = st.fixed_dictionaries({"role": st.just("assistant"), "tool_calls": JSON | st.lists(JSON)})
REPLY = st.fixed_dictionaries({"role": st.just("tool"), "tool_call_id": WORDS, "content": JSON})
ENTRIES = st.lists(ENTRY | CALLER | REPLY | JSON, max_size=8)
RUN = st.builds(
    lambda key, entries, rest: {**rest, key: entries},
    st.sampled_from(["trajectory", "steps", "trace", "messages"]),
    ENTRIES,
    st.dictionaries(st.sampled_from(["run_id", "metadata", "answers", "final_json"]), JSON),
)


@settings(max_examples=150, deadline=None)
@given(JSON | RUN | ENTRIES)
def test_any_document_is_read_or_refused_as_a_trace_error(document: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = written(Path(folder), document)
        try:
            traces = read_any(source)
        except TraceError:
            return
        assert all(trace.events for trace in traces)


@settings(max_examples=150, deadline=None)
@given(RUN)
def test_whatever_is_read_converts_and_comes_back(document: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = written(Path(folder), document)
        try:
            traces = read_any(source)
        except TraceError:
            return
        paths = convert(source, Path(folder) / "out")
        assert [read_trace(path).events for path in paths] == [trace.events for trace in traces]
        assert [validate(path) for path in paths] == [[] for _ in paths]


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused_as_a_trace_error(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "source"
        path.write_bytes(data)
        with pytest.raises(TraceError):
            read_any(path)


def test_numbers_come_back_as_written(tmp_path: Path) -> None:
    numbers = [1, 1.0, -0.0, 1e300, 10**30, 0.1]
    step = {"type": "tool", "name": "a", "arguments": numbers}
    [path] = convert(written(tmp_path, [step]), tmp_path / "out")
    [(call, _)] = list(read_trace(path).calls())
    assert repr(call.arguments) == repr(numbers)
    assert math.copysign(1, numbers[2]) == -1
