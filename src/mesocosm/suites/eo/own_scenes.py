"""Use the suite's tools on a scene of your own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.geotiff_scenes import from_rasters
from mesocosm.suites.eo.lake.real_scenes import RealImagery
from mesocosm.suites.eo.workspace_images import Holdings


def hold(files: Mapping[str, Path], folder: Path, *, collection: str, time: datetime | None = None) -> Holdings:
    """Hold a scene as `img-1`.

    Args:
        files: GeoTIFF files by the names of their bands, such as `{"B04": path}`, with `SCL` or `QA_PIXEL` if clouds
            shall
            be left out; for radar `VV` and `VH`.
        folder: Folder for the catalogue of the scene; it must not hold one already.
        collection: Kind of scene, such as `sentinel-2-l2a`, `landsat-c2-l2` or `sentinel-1-rtc`.
        time: Time at which it was taken; by default, the time in the names or tags of the files.
    """
    found = {name: path.resolve() for name, path in files.items()}  # a catalogue resolves paths from its own folder
    scene = from_rasters(found, collection=collection, sensor=collection, time=time)
    catalogue = Catalogue.create(folder)
    catalogue.add([scene])
    imagery = RealImagery(catalogue)
    frame = imagery.frame(catalogue.rows([0])[0].id)
    held = Holdings(imagery, frame.site)
    held.begin((frame.name,), None)
    return held
