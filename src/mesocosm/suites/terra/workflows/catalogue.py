"""All workflows, found by their modules in the folders of `requests`, one for each domain: each module defines one."""

from __future__ import annotations

import functools
from importlib import import_module

from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.registry import submodules
from mesocosm.suites.terra.workflows.workflow import Workflow

REQUESTS = "mesocosm.suites.terra.requests"


@functools.cache
def workflows() -> tuple[Workflow, ...]:
    """Return every workflow, by track, domain, level and name, so that the order does not depend on modules."""
    modules = [
        f"{REQUESTS}.{domain}.{name}" for domain in submodules(REQUESTS) for name in submodules(f"{REQUESTS}.{domain}")
    ]
    made: list[Workflow] = [import_module(module).WORKFLOW for module in modules]
    names = [workflow.name for workflow in made]
    if repeated := sorted({name for name in names if names.count(name) > 1}):
        raise InvalidRecord(f"workflows must have unique names; {', '.join(repeated)} occurs more than once")
    return tuple(sorted(made, key=lambda workflow: (workflow.track, workflow.domain, workflow.level, workflow.name)))


@functools.cache
def workflow(name: str) -> Workflow:
    """Return a workflow by its name; only its own module is imported."""
    for domain in submodules(REQUESTS):
        if name in submodules(f"{REQUESTS}.{domain}"):
            found: Workflow = import_module(f"{REQUESTS}.{domain}.{name}").WORKFLOW
            return found
    raise UnknownName("workflow", name, [each.name for each in workflows()])
