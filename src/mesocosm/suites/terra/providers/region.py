"""Sources of an item's tools: its region, made when first needed and shared between the items of a process."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm.earth.archives.scene_source import PlanetScenes, SceneSource
from mesocosm.earth.documents.library import Library
from mesocosm.earth.places.planet_backdrop import PlanetBackdrop
from mesocosm.earth.places.planet_places import PlanetMaps
from mesocosm.earth.planet.documents.index import DocumentIndex
from mesocosm.earth.planet.documents.library import PlanetLibrary
from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.making.faults import Fault, Unreliable
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.workflows.region_snapshot import Land, gazetteer
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

if TYPE_CHECKING:
    from datetime import date

    from mesocosm.earth.documents.library import Entry
    from mesocosm.earth.geo.box import BoundingBox
    from mesocosm.earth.imagery.scene import Scene
    from mesocosm.earth.planet.documents.document import Document
    from mesocosm.earth.planet.planet import Planet
    from mesocosm.types import TimeInterval


def sources_of(
    land: Land,
    documents: Callable[[], Sequence[Document]],
    fault: Fault | None = None,
    *,
    reuse_runs: bool = False,
) -> tuple[object, ...]:
    """Return the sources that tools ask for before their `/`.

    Args:
        land: Region and moment.
        documents: Documents of the library, written when it is first searched.
        fault: Fault that happens once, if any.
        reuse_runs: Whether engine runs of other worlds are read from the cache, see `Runs`.
    """
    return (
        gazetteer(land.planet),
        PlanetMaps(land.planet),
        ScenesBefore(land),
        land.archive if fault is None else Unreliable(land.archive, fault),
        LateLibrary(documents, land.now),
        PlanetBackdrop(land.planet),
        Runs(reuse=reuse_runs),
    )


class ScenesBefore(SceneSource):
    """Satellite scenes of a region before a moment; their catalogue is made with the first search."""

    def __init__(self, land: Land) -> None:
        self._land = land

    @property
    def _scenes(self) -> PlanetScenes:
        return _catalogue(self._land.planet, self._land.region, tempfile.gettempdir())

    def search(
        self, box: BoundingBox, when: TimeInterval, sensor: str | None, max_cloud: float | None
    ) -> Sequence[Scene]:
        return [scene for scene in self._scenes.search(box, when, sensor, max_cloud) if self._is_taken(scene)]

    def scene(self, name: str) -> Scene:
        scene = self._scenes.scene(name)
        if not self._is_taken(scene):
            raise InvalidRecord(f"there is no scene {name!r}")
        return scene

    def content(self, scene: Scene, key: str) -> bytes:
        return self._scenes.content(scene, key)

    def _is_taken(self, scene: Scene) -> bool:
        return scene.datetime < self._land.now


class LateLibrary(Library):
    """A library that is written when it is first used."""

    def __init__(self, documents: Callable[[], Sequence[Document]], now: datetime) -> None:
        self._documents, self._now = documents, now

    @functools.cached_property
    def _library(self) -> PlanetLibrary:
        index = DocumentIndex.create(_fresh_folder("documents", tempfile.gettempdir()))
        index.add(self._documents())
        return PlanetLibrary(index, before=self._now.astimezone(UTC).date())

    def search(
        self, words: str, most: int, kind: str | None = None, since: date | None = None, until: date | None = None
    ) -> list[Entry]:
        return self._library.search(words, most, kind, since, until)

    def read(self, document: str) -> tuple[Entry, str]:
        return self._library.read(document)


@functools.lru_cache(maxsize=4)
def _catalogue(planet: Planet, region: str, place: str) -> PlanetScenes:
    return PlanetScenes(planet, _fresh_folder(f"scenes-{region}", place), regions=[region])


def _fresh_folder(name: str, place: str) -> Path:
    return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=_shelf(place).name))


@functools.cache
def _shelf(place: str) -> tempfile.TemporaryDirectory[str]:
    """Return a folder that is deleted with the process.

    Args:
        place: Current folder for temporary files: an attack under watch has a folder of its own, which is removed with
            all its contents.
    """
    return tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}terra-", dir=work_folder())
