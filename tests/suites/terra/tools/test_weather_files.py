"""Weather of files for engines: names that two files share, and derived quantities."""

import numpy as np
import pytest
import xarray as xr

from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import saved_fields
from mesocosm.suites.terra.inputs.weather import daily_weather, hourly_weather, noon_weather
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.tools import environment, impact

DAYS = np.arange("2031-07-01", "2031-07-04", dtype="datetime64[D]").astype("datetime64[ns]")
UNITS = {"temperature_2m": "degC", "dew_point_2m": "degC", "precipitation": "mm", "shortwave": "W m-2"}
PARTS = {"wind_east_10m": [3.0, 0.0, -6.0], "wind_north_10m": [4.0, 5.0, 8.0]}
SPEED = [5.0, 5.0, 10.0]


def series(workspace, name, **columns):
    variables = {
        key: ("time", np.array(values, float), {"units": UNITS.get(key, "m s-1")}) for key, values in columns.items()
    }
    return saved_fields(workspace, name, xr.Dataset(variables, {"time": DAYS}))


@pytest.fixture
def extremes(workspace):
    """Write lowest and highest values of days as aggregates leave them: two files, one name; and all else."""
    low = series(workspace, "low", temperature_2m=[10, 11, 12])
    high = series(workspace, "high", temperature_2m=[20, 21, 22])
    rest = series(
        workspace, "rest", precipitation=[0, 1, 2], dew_point_2m=[9, 9, 9], shortwave=[200, 250, 300], **PARTS
    )
    return low, high, rest


def test_a_file_and_a_name_tell_lowest_from_highest(workspace, extremes):
    low, high, _ = extremes
    named = {"tmin_c": f"{low}:temperature_2m", "tmax_c": f"{high}:temperature_2m"}
    days, _, _ = daily_weather(workspace, list(extremes), named, None)
    assert (days["tmin_c"], days["tmax_c"]) == ([10, 11, 12], [20, 21, 22])


def test_the_error_shows_how_to_name_a_file(workspace, extremes):
    low, high, _ = extremes
    with pytest.raises(ToolError, match="no column for tmin_c, tmax_c") as problem:
        daily_weather(workspace, list(extremes), {}, None)
    assert f"{low}:temperature_2m, {high}:temperature_2m" in str(problem.value)
    assert f'such as {{"tmin_c": "{low}:temperature_2m"}}' in str(problem.value)
    with pytest.raises(ToolError, match=f'such as {{"temperature_c": "{low}:temperature_2m"}}'):
        hourly_weather(workspace, [low, high], {}, None, ["temperature_c"])


def test_all_engines_work_out_wind_and_humidity_alike(workspace, extremes):
    """By hand: e(9 °C) = 0.6108 exp(17.27 · 9 / 246.3) = 1.148 kPa; wind at 2 m = 0.748 of that at 10 m (FAO-56)."""
    low, high, rest = extremes
    named = {"tmin_c": f"{low}:temperature_2m", "tmax_c": f"{high}:temperature_2m"}
    needed = ["tmin_c", "tmax_c", "rain_mm", "radiation_mj_m2", "vapour_pressure_kpa", "wind_m_s"]
    days, _, notes = daily_weather(workspace, list(extremes), named, None, needed)
    assert days["wind_m_s"] == pytest.approx([0.748 * speed for speed in SPEED], rel=1e-3)
    assert days["vapour_pressure_kpa"] == pytest.approx([1.148] * 3, abs=1e-3)
    assert days["radiation_mj_m2"] == pytest.approx([17.28, 21.6, 25.92])  # 86,400 s a day
    noon, words = noon_weather(workspace, [high, rest], {}, None)
    hours = hourly_weather(workspace, [high, rest], {}, None, ["wind_speed_10m_m_s", "relative_humidity_percent"])
    assert noon.values["wind_speed_10m_km_h"] == pytest.approx([18.0, 18.0, 36.0])
    assert hours.values["wind_speed_10m_m_s"] == pytest.approx(SPEED)
    assert noon.values["relative_humidity_percent"] == pytest.approx(
        hours.values["relative_humidity_percent"], rel=1e-8
    )
    assert noon.values["relative_humidity_percent"][0] == pytest.approx(49.1, abs=0.2)  # Bolton (1980), 9 in 20 °C
    assert words == hours.notes
    assert "wind speed from its eastward and northward parts" in notes


def test_what_was_worked_out_is_told_with_the_run(workspace, extremes):
    _, high, rest = extremes
    fire = environment.fire_weather(workspace, Runs(), [high, rest], [81.5, 46.8])
    heat = impact.heat_stress(workspace, Runs(), [high, rest], ["heat_index"])
    for run in (fire, heat):
        assert "relative humidity from the dew point (Bolton 1980)" in run.text


def test_what_is_lacking_is_told_with_what_may_stand_for_it(workspace):
    bare = series(workspace, "bare", temperature_2m=[20, 21, 22], precipitation=[0, 0, 0])
    with pytest.raises(ToolError, match=r"wind_speed_10m_km_h \(or wind_east_10m_m_s and wind_north_10m_m_s\)"):
        environment.fire_weather(workspace, Runs(), bare, [81.5, 46.8])
