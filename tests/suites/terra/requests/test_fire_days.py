"""Fire weather is that of noon, local standard time, and the rain of the 24 hours before."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import xarray as xr

from mesocosm.suites.terra.requests import fire_days
from mesocosm.suites.terra.requests.fire_days import NOONS, WEATHER, noon_utc, weather_days

GIVEN = {"start": "2032-06-02", "end": "2032-06-05", "towns": ["Hale"]}
TOWN = SimpleNamespace(longitude=45.0, latitude=50.0)


def hourly(start, end):
    """Return hours whose temperature is that of the hour of the day, with 1 mm of rain in each hour after 10 UTC."""
    times = pd.date_range(start, end, freq="h", inclusive="left")
    hours = times.hour.to_numpy().astype(float)
    values = dict.fromkeys(WEATHER, hours) | {"precipitation": np.where(hours >= 10, 1.0, 0.0) + times.day.to_numpy()}
    axes = {"time": times, "latitude": [49.9, 50.0, 50.1], "longitude": [44.9, 45.0, 45.1]}
    spread = {
        name: (tuple(axes), np.broadcast_to(row[:, None, None], (len(row), 3, 3))) for name, row in values.items()
    }
    return xr.Dataset(spread, coords=axes)


class Hours:
    """Land with the weather of `hourly`, which records the step that is fetched."""

    def place(self, name):
        return TOWN

    def fetch(self, variables, span, box, step):
        assert step == "hour"
        return hourly(*span)[variables]


@pytest.mark.parametrize(
    ("longitude", "hour"), [(0.0, 12), (15.7, 11), (-154.0, 22), (153.0, 2), (-179.0, 23), (179.0, 0)]
)
def test_noon_by_the_zone_of_a_longitude(longitude, hour):
    assert noon_utc(longitude) == hour


def test_the_days_are_those_of_noon():
    days = weather_days(Hours(), GIVEN, "Hale")
    assert days["temperature_2m"].tolist() == [9.0, 9.0, 9.0]
    # To 9 UTC of day d: 15 hours of the day before (d - 1 each, and 14 of them 1 mm more) and 9 of its own.
    assert days["precipitation"].tolist() == [15 * (day - 1) + 14 + 9 * day for day in (2, 3, 4)]


def test_the_program_of_the_plan_takes_the_same_days(tmp_path):
    path = tmp_path / "hours.nc"
    hourly("2032-06-01", "2032-06-05").to_netcdf(path, engine="h5netcdf")
    space = {}
    exec(NOONS.format(path=path, x=45.0, y=50.0, noon=noon_utc(TOWN.longitude)), space)
    assert space["table"].index.tolist() == ["2032-06-02", "2032-06-03", "2032-06-04"]
    second = weather_days(Hours(), GIVEN, "Hale")
    assert space["table"]["rain [mm]"].tolist() == second["precipitation"].tolist()
    assert space["table"]["t [degC]"].tolist() == second["temperature_2m"].tolist()
    assert list(space["table"].columns) == list(fire_days.COLUMNS.values())
