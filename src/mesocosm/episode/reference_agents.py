"""Which agents get the reference. Traces and tables mark every agent that does."""

from __future__ import annotations

from mesocosm import modules, registry

NEEDS_REFERENCE = "NEEDS_REFERENCE"
"""The name that an agent's module sets to True, as that of `oracle` does. A suite's `agents.py`, which holds several
agents, sets it to the names of those that need the reference."""
PROVIDER = "mesocosm/"
"""The prefix of an agent's name where a model is expected, as in `mesocosm/oracle`."""


def plays_apart(name: str) -> bool:
    """Whether an agent comes from another package, and so plays in a process of its own without a reference."""
    return registry.foreign_agent(name) is not None and not needs_reference(name)


def needs_reference(name: str) -> bool:
    """Whether an agent declares that it needs the reference; a module of another package is read, not imported."""
    if (home := registry.foreign_agent(name)) is not None:
        return _says_so(home.module)
    if registry.is_added("agents", name):  # by the running program, which holds the references itself
        return True
    suite, _, function = name.partition(".")
    if function:
        return bool(registry.load("suites", suite).tells_truth_to(function))
    home = registry.homes("agents").get(name)
    return home is not None and _says_so(home.module)


def model_knows_reference(model: str) -> bool:
    """Whether a model, by its full name, needs the reference; only models of our provider can."""
    return model.startswith(PROVIDER) and needs_reference(model.removeprefix(PROVIDER))


def _says_so(module: str) -> bool:
    try:
        return modules.says_true(module, NEEDS_REFERENCE)
    except (ImportError, SyntaxError, ValueError):  # whoever loads the module gets this error
        return False
