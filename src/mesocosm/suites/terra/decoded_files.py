"""Decoded files of a workspace that stay in memory between calls: few bytes, and never those of another workspace.

One tool after another opens the same file, and decoding takes most of a call. A few kilobytes can unpack to gigabytes,
so that what is kept is chosen by its decoded size.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar, cast
from weakref import WeakKeyDictionary

from mesocosm.workspace.workspace import Workspace

MOST_KEPT = 128 * 2**20
"""Decoded bytes that are kept of all files of one workspace."""
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
        kept = _KEPT.setdefault(workspace, _Shelf())
    return cast(Decoded, kept.get(key, decode, cast(Callable[[object], int], size)))


class _Shelf:
    """What is kept of one workspace, the least recently used first."""

    def __init__(self) -> None:
        self._held: OrderedDict[Key, tuple[object, int]] = OrderedDict()

    def get(self, key: Key, decode: Callable[[], object], size: Callable[[object], int]) -> object:
        with _LOCK:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key][0]
        decoded = decode()
        self._add(key, decoded, size(decoded))
        return decoded

    def _add(self, key: Key, decoded: object, size: int) -> None:
        if size > MOST_KEPT:
            return
        with _LOCK:
            self._held[key] = decoded, size
            while sum(size for _, size in self._held.values()) > MOST_KEPT:
                self._held.popitem(last=False)


_LOCK = threading.Lock()
_KEPT: WeakKeyDictionary[Workspace, _Shelf] = WeakKeyDictionary()
