"""GRIB2 of the planet as eccodes reads it."""

from datetime import UTC, datetime

import numpy as np
import pytest

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.planet.products.gribs import degrees_within, grib
from mesocosm.errors import UserError

eccodes = pytest.importorskip("eccodes", reason="install the extra planet")
PLANE = Grid("+proj=utm +zone=32 +datum=WGS84 +units=m", 405_000.0, 5_005_000.0, 10_000.0, 10_000.0, 20, 20)


def test_tenths_of_degrees_lie_among_the_nodes_and_keep_a_slope():
    degrees = degrees_within(PLANE)
    assert degrees.row.min() >= 0
    assert degrees.row.max() <= 19
    # A field that rises with northing alone is the northing of each node, whatever the longitude.
    northing = np.repeat(PLANE.y()[:, None], 20, axis=1)
    _, y = PLANE.to_plane(*np.meshgrid(degrees.grid.x(), degrees.grid.y()))
    assert np.abs(degrees.values(northing) - y).max() < 1.0


def test_eccodes_reads_place_time_and_values(tmp_path):
    degrees = degrees_within(PLANE)
    warmth = 280.0 + np.arange(degrees.grid.nx * degrees.grid.ny).reshape(degrees.grid.shape) * 0.01
    run = datetime(2031, 1, 12, tzinfo=UTC)
    (tmp_path / "a.grib2").write_bytes(grib(degrees.grid, run, 6, {"Temperature_at_850_isobaricInhPa": (warmth, 0.01)}))
    with (tmp_path / "a.grib2").open("rb") as file:
        handle = eccodes.codes_grib_new_from_file(file)
    named = {key: eccodes.codes_get(handle, key) for key in ("shortName", "level", "dataDate", "forecastTime", "units")}
    assert named == {"shortName": "t", "level": 850, "dataDate": 20310112, "forecastTime": 6, "units": "K"}
    values = eccodes.codes_get_values(handle).reshape(degrees.grid.shape)
    span = warmth.max() - warmth.min()
    assert np.abs(values - warmth).max() <= span / 2**12 + 0.005  # the steps of packing and of rounding
    assert eccodes.codes_get(handle, "latitudeOfFirstGridPointInDegrees") == pytest.approx(degrees.grid.y0, abs=1e-6)
    eccodes.codes_release(handle)


def test_a_region_too_small_is_refused():
    with pytest.raises(UserError, match="no 0.1-degree grid fits"):
        degrees_within(Grid(PLANE.proj, 405_000.0, 5_005_000.0, 1000.0, 1000.0, 3, 3))
