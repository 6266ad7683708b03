"""Agreement of the two ways to an answer: the tools of a plan, and a computation without them."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.workflows.workflow import WordedRequest


class Disagreement(InvalidRecord):
    """The execution and the second way give different answers: one of them is wrong, or the request is ambiguous."""


def check_agreement(
    workflow: str, request: WordedRequest, first: Mapping[str, JsonValue], second: Mapping[str, JsonValue]
) -> None:
    """Check that both ways give exactly the same fields, with values equal within each field's tolerance."""
    keys = [field.key for field in request.fields]
    for way in (first, second):
        if set(way) != set(keys):
            raise InvalidRecord(f"workflow {workflow} asks for {sorted(keys)}, but the answer has {sorted(way)}")
    apart = [field.key for field in request.fields if not field.agree(first[field.key], second[field.key])]
    if apart:
        differences = "; ".join(f"{key}: {first[key]!r} and {second[key]!r}" for key in apart)
        raise Disagreement(f"workflow {workflow}: the two ways do not agree: {differences}")
