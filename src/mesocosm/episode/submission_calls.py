"""Calls that submit an answer whose value does not fit the tool, such as the letter E of A to D."""

from __future__ import annotations

from pydantic import JsonValue

from mesocosm.tools.tool import Tool
from mesocosm.types import Fault
from mesocosm.workspace.submission import SubmissionDesk

REFUSED_ARGUMENTS = "harness.parsing"
"""The kind of fault with which Inspect refuses arguments before a tool runs."""


def refuse_answer(desk: SubmissionDesk, tool: Tool | None, arguments: JsonValue, problem: str) -> str:
    """Return the message for the agent; if the call submits one value under the right name, count a failed attempt.

    A call with another argument, with none, or with broken JSON submits nothing: that is a mistake in the call.
    """
    if tool is None or SubmissionDesk not in tool.provided or not isinstance(arguments, dict):
        return problem
    fields = tool.arguments.model_fields.keys()
    if len(fields) != 1 or arguments.keys() != fields:
        return problem
    return desk.refuse(next(iter(arguments.values())), problem)


def count_refusal(desk: SubmissionDesk, tool: Tool | None, arguments: JsonValue, fault: Fault) -> None:
    """Count a failed attempt where the harness refused the value of an answer before it reached us."""
    if fault.kind == REFUSED_ARGUMENTS:
        refuse_answer(desk, tool, arguments, fault.message)
