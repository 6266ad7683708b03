"""A candidate for an item: the request, its execution, and its stated truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from pydantic import JsonValue

from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.workflow import Level, Standing, Track, Trait
from mesocosm.types import Record

Criterion = Literal[
    "workflow fidelity",
    "provenance",
    "leakage",
    "branch honesty",
    "completeness",
    "schema",
    "document discipline",
    "minimal editing",
]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)
"""Criteria of TerraBench, appendix C.2, in its order."""


@dataclass(frozen=True)
class Candidate:
    """Material that is reviewed."""

    item: str
    track: Track
    level: Level
    trait: Trait
    prompt: str
    """All text that the agent is shown."""
    files: Mapping[str, bytes]
    """Files in the workspace at the start."""
    fields: tuple[RequestedField, ...]
    answers: Mapping[str, JsonValue]
    """Answers as they will be published."""
    calls: tuple[Call, ...]
    """Trace as it will be published."""
    standings: tuple[Standing, ...] = ()
    again: Mapping[str, JsonValue] | None = None
    """Answers of a second execution; None if there was none."""
    again_tools: tuple[str, ...] = ()
    """Tools of the second execution's calls."""

    @property
    def good(self) -> tuple[Call, ...]:
        """Successful calls."""
        return tuple(call for call in self.calls if call.status == "ok")


class Verdict(Record):
    """A reviewer's verdict on a criterion; `why` is empty if the criterion is met."""

    criterion: Criterion
    why: str = ""

    @property
    def is_met(self) -> bool:
        return not self.why


Rule = Callable[[Candidate], str]
"""Reason why a criterion is not met; empty if it is."""
Rules = Mapping[Criterion, Rule]


def review(candidate: Candidate, rules: Rules) -> tuple[Verdict, ...]:
    """Return a reviewer's verdicts, in the order of the criteria."""
    return tuple(Verdict(criterion=name, why=rules[name](candidate)) for name in CRITERIA)


def accepts(verdicts: tuple[Verdict, ...]) -> bool:
    """Return whether a reviewer accepts a candidate: every criterion is met."""
    return all(verdict.is_met for verdict in verdicts)
