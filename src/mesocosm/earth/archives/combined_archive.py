"""Several archives joined into one, where each service has other collections."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from mesocosm.earth.archives.archive import Collection, FieldArchive, Request
from mesocosm.earth.archives.land import Gauging, NotOffered
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord, UnknownName

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.imagery.raster import Raster

T = TypeVar("T")


class JoinedArchive(FieldArchive):
    """All collections of several archives, each name once."""

    def __init__(self, *archives: FieldArchive) -> None:
        self._holders: dict[str, FieldArchive] = {}
        for archive in archives:
            for collection in archive.collections():
                if collection.name in self._holders:
                    raise InvalidRecord(f"two archives hold a collection {collection.name!r}; leave one out")
                self._holders[collection.name] = archive

    def collections(self) -> Sequence[Collection]:
        archives = dict.fromkeys(self._holders.values())
        return tuple(collection for archive in archives for collection in archive.collections())

    def fetch(self, request: Request) -> xr.Dataset:
        return self._holder(request.collection).fetch(request)

    def choices(self, collection: str, chosen: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        return self._holder(collection).choices(collection, chosen)

    def elevation(self, box: BoundingBox) -> Raster:
        return self._offered(lambda archive: archive.elevation(box))

    def soils(self, box: BoundingBox) -> Raster:
        return self._offered(lambda archive: archive.soils(box))

    def discharge(self, asked: Gauging) -> xr.Dataset:
        return self._offered(lambda archive: archive.discharge(asked))

    def _offered(self, ask: Callable[[FieldArchive], T]) -> T:
        """Return the reply of the first archive that offers this."""
        refusal: NotOffered = NotOffered("not offered: no archive is joined here")
        for archive in dict.fromkeys(self._holders.values()):
            try:
                return ask(archive)
            except NotOffered as error:
                refusal = error
        raise refusal

    def _holder(self, name: str) -> FieldArchive:
        if name not in self._holders:
            raise UnknownName("collection", name, self._holders)
        return self._holders[name]
