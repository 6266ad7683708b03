"""EPW: layout by the data dictionary, and consistent sums of sunshine."""

import numpy as np
import pytest

from mesocosm.earth.planet.products.epw import HOURS, Site, epw
from mesocosm.earth.weather.moisture import relative_humidity
from mesocosm.earth.weather.sunshine import sky_radiation, split_sunshine
from mesocosm.errors import UserError

SITE = Site("Midothcombe", "r000", 46.8, 81.5, 210.0)


def year():
    hour = np.arange(HOURS + 1)
    constant = {"surface_pressure": 990.0, "wind_east_10m": 3.0, "wind_north_10m": 0.0, "cloud_cover": 0.3}
    series = {name: np.full(HOURS + 1, value) for name, value in constant.items()}
    sun = np.sin((hour % 24 - 6) * np.pi / 12) * 0.8
    series["temperature_2m"] = hour % 24 + 0.0
    series["dew_point_2m"] = np.full(HOURS + 1, 0.0)
    series["shortwave"] = np.maximum(sun, 0.0) * 900.0
    series["precipitation"] = np.where(hour == 30, 2.5, 0.0)
    return series, sun


def lines():
    return epw(SITE, 2031, *year()).decode().split("\r\n")


def test_eight_lines_of_header_and_a_year_of_hours():
    rows = lines()
    assert len(rows) == 8 + HOURS + 1
    assert rows[0] == "LOCATION,Midothcombe,r000,XXX,mesocosm planet,999999,46.80,81.50,5.0,210.0"
    assert rows[7] == "DATA PERIODS,1,1,Data,Wednesday,1/1,12/31"  # 1 January 2031 is a Wednesday
    assert all(len(line.split(",")) == 35 for line in rows[8:-1])


def test_an_hour_ends_at_its_name_and_wind_is_where_it_comes_from():
    first, noon, wet = (lines()[8 + at].split(",") for at in (0, 11, 30))
    assert first[:5] == ["2031", "1", "1", "1", "60"]
    assert float(first[6]) == 1.0  # at one o'clock
    assert first[20:22] == ["270", "3.0"]
    series, _ = year()
    assert noon[3] == "12"
    assert float(noon[13]) == round((series["shortwave"][11] + series["shortwave"][12]) / 2)
    assert (wet[3], float(wet[33])) == ("7", 2.5)  # the rain from six to seven


def test_direct_and_diffuse_sunshine_add_up_to_the_whole():
    series, sun = year()
    high = sun > 0.1
    _, _, direct, diffuse = split_sunshine(series["shortwave"], sun, np.arange(HOURS + 1) / 24 + 1)
    assert np.abs(direct * sun + diffuse - series["shortwave"])[high].max() < 1e-6
    assert (direct >= 0).all()
    assert (diffuse <= series["shortwave"] + 1e-9).all()


def test_a_dull_sky_sends_only_diffuse_light():
    # Erbs et al. (1982), first branch: 1 - 0.09 kt is diffuse; kt = 0.1 of 1367 * 0.5 W/m² here.
    whole = np.array([0.1 * 1367.0 * 0.5 * 1.033])
    diffuse = split_sunshine(whole, np.array([0.5]), np.array([0.0]))[3]
    assert diffuse[0] / whole[0] == pytest.approx(1 - 0.09 * 0.1, abs=1e-4)


def test_saturated_air_is_at_a_hundred_per_cent():
    assert relative_humidity(np.array([12.0]), np.array([12.0]))[0] == pytest.approx(100.0)


def test_a_clouded_sky_is_warmer():
    clear, dull = sky_radiation(np.array([15.0, 15.0]), np.array([8.0, 8.0]), np.array([0.0, 1.0]))
    assert 250 < clear < dull < 400


def test_a_shorter_year_is_refused():
    series, sun = year()
    with pytest.raises(UserError, match="a weather year has 8761 hours"):
        epw(SITE, 2031, {name: values[:-1] for name, values in series.items()}, sun)
