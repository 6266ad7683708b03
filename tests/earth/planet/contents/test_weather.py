"""Weather as files: months, the days of events, and soundings that are physically consistent."""

from datetime import UTC, date, datetime

import pytest
from tests.earth.planet.micro import MICRO

from mesocosm.earth.planet.exports.weather import event_days, files, months
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size

eccodes = pytest.importorskip("eccodes", reason="install the extra planet")


def test_months_end_with_the_last_day():
    listed = months(60)
    assert listed == {
        "2031-01": (date(2031, 1, 1), 31),
        "2031-02": (date(2031, 2, 1), 28),
        "2031-03": (date(2031, 3, 1), 1),
    }
    assert sum(days for _, days in months(800).values()) == 800


def test_days_of_events_lie_in_the_middle_of_storms():
    planet = Planet(1, Size(regions=1, cells=40, towns=1, days=366))
    days = event_days(planet, planet.regions[0])
    starts = [event for event in planet.events("r000", 2031) if event.kind in ("cyclone", "storm", "deluge")]
    hours = [
        (datetime(day.year, day.month, day.day, tzinfo=UTC) - datetime(2031, 1, 1, tzinfo=UTC)).days * 24
        for day in days
    ]
    assert 1 <= len(days) <= 2
    for hour in hours:
        assert any(event.start_hour - 24 < hour < event.end_hour for event in starts)


@pytest.fixture(scope="module")
def made():
    planet = Planet(1, MICRO)
    return dict(files(planet, planet.regions[0], "2031-01-01"))


def test_a_days_grib_has_levels_and_the_ground(made, tmp_path):
    (tmp_path / "a.grib2").write_bytes(made["weather/levels-2031-01-01.grib2"])
    seen = {}
    with (tmp_path / "a.grib2").open("rb") as file:
        while (handle := eccodes.codes_grib_new_from_file(file)) is not None:
            key = tuple(
                eccodes.codes_get(handle, name) for name in ("shortName", "typeOfLevel", "level", "forecastTime")
            )
            seen[key] = float(eccodes.codes_get_values(handle).mean())
            eccodes.codes_release(handle)
    assert 4900 < seen["gh", "isobaricInhPa", 500, 12] < 6000
    assert 90_000 < seen["sp", "surface", 0, 12] < 106_000
    assert seen["t", "isobaricInhPa", 850, 0] > seen["t", "isobaricInhPa", 500, 0]
    assert {hour for *_, hour in seen} >= {0, 6, 12, 18}


def test_cfgrib_opens_it(made, tmp_path):
    cfgrib = pytest.importorskip("cfgrib", reason="install cfgrib")
    (tmp_path / "a.grib2").write_bytes(made["weather/levels-2031-01-01.grib2"])
    keys = {"typeOfLevel": "isobaricInhPa"}
    opened = cfgrib.open_file(str(tmp_path / "a.grib2"), filter_by_keys=keys)
    assert {"t", "u", "v", "gh"} <= set(opened.variables)


def test_a_days_sounding_is_read_back_and_is_hydrostatic(made, tmp_path):
    from mesocosm.earth.weather.soundings.bufkit import read_bufkit

    (tmp_path / "a.buf").write_bytes(made["weather/r000-p00-2031-01-01.buf"])
    read = read_bufkit(tmp_path / "a.buf")
    assert read.hours == tuple(range(24))
    profile = read.profile(12)
    assert (profile.pressure_hpa[:-1] > profile.pressure_hpa[1:]).all()
    assert (profile.height_m[:-1] < profile.height_m[1:]).all()
    assert (profile.dewpoint_c <= profile.temperature_c + 0.11).all()  # each is rounded to 0.1
