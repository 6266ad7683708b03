"""Items on disk, by the code that made them: making one runs its whole workflow."""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from mesocosm.files import write_whole
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.types import Item, Record, Reference

VARIABLE = "MESOCOSM_TERRA_ITEMS"
RECIPE = ("earth", "simulators", "suites/terra", "tools")
"""Folders whose code decides what items ask and what is true."""
READERS = ("analyses", "commands", "release", "report", "scoring")
"""Folders of this suite that do not."""
Made = tuple[Item[Data], Reference[Truth]]


class Kept(Record):
    """An item and its reference as a file."""

    item: Item[Data]
    reference: Reference[Truth]


def folder() -> Path:
    """Where items are kept: `MESOCOSM_TERRA_ITEMS`, else under `MESOCOSM_CACHE` or the user's cache folder."""
    if wish := os.environ.get(VARIABLE):
        return Path(wish)
    if cache := os.environ.get("MESOCOSM_CACHE"):
        return Path(cache) / "terra-items"
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "mesocosm" / "terra-items"


def path_of(seed: int, index: int) -> Path:
    return folder() / recipe() / f"{seed}-{index:04d}.json"


def item(seed: int, index: int, make: Callable[[], Made]) -> Made:
    """An item from its file, or made and put there; a file that is damaged is made again."""
    path = path_of(seed, index)
    try:
        read = Kept.model_validate_json(path.read_bytes())
        return read.item, read.reference
    except (OSError, ValidationError):
        made = make()
    with suppress(OSError):  # a cache that cannot be written costs time, and no item
        write_whole(path, Kept(item=made[0], reference=made[1]).model_dump_json())
    return made


@functools.lru_cache(maxsize=1)
def recipe() -> str:
    """Twelve digits that change when code does that makes items."""
    import mesocosm

    root = Path(mesocosm.__file__).parent
    skipped = {root / "suites" / "terra" / name for name in READERS}
    digest = hashlib.sha256()
    for part in RECIPE:
        for path in sorted((root / part).rglob("*.py")):
            if not skipped & set(path.parents):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
