"""Where an answer is handed in. Answers come from here alone, never from the conversation."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.types import Answer, AnswerStatus

Check = Callable[[JsonValue], JsonValue]
"""Gives the answer in its settled form, or raises `ToolError` with what is wrong."""
Reader = Callable[[str], JsonValue]
"""Gives the answer that a reply in words settles on; None where it settles on none."""


class SubmissionDesk:
    """Checks the form of an answer, tells what is wrong, and allows a few tries."""

    def __init__(self, check: Check, tries: int = 3, file: str = "", reader: Reader | None = None) -> None:
        self._check = check
        self.file = file
        """Where set, writing this file of the workspace hands its text in."""
        self.reader = reader
        """Where set, the agent has one reply in words, and what this reads in it is handed in."""
        self.tries = tries
        self.answer = Answer()
        self.closed = False

    def submit(self, value: JsonValue) -> Answer:
        """Accept a well-formed answer; refuse a malformed one with what is wrong, for the last time after the last try.

        The answer is `valid` where the first try is accepted as it is, and `repaired` where the desk changed its form
        or an earlier try was refused.
        """
        try:
            settled = self._check(value)
        except ToolError as error:
            raise ToolError(self.refuse(value, str(error))) from None
        attempts = self.answer.attempts + 1
        status: AnswerStatus = "valid" if settled == value and attempts == 1 else "repaired"
        self.answer = Answer(value=settled, status=status, attempts=attempts)
        self.closed = True
        return self.answer

    def refuse(self, value: JsonValue, problem: str) -> str:
        """Count a failed try; the message for the agent says what is wrong and how many tries are left."""
        attempts = self.answer.attempts + 1
        self.answer = Answer(value=value, status="rejected", attempts=attempts, problem=problem)
        left = self.tries - attempts
        self.closed = left <= 0
        if self.closed:
            return f"answer refused for the last time: {problem}"
        return f"answer refused: {problem} ({left} {'try' if left == 1 else 'tries'} left)"
