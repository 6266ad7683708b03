"""Submitting the answers to several questions at once."""

from __future__ import annotations

from mesocosm.tools.submit import submit as hand_in
from mesocosm.tools.tool import Output, tool
from mesocosm.workspace.submission import SubmissionDesk


@tool(instant=True)
def submit_answers(desk: SubmissionDesk, /, answers: dict[str, str]) -> Output:
    """Hand in your answers to all sub-questions. This ends the task once every one of them has an answer.

    Args:
        answers: Label to answer, such as {"a": "12.3 m/s", "b": "larger"}.
    """
    return hand_in(desk, dict(answers))
