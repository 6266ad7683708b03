"""Finding things by name, where the name is the path.

`sounding.nearest` is `mesocosm/tools/sounding.py:nearest`; the suite `terra` is `mesocosm/suites/terra/`; the agent
`tornado.ingredients` is `ingredients` in the `agents.py` of the suite `tornado`. Other packages add theirs by an entry
point (`mesocosm.tools`, `mesocosm.suites`, ...) that names a module. No list is edited to add one thing, and nothing
is imported before it is asked for.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import importlib.util
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, Literal, get_args

from mesocosm.errors import InvalidRecord, MissingExtra, UnknownName

Kind = Literal["suites", "tools", "agents", "simulators", "sources", "packs"]
KINDS: tuple[Kind, ...] = get_args(Kind)

OBJECT_NAME: dict[Kind, str] = {
    "suites": "suite",
    "agents": "agent",
    "simulators": "simulator",
    "sources": "source",
    "packs": "pack",
}
"""What a module of each kind defines; a module of `tools` defines functions marked with `@tool` instead."""


@dataclass(frozen=True)
class Home:
    """Where a module was found: ours, or the distribution that brought it."""

    module: str
    package: str


_added: dict[Kind, dict[str, Any]] = {kind: {} for kind in KINDS}


def add(kind: Kind, name: str, thing: Any) -> None:
    """Register something at run time, under a name that is not taken."""
    if name in _added[kind] or name in names(kind):
        raise InvalidRecord(f"{kind} already has {name!r}; choose another name")
    _added[kind][name] = thing


def discard(kind: Kind, name: str) -> None:
    """Take back what `add` registered."""
    _added[kind].pop(name, None)


def names(kind: Kind) -> list[str]:
    """Every name of this kind, sorted."""
    found = set(_added[kind])
    for name, home in homes(kind).items():
        found.update(_names_in(kind, name, home))
    if kind == "agents":
        found.update(_suite_agents())
    return sorted(found)


def load(kind: Kind, name: str) -> Any:
    """The thing called `name`, or an error that suggests the nearest names."""
    if name in _added[kind]:
        return _added[kind][name]
    module_name, _, function = name.partition(".")
    if kind == "agents" and function and name in _suite_agents():
        return load("suites", module_name).agent(function)
    home = homes(kind).get(module_name)
    if home is None or (kind == "tools") != bool(function):
        raise unknown(kind, name)
    return _object_in(kind, import_module(home.module), function, name)


def unknown(kind: Kind, name: str, known: list[str] | None = None) -> UnknownName:
    """The error for a name that is not there."""
    known = names(kind) if known is None else known
    return UnknownName(kind.removesuffix("s"), name, nearest(name, known), known)


def nearest(name: str, known: list[str]) -> list[str]:
    """Up to three known names close to a misspelt one; the last part of a dotted name counts too."""
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    by_last_part = [one for one in known if one.rpartition(".")[2] == name]
    return list(dict.fromkeys(by_last_part + close))[:3]


def problems() -> list[str]:
    """What could not be loaded, one sentence each: a broken plug-in must not hide the others."""
    found = []
    for kind in KINDS:
        try:
            known = homes(kind)
        except InvalidRecord as error:
            found.append(str(error))
            continue
        for name, home in known.items():
            try:
                _names_in(kind, name, home, tolerant=False)
            except Exception as error:  # the plug-in is somebody else's code: any failure of it is only reported
                found.append(f"{kind} {name!r} of {home.package}: {type(error).__name__}: {error}")
    return found


@functools.cache
def homes(kind: Kind) -> dict[str, Home]:
    """Module name to where it lives: our own folder first, then the entry points."""
    found = {name: Home(f"mesocosm.{kind}.{name}", "mesocosm") for name in _own_modules(kind)}
    for point in entry_points(group=f"mesocosm.{kind}"):
        package = _package_of(point)
        if point.name in found and found[point.name].module != point.value:
            other = found[point.name].package
            raise InvalidRecord(f"{kind} {point.name!r} comes from both {other} and {package}; uninstall one of them")
        found[point.name] = Home(point.value, package)
    return found


def import_module(path: str) -> ModuleType:
    """Import a module; a missing optional library answers with the line that installs it."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        extra = extra_of(error.name or "")
        if extra is None:
            raise
        raise MissingExtra(error.name or "", extra) from error


def extra_of(module: str) -> str | None:
    """The extra of mesocosm that installs this module, if one does."""
    from mesocosm.extras import MODULES

    return next((extra for extra, modules in MODULES.items() if module.partition(".")[0] in modules), None)


def require(module: str) -> ModuleType:
    """An optional library, or the line that installs it."""
    return import_module(module)


def _own_modules(kind: Kind) -> list[str]:
    spec = importlib.util.find_spec(f"mesocosm.{kind}")
    if spec is None or spec.submodule_search_locations is None:
        return []
    return [module.name for module in pkgutil.iter_modules(spec.submodule_search_locations)]


def _names_in(kind: Kind, name: str, home: Home, *, tolerant: bool = True) -> list[str]:
    try:
        module = importlib.import_module(home.module)
    except Exception:  # reported by problems(); listing the rest must go on
        if tolerant:
            return []
        raise
    if kind == "tools":
        return [f"{name}.{function}" for function in marked_functions(module)]
    return [name] if hasattr(module, OBJECT_NAME[kind]) else []


def _suite_agents() -> list[str]:
    """Agents that play one suite only, named by its card."""
    return [f"{suite}.{agent}" for suite in names("suites") for agent in load("suites", suite).card.agents]


@functools.cache
def marked_functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The functions a tool module defines itself and marks with `@tool`."""
    return {
        name: value
        for name, value in vars(module).items()
        if hasattr(value, "__mesocosm_tool__") and value.__module__ == module.__name__
    }


def _object_in(kind: Kind, module: ModuleType, function: str, name: str) -> Any:
    found = marked_functions(module).get(function) if kind == "tools" else getattr(module, OBJECT_NAME[kind], None)
    if found is None:
        raise unknown(kind, name)
    return found


def _package_of(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value.partition(".")[0]
