"""Which agents are handed the reference. Whoever is, is marked as such on its traces and in every table."""

from __future__ import annotations

from mesocosm import modules, registry

NEEDS_REFERENCE = "NEEDS_REFERENCE"
"""What an agent's module sets to True, as that of `oracle` does. A suite's `agents.py`, which holds many agents, sets
it to the names of those that need the reference."""
PROVIDER = "mesocosm/"
"""Begins the names of agents where models are named, as in `mesocosm/oracle`."""


def plays_apart(name: str) -> bool:
    """Whether an agent by this name is another package's, and so plays in a process of its own without a reference."""
    return registry.foreign_agent(name) is not None and not needs_reference(name)


def needs_reference(name: str) -> bool:
    """Whether an agent says that it must know the truth; one of another package is read for it, and not imported."""
    if (home := registry.foreign_agent(name)) is not None:
        return _says_so(home.module)
    if registry.is_added("agents", name):  # by this very program, which holds the references itself
        return True
    suite, _, function = name.partition(".")
    if function:
        return bool(registry.load("suites", suite).tells_truth_to(function))
    home = registry.homes("agents").get(name)
    return home is not None and _says_so(home.module)


def model_knows_reference(model: str) -> bool:
    """The same for a model by its whole name: no model of another provider is handed a reference."""
    return model.startswith(PROVIDER) and needs_reference(model.removeprefix(PROVIDER))


def _says_so(module: str) -> bool:
    try:
        return modules.says_true(module, NEEDS_REFERENCE)
    except (ImportError, SyntaxError, ValueError):  # it cannot be loaded either, which whoever loads it is told
        return False
