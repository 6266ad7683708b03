"""The tools of this suite without a task, for scripts and to try tools out: on a planet as it is known at a moment, or
on files of the Earth.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm.earth.archives.planet_archive import PlanetArchive
from mesocosm.earth.archives.scene_source import PlanetScenes
from mesocosm.earth.geo.backdrop import EarthBackdrop
from mesocosm.earth.places.planet_backdrop import PlanetBackdrop
from mesocosm.earth.places.planet_places import PlanetGazetteer, PlanetMaps
from mesocosm.earth.planet.documents.index import DocumentIndex
from mesocosm.earth.planet.documents.library import PlanetLibrary
from mesocosm.episode.setting import Setting
from mesocosm.episode.world import World
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.toolkit.toolbox import Names, Showing, toolbox
from mesocosm.tools.view import ToolView
from mesocosm.types import Budget, Item
from mesocosm.workspace.stale_folders import owned_prefix, work_folder
from mesocosm.workspace.submission import SubmissionDesk

if TYPE_CHECKING:
    from mesocosm.earth.planet.documents.document import Document
    from mesocosm.earth.planet.planet import Planet

LIVE_ONLY = ("web",)
"""Modules of tools for which a planet has no data."""
NO_PLANET = (
    *LIVE_ONLY, "archive", "documents", "gis.fetch_map", "gis.resolve_place", "gis.reverse_geocode",
    "satellite.fetch_bands", "satellite.search",
)  # fmt: skip
"""Modules of tools, and single tools, that fetch data of a planet."""
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
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}terra-", dir=work_folder()) as folder:
        sources = planet_sources(planet, now, Path(folder), documents)
        with _world(toolbox(showing, names, LIVE_ONLY), sources, planet.seed) as world:
            yield world


@contextmanager
def earth_workbench(showing: Showing = "all", names: Names = "ours") -> Iterator[World]:
    """Return a world without a task for files of the Earth, whose coasts and borders its maps show.

    It has no data of its own, and lacks the tools that fetch some.

    with earth_workbench() as world:
        world.workspace.write_bytes("hurdat2.txt", Path("hurdat2.txt").read_bytes())
        print(world.call("cyclones_best_tracks", {"path": "hurdat2.txt", "storms": ["ANDREW"]}).text)
    """
    with _world(toolbox(showing, names, NO_PLANET), (EarthBackdrop(), Runs()), seed=0) as world:
        yield world


def _world(tools: ToolView, sources: tuple[object, ...], seed: int) -> World:
    item: Item = Item(id="workbench", suite="terra", prompt="", seed=seed)
    desk = SubmissionDesk(lambda answer: answer)
    return World(item, Setting(tools=tools, desk=desk, budget=ROOM, provided=sources))
