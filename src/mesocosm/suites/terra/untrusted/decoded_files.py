"""Decoded files that stay in memory between calls: few bytes in all, and none is handed to another workspace.

One tool after another opens the same file, and decoding takes most of a call. A few kilobytes can unpack to gigabytes,
so that what is kept is chosen by its decoded size.
"""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakKeyDictionary

from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

MOST_KEPT = 100 * 2**20
"""Decoded bytes that are kept of all files of all workspaces: ten years of days over a square of 81 cells a side."""
OBJECT_BYTES = 300
"""Bytes in memory for a value that is an object beside numpy's arrays, such as a date of a climate model, about."""
TEXT_SHARE = 2
"""Bytes in memory for each of a text, about: what lay between small pieces is not handed back when it is free."""
Decoded = TypeVar("Decoded")
Key = tuple[str, ...]


def decoded_once(
    workspace: Workspace, key: Key, decode: Callable[[], Decoded], size: Callable[[Decoded], int]
) -> Decoded:
    """A decoded file: the one kept from an earlier call, or decoded now. It is shared, so it must not be changed.

    Args:
        workspace: Whose file it is; what is kept goes with it.
        key: The hash of the file, after the form in which it is decoded.
        decode: Decodes the file.
        size: Bytes that the decoded file takes in memory.
    """
    with _LOCK:
        held = _KEPT.setdefault(workspace, {}).get(key)
        if held is not None:
            held.used = next(_USES)
            return cast(Decoded, held.decoded)
    decoded = decode()
    _keep(workspace, key, _Held(decoded, size(decoded)))
    return decoded


def bytes_of(dataset: xr.Dataset) -> int:
    """Bytes that a data set takes, with its texts and its words, of which an array counts the addresses alone."""
    parts = list(dataset.variables.values())
    objects = [each for part in parts if part.dtype == object for each in part.values.flat]
    words = [word for attributes in (dataset.attrs, *(part.attrs for part in parts)) for word in attributes.values()]
    return sum(part.nbytes for part in parts) + sum(map(_bytes_of_one, [*objects, *words]))


def _bytes_of_one(value: Any) -> int:
    if isinstance(value, list):
        return sum(map(_bytes_of_one, value))
    if isinstance(value, str | bytes):
        return TEXT_SHARE * sys.getsizeof(value)
    return OBJECT_BYTES + int(getattr(value, "nbytes", 0))


@dataclass
class _Held:
    """A decoded file, its size, and when it was last used: higher is later."""

    decoded: object
    size: int
    used: int = 0


def _keep(workspace: Workspace, key: Key, held: _Held) -> None:
    """Keep a file in place of those that were not used for longest, whosesoever they are."""
    if held.size > MOST_KEPT:
        return
    with _LOCK:
        held.used = next(_USES)
        _KEPT.setdefault(workspace, {})[key] = held
        shelves = list(_KEPT.values())
        oldest = sorted(
            ((each.used, shelf, key) for shelf in shelves for key, each in shelf.items()), key=lambda at: at[0]
        )
        size = sum(each.size for shelf in shelves for each in shelf.values())
        for _, shelf, other in oldest:
            if size <= MOST_KEPT:
                return
            size -= shelf.pop(other).size


_LOCK = threading.Lock()
_USES = itertools.count(1)
_KEPT: WeakKeyDictionary[Workspace, dict[Key, _Held]] = WeakKeyDictionary()
