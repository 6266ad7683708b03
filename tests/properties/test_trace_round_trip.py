"""All events of an episode can be read from its file, and a truncated file still gives all its whole lines."""

from __future__ import annotations

import json
import math
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.errors import TraceError
from mesocosm.trace.reader import dump, load, parse_line, read_trace
from mesocosm.trace.schema import (
    KNOWN_KINDS,
    Answered,
    AnyEvent,
    Broke,
    Called,
    EpisodeEnded,
    EpisodeStarted,
    Observed,
    Said,
    Trace,
    Unread,
    spell_text,
    spell_value,
)
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Answer, Artifact, Fault

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NAME = st.text("abcdefghij_", min_size=1, max_size=8)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**80), 2**80) | FINITE | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
ANY_NUMBER = st.floats() | st.just(math.nan)
WILD = st.recursive(
    st.none() | st.integers() | ANY_NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
SHA = st.text("0123456789abcdef", min_size=64, max_size=64)
LATER = st.dictionaries(NAME.map(lambda name: f"later_{name}"), JSON, max_size=2)


def events(values: st.SearchStrategy[Any]) -> st.SearchStrategy[AnyEvent]:
    files = st.lists(st.builds(Artifact, path=TEXT, sha256=SHA, bytes=st.integers(0)), max_size=2).map(tuple)
    return st.one_of(
        st.builds(lambda more, **fields: Said(**fields, **more), LATER, role=NAME, text=TEXT),
        st.builds(lambda more, **fields: Called(**fields, **more), LATER, call=NAME, tool=NAME, arguments=values),
        st.builds(
            Observed,
            call=NAME,
            text=TEXT,
            error=st.none() | st.builds(Fault, kind=NAME, message=TEXT),
            artifacts=files,
            data=values,
            runtime_s=st.floats(0, 1e9),
        ),
        st.builds(Answered, answer=st.builds(Answer, value=values, status=st.sampled_from(["valid", "rejected"]))),
        st.builds(Broke, boundary=NAME, message=TEXT),
        st.builds(
            lambda kind, more: Unread.model_validate({"kind": kind, **more}),
            NAME.filter(lambda name: name not in KNOWN_KINDS),
            LATER,
        ),
        st.builds(
            EpisodeEnded, reason=st.sampled_from(["stopped", "budget"]), spent=st.dictionaries(NAME, FINITE, max_size=2)
        ),
    )


START = EpisodeStarted(suite="toy", item="toy-s0-0000")
EPISODES = st.lists(events(JSON), max_size=8).map(lambda rest: [START, *rest])
WILD_EPISODES = st.lists(events(WILD), max_size=6).map(lambda rest: [START, *rest])


def write(path: Path, episode: list[AnyEvent]) -> Trace:
    with TraceWriter(path) as writer:
        for event in episode:
            writer.append(event)
    return writer.trace()


@given(EPISODES)
@settings(max_examples=80, deadline=None)
def test_a_trace_is_read_as_it_was_written(episode: list[AnyEvent]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        written = write(Path(folder, "t.jsonl"), episode)
        back = read_trace(Path(folder, "t.jsonl"))
    assert back == written
    assert back.digest() == written.digest()


@given(WILD_EPISODES)
@settings(max_examples=80, deadline=None)
def test_nan_and_infinity_never_change_a_digest_and_a_second_trip_changes_nothing(episode: list[AnyEvent]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        first, second = Path(folder, "1.jsonl"), Path(folder, "2.jsonl")
        written = write(first, episode)
        back = read_trace(first)
        write(second, list(back.events))
        assert first.read_bytes() == second.read_bytes()
    assert back.digest() == written.digest()
    assert load(dump(written)).digest() == written.digest()


@given(WILD_EPISODES)
@settings(max_examples=40, deadline=None)
def test_every_line_is_json_that_any_reader_takes(episode: list[AnyEvent]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder, "t.jsonl"), episode)
        lines = Path(folder, "t.jsonl").read_bytes().splitlines()

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    assert len(lines) == len(episode)
    for line in lines:
        json.loads(line, parse_constant=refuse)


@given(EPISODES, st.data())
@settings(max_examples=80, deadline=None)
def test_a_file_cut_at_any_byte_gives_back_every_whole_line(episode: list[AnyEvent], data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.jsonl")
        written = write(path, episode)
        whole = path.read_bytes()
        cut = data.draw(st.integers(whole.index(b"\n"), len(whole)))
        path.write_bytes(whole[:cut])
        back = read_trace(path)
    complete = whole[:cut].count(b"\n")
    at_a_line_s_end = cut == len(whole) or whole[cut : cut + 1] == b"\n"
    assert back.events[:complete] == written.events[:complete]
    assert len(back.events) == complete + (at_a_line_s_end and not whole[:cut].endswith(b"\n"))
    assert len(back.problems) <= 1


@given(EPISODES, st.binary(max_size=30), st.data())
@settings(max_examples=60, deadline=None)
def test_a_line_of_rubbish_costs_at_most_itself(episode: list[AnyEvent], rubbish: bytes, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.jsonl")
        written = write(path, episode)
        lines = path.read_bytes().splitlines()
        place = data.draw(st.integers(0, len(lines)))
        path.write_bytes(b"\n".join([*lines[:place], rubbish.replace(b"\n", b""), *lines[place:]]))
        back = read_trace(path)
    assert [event for event in back.events if event in written.events] == list(written.events)


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_an_event_or_a_described_problem(line: bytes) -> None:
    with suppress(TraceError):
        assert parse_line(line).kind


@given(
    st.recursive(
        st.none() | st.floats() | st.text() | st.integers(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
@settings(max_examples=100, deadline=None)
def test_whatever_an_agent_sends_can_be_kept(value: Any) -> None:
    # st.text() draws lone surrogates too.
    event = Called(call="a", tool="t", arguments=spell_value(value))
    again = parse_line(event.model_dump_json().encode())
    assert spell_value(spell_value(value)) == spell_value(value) or "NaN" in event.model_dump_json()
    assert Trace(events=(again,)).digest() == Trace(events=(event,)).digest()


@given(st.text())
@settings(max_examples=60, deadline=None)
def test_any_text_can_be_kept_and_honest_text_is_unchanged(text: str) -> None:
    kept = spell_text(text)
    kept.encode()
    assert len(kept) == len(text)
    assert kept == text or any(0xD800 <= ord(one) <= 0xDFFF for one in text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": "\ud800"}, "[no JSON: a lone surrogate]"),
        ({"a": {1}}, "[no JSON: Object of type set is not JSON serializable]"),
        ((loop := []) or loop.append(loop) or loop, "[no JSON: Circular reference detected]"),
    ],
)
def test_what_cannot_be_kept_says_why(value: Any, text: str) -> None:
    assert spell_value(value) == text
