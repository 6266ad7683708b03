"""Regions and places."""

import numpy as np
import pytest
import xarray as xr

from mesocosm.earth.fields.region import areas_in, at_place, reduce_area
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord


def field(step=10.0) -> xr.DataArray:
    """Return a field with the latitude at the first time, and twice the latitude at the second."""
    latitude, longitude = np.arange(-90 + step / 2, 90, step), np.arange(-180, 180, step)
    values = np.array([1.0, 2.0])[:, None, None] * latitude[None, :, None] * np.ones((1, 1, len(longitude)))
    times = np.array(["2001-01-01", "2001-01-02"], "datetime64[ns]")
    axes = {"time": times, "latitude": latitude, "longitude": longitude}
    return xr.DataArray(values, axes, tuple(axes), name="t", attrs={"units": "K"})


def test_defect_14_percentiles_and_shares_are_by_area_and_time_stays():
    values = field(2.0)
    areas = areas_in(values, None)
    # Half of the sphere lies within 30 degrees of the equator, a quarter north of it.
    assert reduce_area(values, areas, "above", 30.0).values[0] == pytest.approx(0.25, abs=1e-6)
    assert reduce_area(values, areas, "p75").values == pytest.approx([30, 60], abs=2)
    assert reduce_area(values, areas, "mean").dims == ("time",)
    # Archimedes: the mean of sin φ over the northern half is 1/2.
    north = areas_in(values, BoundingBox(west=-180, south=0, east=179, north=90))
    sines = np.sin(np.radians(values.isel(time=[0])))
    assert float(reduce_area(sines, north, "mean")[0]) == pytest.approx(0.5, rel=1e-3)


def test_one_cell_is_a_region_too():
    values = field()
    areas = areas_in(values, BoundingBox(west=-1, south=4, east=1, north=6))
    assert reduce_area(values, areas, "mean").values.tolist() == [5, 10]


def test_a_mask_counts_by_shares():
    values = field()
    mask = xr.zeros_like(values.isel(time=0, drop=True))
    mask.loc[{"latitude": 5, "longitude": 0}] = 1.0
    mask.loc[{"latitude": -5, "longitude": 0}] = 0.5
    areas = areas_in(values, None, mask)
    assert float(reduce_area(values, areas, "mean")[0]) == pytest.approx((5 - 2.5) / 1.5)
    assert float(reduce_area(values, areas, "max")[0]) == 5
    with pytest.raises(InvalidRecord, match="0 to 1; got 0 to 2"):
        areas_in(values, None, mask * 2)


def test_a_place_between_cells_and_across_the_date_line():
    values = field()
    assert at_place(values, 3.0, 7.0, "nearest").values.tolist() == [5, 10]
    assert at_place(values, 179.0, 7.0, "bilinear").values == pytest.approx([7, 14])
    with pytest.raises(InvalidRecord, match="latitude 60 lies outside the grid, which covers -15 to 15"):
        at_place(values.sel(latitude=slice(-20, 20)), 0.0, 60.0, "nearest")


def test_a_single_row_of_cells_reaches_as_far_to_the_north_as_its_cells_are_wide():
    row = field().sel(latitude=[5.0])
    assert at_place(row, 3.0, 8.0, "nearest").values.tolist() == [5, 10]
    with pytest.raises(InvalidRecord, match="latitude 11 lies outside"):
        at_place(row, 3.0, 11.0, "nearest")


@pytest.mark.parametrize("name", ["q95", "p101", "median", "p"])
def test_an_unknown_statistic_is_refused(name):
    with pytest.raises(InvalidRecord, match="statistic must be mean"):
        reduce_area(field(), areas_in(field(), None), name)
