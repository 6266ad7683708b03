from __future__ import annotations

import pytest

from mesocosm.errors import ToolError
from mesocosm.tools.submit import submit
from mesocosm.workspace.submission import SubmissionDesk


def refuse(value: object) -> None:
    raise ToolError("wrong form")


def test_a_good_answer_is_received() -> None:
    desk = SubmissionDesk(lambda value: value)
    assert submit(desk, {"depth_m": 3}).text == "answer received"
    assert desk.answer.value == {"depth_m": 3}


def test_a_bad_answer_is_refused_and_may_be_corrected() -> None:
    desk = SubmissionDesk(refuse, tries=2)  # type: ignore[arg-type]
    with pytest.raises(ToolError, match="wrong form"):
        submit(desk, 1)
    with pytest.raises(ToolError, match="answer refused for the last time: wrong form"):
        submit(desk, 2)
    assert desk.answer.status == "rejected"
