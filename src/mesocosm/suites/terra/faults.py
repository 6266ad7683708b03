"""What goes wrong once in some worlds, so that agents are seen to recover: a source that does not answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mesocosm.earth.archives.archive import Collection, FieldArchive, Request
from mesocosm.errors import ToolUnavailable
from mesocosm.types import Record

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.archives.land import Gauging
    from mesocosm.earth.geo.box import BoundingBox
    from mesocosm.earth.imagery.raster import Raster


class Fault(Record):
    """The request to the archive, counted from 1, that is not answered the first time."""

    request: int


class Unreliable(FieldArchive):
    """An archive that leaves one request unanswered; asked again, it answers."""

    def __init__(self, archive: FieldArchive, fault: Fault) -> None:
        self._archive = archive
        self._left = fault.request

    def collections(self) -> Sequence[Collection]:
        return self._archive.collections()

    def choices(self, collection: str, chosen: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        return self._archive.choices(collection, chosen)

    def fetch(self, request: Request) -> xr.Dataset:
        self._count()
        return self._archive.fetch(request)

    def elevation(self, box: BoundingBox) -> Raster:
        self._count()
        return self._archive.elevation(box)

    def soils(self, box: BoundingBox) -> Raster:
        self._count()
        return self._archive.soils(box)

    def discharge(self, asked: Gauging) -> xr.Dataset:
        self._count()
        return self._archive.discharge(asked)

    def _count(self) -> None:
        self._left -= 1
        if self._left == 0:
            raise ToolUnavailable("the archive did not answer (503, service unavailable); ask again")
