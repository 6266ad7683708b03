"""Where question types are found: a folder with a module and a TOML for each."""

from __future__ import annotations

import functools

from mesocosm.registry import submodules

TYPES = "mesocosm.suites.eo.questions.types"


@functools.cache
def type_names() -> tuple[str, ...]:
    """The name of every type in alphabetical order; none of their modules is imported."""
    return tuple(submodules(TYPES))
