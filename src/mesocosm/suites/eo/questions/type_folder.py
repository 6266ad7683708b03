"""The folder of question types, with a module and a TOML for each."""

from __future__ import annotations

import functools

from mesocosm.registry import submodules

TYPES = "mesocosm.suites.eo.questions.types"


@functools.cache
def type_names() -> tuple[str, ...]:
    """Return the name of every type in alphabetical order; none of their modules is imported."""
    return tuple(submodules(TYPES))
