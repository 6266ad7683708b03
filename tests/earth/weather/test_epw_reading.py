"""Reading and writing of EPW: what was written is read, and broken files are refused with a reason."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared import SHARED

from mesocosm.earth.weather.days_to_hours import hours_of_days
from mesocosm.earth.weather.epw import month_of_hours, read_epw
from mesocosm.earth.weather.epw_writing import HOURS, Site, epw_of_local_hours
from mesocosm.errors import InvalidRecord, UserError

SITE = Site("Anyville", "AA", 40.0, -105.0, 1600.0)
REAL = SHARED / "data/real/building/epw"


def days(**changed):
    turn = np.cos(2 * np.pi * (np.arange(365) - 200) / 365)
    year = {"tmin_c": 4 + 10 * turn, "tmax_c": 16 + 12 * turn, "dew_point_c": 2 + 8 * turn}
    return year | {"shortwave_w_m2": 180 + 100 * turn} | changed


@pytest.fixture(scope="module")
def text():
    return epw_of_local_hours(SITE, 2024, hours_of_days(SITE, days())).decode()


def test_a_written_year_is_read_back(text):
    year = read_epw(text)
    assert (year.name, year.latitude, year.longitude, year.time_zone) == ("Anyville", 40.0, -105.0, -7.0)
    written = hours_of_days(SITE, days())
    assert np.abs(year.hours["temperature_c"] - written["temperature_2m"]).max() <= 0.0501
    assert np.abs(year.hours["global_w_m2"] - written["shortwave"]).max() <= 0.501


def test_direct_and_diffuse_light_make_up_the_whole(text):
    year = read_epw(text)
    level = year.hours["direct_normal_w_m2"] * np.maximum(year.light.path.up, 0).mean(axis=1)
    high = year.light.path.up.min(axis=1) > 0.1
    assert np.abs(level + year.hours["diffuse_w_m2"] - year.hours["global_w_m2"])[high].max() < 1.6


def test_days_keep_their_sun_and_their_extremes():
    hours = hours_of_days(SITE, days())
    assert hours["shortwave"].reshape(365, 24).mean(axis=1) == pytest.approx(days()["shortwave_w_m2"])
    by_day = hours["temperature_2m"].reshape(365, 24)
    assert by_day.max(axis=1) == pytest.approx(days()["tmax_c"])
    assert by_day.min(axis=1) == pytest.approx(days()["tmin_c"])


@pytest.mark.parametrize(
    ("latitude", "longitude", "day", "hour"),
    [
        (0.0, 0.0, 80, 6),  # at the equator the sun rises at 6:00 all year
        (50.0, 0.0, 172, 4),  # 50 degrees north, 21 June: a day of 16 h, sunrise at 4:00
        (50.0, 0.0, 355, 8),  # 21 December: a day of 8 h, sunrise at 8:00
        (-50.0, 0.0, 172, 8),
        (50.0, 7.4, 172, 3.5),  # half an hour before Greenwich, by whose clock it lives
        (80.0, 0.0, 172, 3),  # the sun does not set
    ],
)
def test_it_is_coldest_at_sunrise(latitude, longitude, day, hour):
    warmth = hours_of_days(Site("Any", "AA", latitude, longitude, 0.0), days())["temperature_2m"].reshape(365, 24)[day]
    assert abs(warmth.argmin() + 0.5 - hour) <= 0.7  # the middle of an hour, and a sunrise by hand to a quarter
    assert abs(warmth.argmax() + 0.5 - (15 - longitude / 15)) <= 0.51


@settings(max_examples=10, deadline=None)
@given(st.floats(-60, 60), st.floats(10, 300))
def test_no_hour_has_less_than_no_sun(latitude, mean):
    site = Site("Any", "AA", latitude, 10.0, 0.0)
    hours = hours_of_days(site, days(shortwave_w_m2=np.full(365, mean)))
    assert hours["shortwave"].min() >= 0
    assert hours["shortwave"].mean() == pytest.approx(mean)


def change(text, line, column, value):
    lines = text.splitlines()
    words = lines[line].split(",")
    words[column] = value
    lines[line] = ",".join(words)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "column", "value", "message"),
    [
        (8, 6, "nan", r"temperature_c in hour 1 must lie in \[-90, 70\] °C, got nan"),
        (9, 6, "290.1", "temperature_c in hour 2 .* got 290.1; is it in kelvin?"),
        (9, 9, "1013", "pressure_pa in hour 2 .* got 1013; is it in hPa?"),
        (9, 14, "-5", "direct_normal_w_m2 in hour 2"),
        (9, 15, "3600", "diffuse_w_m2 in hour 2 .* is it in kJ/m²?"),
        (9, 6, "warm", "temperature_c in hour 2 must be a number, got 'warm'"),
        (9, 3, "7", r"hour 2 of the year must be 1/1 hour 2, got 1/1 hour 7"),
        (0, 6, "95", r"latitude in LOCATION must lie in \[-90, 90\], got '95'"),
        (0, 0, "PLACE", "line 1 must begin with LOCATION, got 'PLACE'"),
        (7, 2, "4", "DATA PERIODS must have 1 record an hour, got '4'"),
    ],
)
def test_a_wrong_value_is_named(text, line, column, value, message):
    with pytest.raises(InvalidRecord, match=message):
        read_epw(change(text, line, column, value))


def test_a_file_cut_short_is_reported(text):
    with pytest.raises(InvalidRecord, match=r"must hold 8,760 hours, got 5,000: the file is cut short"):
        read_epw("\n".join(text.splitlines()[:5008]))
    with pytest.raises(InvalidRecord, match="hour 4993 has .* columns of 32: columns are missing, or .* cut short"):
        read_epw("\n".join([*text.splitlines()[:5000], "2024,7,28,1,60,?9,12.0"]))


def test_a_leap_day_is_reported(text):
    lines = text.splitlines()
    last = 8 + 59 * 24
    leap = [line.replace(",2,28,", ",2,29,", 1) for line in lines[last - 24 : last]]
    with pytest.raises(InvalidRecord, match="8,784 hours with a 29 February; leave that day out"):
        read_epw("\n".join([*lines[:last], *leap, *lines[last:]]))


def test_an_empty_file_is_reported():
    with pytest.raises(InvalidRecord, match="line 1 must begin with LOCATION, got 'the end of the file'"):
        read_epw("")


def test_the_sky_is_worked_out_where_the_file_has_none(text):
    given, reckoned = read_epw(text), read_epw(change(text, 8, 12, "9999"))
    # The writer used the same formula; the file rounds dew point, temperature and cloud.
    assert reckoned.hours["infrared_w_m2"][0] == pytest.approx(given.hours["infrared_w_m2"][0], abs=2)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"tmin_c": np.full(365, 99.0)}, "tmin_c must not be above tmax_c, got 99 on day 1"),
        ({"shortwave_w_m2": np.ones(366)}, "shortwave_w_m2 must be 365 finite numbers, got 366"),
        ({"tmin": np.ones(365)}, "does not know tmin"),
    ],
)
def test_wrong_days_are_reported(changed, message):
    with pytest.raises(UserError, match=message):
        hours_of_days(SITE, days(**changed))


def test_a_series_that_lacks_is_named():
    hours = hours_of_days(SITE, days())
    del hours["shortwave"]
    with pytest.raises(UserError, match="a weather year lacks shortwave"):
        epw_of_local_hours(SITE, 2023, hours)


def test_months_have_their_hours():
    assert np.bincount(month_of_hours()).tolist() == [
        24 * days for days in (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    ]
    assert len(month_of_hours()) == HOURS


@pytest.mark.fidelity
@pytest.mark.skipif(not REAL.exists(), reason="the shared building data is not beside the checkout")
def test_a_real_year_fits_its_own_sun():
    year = read_epw((REAL / "USA_CO_Golden-NREL.724666_TMY3.epw").read_text())
    assert len(year.ground_c) == 12
    # Direct light on the level by our sun, and diffuse, against the measured whole (the file's own column).
    level = year.light.direct_normal * np.maximum(year.light.path.up, 0).mean(axis=1) + year.hours["diffuse_w_m2"]
    assert level.sum() == pytest.approx(year.hours["global_w_m2"].sum(), rel=0.02)


def test_a_year_that_is_read_again_is_the_same_and_cannot_be_changed(text):
    year = read_epw(text)
    assert read_epw(text) is year
    with pytest.raises(ValueError, match="read-only"):
        year.hours["temperature_c"][0] = 99.0
