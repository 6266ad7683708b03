"""Chained traces: no line can be changed, dropped or moved, and every reader still reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mesocosm.trace.chain import ChainedWriter, follow
from mesocosm.trace.reader import read_trace, validate
from mesocosm.trace.schema import EpisodeEnded, EpisodeStarted, Said
from mesocosm.trace.writer import TraceWriter

EVENTS = (
    EpisodeStarted(suite="toy", item="toy-s0-0000"),
    Said(role="assistant", text="a\nb"),
    Said(role="assistant", text="c"),
    EpisodeEnded(reason="stopped"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ChainedWriter(tmp_path / "t.jsonl", "origin") as writer:
        for event in EVENTS:
            writer.append(event)
    return tmp_path / "t.jsonl"


def test_a_chain_holds_and_ends_in_the_writers_head(tmp_path: Path) -> None:
    with ChainedWriter(tmp_path / "t.jsonl", "origin") as writer:
        for event in EVENTS:
            writer.append(event)
        assert follow(tmp_path / "t.jsonl", "origin") == (writer.head, [])


def test_a_chained_trace_is_a_sound_trace(path: Path) -> None:
    assert validate(path) == []
    assert [event.kind for event in read_trace(path).events] == [event.kind for event in EVENTS]


def test_a_digest_is_the_same_with_and_without_a_chain(path: Path, tmp_path: Path) -> None:
    with TraceWriter(tmp_path / "plain.jsonl") as writer:
        for event in EVENTS:
            writer.append(event)
    assert read_trace(path).digest() == read_trace(tmp_path / "plain.jsonl").digest()


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("changed", lambda lines: [lines[0], lines[1].replace(b"a\\nb", b"a\\nB"), *lines[2:]]),
        ("dropped", lambda lines: [lines[0], *lines[2:]]),
        ("first dropped", lambda lines: lines[1:]),
        ("moved", lambda lines: [lines[0], lines[2], lines[1], *lines[3:]]),
        ("doubled", lambda lines: [lines[0], lines[1], *lines[1:]]),
        ("blank", lambda lines: [lines[0], b"", *lines[1:]]),
        ("torn", lambda lines: [*lines[:-1], b"{"]),
    ],
)
def test_a_meddled_chain_does_not_hold(path: Path, name: str, change) -> None:
    path.write_bytes(b"\n".join(change(path.read_bytes().split(b"\n"))))
    _, problems = follow(path, "origin")
    assert problems, name


def test_a_changed_last_line_changes_the_head(path: Path) -> None:
    head, _ = follow(path, "origin")
    path.write_bytes(path.read_bytes().replace(b'"stopped"', b'"budget"'))
    assert follow(path, "origin")[0] != head


def test_another_origin_is_another_chain(path: Path) -> None:
    assert follow(path, "elsewhere")[1] == [
        "line 1: does not follow the line before it: one was changed, dropped or moved"
    ]
