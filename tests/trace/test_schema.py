from __future__ import annotations

import math

import pytest
from pydantic import ValidationError

from mesocosm.trace.schema import (
    Answered,
    AnyEvent,
    Blob,
    Broke,
    Called,
    EpisodeEnded,
    EpisodeStarted,
    Observed,
    Trace,
    Unread,
    parse_event,
)
from mesocosm.types import Answer, Artifact, Provenance

START = EpisodeStarted(suite="toy", item="toy-s0-0000")


def trace(*events: AnyEvent) -> Trace:
    return Trace(events=(START, *events))


def file(name: str, digest: str, runtime_s: float = 0.0) -> Artifact:
    made = Provenance(tool="files.write_file", call="c", runtime_s=runtime_s)
    return Artifact(path=name, sha256=digest, bytes=1, provenance=made)


def test_the_last_submission_is_the_answer() -> None:
    first, last = Answer(value=1, status="rejected", attempts=1), Answer(value=2, status="valid", attempts=2)
    assert trace(Answered(answer=first), Answered(answer=last)).answer == last


def test_no_submission_is_a_missing_answer() -> None:
    assert trace().answer == Answer(status="missing")


def test_calls_come_with_what_came_back_and_a_lost_one_with_nothing() -> None:
    seen = Observed(call="a", text="12 m")
    record = trace(Called(call="a", tool="depth", arguments={"x": 1}), seen, Called(call="b", tool="kill"))
    calls = list(record.calls())
    assert [(call.tool, call.arguments, call.id, back) for call, back in calls] == [
        ("depth", {"x": 1}, "a", seen),
        ("kill", None, "b", None),
    ]


def test_files_of_a_finished_episode_are_those_at_its_end() -> None:
    kept = file("b.txt", "1" * 64)
    record = trace(
        Observed(call="a", text="", artifacts=(file("a.txt", "0" * 64),)),
        EpisodeEnded(reason="stopped", artifacts=(kept,)),
    )
    assert record.artifacts() == (kept,)


def test_files_of_an_unfinished_episode_are_the_latest_seen_sorted() -> None:
    old, new, other = file("z.txt", "0" * 64), file("z.txt", "1" * 64), file("a.txt", "2" * 64)
    record = trace(Observed(call="a", text="", artifacts=(old,)), Observed(call="b", text="", artifacts=(new, other)))
    assert record.artifacts() == (other, new)


def test_faults_are_the_broken_events() -> None:
    broke = Broke(boundary="engine", message="gone")
    assert trace(broke).faults == (broke,)


def test_digest_ignores_measured_times() -> None:
    slow = trace(Observed(call="a", text="x", runtime_s=9.0, artifacts=(file("f", "0" * 64, 8.0),)))
    fast = trace(Observed(call="a", text="x", runtime_s=0.1, artifacts=(file("f", "0" * 64, 0.2),)))
    assert slow.digest() == fast.digest()


def test_digest_sees_the_text_the_order_and_a_late_byte() -> None:
    one, two = Observed(call="a", text="x"), Observed(call="b", text="x")
    digests = {trace(one, two).digest(), trace(two, one).digest(), trace(one, Observed(call="b", text="x ")).digest()}
    assert len(digests) == 3


@pytest.mark.parametrize("name", ["runtime_s", "started_at", "mesocosm"])
def test_digest_sees_what_the_agent_wrote_whatever_it_calls_it(name: str) -> None:
    asked = [trace(Called(call="a", tool="t", arguments={name: value})) for value in (1, 2)]
    answered = [trace(Answered(answer=Answer(value={name: value}, status="valid"))) for value in (1, 2)]
    assert asked[0].digest() != asked[1].digest()
    assert answered[0].digest() != answered[1].digest()


def test_an_unknown_kind_is_kept_as_it_is() -> None:
    record = {"kind": "dreamt", "of": ["sheep"], "depth": 3}
    event = parse_event(record)
    assert isinstance(event, Unread)
    assert event.model_dump(mode="json") == record


def test_a_later_field_of_a_known_kind_is_kept() -> None:
    event = parse_event({"kind": "said", "role": "user", "text": "hi", "mood": "calm"})
    assert event.model_dump(mode="json")["mood"] == "calm"


@pytest.mark.parametrize("record", [{}, {"kind": None}, {"kind": 3}, {"kind": "called"}, {"kind": ["said"]}])
def test_an_event_without_a_usable_kind_or_field_is_refused(record: dict[str, object]) -> None:
    with pytest.raises((ValidationError, TypeError)):
        parse_event(record)


@pytest.mark.parametrize("digest", ["", "../../etc/passwd", "A" * 64, "0" * 63, "0" * 64 + "\n"])
def test_a_blob_is_named_by_a_hash_and_nothing_else(digest: str) -> None:
    with pytest.raises(ValidationError, match="sha256"):
        Blob(sha256=digest, media_type="image/png")


def test_nan_stays_nan_in_a_measured_field() -> None:
    back = parse_event(EpisodeEnded(reason="stopped", runtime_s=math.nan).model_dump(mode="json"))
    assert isinstance(back, EpisodeEnded)
    assert math.isnan(back.runtime_s)
