"""Names of GRIB parameters that ecCodes calls unknown."""

import eccodes
import numpy as np
import pytest
from tests.shared import SHARED

from mesocosm.earth.fields.field_units import normalise_unit
from mesocosm.earth.fields.readers import open_fields
from mesocosm.earth.weather.grib.local_parameters import parameters
from mesocosm.units import quantity

GRIDS = SHARED / "data" / "real" / "weather_grid"


def message(edition=2, **keys):
    handle = eccodes.codes_grib_new_from_samples(f"regular_ll_sfc_grib{edition}")
    for key, value in keys.items():
        eccodes.codes_set(handle, key, value)
    eccodes.codes_set_values(handle, np.arange(16 * 31.0))
    return eccodes.codes_get_message(handle)


def parameter(centre, discipline, category, number):
    return message(centre=centre, discipline=discipline, parameterCategory=category, parameterNumber=number)


@pytest.mark.parametrize(
    ("key", "name", "unit"),
    [
        # Code table 4.2 of the WMO (FM 92 GRIB): 0-7-6 is CAPE, whatever the level.
        ((0, 7, 6), "cape", "J kg-1"),
        # NCEP's tables 4.2-0-3, 4.2-0-1 and 4.2-0-4, which Environment and Climate Change Canada uses too.
        ((0, 3, 196), "hpbl", "m"),
        ((0, 1, 230), "slacc", "kg m-2"),
        ((0, 4, 192), "dswrf", "W m-2"),
    ],
)
def test_parameters_of_environment_canada_have_names(key, name, unit):
    fields = open_fields(parameter("cwao", *key), "a file")
    assert list(fields) == [name]
    assert fields[name].attrs["units"] == unit
    assert fields[name].attrs["long_name"] not in ("unknown", "")


def test_numbers_of_another_centre_keep_their_own_meaning():
    [name] = open_fields(parameter("egrr", 0, 3, 196), "a file")
    assert name == "parameter_0_3_196"


def test_a_parameter_of_the_wmo_without_a_short_name_is_called_by_its_title():
    # Code table 4.2-0-0 of the WMO: 0-0-7 is the dew point depression (or deficit), in K.
    [values] = open_fields(parameter("cwao", 0, 0, 7), "a file").data_vars.values()
    assert (values.name, values.attrs["units"]) == ("dew_point_depression", "K")


def test_a_parameter_of_no_table_is_called_by_its_numbers():
    [values] = open_fields(parameter("cwao", 0, 3, 253), "a file").data_vars.values()
    assert values.name == "parameter_0_3_253"
    assert values.attrs["long_name"] == "parameter 0-3-253 of centre cwao, which no table names"


def test_unknown_parameters_of_grib_1_stay_apart():
    first, second = (message(1, centre="cwao", table2Version=130, indicatorOfParameter=each) for each in (250, 251))
    assert sorted(open_fields(first + second, "a file")) == ["parameter_130_250", "parameter_130_251"]


def test_every_unit_of_the_tables_can_be_read():
    stated = {each.units for table in parameters().values() for each in table.values()}
    decibels = {"dBZ", "dB"}
    for unit in (unit for unit in stated - decibels if not unit.startswith("(Code table")):
        quantity(1.0, normalise_unit(unit))


@pytest.mark.fidelity
@pytest.mark.skipif(not GRIDS.is_dir(), reason="the real samples are not beside this checkout")
@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("gfs/gfs.t12z.pgrbf120.2p5deg.grib2", {"pevpr", "hpbl"}),
        ("nam/nam.t00z.awp21100.tm00.grib2", {"hpbl"}),
    ],
)
def test_real_files_have_no_parameter_without_a_name(path, names):
    fields = open_fields((GRIDS / path).read_bytes(), path)
    assert names <= set(fields)
    assert not [name for name in fields if "unknown" in (fields[name].attrs["units"], fields[name].attrs["long_name"])]
