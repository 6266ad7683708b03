"""All question types, found by their modules in the folder `types`, and the types that items are drawn from."""

from __future__ import annotations

import functools
from importlib import import_module

from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.suites.eo import suite
from mesocosm.suites.eo.questions import type_folder
from mesocosm.suites.eo.questions.kind import Kind


@functools.cache
def kinds() -> tuple[Kind, ...]:
    """Return every type, by its name."""
    return tuple(_kind(name) for name in type_folder.type_names())


def kind_named(name: str) -> Kind:
    """Return a type by its name."""
    known = {kind.name: kind for kind in kinds()}
    if name not in known:
        raise UnknownName("question type", name, known)
    return known[name]


def drawn_kinds() -> tuple[Kind, ...]:
    """Return the types that items of this version of the suite are drawn from, in the order of its card."""
    return tuple(kind_named(name) for name in suite.card.kinds)


def _kind(name: str) -> Kind:
    path = f"{type_folder.TYPES}.{name}"
    kind: Kind | None = getattr(import_module(path), "TYPE", None)
    if kind is None or kind.name != name:
        raise InvalidRecord(f"{path} must define TYPE, a Kind of the name {name!r}")
    return kind
