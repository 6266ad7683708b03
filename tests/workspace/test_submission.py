from __future__ import annotations

import pytest
from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.types import Answer
from mesocosm.workspace.submission import SubmissionDesk


def whole_number(value: JsonValue) -> JsonValue:
    if not isinstance(value, int | float):
        raise ToolError("a number is wanted")
    return int(value)


def test_before_any_try_the_answer_is_missing() -> None:
    assert SubmissionDesk(whole_number).answer == Answer(status="missing", attempts=0)


def test_a_well_formed_answer_is_valid_and_closes_the_desk() -> None:
    desk = SubmissionDesk(whole_number)
    assert desk.submit(7) == Answer(value=7, status="valid", attempts=1)
    assert desk.closed


def test_a_settled_answer_is_repaired() -> None:
    assert SubmissionDesk(whole_number).submit(7.5) == Answer(value=7, status="repaired", attempts=1)


def test_a_refusal_says_what_is_wrong_and_how_many_tries_are_left() -> None:
    desk = SubmissionDesk(whole_number, tries=3)
    with pytest.raises(ToolError, match=r"^answer refused: a number is wanted \(2 tries left\)$"):
        desk.submit("x")
    with pytest.raises(ToolError, match=r"\(1 try left\)$"):
        desk.submit("y")
    assert not desk.closed


def test_the_last_refusal_closes_the_desk_with_a_rejected_answer() -> None:
    desk = SubmissionDesk(whole_number, tries=1)
    with pytest.raises(ToolError, match="^answer refused for the last time: a number is wanted$"):
        desk.submit("x")
    assert desk.answer == Answer(value="x", status="rejected", attempts=1, problem="a number is wanted")
    assert desk.closed


def test_an_answer_accepted_after_a_refusal_is_repaired_and_counts_its_attempts() -> None:
    desk = SubmissionDesk(whole_number)
    with pytest.raises(ToolError):
        desk.submit(None)
    assert desk.submit(7) == Answer(value=7, status="repaired", attempts=2)
