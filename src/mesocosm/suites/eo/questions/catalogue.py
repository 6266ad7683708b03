"""All question types."""

from __future__ import annotations

import functools

from mesocosm.suites.eo.questions import (
    counting,
    cross_modal,
    disaster,
    geospatial,
    navigation,
    passes,
    temporal,
    visual,
)
from mesocosm.suites.eo.questions.question import Kind

MODULES = (disaster, passes, temporal, navigation, visual, cross_modal, counting, geospatial)


@functools.cache
def kinds() -> tuple[Kind, ...]:
    """The 18 types, tasks together."""
    return tuple(kind for module in MODULES for kind in module.KINDS)


def kind_named(name: str) -> Kind:
    return next(kind for kind in kinds() if kind.name == name)
