"""The hash of the code that makes the items of a suite."""

from __future__ import annotations

import hashlib
from pathlib import Path

from mesocosm import registry

SUFFIXES = (".py", ".toml", ".md")
"""Endings of files with code, tables and prompts."""
DIGITS = 12


def code_hash(package: str) -> str:
    """Return digits that change with the code of mesocosm or of the package that a suite belongs to.

    Args:
        package: Package of the suite, such as `mesocosm_toy.toy`.
    """
    digest = hashlib.sha256()
    for name in sorted({"mesocosm", package.partition(".")[0]}):
        root = Path(str(registry.import_module(name).__file__)).parent
        for path in sorted(path for path in root.rglob("*") if path.suffix in SUFFIXES):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:DIGITS]
