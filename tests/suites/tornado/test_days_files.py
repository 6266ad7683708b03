"""A synthetic day as files: the same bytes on every machine, the same air in map and sounding, and no truth."""

import hashlib
import multiprocessing
import os
import subprocess
import sys

import numpy as np
import pytest

from mesocosm.earth.geo.grid import to_earth_winds
from mesocosm.earth.weather.grib import reading
from mesocosm.earth.weather.grib.naming import PUBLISHED
from mesocosm.earth.weather.soundings.bufkit import read_bufkit, scan_station
from mesocosm.earth.weather.soundings.indices import analyse
from mesocosm.earth.weather.soundings.profile import uv_m_s
from mesocosm.earth.weather.soundings.reading import read_sounding
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.suites.tornado.days.day import ForecastDay
from mesocosm.suites.tornado.days.day_types import day_type
from mesocosm.suites.tornado.days.synthetic import FILES, SyntheticDay

SEED = 11
INDEX = next(index for index in range(40) if day_type(SEED, index) == 15)
HOUR = 23


@pytest.fixture
def day() -> SyntheticDay:
    return SyntheticDay(SEED, INDEX)


def stations_near_the_storms(day: SyntheticDay, count: int = 4):
    """Return stations in the warm sector, where fields have structure and steep gradients."""
    from mesocosm.suites.tornado.days.places import nodes

    where, density = nodes(), day.hazard.density
    row, column = np.unravel_index(density.argmax(), density.shape)
    east, north = where.longitude[row, column] + 0.8, where.latitude[row, column]
    return sorted(day.stations(), key=lambda one: np.hypot(one.longitude - east, one.latitude - north))[:count]


def at_place(day: SyntheticDay, name: str, station) -> float:
    """Return a map's value at a station, linear between its four nodes."""
    field = reading.read_product(day.surface_file(HOUR), name)
    return bilinear(field.values, *field.grid.locate(station.longitude, station.latitude))


def bilinear(values, column, row) -> float:
    left, low = int(column), int(row)
    across, up = column - left, row - low
    corners = np.asarray(values[low : low + 2, left : left + 2], float)
    return float((corners @ [1 - across, across]) @ [1 - up, up])


def test_it_is_a_forecast_day(day):
    kept: ForecastDay = day
    assert kept.run.hour == 0
    assert kept.run.tzinfo is not None
    assert kept.run.date() == day.date
    assert day.day_type == 15


def test_a_map_file_holds_every_product(day):
    messages = reading.index(day.surface_file(HOUR))
    assert sorted(one.name for one in messages) == sorted(PUBLISHED)
    assert {one.run for one in messages} == {day.run}
    assert {one.hour for one in messages} == {HOUR}


def test_maps_read_back_as_they_were_made(day):
    fields = day.fields(HOUR)
    for name in ("2_metre_temperature_at_2_heightAboveGround", "Geopotential_height_at_500_isobaricInhPa"):
        values = reading.read_product(day.surface_file(HOUR), name).values
        assert np.allclose(values, fields[name], atol=np.ptp(fields[name]) / 2000)


def test_stations_cover_the_country(day):
    stations = day.stations()
    assert 250 <= len(stations) <= 400
    assert len({one.id for one in stations}) == len(stations)
    assert all(len(one.id) == 4 for one in stations)
    gaps = [
        min(np.hypot((a.longitude - b.longitude) * 0.8, a.latitude - b.latitude) for b in stations if b is not a)
        for a in stations
    ]
    assert max(gaps) < 3.0


def test_a_sounding_file_is_a_station_at_every_hour(day):
    station = day.stations()[100]
    path = day.sounding_file(station.id)
    assert scan_station(path).id == station.id
    kept = read_bufkit(path)
    assert list(kept.hours) == list(range(37))


def test_sounding_and_map_show_the_same_air(day):
    """Instability and helicity of a column and of the map around it: steep fields between nodes 36 km apart leave 15 %;
    the soundings lift through finer steps than the maps."""
    compared = 0
    for station in stations_near_the_storms(day):
        sounding = read_sounding(day.sounding_file(station.id), HOUR)
        indices = analyse(sounding.profile).indices
        warm = at_place(day, "2_metre_temperature_at_2_heightAboveGround", station) - 273.15
        moist = at_place(day, "2_metre_dewpoint_temperature_at_2_heightAboveGround", station) - 273.15
        assert warm == pytest.approx(sounding.profile.temperature_c[0], abs=1.0)
        assert moist == pytest.approx(sounding.profile.dewpoint_c[0], abs=1.2)
        cape = at_place(day, "Convective_available_potential_energy_at_0_surface", station)
        assert cape == pytest.approx(indices.sb_cape, rel=0.15, abs=150)
        helicity = at_place(day, "Storm_relative_helicity_at_1000_heightAboveGroundLayer_Layer0m", station)
        assert helicity == pytest.approx(indices.srh_1km, rel=0.15, abs=25)
        compared += indices.sb_cape > 500
    assert compared >= 2


def test_winds_of_soundings_are_true_and_those_of_maps_are_not(day):
    """Maps give winds along the grid's axes, as the operational model does; turned to true north they are the
    sounding's. At the country's edges the two differ by more than ten degrees."""
    station = min(day.stations(), key=lambda one: one.longitude)
    names = [f"{axis}_component_of_wind_at_500_isobaricInhPa" for axis in "UV"]
    along = [reading.read_product(day.surface_file(HOUR), name) for name in names]
    grid = along[0].grid
    turned = to_earth_winds(grid, *(np.asarray(one.values, float) for one in along))
    place = grid.locate(station.longitude, station.latitude)
    profile = read_sounding(day.sounding_file(station.id), HOUR).profile
    u, v = uv_m_s(profile.wind_direction_deg, profile.wind_speed_kt)
    true = [float(np.interp(-np.log(500), -np.log(profile.pressure_hpa), one)) for one in (u, v)]
    assert [bilinear(one, *place) for one in turned] == pytest.approx(true, abs=1.0)
    apart = np.hypot(*(bilinear(one.values, *place) - other for one, other in zip(along, true, strict=True)))
    assert apart > 0.15 * np.hypot(*true)


def digests(day: SyntheticDay) -> list[str]:
    files = (day.surface_file(HOUR), day.sounding_file(day.stations()[150].id))
    return [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]


def test_another_process_makes_the_same_bytes(day, tmp_path):
    code = (
        "from mesocosm.suites.tornado.days.synthetic import SyntheticDay; import hashlib;"
        f"d = SyntheticDay({SEED}, {INDEX});"
        f"files = (d.surface_file({HOUR}), d.sounding_file(d.stations()[150].id));"
        "print(*(hashlib.sha256(one.read_bytes()).hexdigest() for one in files))"
    )
    environment = os.environ | {"MESOCOSM_CACHE": str(tmp_path / "elsewhere"), "PYTHONHASHSEED": "7"}
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert other.stdout.split() == digests(day)


def test_files_are_made_once(day):
    path = day.surface_file(HOUR)
    before = path.stat().st_mtime_ns
    assert SyntheticDay(SEED, INDEX).surface_file(HOUR) == path
    assert path.stat().st_mtime_ns == before


def _make(cache: str, station: str) -> str:
    os.environ["MESOCOSM_CACHE"] = cache
    return hashlib.sha256(SyntheticDay(SEED, INDEX).sounding_file(station).read_bytes()).hexdigest()


def test_processes_may_make_a_file_at_once(day, tmp_path):
    station = day.stations()[60].id
    with multiprocessing.get_context("fork").Pool(3) as pool:
        found = pool.starmap(_make, [(str(tmp_path), station)] * 6)
    assert len(set(found)) == 1
    assert not [path for path in tmp_path.rglob(".*") if path.is_file()]


def test_a_writer_that_fails_leaves_nothing(day, monkeypatch, tmp_path):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))

    def broken(hour: int) -> dict[str, np.ndarray]:
        raise RuntimeError("no fields today")

    monkeypatch.setattr(day, "fields", broken)
    with pytest.raises(RuntimeError, match="no fields today"):
        day.surface_file(HOUR)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_files_carry_no_truth(day):
    """Only forecast files are kept, and none of their text mentions what happened."""
    day.surface_file(HOUR)
    text = day.sounding_file(day.stations()[0].id).read_text().lower()
    assert not any(word in text for word in ("tornado", "hazard", "report", day.scenario.regime))
    kept = {path.suffix for path in FILES.path("x").parent.rglob("*") if path.is_file()}
    assert kept <= {".grib2", ".buf"}
    binary = day.surface_file(HOUR).read_bytes().lower()
    assert b"tornado" not in binary
    assert b"hazard" not in binary


@pytest.mark.parametrize("hour", [11, 37, -1, 12.5])
def test_hours_outside_the_day_are_refused(day, hour):
    with pytest.raises(InvalidRecord, match="hour must be a whole number from 12 to 36, got"):
        day.surface_file(hour)


def test_unknown_stations_are_refused(day):
    with pytest.raises(UnknownName, match=r"no station is called 'KOUN'. Known: XAAA, .* and \d+ more"):
        day.sounding_file("KOUN")


def test_an_index_below_zero_is_refused():
    with pytest.raises(InvalidRecord, match="index must be 0 or more, got -1"):
        SyntheticDay(SEED, -1)
