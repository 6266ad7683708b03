"""Means of directions, by hand."""

import numpy as np
import pytest
import xarray as xr

from mesocosm.earth.fields import directions, periods
from mesocosm.earth.fields.region import areas_in, at_place, reduce_area
from mesocosm.errors import InvalidRecord


def field(values, name="wind_from_direction") -> xr.DataArray:
    table = np.asarray(values, float).reshape(-1, 1, 2)
    times = np.arange(len(table)).astype("timedelta64[h]") + np.datetime64("2001-01-01", "ns")
    axes = {"time": times, "latitude": [0.0], "longitude": [0.0, 1.0]}
    grid = xr.DataArray(table, axes, ("time", "latitude", "longitude"), name=name, attrs={"units": "degree"})
    return xr.concat([grid, grid.assign_coords(latitude=[1.0])], "latitude").transpose("time", ...)


def test_north_lies_between_its_neighbours():
    values = field([[5.7, 354.3]])
    assert reduce_area(values, areas_in(values, None), "mean").item() == pytest.approx(0, abs=1e-6)
    assert at_place(values, 0.5, 0.0, "bilinear").item() == pytest.approx(0, abs=1e-6)


def test_hours_of_a_day_are_averaged_on_the_circle():
    # Unit vectors at 350 and 30 degrees: their mean points to 10; R = cos 20°, so the spread is √(-2 ln cos 20°).
    values = field([[350.0, 350.0], [30.0, 30.0]])
    daily = periods.aggregate_periods(values, "day", "mean", 0.01)
    assert daily.values.ravel() == pytest.approx(10)
    deviation = periods.aggregate_periods(values, "day", "std", 0.01).values.ravel()
    assert deviation == pytest.approx(np.degrees(np.sqrt(-2 * np.log(np.cos(np.radians(20))))))


def test_a_direction_has_no_highest_and_opposite_ones_no_mean():
    values = field([[90.0, 270.0]])
    assert np.isnan(reduce_area(values, areas_in(values, None), "mean").item())
    with pytest.raises(InvalidRecord, match="is a direction, which has a mean and a std and no max"):
        periods.aggregate_periods(values, "day", "max")


@pytest.mark.parametrize(("name", "expected"), [("mwd", True), ("latitude_of_it", False), ("wave_direction", True)])
def test_directions_are_known_by_unit_and_name(name, expected):
    values = field([[1.0, 2.0]], name)
    assert directions.is_direction(values) == expected
    assert not directions.is_direction(values.assign_attrs(units="K"))
    assert directions.is_direction(values.assign_attrs(standard_name="sea_surface_wave_from_direction"))
