from __future__ import annotations

from pathlib import Path

import pytest

from mesocosm.errors import TraceError
from mesocosm.trace.reader import dump, load, parse_line, read_trace, validate
from mesocosm.trace.schema import (
    AnyEvent,
    Broke,
    Called,
    EpisodeEnded,
    EpisodeStarted,
    Observed,
    Said,
    Unread,
)
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Image

START = EpisodeStarted(suite="toy", item="toy-s0-0000")
END = EpisodeEnded(reason="stopped")


def written(folder: Path, *events: AnyEvent) -> Path:
    path = folder / "t.jsonl"
    with TraceWriter(path) as writer:
        for event in events:
            writer.append(event)
    return path


# ------------------------------------------------------------ reading what can be read


def test_a_torn_last_line_is_named_and_the_rest_read(tmp_path: Path) -> None:
    path = written(tmp_path, START, Said(role="user", text="hi"), END)
    path.write_bytes(path.read_bytes()[:-20])
    trace = read_trace(path)
    assert [event.kind for event in trace.events] == ["episode_started", "said"]
    [problem] = trace.problems
    assert problem.startswith("line 3: not JSON")


def test_every_bad_line_is_named_by_its_own_number(tmp_path: Path) -> None:
    path = written(tmp_path, START, END)
    good = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([good[0], b"", b"{", b"[]", b"\xff", b'{"kind":"called"}', good[1]]))
    assert [problem[:7] for problem in read_trace(path).problems] == ["line 3:", "line 4:", "line 5:", "line 6:"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"[1]", "an event must be a JSON object, got list"),
        (b'{"kind": "called", "call": "a"}', "called.tool: Field required"),
        (b'{"text": "x"}', "kind: Unable to extract tag using discriminator"),
        (b'{"kind": 3}', "kind: Input tag '3'"),
        (b'"\xff"', "not UTF-8 at byte 1"),
        (b'{"kind"', "not JSON: Expecting ':' delimiter at column 8"),
        (b'{"kind": "x", "n": ' + b"1" * 5000 + b"}", "not JSON we can hold"),
        (b"[" * 100_000, "not JSON we can hold"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(line: bytes, message: str) -> None:
    with pytest.raises(TraceError) as caught:
        parse_line(line)
    assert message in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"hello\n"])
def test_a_file_without_any_event_is_no_trace(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(content)
    with pytest.raises(TraceError, match="holds no event that this version can read"):
        read_trace(path)


def test_a_missing_file_and_a_folder_say_so(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no.jsonl: No such file"):
        read_trace(tmp_path / "no.jsonl")
    with pytest.raises(TraceError, match="Is a directory"):
        read_trace(tmp_path)


def test_a_later_kind_is_kept_in_its_place(tmp_path: Path) -> None:
    path = written(tmp_path, START, Unread.model_validate({"kind": "dreamt", "of": "sheep"}), END)
    assert [event.kind for event in read_trace(path).events] == ["episode_started", "dreamt", "episode_ended"]


def test_dump_and_load_give_the_same_trace(tmp_path: Path) -> None:
    trace = read_trace(written(tmp_path, START, Called(call="a", tool="t", arguments={"x": [1, None]}), END))
    assert load(dump(trace)) == trace


# ------------------------------------------------------------ finding fault


def test_a_sound_trace_has_no_defect(tmp_path: Path) -> None:
    path = written(tmp_path, START, Called(call="a", tool="t"), Observed(call="a", text="x"), END)
    assert validate(path) == []


@pytest.mark.parametrize(
    ("events", "defect"),
    [
        ((END,), "line 1: the first event must be episode_started, got episode_ended"),
        ((START, START, END), "line 2: a second episode_started"),
        ((START, Said(role="user", text="x")), "line 2: the episode has no end: it was cut off here"),
        ((START, END, Said(role="user", text="x")), "line 2: events follow episode_ended"),
        ((START, Called(call="a", tool="t"), END), "line 2: the call 'a' was never answered"),
        ((START, Observed(call="a", text="x"), END), "line 2: observed 'a', which no line before called"),
        (
            (START, Called(call="a", tool="t"), Observed(call="a", text=""), Called(call="a", tool="t"), END),
            "line 4: the call id 'a' is used twice",
        ),
        (
            (EpisodeStarted(suite="toy", item="x", version=99), END),
            "line 1: written as trace version 99; this reader knows 1",
        ),
    ],
)
def test_a_defect_is_named_with_its_line(tmp_path: Path, events: tuple[AnyEvent, ...], defect: str) -> None:
    assert defect in validate(written(tmp_path, *events))


def test_a_call_that_broke_counts_as_answered(tmp_path: Path) -> None:
    broke = Broke(boundary="tool t", message="crash", call="a")
    path = written(tmp_path, START, Called(call="a", tool="t"), broke, EpisodeEnded(reason="broken"))
    assert validate(path) == []


def test_an_empty_file_is_a_defect_not_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(b"")
    assert validate(path) == ["line 1: the trace holds no event"]


@pytest.mark.parametrize("change", ["gone", "changed", "a folder"])
def test_a_picture_that_is_not_what_it_was_is_named(tmp_path: Path, change: str) -> None:
    with TraceWriter(tmp_path / "t.jsonl") as writer:
        images = writer.store_images((Image(png=b"png"),))
        for event in (START, Called(call="a", tool="t"), Observed(call="a", text="", images=images), END):
            writer.append(event)
    picture = writer.blobs.path(images[0])
    picture.unlink()
    if change == "changed":
        picture.write_bytes(b"other")
    elif change == "a folder":
        picture.mkdir()
    [defect] = validate(tmp_path / "t.jsonl")
    assert defect.startswith("line 3: ")


@pytest.mark.parametrize("kind", [b"{}", b"[]", b'{"value": "A"}', b"null", b"1"])
def test_a_kind_that_is_not_a_word_is_reported_not_raised(kind: bytes) -> None:
    """Found by fuzzing: a kind that cannot be hashed ended the reading of the whole file."""
    with pytest.raises(TraceError, match="kind"):
        parse_line(b'{"kind": %s}' % kind)
