"""Published names of tools, and the tools here that do the same; each module of tools lists its own as `PUBLISHED`."""

from __future__ import annotations

import functools

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.tools.view import short, underscored

SHARED = {
    "run_math_agent": "execution.python",
    "code_agent": "execution.python",
    "stream_data_to_math_agent": "execution.python",
    "reset_equipped_tools": "groups.open_group",
}
"""Tools that other suites use too.

For calculations, the published agents have a second model write the program; here the agent writes it, and files that
it would upload are in the workspace already.
"""

LEFT_OUT = {
    "mock_numeric_answer": "answers 1.0 to everything: a stub for tests of the published code",
    "summarize_web_page": "a second model inside a tool; an agent sums up itself what web.read_page gives it",
}
"""Published names that have no tool here, by design, with the reason."""


PLAIN = frozenset({"submit.submit", "groups.open_group"})
"""Tools that are a family of their own, with one-word names."""


def modules() -> list[str]:
    """Return the modules of this suite's own tools, by name."""
    return registry.submodules("mesocosm.suites.terra.tools")


@functools.cache
def published_names() -> dict[str, str]:
    """Return published name to the id of our tool. No two modules may claim one name."""
    names = dict(SHARED)
    for name in modules():
        own: dict[str, str] = getattr(registry.import_module(f"mesocosm.suites.terra.tools.{name}"), "PUBLISHED", {})
        for given, tool in own.items():
            if names.setdefault(given, tool) != tool:
                raise InvalidRecord(f"the published name {given!r} is claimed by {names[given]} and by {tool}")
    return names


@functools.cache
def _by_id() -> dict[str, str]:
    """Return our id to the published name under which it is shown: the first if there are several."""
    return {tool: name for name, tool in reversed(published_names().items())}


def our_name(tool: str) -> str:
    """Naming rule for views: `gis.resolve_place` becomes `gis_resolve_place`, `submit.submit` becomes `submit`."""
    return short(tool) if tool in PLAIN else underscored(tool)


def published_name(tool: str) -> str:
    """Naming rule for views: the published name of a tool by its id; an unpublished tool keeps our name."""
    return _by_id().get(tool) or our_name(tool)
