"""All scenarios by name, found in the modules of `scenarios/`."""

from __future__ import annotations

import functools
import importlib

from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.registry import submodules
from mesocosm.suites.phreeqc import scenarios
from mesocosm.suites.phreeqc.scenario import Scenario


@functools.cache
def catalogue() -> dict[str, Scenario]:
    """Map scenario names to scenarios, sorted by name."""
    scenarios_by_name: dict[str, Scenario] = {}
    for module in submodules(scenarios.__name__):
        for thing in vars(importlib.import_module(f"{scenarios.__name__}.{module}")).values():
            if isinstance(thing, Scenario):
                if thing.name in scenarios_by_name:
                    raise InvalidRecord(f"two scenarios are called {thing.name!r}; rename one")
                scenarios_by_name[thing.name] = thing
    return {name: scenarios_by_name[name] for name in sorted(scenarios_by_name)}


def scenario(name: str) -> Scenario:
    """Return a scenario by name."""
    if name not in catalogue():
        raise UnknownName("scenario", name, catalogue())
    return catalogue()[name]
