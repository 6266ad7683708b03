"""The submission check (validation of answers): answers come from here alone, never from the conversation."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.types import Answer, AnswerStatus

Check = Callable[[JsonValue], JsonValue]
"""Returns the answer in its final form, or raises `ToolError` with what is wrong."""
Reader = Callable[[str], JsonValue]
"""Returns the answer of a reply in words; None if the reply has no single answer."""


class SubmissionDesk:
    """Checks the form of a submitted answer, says what is wrong, and allows a few attempts."""

    def __init__(self, check: Check, tries: int = 3, file: str = "", reader: Reader | None = None) -> None:
        self._check = check
        self.file = file
        """The file of the workspace whose text is submitted when it is written; empty if there is none."""
        self.reader = reader
        """If set, the agent has one reply in words, and the answer that this function reads in it is submitted."""
        self.tries = tries
        self.answer = Answer()
        self.closed = False

    def submit(self, value: JsonValue) -> Answer:
        """Accept a well-formed answer; refuse a malformed one with what is wrong, until no attempt is left.

        The answer is `valid` if the first attempt is accepted as it is, and `repaired` if its form was changed or an
        earlier attempt was refused.
        """
        try:
            checked = self._check(value)
        except ToolError as error:
            raise ToolError(self.refuse(value, str(error))) from None
        attempts = self.answer.attempts + 1
        status: AnswerStatus = "valid" if checked == value and attempts == 1 else "repaired"
        self.answer = Answer(value=checked, status=status, attempts=attempts)
        self.closed = True
        return self.answer

    def refuse(self, value: JsonValue, problem: str) -> str:
        """Count a failed attempt; return the message for the agent: what is wrong and how many attempts are left."""
        attempts = self.answer.attempts + 1
        self.answer = Answer(value=value, status="rejected", attempts=attempts, problem=problem)
        left = self.tries - attempts
        self.closed = left <= 0
        if self.closed:
            return f"answer refused for the last time: {problem}"
        return f"answer refused: {problem} ({left} {'try' if left == 1 else 'tries'} left)"
