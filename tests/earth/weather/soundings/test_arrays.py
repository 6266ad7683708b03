import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from tests.earth.weather.soundings.making import NAMED, real_file

from mesocosm.earth.weather.soundings.arrays import OTHER_NAMES, QUANTITIES, from_dataset, to_dataset
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
    assert analyse(back.profile).indices.as_dict() == analyse(sounding.profile).indices.as_dict()


def with_components(sounding, unit, east, north, names=("u", "v")):
    """Return the data set of the sounding with wind components in place of direction and speed."""
    made = to_dataset(sounding).drop_vars(["wind_direction", "wind_speed"])
    attributes = {} if unit is None else {"units": unit}
    return made.assign({name: ("level", values, attributes) for name, values in zip(names, (east, north), strict=True)})


@pytest.mark.parametrize(
    "names", [("u", "v"), ("ua", "va"), ("u_wind", "v_wind"), ("eastward_wind", "northward_wind")], ids=" ".join
)
@pytest.mark.parametrize(
    ("east", "north", "direction", "speed_m_s"),
    [
        (10.0, 0.0, 270.0, 10.0),  # blows to the east: a west wind
        (0.0, -5.0, 0.0, 5.0),  # a north wind
        (0.0, 5.0, 180.0, 5.0),
        (-3.0, -4.0, 36.8699, 5.0),  # 3, 4, 5: from atan(3/4) east of north
        (0.0, 0.0, 0.0, 0.0),
    ],
)
def test_components_of_the_wind_give_where_it_comes_from(sounding, names, east, north, direction, speed_m_s):
    read = from_dataset(with_components(sounding, "m s-1", [east] * 2, [north] * 2, names)).profile
    assert read.wind_direction_deg == pytest.approx([direction] * 2, abs=1e-4)
    assert read.wind_speed_kt == pytest.approx([speed_m_s * 3600 / 1852] * 2)


def test_components_are_found_by_their_standard_names_and_in_any_unit_of_speed(sounding):
    made = with_components(sounding, "km/h", [0.0, 18.52], [-18.52, 0.0], ("a", "b"))
    made["a"].attrs["standard_name"], made["b"].attrs["standard_name"] = "eastward_wind", "northward_wind"
    read = from_dataset(made).profile
    assert read.wind_direction_deg == pytest.approx([0.0, 270.0])
    assert read.wind_speed_kt == pytest.approx([10.0, 10.0])  # a knot is 1.852 km/h


def test_components_without_a_unit_are_refused(sounding):
    with pytest.raises(InvalidRecord, match="u must state its unit in the attribute `units`"):
        from_dataset(with_components(sounding, None, [1.0, 2.0], [1.0, 2.0]))


def test_half_a_wind_is_answered_with_what_is_needed(sounding):
    with pytest.raises(InvalidRecord, match="'wind_direction' and 'wind_speed', or 'eastward_wind' and 'northward_wi"):
        from_dataset(to_dataset(sounding).drop_vars("wind_speed"))


@pytest.mark.parametrize(("name", "other"), [(name, other) for name in QUANTITIES for other in OTHER_NAMES[name]])
def test_every_other_name_is_understood(sounding, name, other):
    made = to_dataset(replace(sounding, profile=replace(sounding.profile, omega_pa_s=np.array([1.0, 2.0]))))
    values = made[name].values
    for variable in made.variables.values():
        variable.attrs.pop("standard_name", None)
    read = from_dataset(made.rename({name: other})).profile
    np.testing.assert_array_equal(getattr(read, QUANTITIES[name][0]), values)


def test_the_names_that_are_understood_stand_in_the_docs():
    page = (Path(__file__).parents[4] / "docs" / "earth.md").read_text()
    documented = set(re.findall(r"`(\w+)`", page))
    assert {*OTHER_NAMES, *(other for names in OTHER_NAMES.values() for other in names)} <= documented
