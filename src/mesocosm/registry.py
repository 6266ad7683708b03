"""Find suites, tools, agents and other plug-ins by name, where the name is the path.

`sounding.nearest` is `sounding.py:nearest` in a folder of tools; the suite `lake` is the folder of that name; the agent
`lake.diver` is `diver` in the `agents.py` of the suite `lake`. Names are looked up in three places:

    our own folders          mesocosm/tools/, mesocosm/suites/, ...
    the folders of suites    SUITE/tools/, SUITE/commands/, SUITE/analyses/, ..., of whatever package
    entry points             `mesocosm.tools`, `mesocosm.suites`, ... of any installed package, each naming a module

No list is edited to add one thing, and nothing is imported before it is used. Only `load` imports agents of other
packages: whoever evaluates them must not run their code.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args

from mesocosm import modules
from mesocosm.errors import InvalidRecord, MissingExtra, UnknownName
from mesocosm.extras import advised_error, missing_extra

Kind = Literal["suites", "tools", "agents", "simulators", "sources", "commands", "analyses", "pages", "exploits"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SINGULAR: dict[Kind, str] = {kind: kind.removesuffix("s") for kind in KINDS} | {"analyses": "analysis"}

OBJECT_NAME: dict[Kind, str] = {
    "suites": "suite",
    "agents": "agent",
    "simulators": "simulator",
    "sources": "source",
    "commands": "command",
    "analyses": "analyse",
    "pages": "page",
    "exploits": "exploits",
}
"""The name that a module of each kind defines. A module of `tools` defines functions marked with `@tool` instead; in
a module of `exploits`, `@exploit` collects functions under this name."""

OWN_FOLDER: dict[Kind, str] = {kind: f"mesocosm.{kind}" for kind in KINDS} | {
    "analyses": "mesocosm.report.analyses",
    "pages": "mesocosm.report.pages",
    "exploits": "mesocosm.redteam.exploits",
}
"""Our own commands are verbs of `mesocosm.cli`; as a kind, commands are what suites and other packages add."""


@dataclass(frozen=True)
class Home:
    """Where a module was found: in mesocosm, or in another distribution."""

    module: str
    package: str
    rival: str = ""
    """Another package that has a thing of the same name: then neither is loaded."""


_added: dict[Kind, dict[str, Any]] = {kind: {} for kind in KINDS}


def add(kind: Kind, name: str, thing: Any) -> None:
    """Register something at run time, under a name that is not taken."""
    if name in _added[kind] or name in names(kind):
        raise InvalidRecord(f"{kind} already has {name!r}; choose another name")
    _added[kind][name] = thing


def discard(kind: Kind, name: str) -> None:
    """Remove a thing that `add` registered."""
    _added[kind].pop(name, None)


def names(kind: Kind) -> list[str]:
    """Return every name of this kind, sorted."""
    known = set(_added[kind])
    for name, home in homes(kind).items():
        if not home.rival:  # reported by problems()
            known.update(_names_in(kind, name, home))
    if kind == "agents":
        known.update(_suite_agents())
    return sorted(known)


def load(kind: Kind, name: str) -> Any:
    """Return the thing with this name, or raise an error that suggests the nearest names."""
    if name in _added[kind]:
        return _added[kind][name]
    module_name, _, function = name.partition(".")
    if kind == "agents" and function and name in _suite_agents():
        return load("suites", module_name).agent(function)
    home = homes(kind).get(module_name)
    if home is None or (kind == "tools") != bool(function):
        raise unknown(kind, name)
    _refuse_rivals(kind, module_name, home)
    return _object_in(kind, _import_from(kind, module_name, home), function, name)


def _import_from(kind: Kind, name: str, home: Home) -> ModuleType:
    """Import a module; an exception of another package becomes an error with the name of that package."""
    try:
        return import_module(_holder(kind, home))
    except MissingExtra as error:
        suite = suite_of(kind, name)
        extras = load("suites", suite).card.extras if suite else ()
        raise advised_error(error, f"the suite {suite}", extras) or error from error
    except Exception as error:  # a module of another package may raise anything
        if home.package == "mesocosm":
            raise
        message = f"{kind} {name!r} of {home.package} cannot be loaded: {type(error).__name__}: {error}"
        raise InvalidRecord(message) from error


def module_of(kind: Kind, name: str) -> str:
    """Return the module that defines a thing of another kind than tools; nothing is imported."""
    return _holder(kind, homes(kind)[name])


def _holder(kind: Kind, home: Home) -> str:
    """Return the module that defines the thing itself: for an engine that is a folder, its module `engine`.

    The folder itself stays light: the help of a command needs nothing of the engine.
    """
    inside = submodules(home.module) if kind == "simulators" else []
    return f"{home.module}.engine" if "engine" in inside else home.module


def check_agent_name(name: str) -> None:
    """Refuse a name that `load` would not find among the agents; modules of other packages are read, not imported."""
    home = foreign_agent(name)
    if home is None:
        load("agents", name)
        return
    _refuse_rivals("agents", name, home)
    if not _names_in("agents", name, home):
        raise unknown("agents", name)


def foreign_agent(name: str) -> Home | None:
    """Return where another package defines this agent; None if it is ours, on a suite's card, or unknown."""
    home = None if name in _added["agents"] else homes("agents").get(name)
    return None if home is None or home.package == "mesocosm" else home


def is_added(kind: Kind, name: str) -> bool:
    """Whether the running program registered the thing, by `add`."""
    return name in _added[kind]


def unknown(kind: Kind, name: str) -> UnknownName:
    """Return the error for an unknown name."""
    known = names(kind)
    return UnknownName(SINGULAR[kind], name, known, hint=_meant(kind, name.lower(), known))


def _meant(kind: Kind, name: str, known: list[str]) -> str:
    """Say what to write in place of several names, an item for its suite, or a file for an agent; else empty."""
    several = [word for word in re.split(r"[\s,;+]+", name) if word in known]
    if len(several) > 1:
        return f"name one {SINGULAR[kind]} at a time: {' or '.join(several)}"
    if kind == "agents" and (".py" in name or ":" in name):
        return (
            "agents are named, as `mesocosm list agents` has them; one of your own plays from Python, "
            "mesocosm.run(SUITE, FUNCTION), or from a package, which `mesocosm new agent NAME` drafts"
        )
    suite, dash, _ = name.partition("-")
    if kind == "suites" and dash and suite in known:
        return f"it looks like an item of the suite {suite}: write {suite}, and choose its items by seed and limit"
    return ""


def problems() -> list[str]:
    """Return a sentence for each thing that could not be loaded: a broken plug-in must not hide the others."""
    complaints = []
    for kind in KINDS:
        for name, home in homes(kind).items():
            try:
                _refuse_rivals(kind, name, home)
                _names_in(kind, name, home, tolerant=False)
            except InvalidRecord as error:
                complaints.append(str(error))
            except Exception as error:  # code of another package may raise anything: it is only reported
                complaints.append(f"{kind} {name!r} of {home.package}: {type(error).__name__}: {error}")
    return complaints


@functools.cache
def homes(kind: Kind) -> dict[str, Home]:
    """Return where each module of a kind is: in our own folder, in the folders of suites, or at an entry point."""
    known = {name: Home(f"{OWN_FOLDER[kind]}.{name}", "mesocosm") for name in submodules(OWN_FOLDER[kind])}
    if kind != "suites":
        for suite, home in homes("suites").items():
            for name, module in _in_suite_folder(kind, suite, home.module).items():
                _register(known, kind, name, Home(module, home.package))
    for point in entry_points(group=f"mesocosm.{kind}"):
        _register(known, kind, point.name, Home(point.value, _package_of(point)))
    return known


def suite_of(kind: Kind, name: str) -> str:
    """Return the suite whose folder contains a thing; '' if it belongs to no suite."""
    home = homes(kind).get(name.partition(".")[0])
    module = f"{home.module}." if home is not None and kind != "suites" else ""
    return next((suite for suite, place in homes("suites").items() if module.startswith(f"{place.module}.")), "")


def tools_of(suite: str) -> list[str]:
    """Return the tools in the folder of a suite; none for a suite that was registered by hand."""
    home = homes("suites").get(suite)
    if home is None:
        return []
    own = {name for name, place in homes("tools").items() if place.module.startswith(f"{home.module}.")}
    return [tool for tool in names("tools") if tool.partition(".")[0] in own]


def submodules(package: str) -> list[str]:
    """Return the sorted names of the modules of a package without importing them; empty if there is no package."""
    top, *inner = package.split(".")
    spec = importlib.util.find_spec(top)  # for a name without a dot, which imports nothing
    if spec is None or spec.submodule_search_locations is None:
        return []
    folders = [str(Path(place, *inner)) for place in spec.submodule_search_locations]
    return sorted(module.name for module in pkgutil.iter_modules(folders))


def import_module(path: str) -> ModuleType:
    """Import a module; raise an error with the line that installs a missing optional library."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        missing = missing_extra(error)
        if missing is None:
            raise
        raise missing from error


def require(module: str) -> ModuleType:
    """Import an optional library, or raise an error with the line that installs it."""
    return import_module(module)


def version_of(module: str) -> str:
    """Return the version of an optional library without importing it, or raise an error with its install line."""
    try:
        return version(module)
    except PackageNotFoundError:
        require(module)
        raise  # installed without its metadata


def _in_suite_folder(kind: Kind, suite: str, package: str) -> dict[str, str]:
    """Return what a suite's own folder adds: name to module. A suite's commands are one group with the suite's name."""
    inside = submodules(f"{package}.{kind}")
    if kind == "commands":
        return {suite: f"{package}.{kind}"} if inside else {}
    return {name: f"{package}.{kind}.{name}" for name in inside}


def _register(known: dict[str, Home], kind: Kind, name: str, home: Home) -> None:
    """Register a module under a name; if another module has the name, store that, so that only this name is refused."""
    other = known.setdefault(name, home)
    if other.module != home.module:
        known[name] = replace(other, rival=home.package)


def _refuse_rivals(kind: Kind, name: str, home: Home) -> None:
    if home.rival:
        both = f"{home.package} and {home.rival}"
        raise InvalidRecord(f"{kind} {name!r} comes from both {both}; uninstall one of them")


def _names_in(kind: Kind, name: str, home: Home, *, tolerant: bool = True) -> list[str]:
    try:
        if tolerant and kind == "agents" and home.package != "mesocosm":
            return [name] if modules.defines(home.module, OBJECT_NAME[kind]) else []
        module = importlib.import_module(_holder(kind, home))
    except Exception:  # reported by problems(); listing the rest must go on
        if tolerant:
            return []
        raise
    if kind == "tools":
        return [f"{name}.{function}" for function in marked_functions(module)]
    return [name] if hasattr(module, OBJECT_NAME[kind]) else []


def _suite_agents() -> list[str]:
    """Return the agents that play one suite only, which its card names."""
    return [f"{suite}.{agent}" for suite in names("suites") for agent in load("suites", suite).card.agents]


@functools.cache
def marked_functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """Return the functions that a tool module defines itself and marks with `@tool`."""
    return {
        name: value
        for name, value in vars(module).items()
        if hasattr(value, "__mesocosm_tool__") and value.__module__ == module.__name__
    }


def _object_in(kind: Kind, module: ModuleType, function: str, name: str) -> Any:
    wanted = marked_functions(module).get(function) if kind == "tools" else getattr(module, OBJECT_NAME[kind], None)
    if wanted is None:
        raise unknown(kind, name)
    return wanted


def _package_of(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value.partition(".")[0]
