from datetime import UTC, datetime

import numpy as np
import pytest
from tests.earth.weather.soundings.making import NAMED, real_file

from mesocosm.earth.weather.soundings.arrays import QUANTITIES, from_dataset, to_dataset
from mesocosm.earth.weather.soundings.indices import analyse
from mesocosm.earth.weather.soundings.profile import Profile, Sounding
from mesocosm.earth.weather.soundings.reading import read_sounding
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.errors import InvalidRecord


@pytest.fixture
def sounding():
    columns = [
        np.array(column, float) for column in ([1000, 850], [100, 1500], [20, 8], [15, np.nan], [180, 270], [10, 30])
    ]
    profile = Profile(datetime(2020, 5, 1, 12, tzinfo=UTC), *columns)
    return Sounding(Station("OUN", 35.2, -97.4, 357.0), profile, 6, "NAM")


def test_a_sounding_is_a_data_set_with_units_of_the_conventions(sounding):
    made = to_dataset(sounding)
    assert made["pressure"].attrs == {"units": "hPa", "standard_name": "air_pressure"}
    assert (made.sizes["level"], float(made["latitude"]), made.attrs["station"]) == (2, 35.2, "OUN")
    assert made["time"].values == np.datetime64("2020-05-01T12:00")
    assert "omega" not in made


def test_there_and_back(sounding):
    back = from_dataset(to_dataset(sounding))
    assert (back.station, back.run, back.source) == (sounding.station, sounding.run, "NAM")
    for field, _, _ in QUANTITIES.values():
        if field != "omega_pa_s":
            np.testing.assert_array_equal(getattr(back.profile, field), getattr(sounding.profile, field))


def test_other_units_and_names_are_understood(sounding):
    made = to_dataset(sounding)
    made["pressure"] = (made["pressure"] * 100).assign_attrs(units="Pa")
    made["temperature"] = (made["temperature"] + 273.15).assign_attrs(units="K", standard_name="air_temperature")
    made["wind_speed"] = (made["wind_speed"] * 1852 / 3600).assign_attrs(units="m s-1")
    back = from_dataset(made.rename(temperature="ta")).profile
    assert back.pressure_hpa == pytest.approx([1000, 850])
    assert back.temperature_c == pytest.approx([20, 8])
    assert back.wind_speed_kt == pytest.approx([10, 30])


def test_what_is_wrong_is_named(sounding):
    made = to_dataset(sounding)
    with pytest.raises(InvalidRecord, match="a sounding needs the variable 'dewpoint'"):
        from_dataset(made.drop_vars("dewpoint"))
    made["height"].attrs["units"] = "kg"
    with pytest.raises(InvalidRecord, match="height must be in m or a unit of its kind, got 'kg'"):
        from_dataset(made)


def test_a_netcdf_file_is_read_as_the_sounding_it_was_written_from(tmp_path):
    sounding = read_sounding(real_file(NAMED["2014-06-16"]))
    to_dataset(sounding).to_netcdf(tmp_path / "a.nc", engine="h5netcdf")
    back = read_sounding(tmp_path / "a.nc")
    assert analyse(back.profile).indices.told() == analyse(sounding.profile).indices.told()
