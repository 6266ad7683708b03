"""Kinds of entries that packages declare, whether any entry exists or not."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

DECLARATION = re.compile(r'^\w+ = Kind\(\s*"([a-z0-9]+(?:-[a-z0-9]+)*)"', re.MULTILINE)


def declared_kinds(packages: Iterable[str]) -> set[str]:
    """Return the kinds that the modules of these packages declare in their source; no module is imported.

    Args:
        packages: Names without a dot, such as `mesocosm`.
    """
    return {kind for package in set(packages) for text in _texts(package) for kind in DECLARATION.findall(text)}


def _texts(package: str) -> Iterator[str]:
    """Yield the source of the modules of a package that use the cache."""
    spec = importlib.util.find_spec(package)
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        for path in Path(place).rglob("*.py"):
            text = path.read_text(encoding="utf-8", errors="replace")
            if "mesocosm.cache" in text:
                yield text
