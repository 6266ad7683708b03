"""Which kinds of entries packages declare, whether any entry was ever made or not."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

DECLARATION = re.compile(r'^\w+ = Kind\(\s*"([a-z0-9]+(?:-[a-z0-9]+)*)"', re.MULTILINE)


def declared_kinds(packages: Iterable[str]) -> set[str]:
    """The kinds that the modules of these packages declare, as they are written: none of them is imported.

    Args:
        packages: Names without a dot, such as `mesocosm`.
    """
    return {kind for package in set(packages) for text in _texts(package) for kind in DECLARATION.findall(text)}


def _texts(package: str) -> Iterator[str]:
    """The modules of a package that have to do with the cache."""
    spec = importlib.util.find_spec(package)
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        for path in Path(place).rglob("*.py"):
            text = path.read_text(encoding="utf-8", errors="replace")
            if "mesocosm.cache" in text:
                yield text
