from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from tests.earth.weather.soundings.making import profile

from mesocosm.earth.weather.soundings.bufkit_writing import write_bufkit
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.episode.world import World
from mesocosm.errors import ToolError
from mesocosm.suites.tornado.days.day import Forecast
from mesocosm.suites.tornado.tools.soundings import SoundingQuota, read_sounding, request_sounding

RUN = datetime(2025, 3, 15, tzinfo=UTC)
NORMAN = {"latitude": 35.2, "longitude": -97.4, "forecast_hour": 12}


@dataclass(frozen=True)
class TwoStations:
    """A day with one good station and one whose column has no moisture."""

    folder: Path
    run: datetime = RUN

    def surface_file(self, hour: int) -> Path:
        raise NotImplementedError

    def stations(self) -> Sequence[Station]:
        return [Station("OUN", 35.23, -97.46, 345.0), Station("DRY", 45.0, -100.0, 500.0)]

    def sounding_file(self, station: str) -> Path:
        return self.folder / f"hrrr_{station.lower()}.buf"


@pytest.fixture
def forecast(tmp_path: Path) -> Forecast:
    day = TwoStations(tmp_path)
    dry = np.full(15, np.nan)
    for station, changes in zip(day.stations(), ({}, {"dewpoint_c": dry}), strict=True):
        hours = [profile(valid=RUN + timedelta(hours=hour), **changes) for hour in (12, 13)]
        write_bufkit(day.sounding_file(station.id), station, hours, run=RUN)
    return Forecast(day)


def test_a_picture_comes_with_distance_and_quota(forecast: Forecast) -> None:
    quota = SoundingQuota()
    seen = request_sounding(forecast, quota, **NORMAN)
    # One hundredth of a degree of latitude is 1.11 km: about 3.3 km north and 5.4 km west.
    assert seen.text.startswith("OUN HRRR, latitude 35.23, longitude -97.46, elevation 345 m, 6 km from the point")
    assert seen.text.endswith("valid 2025-03-15 12:00 UTC; 49 of 50 soundings left")
    assert Image.open(io.BytesIO(seen.images[0].png)).size == (1200, 900)
    assert seen.data["soundings_left"] == quota.left == 49  # type: ignore[index,call-overload]


def test_text_and_pictures_share_the_quota(forecast: Forecast) -> None:
    quota = SoundingQuota(limit=2)
    assert read_sounding(forecast, quota, **NORMAN).text.endswith("1 of 2 soundings left")
    assert not read_sounding(forecast, SoundingQuota(), **NORMAN).images
    request_sounding(forecast, quota, **NORMAN)
    for refused in (read_sounding, request_sounding):
        with pytest.raises(ToolError, match="the 2 soundings of this day are used up"):
            refused(forecast, quota, **NORMAN)


def test_a_point_far_from_every_station_is_refused_at_no_cost(forecast: Forecast) -> None:
    quota = SoundingQuota()
    with pytest.raises(ToolError, match="no station lies within 1,000 km .*; the nearest, [A-Z]+, is [0-9,]+ km away"):
        read_sounding(forecast, quota, **NORMAN | {"longitude": -NORMAN["longitude"]})
    assert quota.used == 0


def test_only_successful_requests_count(forecast: Forecast) -> None:
    quota = SoundingQuota()
    with pytest.raises(ToolError, match="`forecast_hour` 30 is not there for OUN; it has hours 12-13"):
        request_sounding(forecast, quota, 35.2, -97.4, 30)
    with pytest.raises(ToolError, match="the sounding of DRY for hour 12 cannot be used: .* ask elsewhere"):
        read_sounding(forecast, quota, 45.0, -100.0, 12)
    assert quota.left == 50


@pytest.mark.parametrize("spoil", [
    lambda data: b"",
    lambda data: b"<html>Not found</html>",
    lambda data: data[: len(data) // 3],
    lambda data: data.replace(b"STIM", b"STEP"),
    lambda data: data.replace(b"TIME = 25", b"TIME = xx"),
    lambda data: data.replace(b"SLAT = ", b"SLAT = north"),
    lambda data: data.replace(b"PRES", b"RAIN"),
    lambda data: data.replace(b".", b"e300"),
    lambda data: data.replace(b" 1", b" -9999"),
    lambda data: data.replace(b"STIM = 1", b"STIM = " + b"1" * 5000),
    lambda data: bytes(range(256)) * 40,
])  # fmt: skip
@pytest.mark.parametrize("tool", [request_sounding, read_sounding])
def test_a_spoilt_file_costs_nothing_and_leads_to_the_next_station(
    forecast: Forecast, spoil: Callable[[bytes], bytes], tool: Callable[..., Any]
) -> None:
    path = forecast.day.sounding_file("OUN")
    path.write_bytes(spoil(path.read_bytes()))
    quota = SoundingQuota()
    with pytest.raises(ToolError, match=r"OUN|hour") as refusal:
        tool(forecast, quota, **NORMAN)
    assert quota.left == 50
    assert str(path.parent) not in str(refusal.value)


def test_a_station_whose_file_is_gone_is_named_with_the_next_one(
    forecast: Forecast, make_world: Callable[..., World]
) -> None:
    forecast.day.sounding_file("OUN").unlink()
    world = make_world("soundings.read_sounding", provided=(forecast, SoundingQuota()))
    refused = world.call("read_sounding", NORMAN)  # a broken world would raise here
    assert refused.text.endswith(
        "the sounding of OUN for hour 12 cannot be used: its file cannot be read. This request does not count; "
        "ask elsewhere, such as at DRY, latitude 45.00, longitude -100.00"
    )


def test_the_data_hold_the_indices(forecast: Forecast) -> None:
    data: Any = read_sounding(forecast, SoundingQuota(), **NORMAN).data
    assert data["indices"]["sb_cape"] > 1000
    assert data["station"] == "OUN"


def test_in_a_world_wrong_arguments_cost_nothing(forecast: Forecast, make_world: Callable[..., World]) -> None:
    quota = SoundingQuota()
    world = make_world("soundings.request_sounding", "soundings.read_sounding", provided=(forecast, quota))
    wrong = world.call("request_sounding", {**NORMAN, "latitude": 127.0})
    assert wrong.error is not None
    assert "`latitude` must be less than or equal to 90, got 127.0" in wrong.text
    seen = world.call("request_sounding", NORMAN)
    assert seen.error is None
    assert len(seen.images) == 1
    assert quota.used == 1
