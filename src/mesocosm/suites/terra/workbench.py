"""The tools of this suite without a task, on a planet as it is known at a moment: for scripts, and to try tools out."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm.earth.archives.planet_archive import PlanetArchive
from mesocosm.earth.archives.scene_source import PlanetScenes
from mesocosm.earth.places.planet_backdrop import PlanetBackdrop
from mesocosm.earth.places.planet_places import PlanetGazetteer, PlanetMaps
from mesocosm.earth.planet.documents.index import DocumentIndex
from mesocosm.earth.planet.documents.library import PlanetLibrary
from mesocosm.episode.setting import Setting
from mesocosm.episode.world import World
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.toolkit.toolbox import Names, Showing, toolbox
from mesocosm.types import Budget, Item
from mesocosm.workspace.stale_folders import owned_prefix, work_folder
from mesocosm.workspace.submission import SubmissionDesk

if TYPE_CHECKING:
    from mesocosm.earth.planet.documents.document import Document
    from mesocosm.earth.planet.planet import Planet

LIVE_ONLY = ("web",)
"""Modules of tools for which a planet has no data."""
ROOM = Budget(steps=None, bytes=1_000_000_000, files=10_000, call_seconds=600.0)


def planet_sources(
    planet: Planet, now: datetime, folder: Path, documents: Iterable[Document] = ()
) -> tuple[object, ...]:
    """Return the sources that tools ask for before their `/`, all from one planet, without anything later than `now`.

    Args:
        planet: The planet.
        now: The moment, with its time zone.
        folder: Folder of catalogues while tools use them.
        documents: Documents of the library.
    """
    index = DocumentIndex.create(folder / "documents")
    index.add(documents)
    return (
        PlanetGazetteer(planet),
        PlanetMaps(planet),
        PlanetScenes(planet, folder / "scenes", before=now),
        PlanetArchive(planet, now),
        PlanetLibrary(index, before=now.astimezone(UTC).date()),
        PlanetBackdrop(planet),
        Runs(),
    )


@contextmanager
def workbench(
    planet: Planet,
    now: datetime,
    documents: Iterable[Document] = (),
    showing: Showing = "all",
    names: Names = "ours",
) -> Iterator[World]:
    """Return a world without a task, in which every tool can be called.

    with workbench(Planet(1, "tiny"), datetime(2032, 1, 1, tzinfo=UTC)) as world:
        print(world.call("archive_collections").text)
    """
    item: Item = Item(id="workbench", suite="terra", prompt="", seed=planet.seed)
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}terra-", dir=work_folder()) as folder:
        setting = Setting(
            tools=toolbox(showing, names, LIVE_ONLY),
            desk=SubmissionDesk(lambda answer: answer),
            budget=ROOM,
            provided=planet_sources(planet, now, Path(folder), documents),
        )
        with World(item, setting) as world:
            yield world
