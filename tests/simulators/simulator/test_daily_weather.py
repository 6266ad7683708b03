"""Computed evapotranspiration against FAO's own worked examples and an independent library."""

from datetime import date, timedelta

import pytest

from mesocosm.simulators.simulator.daily_table import as_csv, unsigned_zero
from mesocosm.simulators.simulator.daily_weather import DailyWeather
from mesocosm.simulators.simulator.evaporation import (
    extraterrestrial,
    hargreaves,
    penman_monteith,
    reference_evapotranspiration,
)


def test_radiation_above_the_air_is_that_of_example_8():
    # FAO-56 example 8: 3 September at 20° S, 32.2 MJ/m² a day.
    assert extraterrestrial(date(2001, 9, 3), -20.0) == pytest.approx(32.2, abs=0.05)
    assert extraterrestrial(date(2001, 12, 21), 80.0) == 0  # in the polar night


def test_penman_and_monteith_give_example_18():
    # FAO-56 example 18: Uccle, 50°48' N, 100 m, 6 July: 3.9 mm a day (3.88 before rounding).
    above = extraterrestrial(date(2001, 7, 6), 50.8)
    assert above == pytest.approx(41.09, abs=0.1)
    depth = penman_monteith(
        12.3,
        21.5,
        radiation_mj_m2=22.07,
        vapour_pressure_kpa=1.409,
        wind_m_s=2.078,
        extraterrestrial_mj_m2=above,
        elevation_m=100.0,
    )
    assert depth == pytest.approx(3.88, abs=0.02)


def test_hargreaves_by_hand():
    # 0.0023 (20.7 + 17.8) sqrt(11.8) 0.408 x 40.6
    assert hargreaves(14.8, 26.6, 40.6) == pytest.approx(5.04, abs=0.01)


def weather(**columns):
    days = [date(2001, 6, 1) + timedelta(days=step) for step in range(3)]
    plain = {"date": days, "tmin_c": [10, 11, 12], "tmax_c": [20, 24, 26], "rain_mm": [0, 0, 3]}
    return DailyWeather.model_validate(plain | columns)


def test_the_method_of_evapotranspiration_is_described():
    assert "Hargreaves" in reference_evapotranspiration(weather(), 45.0, 0.0)[1]
    words = reference_evapotranspiration(weather(radiation_mj_m2=[20, 25, 10]), 45.0, 0.0)[1]
    assert "Penman" in words
    assert "wind_m_s taken as 2" in words
    whole = weather(radiation_mj_m2=[20, 25, 10], wind_m_s=[2, 2, 2], vapour_pressure_kpa=[1.2, 1.2, 1.2])
    assert "taken" not in reference_evapotranspiration(whole, 45.0, 0.0)[1]


def test_it_agrees_with_an_independent_library(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))  # where that library writes when it is imported
    monkeypatch.delenv("USER", raising=False)
    util = pytest.importorskip("pcse.util", reason="install mesocosm[crops]")
    whole = weather(radiation_mj_m2=[20, 25, 10], wind_m_s=[2, 3, 1], vapour_pressure_kpa=[1.2, 1.2, 1.4])
    ours = reference_evapotranspiration(whole, 45.0, 50.0)[0]
    for place, depth in enumerate(ours):
        theirs = util.penman_monteith(
            whole.date[place],
            45.0,
            50.0,
            whole.tmin_c[place],
            whole.tmax_c[place],
            whole.radiation_mj_m2[place] * 1e6,
            whole.vapour_pressure_kpa[place] * 10,
            whole.wind_m_s[place],
        )
        # That library takes another formula for the radiation of a clear sky: a few hundredths of a millimetre.
        assert depth == pytest.approx(theirs, abs=0.15)


def test_radiation_in_joules_is_recognised():
    with pytest.raises(ValueError, match="looks like J/m²"):
        weather(radiation_mj_m2=[20e6, 1, 1])


def test_cells_have_nine_digits_and_no_negative_zero():
    assert as_csv(("a", "b"), [("x", 1 / 3), ("y", -0.0)]) == b"a,b\nx,0.333333333\ny,0\n"
    assert str(unsigned_zero(-0.0)) == "0.0"


CSV = "date,tmin_c,tmax_c,rain_mm\n2001-06-01,10,20,0\n2001-06-02,11,21,1\n"


def test_a_spreadsheets_mark_before_the_text_is_passed_over():
    assert DailyWeather.model_validate("\ufeff" + CSV) == DailyWeather.model_validate(CSV)


def test_semicolons_are_named():
    with pytest.raises(ValueError, match="must be separated by commas, and are by semicolons"):
        DailyWeather.model_validate(CSV.replace(",", ";"))
