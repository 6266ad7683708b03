import gzip
import json

import eccodes
import numpy as np
import pytest
from tests.earth.weather.grib.making import GRID, REAL, RUN, needs_real, slope

from mesocosm.earth.weather.grib.reading import decode_cached, find, index, read_product
from mesocosm.earth.weather.grib.values import value_at
from mesocosm.earth.weather.grib.writing import message, write_fields
from mesocosm.errors import UserError

NAM = REAL / "nam/nam.t00z.awp21100.tm00.grib2"
HRRR_TEMPERATURE = REAL / "hrrr/hrrr_tmp700mb.grib2"


@needs_real
@pytest.mark.fidelity
def test_golden_values_of_hrrr():
    # Values that Herbie and cfgrib read from the same file.
    golden = json.loads((REAL / "hrrr/golden_tmp700mb.json").read_text())
    field = read_product(HRRR_TEMPERATURE, "Temperature_at_700_isobaricInhPa")
    for point in golden["points"]:
        column, row = (round(float(one)) for one in field.grid.locate(point["lon"], point["lat"]))
        assert (column, row) == (point["grid_i"], point["grid_j"])
        found = value_at(field, point["lon"], point["lat"]).nearest.value
        assert found == pytest.approx(point["value_K"], abs=golden["tolerance_K"])


@needs_real
@pytest.mark.fidelity
def test_nam_s_two_fields_in_one_message_are_both_found():
    messages = index(NAM)
    assert len(messages) == 181  # of 154 messages
    for level in (250, 500, 850):
        u, v = (read_product(NAM, f"{one}_component_of_wind_at_{level}_isobaricInhPa").values for one in "UV")
        assert np.abs(u - v).max() > 10


@needs_real
@pytest.mark.fidelity
def test_fields_cut_out_equal_those_of_the_library_s_own_mode():
    eccodes.codes_grib_multi_support_on()
    try:
        with NAM.open("rb") as file:
            for one in index(NAM):
                handle = eccodes.codes_grib_new_from_file(file)
                theirs = eccodes.codes_get_values(handle).reshape(65, 93)
                eccodes.codes_release(handle)
                np.testing.assert_array_equal(decode_cached(one).values, theirs.astype(np.float32))
    finally:
        eccodes.codes_grib_multi_support_off()


@needs_real
@pytest.mark.fidelity
def test_nam_at_richmond_on_the_day_of_its_tornadoes():
    # The data's README: surface CAPE 510 J/kg, helicity 121 and 159 m2/s2.
    expected = {
        "Convective_available_potential_energy_at_0_surface": 510,
        "Storm_relative_helicity_at_1000_heightAboveGroundLayer_Layer0m": 121,
        "Storm_relative_helicity_at_3000_heightAboveGroundLayer_Layer0m": 159,
    }
    for name, value in expected.items():
        assert value_at(read_product(NAM, name), -77.46, 37.54).nearest.value == pytest.approx(value, abs=0.6)


@needs_real
@pytest.mark.fidelity
@pytest.mark.parametrize(
    "file",
    [
        "hrrr/hrrr_tmp700mb.grib2",
        "nam/nam.t00z.awp21100.tm00.grib2",
        "precip/st4_conus.2022081004.01h.grb2",
        "aqm/aqm.t12z.ave_1hr_o3-HI-mercator.grib2",
        "gfs/gfs.t12z.pgrbf120.2p5deg.grib2",
        "era5/era5-levels-members.grib",
    ],
)
def test_nodes_of_real_files_lie_where_the_library_puts_them(file):
    field = decode_cached(index(REAL / file)[0])
    with (REAL / file).open("rb") as opened:
        handle = eccodes.codes_grib_new_from_file(opened)
    theirs = {one: eccodes.codes_get_array(handle, one) for one in ("longitudes", "latitudes", "values")}
    eccodes.codes_release(handle)
    column, row = field.grid.locate(theirs["longitudes"], theirs["latitudes"])
    assert np.abs(column - np.rint(column)).max() < 0.01
    assert np.abs(row - np.rint(row)).max() < 0.01
    ours = field.values[np.rint(row).astype(int), np.rint(column).astype(int)]
    seen = ~np.isnan(ours)
    np.testing.assert_allclose(ours[seen], theirs["values"][seen], rtol=1e-6)


@needs_real
@pytest.mark.fidelity
def test_the_radar_mosaic_is_unzipped_and_its_marks_for_nothing_are_nan():
    (message,) = index(REAL / "mrms/MRMS_ReflectivityAtLowestAltitude_00.50_20230406-120039.grib2.gz")
    field = decode_cached(message)
    assert message.name == "Reflectivity_at_lowest_altitude_at_500_heightAboveSea"
    assert message.valid.isoformat() == "2023-04-06T12:00:39+00:00"
    assert field.values.shape == (3500, 7000)
    assert np.nanmin(field.values) > -99
    assert np.isnan(field.values).mean() == pytest.approx(0.3481 + 0.6139, abs=1e-3)


@needs_real
@pytest.mark.fidelity
def test_a_product_over_two_periods_has_two_fields_and_the_shorter_is_read():
    file = REAL / "hrrr/subset_20201214_hrrr.t00z.wrfsfcf12.grib2"
    assert len(find(file, "Total_Precipitation_at_0_surface", 12)) == 2
    field = read_product(file, "Total_Precipitation_at_0_surface", 12)
    assert (field.message.lead - field.message.start).total_seconds() == 3600


def test_unknown_parameters_are_named_by_their_numbers(tmp_path):
    path = tmp_path / "a.grib2"
    path.write_bytes(changed(message(GRID, RUN, 12, "Temperature_at_0_surface", slope()), parameterNumber=180))
    assert index(path)[0].name == "Parameter_0-0-180_at_0_surface"


def test_levels_without_a_name_are_given_by_their_code(tmp_path):
    path = tmp_path / "a.grib2"
    path.write_bytes(changed(message(GRID, RUN, 12, "Temperature_at_0_surface", slope()), typeOfFirstFixedSurface=13))
    assert index(path)[0].name == "Temperature_at_0_level13"


def changed(content, **keys):
    handle = eccodes.codes_new_from_message(content)
    for key, value in keys.items():
        eccodes.codes_set(handle, key, value)
    content = eccodes.codes_get_message(handle)
    eccodes.codes_release(handle)
    return content


@pytest.mark.parametrize("scanning", [0, 64, 128, 192])
def test_whatever_the_order_of_the_file_rows_run_north_and_columns_east(tmp_path, scanning):
    handle = eccodes.codes_new_from_samples("regular_ll_sfc_grib2", eccodes.CODES_PRODUCT_GRIB)
    south_first, east_first = bool(scanning & 64), bool(scanning & 128)
    keys = {
        "Ni": 4,
        "Nj": 3,
        "latitudeOfFirstGridPointInDegrees": 30 if south_first else 32,
        "latitudeOfLastGridPointInDegrees": 32 if south_first else 30,
        "longitudeOfFirstGridPointInDegrees": 263 if east_first else 260,
        "longitudeOfLastGridPointInDegrees": 260 if east_first else 263,
        "scanningMode": scanning,
    }
    for key, value in keys.items():
        eccodes.codes_set(handle, key, value)
    table = np.arange(12.0).reshape(3, 4)  # as we want it
    table = table if south_first else table[::-1]
    eccodes.codes_set_values(handle, (table[:, ::-1] if east_first else table).ravel())
    (tmp_path / "a.grib2").write_bytes(eccodes.codes_get_message(handle))
    eccodes.codes_release(handle)
    field = decode_cached(index(tmp_path / "a.grib2")[0])
    np.testing.assert_array_equal(field.values, np.arange(12).reshape(3, 4))
    assert field.grid.locate(-100, 30) == pytest.approx((0, 0))


def test_rotated_grids_lie_where_the_library_puts_them(tmp_path):
    handle = eccodes.codes_new_from_samples("rotated_ll_sfc_grib2", eccodes.CODES_PRODUCT_GRIB)
    keys = {"latitudeOfSouthernPoleInDegrees": -36.08852, "longitudeOfSouthernPoleInDegrees": 245.305142}
    for key, value in keys.items():
        eccodes.codes_set(handle, key, value)
    theirs = [eccodes.codes_get_array(handle, one) for one in ("longitudes", "latitudes")]
    (tmp_path / "a.grib2").write_bytes(eccodes.codes_get_message(handle))
    eccodes.codes_release(handle)
    column, row = decode_cached(index(tmp_path / "a.grib2")[0]).grid.locate(*theirs)
    assert np.abs(column - np.rint(column)).max() < 1e-3
    assert np.abs(row - np.rint(row)).max() < 1e-3


def test_edition_1_is_read(tmp_path):
    handle = eccodes.codes_new_from_samples("GRIB1", eccodes.CODES_PRODUCT_GRIB)
    keys = {"gridType": "lambert", "Nx": 93, "Ny": 65, "DxInMetres": 81271, "DyInMetres": 81271, "LoVInDegrees": -95}
    keys |= {"Latin1InDegrees": 25, "Latin2InDegrees": 25, "scanningMode": 64, "table2Version": 2, "centre": 7}
    keys |= {"latitudeOfFirstGridPointInDegrees": 12.19, "longitudeOfFirstGridPointInDegrees": -133.459}
    keys |= {"indicatorOfParameter": 11, "indicatorOfTypeOfLevel": 100, "level": 500}
    keys |= {"dataDate": 20250314, "dataTime": 0, "step": 12}
    for key, value in keys.items():
        eccodes.codes_set(handle, key, value)
    eccodes.codes_set_values(handle, np.arange(93 * 65.0))
    theirs = [eccodes.codes_get_array(handle, one) for one in ("longitudes", "latitudes")]
    (tmp_path / "a.grib").write_bytes(eccodes.codes_get_message(handle))
    eccodes.codes_release(handle)
    field = decode_cached(index(tmp_path / "a.grib")[0])
    assert (field.message.name, field.message.run, field.message.hour) == ("Temperature_at_500_isobaricInhPa", RUN, 12)
    np.testing.assert_allclose(field.values.ravel(), np.arange(93 * 65), atol=0.1)
    column, row = field.grid.locate(*theirs)
    np.testing.assert_allclose(column.reshape(65, 93)[3], np.arange(93), atol=1e-3)
    np.testing.assert_allclose(row.reshape(65, 93)[:, 3], np.arange(65), atol=1e-3)


def test_gzipped_files_are_read(tmp_path):
    content = message(GRID, RUN, 12, "Temperature_at_0_surface", slope())
    (tmp_path / "a.grib2.gz").write_bytes(gzip.compress(content))
    assert decode_cached(index(tmp_path / "a.grib2.gz")[0]).values.max() == pytest.approx(1, abs=1e-3)


def test_bytes_between_messages_are_passed_over(tmp_path):
    one = message(GRID, RUN, 12, "Temperature_at_0_surface", slope())
    (tmp_path / "a.grib2").write_bytes(b"\r\nheader" + one + b"\0" * 70000 + one + b"\n")
    assert len(index(tmp_path / "a.grib2")) == 2


def test_a_file_that_changes_is_read_anew(tmp_path):
    path = tmp_path / "a.grib2"
    for name in ("Temperature_at_0_surface", "Hail_at_0_surface"):
        write_fields(path, GRID, RUN, 12, {name: slope()})
        assert index(path)[0].name == name


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"hello", "no GRIB message"),
        (b"GRIB", "edition None"),
        (b"GRIB" + bytes([0, 0, 0, 7]) + bytes(20), "edition 7"),
        (message(GRID, RUN, 12, "Temperature_at_0_surface", slope())[:-9], "cut off or damaged"),
    ],
)
def test_damaged_files_are_refused_with_the_reason(tmp_path, content, message):
    path = tmp_path / "a.grib2"
    path.write_bytes(content)
    with pytest.raises(UserError, match=message):
        index(path)


def test_a_missing_product_or_hour_is_reported(tmp_path):
    path = tmp_path / "a.grib2"
    write_fields(path, GRID, RUN, 12, {"Temperature_at_0_surface": slope()})
    with pytest.raises(UserError, match="did you mean Temperature_at_0_surface"):
        find(path, "Temperature_at_0_surfac")
    with pytest.raises(UserError, match="hour 13: .* for hour 12 only"):
        find(path, "Temperature_at_0_surface", 13)
