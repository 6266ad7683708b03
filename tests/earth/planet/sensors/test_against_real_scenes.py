"""Synthetic scenes compared with real ones: materials reflect about as much, radar separates water from land."""

import datetime as dt

import numpy as np
import pytest
from tests.shared import SHARED

from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.regions import make_region
from mesocosm.earth.planet.sensors.conditions import Conditions
from mesocosm.earth.planet.sensors.landscape import make_landscape
from mesocosm.earth.planet.sensors.multispectral import make_scene, reflectance
from mesocosm.earth.planet.sensors.radar import make_backscatter
from mesocosm.earth.planet.sensors.window import window_about

EO = SHARED / "data" / "real" / "eo"
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif(not EO.exists(), reason="needs the real scenes in ../shared/data/real/eo"),
]


@pytest.fixture(scope="module")
def window():
    region = make_region(1, 0, 40)
    ground = make_ground(region)
    row, column = divmod(int(np.where(ground.cover == 40, ground.slope, 9.0)[6:-6, 6:-6].argmin()), 28)
    return window_about(region, region.grid.x()[column + 6], region.grid.y()[row + 6], 4800.0, 10.0)


def read(path):
    import rasterio

    with rasterio.open(path) as source:
        return source.read()


def test_green_land_reflects_as_in_a_real_summer_scene(window):
    blue, green, red, near = read(EO / "s2_l2a_fishbourne" / "s2a_l2a_fishbourne.tif") / 10_000.0
    real = (near - red) / np.maximum(near + red, 0.01) > 0.7
    scene = make_scene(window, Conditions(dt.date(2031, 6, 20)))
    ours = {name: reflectance(scene.bands[name]) for name in ("B02", "B03", "B04", "B08")}
    lush = (ours["B08"] - ours["B04"]) / np.maximum(ours["B08"] + ours["B04"], 0.01) > 0.7
    # Single woods and meadows differ by more than a third from each other.
    for name, band in (("B02", blue), ("B03", green), ("B04", red), ("B08", near)):
        assert 0.6 < np.median(ours[name][lush]) / np.median(band[real]) < 1.7, name


def test_land_scatters_radar_as_in_a_real_scene(window):
    real = read(EO / "s1_geocoded" / "S1A__IW___A_20150309T173017_VV_grd_mli_geo_norm_db.tif")[0]
    landscape = make_landscape(window.widened(1))
    ours = make_backscatter(window, Conditions(dt.date(2031, 3, 9)), landscape).vv_db
    dry = landscape.water_share[1:-1, 1:-1] == 0
    # The real scene's middle value is land; calibrations agree to about 1 dB and moisture moves land by 3 dB.
    assert np.median(ours[dry]) == pytest.approx(float(np.nanmedian(real)), abs=3.0)
