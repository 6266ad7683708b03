"""Bare land is land: water and snow, whose NDVI is as low, are left out by both ways to the truth."""

import contextlib
import io

import numpy as np
import pytest
import rasterio
from rasterio.transform import Affine

from mesocosm.suites.terra.requests.environmental_monitoring.warm_surfaces import PROGRAM
from mesocosm.suites.terra.requests.scenes import WATER_SNOW_FLAGS, shows_land

CLEAR, WATER, SNOW, CLOUD = 64, 128, 32, 8
"""Bits 6, 7, 5 and 3 of QA_PIXEL (USGS LSDS-1619, table 6-3)."""


def test_flags_of_pixels_that_show_land():
    flags = np.array([CLEAR, CLEAR + WATER, CLEAR + SNOW, CLOUD, 0])
    assert shows_land(flags).tolist() == [True, False, False, False, True]


def write(path, *bands):
    profile = {"driver": "GTiff", "height": 1, "width": len(bands[0]), "count": len(bands), "dtype": "float32"}
    with rasterio.open(path, "w", **profile, nodata=np.nan, transform=Affine(30, 0, 0, 0, -30, 0)) as file:
        for number, band in enumerate(bands, start=1):
            file.write(np.array([band], np.float32), number)


def test_the_program_of_the_plan_leaves_water_out(tmp_path):
    # Bare 30 and 34 degrees, green 20 and 22, water 10, and a cloud: the contrast is 32 - 21 (with water 24.67 - 21).
    heat, green = [30, 34, 20, 22, 10, np.nan], [0.1, 0.1, 0.7, 0.8, -0.3, np.nan]
    flags = [CLEAR, CLEAR, CLEAR, CLEAR, CLEAR + WATER, np.nan]
    write(tmp_path / "heat.tif", heat)
    write(tmp_path / "green.tif", green)
    write(tmp_path / "fetched.tif", heat, heat, heat, flags)
    names = {name: str(tmp_path / f"{name}.tif") for name in ("heat", "green", "fetched")}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(PROGRAM.format(**names, flags=WATER_SNOW_FLAGS, bare=0.2, line=0.6), {})
    mean, contrast, _, share = map(float, printed.getvalue().split())
    assert (mean, contrast, share) == (pytest.approx(26.5), pytest.approx(11), 0.5)
