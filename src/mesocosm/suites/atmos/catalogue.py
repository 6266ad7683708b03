"""All templates by name, found as the modules of `templates/`."""

from __future__ import annotations

import functools
import importlib

from mesocosm.errors import UnknownName
from mesocosm.registry import submodules
from mesocosm.suites.atmos import templates
from mesocosm.suites.atmos.template import Template


@functools.cache
def catalogue() -> dict[str, Template]:
    """Template name to template, sorted by name; the name is the module's."""
    names = submodules(templates.__name__)
    return {name: importlib.import_module(f"{templates.__name__}.{name}").template for name in names}


def template(name: str) -> Template:
    """A template by name."""
    if name not in catalogue():
        raise UnknownName("template", name, catalogue())
    return catalogue()[name]
