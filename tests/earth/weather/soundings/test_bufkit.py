from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.earth.weather.soundings.making import BUFKIT, DATA, RUN, STATION, profile, real_file

from mesocosm.earth.weather.soundings.bufkit import read_bufkit, scan_station
from mesocosm.earth.weather.soundings.bufkit_writing import write_bufkit
from mesocosm.earth.weather.soundings.profile import Profile
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.errors import InvalidRecord

ARRAYS = ("pressure_hpa", "height_m", "temperature_c", "dewpoint_c", "wind_direction_deg", "wind_speed_kt")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "hrrr_kxyz.buf"
    hours = [profile(valid=RUN + timedelta(hours=hour)) for hour in (12, 13, 14)]
    write_bufkit(path, STATION, hours, run=RUN)
    return path


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new).encode())
    return path


# Hours and levels counted in the files with grep, station lines read by eye.
@pytest.mark.parametrize(
    ("name", "hours", "levels", "station"),
    [
        ("2017040100Z_nam_kmso.buf", 85, 60, Station("KMSO", 46.87, -114.16, 1335.0)),
        ("hrrr_kbuf.buf", 19, 50, Station("KBUF", 42.93, -78.73, 210.0)),
        ("nam4km_klga.buf", 60, 60, Station("KLGA", 40.76, -73.90, 10.0)),
        ("rap_kbed.buf", 22, 50, Station("KBED", 42.47, -71.28, 59.0)),
        ("rap_oun.buf", 22, 50, Station("OUN", 35.23, -97.47, 350.0)),
    ],
)
def test_real_files_give_their_station_hours_and_levels(name: str, hours: int, levels: int, station: Station) -> None:
    file = read_bufkit(real_file(f"bufkit/{name}"))
    assert (file.station, len(file.hours)) == (station, hours)
    assert {len(file.profile(hour)) for hour in file.hours} == {levels}


@pytest.mark.parametrize("name", BUFKIT)
def test_every_hour_of_every_real_file_is_a_column_of_air(name: str) -> None:
    file = read_bufkit(real_file(f"bufkit/{name}"))
    for hour in file.hours:
        one = file.profile(hour)
        assert (np.diff(one.pressure_hpa) < 0).all()
        assert (np.diff(one.height_m) > 0).all()
        assert one.height_m[0] == pytest.approx(file.station.elevation_m, abs=30)  # the lowest model level, in metres


def test_values_are_those_of_the_file() -> None:
    # The first two levels of hrrr_kbuf.buf, copied from it.
    one = read_bufkit(real_file("bufkit/hrrr_kbuf.buf")).profile(0)
    assert [getattr(one, name)[0] for name in ARRAYS] == [987.00, 217.75, 15.34, 15.10, 234.46, 5.02]
    assert [getattr(one, name)[1] for name in ARRAYS] == [984.00, 243.62, 15.24, 15.00, 246.97, 8.45]
    assert one.valid == datetime(2026, 6, 7, 11, tzinfo=UTC)
    assert one.omega_pa_s is not None
    assert one.omega_pa_s[0] == -0.10


def test_the_models_own_indices_and_the_surface_table() -> None:
    file = read_bufkit(real_file("bufkit/rap_kdsm.buf"))
    indices = file.model_indices(0)
    assert (indices["SHOW"], indices["PWAT"], indices["CAPE"], indices["BRCH"]) == (10.28, 7.69, 0.07, 0.0)
    assert len(indices) == 13
    table = file.surface
    assert table.times[:2] == (datetime(2021, 3, 11, 14, tzinfo=UTC), datetime(2021, 3, 11, 15, tzinfo=UTC))
    assert (table.columns["PMSL"][0], table.columns["T2MS"][0], table.columns["TD2M"][0]) == (1020.70, 2.44, -1.52)
    assert np.isnan(table.columns["SNFL"][0])


def test_an_hour_the_model_left_empty_is_named_as_missing() -> None:
    file = read_bufkit(real_file("bufkit/nam4km_klga.buf"))
    with pytest.raises(InvalidRecord, match="no profile for hour 46; it has hours 0-45, 47-60"):
        file.profile(46)


def test_the_sample_of_the_published_pack_reads() -> None:
    path = DATA / "agentcaster" / "bufkit" / "example_rap_oun.buf"
    if not path.exists():
        pytest.skip("needs ../shared/data/agentcaster/bufkit/example_rap_oun.buf")
    assert read_bufkit(path).sounding(3).source == "RAP"


def test_missing_values_are_nan() -> None:
    one = read_bufkit(real_file("bufkit/rap_kdsm.buf")).profile(21)
    assert np.isnan(one.dewpoint_c[-1])
    assert np.isfinite(one.temperature_c[-1])


def test_line_ends_do_not_matter(written: Path) -> None:
    before = read_bufkit(written).profile(13)
    written.write_bytes(written.read_bytes().replace(b"\r\n", b"\n"))
    np.testing.assert_array_equal(read_bufkit(written).profile(13).temperature_c, before.temperature_c)


def test_a_blank_id_is_answered_with_the_name_of_the_file(written: Path) -> None:
    changed(written, "STID = KXYZ STNM", "STID = STNM")
    assert scan_station(written).id == "KXYZ"
    assert read_bufkit(written).hours == (12, 13, 14)


def test_the_scan_gives_the_same_station_as_the_reader(written: Path) -> None:
    assert scan_station(written) == read_bufkit(written).station == STATION


def table_in_the_middle(path: Path, *, with_header: bool) -> Path:
    """Return the file with its surface table before its last profile, as in files written in two parts."""
    text = path.read_bytes().decode("latin-1").replace("\r", "")
    table = text.index("STN YYMMDD/HHMM")
    last = text.rindex("STID =", 0, table)
    header = text[: text.index("STID =")] if with_header else ""
    path.write_bytes((text[:last] + text[table:].rstrip() + "\n\n" + header + text[last:table]).encode("latin-1"))
    return path


@pytest.mark.parametrize("with_header", [False, True])
def test_a_surface_table_may_stand_between_profiles(written: Path, with_header: bool) -> None:
    before = read_bufkit(written)
    whole = {hour: before.profile(hour).temperature_c for hour in before.hours}
    rows = len(before.surface.times)
    after = read_bufkit(table_in_the_middle(written, with_header=with_header))
    assert after.hours == (12, 13, 14)
    for hour, temperature_c in whole.items():
        np.testing.assert_array_equal(after.profile(hour).temperature_c, temperature_c)
    assert len(after.surface.times) == rows == 3


@pytest.mark.parametrize("name", BUFKIT)
def test_real_files_may_have_their_table_between_profiles(name: str, tmp_path: Path) -> None:
    real = real_file(f"bufkit/{name}")
    before = read_bufkit(real)
    moved = tmp_path / name
    moved.write_bytes(real.read_bytes())
    after = read_bufkit(table_in_the_middle(moved, with_header=True))
    assert after.hours == before.hours
    assert after.surface.times == before.surface.times
    for hour in before.hours[-2:]:
        np.testing.assert_array_equal(after.profile(hour).height_m, before.profile(hour).height_m)


def test_columns_may_stand_in_another_order_and_number(tmp_path: Path) -> None:
    path = tmp_path / "hrrr_a.buf"
    rows = "\n".join(f"{100 + 50 * n} {1000 - 50 * n} {20 - n} {15 - n} 180 10" for n in range(3))
    path.write_text(
        "SNPARM = HGHT;PRES;TMPC;DWPC;DRCT;SKNT\nSTNPRM = CAPE\n\nSTID = A STNM = 1 TIME = 250315/1200\n"
        f"SLAT = 1 SLON = 2 SELV = 3\nSTIM = 12\n\nCAPE = 7\n\nHGHT PRES TMPC\nDWPC DRCT SKNT\n{rows}\n"
    )
    one = read_bufkit(path).profile(12)
    assert one.height_m.tolist() == [100, 150, 200]
    assert one.pressure_hpa.tolist() == [1000, 950, 900]
    assert one.omega_pa_s is None
    assert read_bufkit(path).surface.times == ()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("SNPARM = PRES;", "SNPARM = ", "levels lack PRES"),
        ("SNPARM", "PARAMS", "lacks the line SNPARM"),
        ("SLAT = 35.00", "SLAT = 95.00", "SLAT and SLON must be degrees, got 95.00"),
        ("SLAT = ", "LAT = ", "no BUFKIT station"),
        ("TIME = 250315/1200", "TIME = 2025-03-15", "TIME must read yymmdd/hhmm, got '2025-03-15'"),
        ("STIM = 13", "STEP = 13", "the profile of 250315/1300 lacks STIM"),
    ],
)
def test_a_spoilt_file_says_what_is_wrong(written: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(InvalidRecord, match=message):
        read_bufkit(changed(written, old, new))


def test_a_cut_file_says_so(written: Path) -> None:
    text = written.read_bytes()
    written.write_bytes(text[: text.index(b"STIM = 14") + 900])
    file = read_bufkit(written)
    assert len(file.profile(13)) == 15
    with pytest.raises(InvalidRecord, match="hour 14 has .* not a multiple of its 10 columns; the file seems cut"):
        file.profile(14)


def test_a_number_that_is_none_is_named(written: Path) -> None:
    with pytest.raises(InvalidRecord, match="a number is expected, got '28.0O'"):
        read_bufkit(changed(written, "28.00", "28.0O")).profile(12)


def test_stars_of_a_field_too_narrow_are_missing(written: Path) -> None:
    assert np.isnan(read_bufkit(changed(written, " 28.00 ", " ****** ")).profile(12).temperature_c[0])


def test_writing_refuses_hours_out_of_order(tmp_path: Path) -> None:
    late, early = profile(valid=RUN + timedelta(hours=2)), profile(valid=RUN + timedelta(hours=1))
    with pytest.raises(InvalidRecord, match=r"each for a later hour than the last; got hours \[2, 1\]"):
        write_bufkit(tmp_path / "a_b.buf", STATION, [late, early], run=RUN)
    with pytest.raises(InvalidRecord, match="whole number of hours after its run, got 0.5 hours"):
        write_bufkit(tmp_path / "a_b.buf", STATION, [profile(valid=RUN + timedelta(minutes=30))], run=RUN)


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    count = draw(st.integers(1, 30))
    numbers = st.floats(-90, 35)  # warmer water would boil at 100 hPa
    values = {name: np.array(draw(st.lists(numbers, min_size=count, max_size=count))) for name in ARRAYS[2:4]}
    pressure = np.linspace(1000, 100, count)
    wind = np.array(draw(st.lists(st.floats(0, 359), min_size=count, max_size=count)))
    height = np.linspace(-50, 16_000, count)
    dew = np.minimum(values["dewpoint_c"], values["temperature_c"])
    dew[draw(st.integers(0, count - 1)) :] = np.nan
    return Profile(RUN, pressure, height, values["temperature_c"], dew, wind, wind / 3, -wind / 100)


@given(one=profiles())
@settings(max_examples=25, deadline=None)
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, one: Profile) -> None:
    path = tmp_path_factory.mktemp("written") / "hrrr_kxyz.buf"
    write_bufkit(path, STATION, [one], run=RUN)
    file = read_bufkit(path)
    back = file.profile(0)
    assert (file.station, back.valid) == (STATION, RUN)
    for name in (*ARRAYS, "omega_pa_s"):
        # The format has two decimals.
        np.testing.assert_allclose(getattr(back, name), getattr(one, name), atol=0.00501)
    np.testing.assert_allclose(file.surface.columns["PRES"], [1000.0])
