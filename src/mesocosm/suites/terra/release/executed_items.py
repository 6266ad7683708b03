"""Items executed a second time: whether steps and answers repeat, and how items are distributed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import cast

from mesocosm.errors import InvalidRecord
from mesocosm.suite.balance import balance
from mesocosm.suite.facts import Facts
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.items import workflow_of
from mesocosm.suites.terra.making.execution import execute
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.region_snapshot import Land, planet_of
from mesocosm.suites.terra.workflows.tool_runner import PlanFailed
from mesocosm.suites.terra.workflows.workflow import LEVEL_WORDS, Level
from mesocosm.types import Item, Record, Reference


class Again(Record):
    """Result of an item's second execution."""

    seed: int
    index: int
    workflow: str
    domain: str
    track: str
    level: int
    trait: str
    steps: int
    families: int
    problem: str = ""
    """Difference from the first execution; empty if there is none."""
    disputed: tuple[str, ...] = ()
    """Earlier draws that were skipped, since their two ways disagreed."""
    seconds: float = 0.0

    @property
    def facts(self) -> Facts:
        level = f"{self.level} {LEVEL_WORDS[cast(Level, self.level)]}"
        return Facts(category=self.domain, strata={"track": self.track, "level": level, "trait": self.trait})


def execute_again(seed: int, index: int) -> Again:
    """Make an item, or take it from the cache, and execute its workflow in a new world."""
    started = time.monotonic()
    try:
        item, reference = suite.case(seed, index)
    except InvalidRecord as error:  # one item that cannot be made must not end the others
        return _unmade(seed, index, str(error), time.monotonic() - started)
    truth, problem = reference.hidden, _difference(item, reference)
    return Again(
        seed=seed,
        index=index,
        workflow=truth.workflow,
        domain=truth.domain,
        track=truth.track,
        level=truth.level,
        trait=truth.particular,
        steps=len(reference.canonical),
        families=len(truth.families),
        problem=problem,
        disputed=truth.disputed,
        seconds=round(time.monotonic() - started, 2),
    )


def _difference(item: Item[Data], reference: Reference[Truth]) -> str:
    """Describe how a second execution differs from the first; empty if it does not."""
    truth = reference.hidden
    land = Land(planet_of(truth.planet), truth.region, item.data.now)
    try:
        executed = execute(workflow(truth.workflow), land, dict(truth.given))
    except PlanFailed as error:
        return f"not executed again: {error}"
    answers = tuple(field.truth(executed.answers[field.key]) for field in item.data.fields)
    apart = [field.key for field, other in zip(answers, truth.fields, strict=True) if field != other]
    if apart:
        return f"other answers: {', '.join(apart)}"
    return "" if executed.path == truth.path else "other steps or files"


def _unmade(seed: int, index: int, problem: str, seconds: float) -> Again:
    chosen = workflow_of(seed, index)
    return Again(
        seed=seed,
        index=index,
        workflow=chosen.name,
        domain=chosen.domain,
        track=chosen.track,
        level=chosen.level,
        trait="not made",
        steps=0,
        families=0,
        problem=problem,
        seconds=round(seconds, 2),
    )


def summary(every: Sequence[Again]) -> dict[str, object]:
    """Count items, in total and by kind, and those that differ."""
    return {
        "items": len(every),
        "workflows": len({again.workflow for again in every}),
        "steps": sum(again.steps for again in every),
        "longest": max((again.steps for again in every), default=0),
        "differing": sum(bool(again.problem) for again in every),
        "disputed": sum(len(again.disputed) for again in every),
        "seconds": round(sum(again.seconds for again in every), 1),
        "balance": balance((again.facts, again.steps) for again in every),
    }
