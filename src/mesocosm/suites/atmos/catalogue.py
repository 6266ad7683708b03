"""Every template, by name: found by looking into `templates/`."""

from __future__ import annotations

import functools
import importlib
import pkgutil

from mesocosm.errors import InvalidRecord
from mesocosm.registry import nearest
from mesocosm.suites.atmos import templates
from mesocosm.suites.atmos.template import Template


@functools.cache
def catalogue() -> dict[str, Template]:
    """Template name to template, sorted by name; the name is the module's."""
    names = sorted(one.name for one in pkgutil.iter_modules(templates.__path__))
    return {name: importlib.import_module(f"{templates.__name__}.{name}").template for name in names}


def template(name: str) -> Template:
    """A template by name."""
    if name not in catalogue():
        raise InvalidRecord(f"there is no template {name!r}; did you mean {nearest(name, list(catalogue()))}?")
    return catalogue()[name]
