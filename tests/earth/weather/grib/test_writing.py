import eccodes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tests.earth.weather.grib.making import GRID, RUN, slope

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.grib.naming import PUBLISHED
from mesocosm.earth.weather.grib.reading import decode_cached, index
from mesocosm.earth.weather.grib.writing import message, quantise, write_fields
from mesocosm.earth.weather.hrrr import HRRR
from mesocosm.errors import UserError


@pytest.fixture(scope="module")
def all_products(tmp_path_factory):
    """Return a file with every published product, each with different values."""
    path = tmp_path_factory.mktemp("grib") / "all.grib2"
    write_fields(path, GRID, RUN, 18, {name: slope(east=number + 1) for number, name in enumerate(PUBLISHED)})
    return path


def test_all_published_names_come_back_in_order(all_products):
    assert [one.name for one in index(all_products)] == list(PUBLISHED)


def test_values_come_back_as_quantised(all_products):
    for number, one in enumerate(index(all_products)):
        np.testing.assert_array_equal(decode_cached(one).values, quantise(slope(east=number + 1))[0].astype(np.float32))


def test_the_library_knows_most_names_by_the_keys_we_set(all_products):
    """eccodes' own tables confirm that the keys are right; it has renamed or never had the rest."""
    known = set()
    with all_products.open("rb") as file:
        for name in PUBLISHED:
            handle = eccodes.codes_grib_new_from_file(file)
            library_name = eccodes.codes_get(handle, "name").replace(" ", "_").replace("/", "_")
            known |= {name} if name.startswith(library_name) else set()
            eccodes.codes_release(handle)
    reworded = {name.partition("_at_")[0] for name in set(PUBLISHED) - known}
    assert reworded == {
        "10_metre_wind_speed",
        "Aerosol_optical_depth",
        "Downward_long-wave_radiation_flux",
        "Downward_short-wave_radiation_flux",
        "Instantaneous_surface_sensible_heat_flux",
        "Latent_heat_net_flux",
        "Mass_density",
        "Upward_long-wave_radiation_flux",
        "Upward_short-wave_radiation_flux",
        "Vorticity_(relative)",
    }


def test_times_and_grid_come_back(all_products):
    rain = next(one for one in index(all_products) if one.name == "Total_Precipitation_at_0_surface")
    assert (rain.run, rain.hour, rain.process) == (RUN, 18, "accumulation")
    assert (rain.lead - rain.start).total_seconds() == 3600
    grid = decode_cached(rain).grid
    assert (grid.proj, grid.nx, grid.ny, grid.dx) == (GRID.proj, GRID.nx, GRID.ny, GRID.dx)
    # The file gives the first node in millionths of a degree.
    assert (grid.x0, grid.y0) == pytest.approx((GRID.x0, GRID.y0), abs=0.2)


def test_nodes_lie_where_the_library_puts_them(all_products):
    with all_products.open("rb") as file:
        handle = eccodes.codes_grib_new_from_file(file)
    theirs = [eccodes.codes_get_array(handle, one).reshape(GRID.shape) for one in ("longitudes", "latitudes")]
    eccodes.codes_release(handle)
    longitude, latitude = GRID.lonlat()
    np.testing.assert_allclose(longitude % 360, theirs[0], atol=1e-5)
    np.testing.assert_allclose(latitude, theirs[1], atol=1e-5)


def test_missing_values_come_back_as_nan(tmp_path):
    values = slope(west=270, east=300)
    values[3, 4] = np.nan
    write_fields(tmp_path / "a.grib2", GRID, RUN, 12, {"Temperature_at_0_surface": values})
    back = decode_cached(index(tmp_path / "a.grib2")[0]).values
    assert np.isnan(back[3, 4])
    assert np.isnan(back).sum() == 1


@pytest.mark.parametrize("value", [0.0, 273.16, np.nan])
def test_a_field_of_one_value_is_written(tmp_path, value):
    write_fields(tmp_path / "a.grib2", GRID, RUN, 12, {"Temperature_at_0_surface": np.full(GRID.shape, value)})
    np.testing.assert_allclose(decode_cached(index(tmp_path / "a.grib2")[0]).values, value, atol=0.1)


def test_the_same_fields_give_the_same_bytes():
    one, other = (message(GRID, RUN, 12, "Temperature_at_0_surface", slope() + tiny) for tiny in (0, 1e-12))
    assert one == other


def test_degrees_are_written_too(tmp_path):
    grid = Grid("+proj=longlat", -130.0, 20.0, 0.5, 0.5, 141, 81)
    write_fields(tmp_path / "a.grib2", grid, RUN, 12, {"Temperature_at_0_surface": slope(grid)})
    back = decode_cached(index(tmp_path / "a.grib2")[0]).grid
    assert back.locate(-100, 40) == pytest.approx((60, 40))


@settings(max_examples=40)
@given(arrays(np.float64, (5, 7), elements=st.floats(-1e5, 1e5)))
def test_steps_are_finer_than_a_two_thousandth_of_the_range(values):
    rounded, bits = quantise(values)
    span = np.ptp(values) or np.abs(values).max() or 1
    assert np.abs(rounded - values).max() <= span / 2000
    assert bits <= 13
    np.testing.assert_array_equal(quantise(rounded)[0], rounded)


@pytest.mark.parametrize(
    ("grid", "name", "values", "message"),
    [
        (GRID, "Temperature_at_0_surface", np.zeros((2, 2)), "must have the grid's"),
        (GRID, "Temperature_at_0_nowhere", slope(), "unknown kind of level"),
        (Grid("+proj=stere +lat_0=90", 0, 0, 1, 1, 2, 2), "Temperature_at_0_surface", np.zeros((2, 2)), "lcc"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path, grid, name, values, message):
    with pytest.raises(UserError, match=message):
        write_fields(tmp_path / "a.grib2", grid, RUN, 12, {name: values})
    assert list(tmp_path.glob("*grib2*")) == []


def test_hrrr_s_own_size_is_written(tmp_path):
    write_fields(tmp_path / "a.grib2", HRRR, RUN, 12, {"Hail_at_0_surface": np.zeros(HRRR.shape)})
    assert decode_cached(index(tmp_path / "a.grib2")[0]).grid.shape == (1059, 1799)
