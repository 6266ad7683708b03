from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from tests.earth.weather.soundings.making import CASES, NAMED, profile, real_file, real_sounding

from mesocosm.earth.weather.soundings.profile import tidy, uv_m_s
from mesocosm.earth.weather.soundings.reading import read_sounding
from mesocosm.errors import InvalidRecord


# Counted and copied from the files.
@pytest.mark.parametrize(
    ("name", "levels", "station", "valid", "ground"),
    [
        (NAMED["1999-05-03"], 30, "may4_sounding", None, (959, 345, 22.2, 19.0, 160, 18)),
        (NAMED["2011-05-22"], 70, "OUN", datetime(2011, 5, 22, 12, tzinfo=UTC), (966, 345, 22.2, 21.0, 180, 7)),
        (NAMED["2014-06-16"], 110, "OAX", datetime(2014, 6, 16, 19, tzinfo=UTC), (965, 350, 27.8, 23.8, 150, 23)),
        ("sharppy/14072800.BNA", 72, "BNA", datetime(2014, 7, 28, tzinfo=UTC), (989, 210, 32.6, 23.6, 265, 10)),
    ],
)
def test_balloons_give_station_time_and_ground(
    name: str, levels: int, station: str, valid: datetime | None, ground: tuple[float, ...]
) -> None:
    sounding = read_sounding(real_file(name))
    column = tidy(sounding.profile)
    assert (sounding.station.id, sounding.profile.valid, len(column)) == (station, valid, levels)
    arrays = (column.pressure_hpa, column.height_m, column.temperature_c, column.dewpoint_c)
    winds = (column.wind_direction_deg, column.wind_speed_kt)
    assert tuple(float(one[0]) for one in (*arrays, *winds)) == ground


def test_the_decoded_ascent_comes_in_our_units() -> None:
    sounding = read_sounding(real_file(NAMED["2023-04-19"]))
    column = tidy(sounding.profile)
    assert sounding.station.id == "72357"
    assert sounding.profile.valid == datetime(2023, 4, 19, 18, 53, tzinfo=UTC)
    assert column.pressure_hpa[0] == pytest.approx(965.8)
    assert column.temperature_c[0] == pytest.approx(300.85 - 273.15)
    assert column.wind_speed_kt[0] == pytest.approx(7.7 * 3600 / 1852)  # m/s in the file


@pytest.mark.parametrize(("name", "hour"), CASES)
def test_every_real_sounding_becomes_a_tidy_column(name: str, hour: int | None) -> None:
    column = tidy(real_sounding(name, hour).profile)
    assert (np.diff(column.pressure_hpa) < 0).all()
    assert (np.diff(column.height_m) > 0).all()
    assert column.pressure_hpa[-1] >= 50
    assert not (column.dewpoint_c > column.temperature_c).any()


def test_a_bufkit_file_needs_an_hour_and_others_refuse_one() -> None:
    with pytest.raises(InvalidRecord, match="is a BUFKIT file; name one of its hours: 0-18"):
        read_sounding(real_file("bufkit/hrrr_kbuf.buf"))
    with pytest.raises(InvalidRecord, match="holds one sounding; an hour is chosen in BUFKIT files only"):
        read_sounding(real_file(NAMED["2011-05-22"]), 12)


def test_an_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(InvalidRecord, match="is not a sounding of a known format; known: BUFKIT, SPC text"):
        read_sounding(real_file("sharppy/ABR.txt"))


def test_a_word_among_the_numbers_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("%TITLE%\n A 250101/0000\n%RAW%\n1000, 1, x, 2, 3, 4\n%END%\n")
    with pytest.raises(InvalidRecord, match="numbers with commas between them are expected, got '1000, 1, x, 2, 3, 4'"):
        read_sounding(file)


def test_levels_without_a_dew_point_are_filled_below_and_left_dry_above() -> None:
    made = profile()
    dew = made.dewpoint_c.copy()
    dew[[2, -1, -2]] = np.nan
    column = tidy(profile(dewpoint_c=dew))
    log = np.log(made.pressure_hpa)
    share = (log[1] - log[2]) / (log[1] - log[3])
    assert column.dewpoint_c[2] == pytest.approx(dew[1] + share * (dew[3] - dew[1]))
    assert np.isnan(column.dewpoint_c[-2:]).all()


def test_levels_under_the_ground_and_twins_are_left_out() -> None:
    made = profile()
    twin = made.levels_at(np.array([0, 0, 1, 1, *range(2, len(made))]))
    below = np.concatenate([[np.nan], twin.temperature_c[1:]])
    column = tidy(profile(**{**vars(twin), "temperature_c": below}))
    np.testing.assert_array_equal(column.pressure_hpa, made.pressure_hpa)


def test_ground_below_the_sea_is_ground() -> None:
    made = profile()
    assert tidy(profile(height_m=made.height_m - 180)).height_m[0] == -80


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dewpoint_c": np.full(15, np.nan)}, "has 0 such levels of 15"),
        ({"temperature_c": np.array([20.0, 19, 18] + [np.nan] * 12)}, "has 3 such levels of 15"),
        ({"pressure_hpa": np.linspace(1000, 950, 15)}, "over at least 100 hPa"),
        (
            {"temperature_c": np.linspace(300, 210, 15)},
            r"temperature must lie in \[-120, 60\], got 300; is the unit right",
        ),
    ],
)
def test_too_little_to_go_on_is_refused(changes: dict[str, np.ndarray], message: str) -> None:
    with pytest.raises(InvalidRecord, match=message):
        tidy(profile(**changes))


def test_a_southerly_blows_north() -> None:
    u, v = uv_m_s(np.array([180.0, 270.0]), np.array([10.0, 10.0]))
    np.testing.assert_allclose(u, [0, 5.14444], atol=1e-5)
    np.testing.assert_allclose(v, [5.14444, 0], atol=1e-5)
