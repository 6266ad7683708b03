"""Water as files, from a year made by hand: which floods are written, what gauges measure."""

import dataclasses
import io

import numpy as np
import pytest
from tests.earth.planet.micro import MICRO

from mesocosm.earth.planet.exports.water import discharge_file, flood_days, gauge_discharge, gauges_of
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.water.water import WaterYear

xr = pytest.importorskip("xarray", reason="install the extra planet")
pytest.importorskip("h5netcdf", reason="install the extra planet")


def year(depth, flow=None):
    fields = {field.name: np.zeros_like(depth) for field in dataclasses.fields(WaterYear)}
    named = {"year": 2031, "balance": None, "state": None, "flood_depth_m": depth}
    return WaterYear(**fields | named | ({} if flow is None else {"discharge_m3_s": flow}))


def test_two_days_of_one_wave_are_one_flood():
    depth = np.zeros((40, 5, 5), np.float32)
    for day, rows in enumerate([1, 3, 5, 5, 4, 4, 4, 4, 4, 4, 3, 2, 0, 0, 2, 3, 2], start=5):
        depth[day, :rows] = 0.5
    assert flood_days(year(depth)) == [7, 20]


def test_the_worst_days_of_separate_floods_are_written():
    depth = np.zeros((40, 5, 5), np.float32)
    depth[10:12, :3] = 0.5  # 15 cells
    depth[12, :4] = 0.5  # 20 cells: the worst of the first flood
    depth[30, 0] = 0.2  # 5 cells
    depth[35, 0, 0] = 0.05  # too shallow to count
    assert flood_days(year(depth)) == [12, 30]


def test_a_dry_year_has_no_flood():
    assert flood_days(year(np.zeros((9, 5, 5), np.float32))) == []


def test_gauges_tell_the_discharge_of_their_cells():
    planet = Planet(1, MICRO)
    region = planet.regions[0]
    days, cells = 3, region.grid.nx * region.grid.ny
    flow = np.arange(days * cells, dtype=np.float32).reshape(days, region.grid.ny, region.grid.nx) / 10
    gauges = gauges_of(planet, region)
    content = discharge_file(gauge_discharge(planet, region, year(flow, flow)), region.crs, "here")
    with xr.open_dataset(io.BytesIO(content), engine="h5netcdf") as read:
        assert read.sizes == {"time": 3, "station": len(gauges), "bounds": 2}
        for number, gauge in enumerate(gauges):
            expected = (cells + gauge.cell) / 10
            assert float(read.discharge[number, 1]) == pytest.approx(expected, abs=0.0051)  # half a step of 0.01
            assert read.station.values[number].decode() == gauge.id
        assert read.attrs["featureType"] == "timeSeries"


def test_creeks_and_great_rivers_have_two_decimals():
    planet = Planet(1, MICRO)
    region = planet.regions[0]
    creek, river = (np.full((2, region.grid.ny, region.grid.nx), flow, np.float32) for flow in (0.034, 6400.0))
    for flow, expected in ((creek, 0.03), (river, 6400.0)):
        content = discharge_file(gauge_discharge(planet, region, year(flow, flow)), region.crs, "here")
        with xr.open_dataset(io.BytesIO(content), engine="h5netcdf") as read:
            assert read.discharge.values == pytest.approx(expected, abs=1e-6)
