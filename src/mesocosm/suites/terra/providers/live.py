"""Sources from live services, in one of three modes, in place of those of a planet."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from mesocosm.earth.archives.archive import FieldArchive
from mesocosm.earth.archives.scene_source import SceneSource
from mesocosm.earth.places.place import Gazetteer, MapSource
from mesocosm.sources.recording import Mode
from mesocosm.sources.service import connect

SceneArchive = Literal["earth_search", "planetary_computer"]


def live_archive(mode: Mode, folder: Path | None = None) -> FieldArchive:
    """Return an archive of reanalysis, forecasts and projections (Climate Data Store) and air quality (Open-Meteo).

    Args:
        mode: Whether services are asked, asked and recorded, or only the record is read.
        folder: Folder of records; not needed for `live`.
    """
    from mesocosm.earth.archives.cds_archive import CdsArchive
    from mesocosm.earth.archives.cds_jobs import Cds
    from mesocosm.earth.archives.combined_archive import JoinedArchive
    from mesocosm.earth.archives.open_meteo import OpenMeteo, OpenMeteoAir

    store, air = connect(Cds(), mode, folder), connect(OpenMeteo(), mode, folder)
    return JoinedArchive(CdsArchive(store), OpenMeteoAir(air))


def live_places(mode: Mode, folder: Path | None = None) -> tuple[Gazetteer, MapSource]:
    """Return names of Nominatim and maps of Overpass."""
    from mesocosm.earth.places.live_places import Nominatim, NominatimNames, Overpass, OverpassMaps

    names, maps = connect(Nominatim(), mode, folder), connect(Overpass(), mode, folder)
    return NominatimNames(names), OverpassMaps(maps)


def live_scenes(mode: Mode, folder: Path | None = None, archive: SceneArchive = "earth_search") -> SceneSource:
    """Return the scenes of an archive with a STAC interface."""
    from mesocosm.earth.archives.stac_source import EarthSearch, PlanetaryComputer, StacScenes

    service = {"earth_search": EarthSearch, "planetary_computer": PlanetaryComputer}[archive]()
    return StacScenes(connect(service, mode, folder))
