"""Submitting the answer."""

from __future__ import annotations

from pydantic import JsonValue

from mesocosm.tools.tool import Output, tool
from mesocosm.workspace.submission import SubmissionDesk


@tool()
def submit(desk: SubmissionDesk, /, answer: JsonValue) -> Output:
    """Hand in your final answer. This ends the task once the answer is well formed.

    If the form of the answer is wrong you are told what to mend and may try again.

    Args:
        answer: The answer in the form the task asks for.
    """
    desk.submit(answer)
    return Output(text="answer received")
