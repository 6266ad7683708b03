"""Faults that happen once in some worlds, so that agents are seen to recover: no answer, or a file cut short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from mesocosm.earth.archives.archive import Collection, FieldArchive, Request
from mesocosm.errors import ToolUnavailable
from mesocosm.types import Record
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.archives.land import Gauging
    from mesocosm.earth.geo.box import BoundingBox
    from mesocosm.earth.imagery.raster import Raster


LARGEST = 2**30
"""Bytes of the largest file that an archive delivers."""


class Fault(Record):
    """A request to the archive, counted from 1, that fails the first time, and how it fails."""

    request: int
    kind: Literal["a source fails once", "a file arrives damaged"] = "a source fails once"


class Unreliable(FieldArchive):
    """An archive of which one request fails; when asked again, it answers in full."""

    def __init__(self, archive: FieldArchive, fault: Fault) -> None:
        self._archive = archive
        self._left = fault.request
        self._kind = fault.kind
        self._breaks_off = False

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
        if self._left == 0 and self._kind == "a source fails once":
            raise ToolUnavailable("the archive did not answer (503, service unavailable); ask again")
        self._breaks_off = self._left == 0

    def cut_short(self, workspace: Workspace, path: str) -> None:
        """Cut the file of the previous request to half, if that request is the one that fails."""
        if self._breaks_off:
            data, _ = workspace.read_hashed(path, LARGEST)
            workspace.write_bytes(path, data[: len(data) // 2])


def deliver(archive: FieldArchive, workspace: Workspace, path: str) -> None:
    """Let a fetched file arrive as it does in this world, whole or cut."""
    if isinstance(archive, Unreliable):
        archive.cut_short(workspace, path)
