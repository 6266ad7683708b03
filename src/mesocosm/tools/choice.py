"""Submitting the letter of an option."""

from __future__ import annotations

from typing import Literal

from mesocosm.tools.submit import submit as hand_in
from mesocosm.tools.tool import Output, tool
from mesocosm.workspace.submission import SubmissionDesk


@tool(instant=True)
def submit(desk: SubmissionDesk, /, answer: Literal["A", "B", "C", "D"]) -> Output:
    """Hand in the letter of the option you choose. This ends the task.

    Args:
        answer: The letter.
    """
    return hand_in(desk, answer)
