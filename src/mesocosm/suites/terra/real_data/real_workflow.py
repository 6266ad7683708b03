"""The contract of a request on recorded data, and the catalogue of all kinds.

ask(given)              values for the braces in the text of the request; none beyond `given` if it is left out
plan(hands)             a program over tools that ends with the answer; what the oracle acts out
recompute(files, given) the same answer from the recorded files by plain libraries, without a tool or the
                        workspace's forms of the files
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from mesocosm.errors import UnknownName
from mesocosm.registry import submodules
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Domain, Given, Level, Trait

REQUESTS = "mesocosm.suites.terra.real_data.requests"
Recorded = Mapping[str, bytes]
"""Recorded files by their names in the pack."""


@dataclass(frozen=True)
class RealWorkflow:
    """One kind of request on recorded data."""

    module: str
    """The `__name__` of its module, whose file gives the name."""
    domain: Domain
    level: Level
    plan: Callable[[Hands], Plan]
    recompute: Callable[[Recorded, Given], Answers]
    ask: Callable[[Given], Mapping[str, object]] = lambda given: given
    trait: Callable[[Given], Trait] = lambda given: "plain"

    @property
    def name(self) -> str:
        return self.module.rpartition(".")[2]


@functools.cache
def real_workflow(name: str) -> RealWorkflow:
    """Return a kind of request by its name; only its own module is imported."""
    known = real_workflow_names()
    if name not in known:
        raise UnknownName("kind of request on recorded data", name, known)
    found: RealWorkflow = import_module(f"{REQUESTS}.{name}").WORKFLOW
    return found


def real_workflow_names() -> list[str]:
    """Return the names of all kinds of requests on recorded data."""
    return submodules(REQUESTS)


def numbers_of(given: Given, name: str) -> list[float]:
    """Return a parameter that is a list of numbers, such as a point or a box."""
    value = given[name]
    return [float(str(member)) for member in value] if isinstance(value, list) else [float(str(value))]
