"""Cache of decoded files between calls: limited in total bytes, and never shared between workspaces.

One tool after another opens the same file, and decoding takes most of a call. A few kilobytes can decode to gigabytes,
so the cache is limited by decoded size.
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
"""Decoded bytes cached for all workspaces together: ten years of days over a square of 81 cells a side."""
OBJECT_BYTES = 300
"""Approximate bytes in memory for a value that is an object outside numpy's arrays, such as a cftime date."""
TEXT_SHARE = 2
"""Approximate bytes in memory for each byte of a text: memory between small pieces is not returned when it is freed."""
Decoded = TypeVar("Decoded")
Key = tuple[str, ...]


def decoded_once(
    workspace: Workspace, key: Key, decode: Callable[[], Decoded], size: Callable[[Decoded], int]
) -> Decoded:
    """Return a decoded file, from the cache or decoded now. It is shared, so it must not be changed.

    Args:
        workspace: Workspace of the file; its cached files are deleted with it.
        key: Hash of the file, after the form in which it is decoded.
        decode: Function that decodes the file.
        size: Function that returns the bytes of the decoded file in memory.
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
    """Return the bytes of a data set with its texts and attributes, of which an array counts only the addresses."""
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
    """A decoded file, its size, and the number of its last use: higher is later."""

    decoded: object
    size: int
    used: int = 0


def _keep(workspace: Workspace, key: Key, held: _Held) -> None:
    """Cache a file in place of the least recently used ones, of any workspace."""
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
