"""What a module defines, read from its source: neither the module nor the packages around it are run."""

from __future__ import annotations

import ast
import importlib.util
import symtable
import threading
from importlib.abc import InspectLoader
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

_one_at_a_time = threading.Lock()


def source_of(module: str) -> str | None:
    """Return the text of a module by its dotted path; None if it has no text, as a compiled module.

    Raise `ModuleNotFoundError` if there is no such module.
    """
    spec = _spec(module)
    return spec.loader.get_source(module) if isinstance(spec.loader, InspectLoader) else None


def defines(module: str, name: str) -> bool:
    """Whether a module binds a name at its top level; True for a module without a text."""
    source = source_of(module)
    if source is None:
        return True
    top = symtable.symtable(source, module, "exec")
    return name in top.get_identifiers() and top.lookup(name).is_assigned()


def says_true(module: str, name: str) -> bool:
    """Whether a module has the plain line `NAME = True`."""
    return any(_is_true(line, name) for line in syntax_tree(source_of(module) or "").body)


def docstring(module: str) -> str:
    """Return the docstring of a module; empty if it has none, or has no text."""
    return ast.get_docstring(syntax_tree(source_of(module) or "")) or ""


def docstring_of_maker(module: str, name: str) -> str:
    """Return the docstring of the class in a module's line `NAME = Class()`; empty if there is none."""
    lines = syntax_tree(source_of(module) or "").body
    calls = [line.value for line in lines if isinstance(line, ast.Assign | ast.AnnAssign) and _is_to(line, name)]
    makers = {call.func.id for call in calls if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)}
    classes = (line for line in lines if isinstance(line, ast.ClassDef) and line.name in makers)
    return next((ast.get_docstring(each) or "" for each in classes), "")


def syntax_tree(source: str | bytes, mode: str = "exec") -> Any:
    """Return the syntax tree of a text. Python 3.11 fails now and then if two threads make one at the same time."""
    with _one_at_a_time:
        return ast.parse(source, mode=mode)


def _spec(module: str) -> ModuleSpec:
    top, *inner = module.split(".")
    spec = importlib.util.find_spec(top)  # for a name without a dot, which imports nothing
    path = top
    for part in inner:
        path = f"{path}.{part}"
        places = spec.submodule_search_locations if spec is not None else None
        spec = PathFinder.find_spec(path, places) if places is not None else None
    if spec is None:
        raise ModuleNotFoundError(f"No module named {path!r}", name=path)
    return spec


def _is_true(line: ast.stmt, name: str) -> bool:
    if not isinstance(line, ast.Assign | ast.AnnAssign) or not _is_to(line, name):
        return False
    return isinstance(line.value, ast.Constant) and line.value.value is True


def _is_to(line: ast.Assign | ast.AnnAssign, name: str) -> bool:
    targets = line.targets if isinstance(line, ast.Assign) else [line.target]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)
