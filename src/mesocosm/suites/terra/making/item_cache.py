"""Items in the cache: making an item runs its whole workflow."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import ValidationError

from mesocosm.cache import Kind, code_version
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.types import Item, Record, Reference

RECIPE = ("earth", "simulators", "suites/terra", "tools")
"""Folders whose code decides what items ask and what is true."""
READERS = tuple(f"suites/terra/{name}" for name in ("analyses", "commands", "release", "report", "scoring"))
"""Folders of this suite whose code does not."""
ITEMS = Kind("terra-items", "Items of terra with their references", lambda: code_version(*RECIPE, without=READERS))
Made = tuple[Item[Data], Reference[Truth]]


class Kept(Record):
    """An item and its reference as a file."""

    item: Item[Data]
    reference: Reference[Truth]


def name_of(seed: int | str, index: int) -> str:
    """Return the item's name in the cache: by its seed, or by a name of the data it was made from."""
    return f"{seed}-{index:04d}.json"


def item(seed: int | str, index: int, make: Callable[[], Made]) -> Made:
    """Return an item from the cache, or make it and store it there; a damaged item is made again."""
    body = ITEMS.read(name_of(seed, index))
    try:
        read = Kept.model_validate_json(body or b"")
        return read.item, read.reference
    except ValidationError:
        made = make()
    ITEMS.write(name_of(seed, index), Kept(item=made[0], reference=made[1]).model_dump_json().encode())
    return made
