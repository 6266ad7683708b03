"""Small fields, rasters, a map and a library; every tool that needs no live service."""

import functools
import tempfile
from datetime import date
from pathlib import Path

import numpy as np
from tests.suites.terra.tools.conftest import aloft, surface
from tests.suites.terra.tools.map_making import OneTown, raster_in_degrees

from mesocosm.earth.archives.planet_archive import PlanetArchive
from mesocosm.earth.archives.scene_source import SceneSource
from mesocosm.earth.fields.netcdf_writer import as_netcdf
from mesocosm.earth.geo.backdrop import BareBackdrop
from mesocosm.earth.imagery.raster import as_geotiff
from mesocosm.earth.planet.documents.document import Document
from mesocosm.earth.planet.documents.index import DocumentIndex
from mesocosm.earth.planet.documents.library import PlanetLibrary
from mesocosm.earth.planet.planet import Planet
from mesocosm.episode.setting import Setting
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.toolkit.toolbox import toolbox
from mesocosm.workspace.submission import SubmissionDesk

TEXT = "# Bulletin\n\nThe river rose by 2 m on 3 March.\n\n| gauge | m |\n| --- | --- |\n| Smalltown | 2.5 |\n"


class NoScenes(SceneSource):
    """Source without any scene."""

    def search(self, *given, **named):
        return []


def setting(item, reference, card, options):
    return Setting(
        tools=toolbox(options["tools"], options["names"], without=["web"]),
        desk=SubmissionDesk(lambda answer: answer),
        budget=card.budget,
        provided=(OneTown(), NoScenes(), library(), PlanetArchive(Planet(1, "tiny")), BareBackdrop(), Runs()),
        files=files(),
    )


@functools.cache
def files() -> dict[str, bytes]:
    draw = np.random.default_rng(3)
    member = surface(6)[["t2m"]]
    bands = {name: draw.uniform(0.02, 0.5, (12, 12)) for name in ("B03", "B04", "B08", "B12")}
    burnt = {**bands, "B08": bands["B08"] * 0.4, "B12": bands["B12"] * 2}
    return {
        "surface.nc": as_netcdf(surface(120)),
        "aloft.nc": as_netcdf(aloft()),
        **{f"member-{number}.nc": as_netcdf(member + number) for number in range(3)},
        "before.tif": as_geotiff(raster_in_degrees(bands, 0.0025, 0.0, 0.02)),
        "after.tif": as_geotiff(raster_in_degrees(burnt, 0.0025, 0.0, 0.02)),
    }


@functools.cache
def library() -> PlanetLibrary:
    folder = tempfile.TemporaryDirectory()
    index = DocumentIndex.create(Path(folder.name))
    index._folder = folder  # kept for as long as the index is
    written = {"title": "Bulletin", "author": "A. Writer", "about": "x", "text": TEXT, "reported": ()}
    index.add([Document(id="bulletin-1", kind="hydrological bulletin", date=date(2001, 3, 4), **written)])
    return PlanetLibrary(index)
