"""Files and pictures of a world that are made when they are first needed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import overload

from mesocosm.types import Image


class LateFiles(Mapping[str, bytes]):
    """Files by their path; `make` is called once, when any of them is needed."""

    def __init__(self, make: Callable[[], Mapping[str, bytes]]) -> None:
        self._made = functools.cache(make)

    def __getitem__(self, path: str) -> bytes:
        return self._made()[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made())

    def __len__(self) -> int:
        return len(self._made())


class LateImages(Sequence[Image]):
    """Pictures of a task; `make` is called once, when any of them is needed."""

    def __init__(self, make: Callable[[], Sequence[Image]]) -> None:
        self._made = functools.cache(make)

    @overload
    def __getitem__(self, number: int) -> Image: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Image]: ...

    def __getitem__(self, number: int | slice) -> Image | Sequence[Image]:
        return self._made()[number]

    def __len__(self) -> int:
        return len(self._made())
