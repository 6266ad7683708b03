"""Requests about weather and air: conventions stand in their words, and draws that leave an answer open are left."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from tests.suites.terra.workflows.kept_requests import kept_requests

from mesocosm.seeding import generator
from mesocosm.suites.terra.requests.heat_runs import BOLTON, MAGNUS, humidity_percent
from mesocosm.suites.terra.requests.weather import forecast_spread_and_error, hot_days, muggy_nights
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.workflow import Unsuited

KEPT = kept_requests()


def question(name: str, **changed: object) -> str:
    """The question of a kept request; its words need no land."""
    given = KEPT[name].given | changed
    return workflow(name).ask(None, given, generator("terra", "words", name)).question


@pytest.mark.parametrize("name", ["days_of_town_air", "rival_ozone_stations"])
def test_the_bands_of_the_air_quality_index_are_stated(name: str) -> None:
    """The index of the European Environment Agency has classes; numbers within them, and the year, are a choice."""
    asked = question(name)
    assert "at 40, 90, 120, 230 and 340 µg/m³ of nitrogen dioxide" in asked
    assert "at 50, 100, 130, 240 and 380 µg/m³ of ozone (the bands of 2017)" in asked


@pytest.mark.parametrize("name", ["cleaner_traffic", "without_the_smoke"])
def test_the_share_of_cases_is_stated(name: str) -> None:
    """The count of cases would itself fall with cleaner air, which changes what is saved by some percent."""
    assert "(RR - 1) / RR" in question(name)
    assert "the same count" in question(name)


def test_hours_of_lessons_are_listed_where_they_pass_midnight() -> None:
    asked = question("school_air", first_hour=22)
    assert "begin at 22:00, 23:00, 00:00, 01:00, 02:00 and 03:00 UTC" in asked


@pytest.mark.parametrize("name", ["reported_air", "reported_log", "reported_month"])
def test_the_sides_of_a_box_are_named(name: str) -> None:
    assert " the box of longitude " in question(name)


def test_a_month_with_two_days_of_the_highest_high_is_noticed() -> None:
    cool, warm = np.array([30.1, 33.4, 29.0]), np.array([31.0, 33.4, 33.4])
    assert hot_days._hottest_days({"cool": cool, "warm": warm}) == {1, 2}
    assert hot_days._hottest_days({"cool": cool}) == {1}


def test_dry_air_is_not_called_muggy(monkeypatch: pytest.MonkeyPatch) -> None:
    days = pd.date_range("2038-05-01", periods=31, name="time")
    low, steps = pd.Series(np.linspace(4, 12, 31), days), np.random.default_rng(1).normal(size=(3, 31))
    tables = {str(town): pd.DataFrame({"low": low, "dew": low - 2 + step}) for town, step in enumerate(steps)}
    monkeypatch.setattr(muggy_nights, "some_towns", lambda land, chance: list(tables))
    monkeypatch.setattr(muggy_nights, "_days", lambda land, given: tables)
    with pytest.raises(Unsuited, match="dry"):
        muggy_nights._draw(KEPT["muggy_nights"].land, generator("terra", "dry air"))


def test_no_ensemble_of_pressure_is_checked_where_it_errs_by_more_than_the_weather_varies() -> None:
    """In the tropics sea-level pressure deviates by about 1 hPa; the ensemble errs by 8 hPa a week ahead everywhere."""
    land = replace(KEPT["forecast_spread_and_error"].land, region="r000")
    assert land.climate == "tropical"
    with pytest.raises(Unsuited, match="hectopascal"):
        forecast_spread_and_error._draw(land, generator("terra", "tropics"))


def test_vapour_pressures_of_bolton_and_the_wmo_agree_within_a_tenth_of_a_percent_of_humidity() -> None:
    """At 30 °C and a dew point of 20 °C the vapour pressures are 42.4 and 23.4 hPa (WMO-No. 8): 55 %."""
    air, dew = np.array([30.0]), np.array([20.0])
    bolton, magnus = humidity_percent(air, dew, BOLTON)[0], humidity_percent(air, dew, MAGNUS)[0]
    assert magnus == pytest.approx(55.08, abs=0.1)
    assert 0 < abs(bolton - magnus) < 0.1
