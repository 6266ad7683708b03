"""Where an answer is handed in. Answers come from here alone, never from the conversation."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.types import Answer

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
        """Accept a well-formed answer; a malformed one is refused with what is wrong until the tries are used up."""
        attempts = self.answer.attempts + 1
        try:
            settled = self._check(value)
        except ToolError as error:
            return self._refuse(value, attempts, str(error))
        status = "valid" if settled == value else "repaired"
        self.answer = Answer(value=settled, status=status, attempts=attempts)
        self.closed = True
        return self.answer

    def _refuse(self, value: JsonValue, attempts: int, problem: str) -> Answer:
        self.answer = Answer(value=value, status="rejected", attempts=attempts, problem=problem)
        left = self.tries - attempts
        if left > 0:
            raise ToolError(f"answer refused: {problem} ({left} {'try' if left == 1 else 'tries'} left)")
        self.closed = True
        return self.answer
