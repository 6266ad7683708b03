"""What a module says of itself, read from its source: nothing of it is run, nor anything of the packages around it."""

from __future__ import annotations

import ast
import importlib.util
import symtable
from importlib.abc import InspectLoader
from importlib.machinery import ModuleSpec, PathFinder


def source_of(module: str) -> str | None:
    """The text of a module by its dotted path; None where it has no text, as a compiled one.

    `ModuleNotFoundError` where there is no such module.
    """
    spec = _spec(module)
    return spec.loader.get_source(module) if isinstance(spec.loader, InspectLoader) else None


def defines(module: str, name: str) -> bool:
    """Whether a module binds a name at its top level; one without a text is taken at its word."""
    source = source_of(module)
    if source is None:
        return True
    top = symtable.symtable(source, module, "exec")
    return name in top.get_identifiers() and top.lookup(name).is_assigned()


def says_true(module: str, name: str) -> bool:
    """Whether a module holds the plain line `NAME = True`."""
    return any(_is_true(line, name) for line in ast.parse(source_of(module) or "").body)


def docstring(module: str) -> str:
    """What a module says it is; empty where it does not say, or has no text."""
    return ast.get_docstring(ast.parse(source_of(module) or "")) or ""


def _spec(module: str) -> ModuleSpec:
    top, *inner = module.split(".")
    spec = importlib.util.find_spec(top)  # of a name without a dot, which imports nothing
    path = top
    for part in inner:
        path = f"{path}.{part}"
        places = spec.submodule_search_locations if spec is not None else None
        spec = PathFinder.find_spec(path, places) if places is not None else None
    if spec is None:
        raise ModuleNotFoundError(f"No module named {path!r}", name=path)
    return spec


def _is_true(line: ast.stmt, name: str) -> bool:
    if isinstance(line, ast.Assign):
        targets = line.targets
    elif isinstance(line, ast.AnnAssign):
        targets = [line.target]
    else:
        return False
    named = any(isinstance(target, ast.Name) and target.id == name for target in targets)
    return named and isinstance(line.value, ast.Constant) and line.value.value is True
