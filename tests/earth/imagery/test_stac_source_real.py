"""Real items of the Planetary Computer and a real cloud-optimised file, served on loopback."""

import json
from datetime import UTC, datetime

import numpy as np
import pytest
import rasterio
from rasterio.windows import Window
from tests.shared import SHARED

from mesocosm.earth.archives.scene_source import bands_of
from mesocosm.earth.archives.stac_source import EarthSearch, PlanetaryComputer, StacScenes
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.raster import read_raster
from mesocosm.earth.imagery.remote_windows import BLOCK, RemoteFile, window_of
from mesocosm.sources.service import Connection
from mesocosm.types import TimeInterval

EO = SHARED / "data" / "real" / "eo"
DEM = EO / "dem" / "Copernicus_DSM_COG_10_N00_00_E006_00_DEM.tif"
GLOBE = BoundingBox(west=-180.0, south=-90.0, east=180.0, north=90.0)
EVER = TimeInterval(start=datetime(2000, 1, 1, tzinfo=UTC), end=datetime(2030, 1, 1, tzinfo=UTC))
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif(not EO.exists(), reason="needs ../shared/data/real, which is not everywhere"),
]


@pytest.mark.parametrize(
    ("file", "sensor", "bands"),
    [
        ("sentinel-2-l2a-pc.json", "msi", {"B04", "B08", "B11", "SCL"}),
        ("landsat-c2-l2-pc.json", "oli+tirs", {"B4", "B5", "ST_B10", "QA_PIXEL"}),
    ],
)
def test_real_items_have_the_bands_that_tools_ask_for(server, web, file, sensor, bands):
    items = json.loads((EO / "stac" / file).read_bytes())
    server.put("/stac/v1/search", json.dumps({"type": "FeatureCollection", "features": items, "links": []}).encode())
    service = PlanetaryComputer(web=web, address=f"{server.url}/stac/v1")
    scenes = StacScenes(Connection(service, "live")).search(GLOBE, EVER, sensor, None)
    assert scenes
    assert all(bands <= set(bands_of(scene)) and scene.sensor == sensor for scene in scenes)


def test_a_window_of_a_real_file_is_what_rasterio_reads_from_disk(server, web):
    url = server.put("/dem.tif", DEM.read_bytes())
    file = RemoteFile(Connection(EarthSearch(web=web, address=server.url), "live"), url)
    box = BoundingBox(west=6.1, south=0.1, east=6.2, north=0.2)
    raster = read_raster(window_of(file, "the file", box, None), "the window")
    with rasterio.open(DEM) as whole:
        at = round((raster.transform.c - whole.transform.c) / whole.transform.a)
        row = round((raster.transform.f - whole.transform.f) / whole.transform.e)
        truth = whole.read(1, window=Window(at, row, raster.shape[1], raster.shape[0]))
    np.testing.assert_array_equal(next(iter(raster.bands.values())), truth)
    assert min(raster.shape) >= 360  # a tenth of a degree in seconds of arc
    assert len(file.blocks) * BLOCK < DEM.stat().st_size / 2
