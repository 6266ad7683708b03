"""The standard form of fields: axes, areas, units, bytes."""

from datetime import UTC, datetime

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.fields.area import area_mean, area_quantile, area_share, cell_areas
from mesocosm.earth.fields.axes import between, canonical, within
from mesocosm.earth.fields.field_units import convert_field, normalise_unit
from mesocosm.earth.fields.netcdf_writer import as_netcdf
from mesocosm.earth.fields.readers import open_fields
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord
from mesocosm.units import quantity


def globe(step: float = 10.0, *, north_first: bool = True, east_of_greenwich: bool = True) -> xr.Dataset:
    """Return a field of latitudes, in kelvin, in the layout of reanalyses."""
    latitude = np.arange(90 - step / 2, -90, -step)
    longitude = np.arange(0, 360, step) if east_of_greenwich else np.arange(-180, 180, step)
    latitude = latitude if north_first else latitude[::-1]
    times = np.array(["2001-01-01", "2001-01-02", "2001-02-01"], "datetime64[ns]")
    values = np.broadcast_to(latitude[None, :, None], (3, len(latitude), len(longitude)))
    return xr.Dataset(
        {"t2m": (("valid_time", "lat", "lon"), values.copy(), {"units": "K"})},
        {"valid_time": times, "lat": latitude, "lon": longitude},
    )


def test_axes_get_one_name_and_one_order():
    dataset = canonical(globe(), "a file")
    assert dataset["t2m"].dims == ("time", "latitude", "longitude")
    assert (np.diff(dataset["latitude"]) > 0).all()
    assert (np.diff(dataset["longitude"]) > 0).all()
    assert dataset["longitude"].values[0] == -180
    np.testing.assert_array_equal(dataset["t2m"][0, :, 0], dataset["latitude"])


def test_every_layout_is_the_same_field():
    layouts = [globe(north_first=n, east_of_greenwich=e) for n in (True, False) for e in (True, False)]
    first, *others = (canonical(layout, "a file") for layout in layouts)
    for other in others:
        xr.testing.assert_identical(first, other)


def test_levels_are_converted_to_hectopascals():
    levels = xr.Dataset({"t": (("plev",), [1.0, 2.0])}, {"plev": ("plev", [85000.0, 50000.0], {"units": "Pa"})})
    dataset = canonical(levels, "a file")
    assert dataset["level"].values.tolist() == [500.0, 850.0]
    assert dataset["t"].values.tolist() == [2.0, 1.0]


@pytest.mark.parametrize(
    ("latitudes", "message"),
    [([0.0, 0.0], "the same value twice"), ([0.0, np.nan], "not numbers"), ([0.0, 95.0], r"\[-90, 90\].*reaches 95")],
)
def test_an_axis_that_is_nowhere_is_refused(latitudes, message):
    broken = xr.Dataset({"a": (("lat",), [1.0, 2.0])}, {"lat": latitudes})
    with pytest.raises(InvalidRecord, match=message):
        canonical(broken, "a file")


def test_a_box_may_cross_the_antimeridian():
    field = canonical(globe(), "a file")
    part = within(field, BoundingBox(west=165, south=-20, east=-165, north=20))
    assert part["longitude"].values.tolist() == [-180, -170, 170]
    assert part["latitude"].values.tolist() == [-15, -5, 5, 15]


def test_an_empty_box_is_refused_with_what_there_is():
    field = canonical(globe(), "a file")
    with pytest.raises(InvalidRecord, match=r"no cell lies in the box west 1,.*longitudes -180 to 170"):
        within(field, BoundingBox(west=1, south=1, east=2, north=2))


def test_the_end_of_an_interval_is_left_out():
    field = canonical(globe(), "a file")
    part = between(field, datetime(2001, 1, 1, tzinfo=UTC), datetime(2001, 2, 1, tzinfo=UTC))
    assert part.sizes["time"] == 2
    with pytest.raises(InvalidRecord, match="no time lies in"):
        between(field, datetime(2002, 1, 1, tzinfo=UTC), datetime(2003, 1, 1, tzinfo=UTC))


def test_calendars_of_climate_models_are_cut_too():
    times = xr.date_range("2001-01-01", periods=90, freq="D", calendar="360_day", use_cftime=True)
    field = xr.Dataset({"a": (("time",), np.arange(90.0))}, {"time": times})
    part = between(field, datetime(2001, 1, 30, tzinfo=UTC), datetime(2001, 2, 28, tzinfo=UTC))
    assert part["a"].values.tolist() == list(range(29, 57))


def test_cells_make_up_the_globe():
    # 4 pi R squared, with the radius of the house.
    total = float(cell_areas(canonical(globe(), "a file")).sum())
    assert total == pytest.approx(4 * np.pi * 6371.0**2, rel=1e-12)


@given(st.floats(-50, 50), st.integers(4, 40))
def test_the_mean_of_a_constant_is_the_constant(value, cells):
    latitude, longitude = np.linspace(-80, 80, cells), np.linspace(-170, 170, cells)
    field = xr.DataArray(np.full((cells, cells), value), {"latitude": latitude, "longitude": longitude})
    field = field.rename({field.dims[0]: "latitude", field.dims[1]: "longitude"})
    assert float(area_mean(field)) == pytest.approx(value, abs=1e-12)


def test_the_mean_of_a_linear_function_of_height_over_the_equator():
    """The mean of sin²(latitude) over the sphere is 1/3: Archimedes, with 1 degree cells to 4 digits."""
    field = canonical(globe(1.0), "a file")["t2m"].isel(time=0, drop=True)
    squared = np.sin(np.radians(field)) ** 2
    assert float(area_mean(squared)) == pytest.approx(1 / 3, rel=1e-4)
    # Half of the globe lies within 30 degrees of the equator.
    assert float(area_share(abs(field) < 30)) == pytest.approx(0.5, rel=1e-9)
    assert float(area_quantile(field, 0.75)) == pytest.approx(30, abs=1)


def test_a_part_cut_across_the_antimeridian_has_the_areas_of_its_cells():
    field = canonical(globe(), "a file")
    part = within(field, BoundingBox(west=165, south=-20, east=-165, north=20))
    whole = cell_areas(field)
    xr.testing.assert_allclose(cell_areas(part), whole.sel(latitude=part["latitude"], longitude=part["longitude"]))


def test_missing_cells_do_not_count():
    field = canonical(globe(), "a file")["t2m"].isel(time=0, drop=True)
    northern = field.where(field > 0)
    assert float(area_mean(northern)) == pytest.approx(float(area_mean(field, where=field > 0)))


@pytest.mark.parametrize(
    ("value", "given_unit", "wanted", "expected"),
    [
        (273.15, "K", "degC", 0.0), (20.0, "degC", "K", 293.15), (10.0, "m s-1", "km/hour", 36.0),
        (1.0, "kg m-2 s-1", "mm/day", 86400.0), (0.004, "m", "mm", 4.0), (2.0, "kg m-2", "mm", 2.0),
        (1013.25, "mb", "Pa", 101325.0), (50.0, "%", "1", 0.5),
    ],
)  # fmt: skip
def test_units_are_converted(value, given_unit, wanted, expected):
    field = xr.DataArray([value], dims="time", attrs={"units": given_unit})
    assert float(convert_field(field, wanted)[0]) == pytest.approx(expected, abs=1e-9)


def test_another_kind_of_unit_is_refused():
    with pytest.raises(InvalidRecord, match="speed is in m/s, which cannot be converted to kelvin"):
        convert_field(xr.DataArray([1.0], attrs={"units": "m s-1"}, name="speed"), "K")
    with pytest.raises(InvalidRecord, match="speed states no units"):
        convert_field(xr.DataArray([1.0], name="speed"), "K")


def test_a_file_comes_back_as_it_was_and_is_the_same_twice():
    field = canonical(globe(), "a file")
    data = as_netcdf(field)
    assert data == as_netcdf(field)
    xr.testing.assert_allclose(open_fields(data, "a file"), field, rtol=1e-6)


@pytest.mark.parametrize("data", [b"", b"hello", b"\x89HDF\r\n\x1a\n" + b"x" * 100, b"CDF\x01xx", b"GRIBxx"])
def test_what_is_not_a_file_of_fields_is_refused(data):
    with pytest.raises(InvalidRecord, match="a file"):
        open_fields(data, "a file")


def test_what_was_never_written_is_missing():
    field = canonical(globe(), "a file")
    field["t2m"][0, 0, 0] = 9.969209968386869e36
    data = as_netcdf(field)
    assert int(open_fields(data, "a file")["t2m"].isnull().sum()) == 1


def test_rows_without_places_are_no_latitudes():
    rows = xr.Dataset({"a": (("south_north", "west_east"), np.zeros((2, 2)))})
    assert canonical(rows, "a file")["a"].dims == ("south_north", "west_east")


@pytest.mark.parametrize("unit", ["W m**-2", "kg m-2 s**-1", "J kg**-1", "(10**-6 g) m**-3", "mol mol-1", "Pa s**-1"])
def test_units_as_files_write_them_are_read(unit):
    field = xr.DataArray([1.0], dims="time", attrs={"units": unit})
    assert float(convert_field(field, unit)[0]) == 1.0
    assert quantity(1.0, normalise_unit(unit)).magnitude == 1.0
