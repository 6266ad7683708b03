"""A candidate for an item: the request, its execution, and what is said to be true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from pydantic import JsonValue

from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.workflows.answer_fields import Asked
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
"""TerraBench, appendix C.2, in its order."""


@dataclass(frozen=True)
class Candidate:
    """What is reviewed."""

    item: str
    track: Track
    level: Level
    trait: Trait
    prompt: str
    """All that the agent is told."""
    files: Mapping[str, bytes]
    """What lies in the workspace at the start."""
    fields: tuple[Asked, ...]
    answers: Mapping[str, JsonValue]
    """As they are to be published."""
    calls: tuple[Call, ...]
    """The trace as it is to be published."""
    standings: tuple[Standing, ...] = ()
    again: Mapping[str, JsonValue] | None = None
    """The answers of a second execution; None where there was none."""
    again_tools: tuple[str, ...] = ()
    """Its calls, by their tools."""

    @property
    def good(self) -> tuple[Call, ...]:
        """Calls that went well."""
        return tuple(call for call in self.calls if call.status == "ok")


class Verdict(Record):
    """What a reviewer says of a criterion; `why` is empty where it is met."""

    criterion: Criterion
    why: str = ""

    @property
    def is_met(self) -> bool:
        return not self.why


Rule = Callable[[Candidate], str]
"""Why a criterion is not met; nothing where it is."""
Rules = Mapping[Criterion, Rule]


def review(candidate: Candidate, rules: Rules) -> tuple[Verdict, ...]:
    """The verdicts of a reviewer, in the order of the criteria."""
    return tuple(Verdict(criterion=name, why=rules[name](candidate)) for name in CRITERIA)


def accepts(verdicts: tuple[Verdict, ...]) -> bool:
    """Whether a reviewer accepts a candidate: every criterion is met."""
    return all(verdict.is_met for verdict in verdicts)
