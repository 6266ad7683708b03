from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.earth.weather.soundings.making import CASES, STATION, profile, real_sounding

from mesocosm.earth.weather.soundings.indices import analyse
from mesocosm.earth.weather.soundings.profile import Sounding
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.earth.weather.soundings.text import sounding_text, title


def test_the_title_says_where_and_when() -> None:
    sounding = Sounding(STATION, profile(), forecast_hour=18, source="HRRR")
    assert title(sounding, 23.4) == (
        "KXYZ HRRR, latitude 35.00, longitude -97.50, elevation 300 m, 23 km from the point asked for, "
        "forecast hour 18, valid 2025-03-15 00:00 UTC"
    )
    unknown = Sounding(Station("A", np.nan, np.nan, 3.0), replace(profile(), valid=None))
    assert title(unknown) == "A, elevation 3 m"


def test_the_numbers_are_those_of_the_indices() -> None:
    sounding = Sounding(STATION, profile())
    indices = analyse(profile()).indices
    text = sounding_text(sounding)
    row = next(line for line in text.splitlines() if line.startswith("mixed 100 hPa")).split()
    assert [int(cell) for cell in row[3:]] == [
        round(one) for one in (indices.ml_cape, indices.ml_cin, indices.ml_lcl, indices.ml_lfc, indices.ml_el)
    ]
    assert f"STP effective {indices.stp_effective:.1f}" in text


def test_the_table_begins_at_the_ground_and_ends_at_100_hpa() -> None:
    lines = sounding_text(Sounding(STATION, profile())).splitlines()
    start = next(at for at, line in enumerate(lines) if line.split()[:1] == ["hPa"])
    assert lines[start + 1].split() == ["1000", "0", "28.0", "22.0", "160", "12"]
    assert lines[-1].split() == ["100", "16400", "-66.0", "-85.0", "265", "45"]


@pytest.mark.parametrize(("name", "hour"), CASES)
def test_every_real_sounding_fits_on_a_page(name: str, hour: int | None) -> None:
    text = sounding_text(real_sounding(name, hour))
    assert len(text) < 3500
    assert "nan" not in text
    levels = text[text.index("m AGL") :].splitlines()[1:]
    assert 10 <= len(levels) <= 35


def test_what_is_missing_is_shown_as_missing() -> None:
    text = sounding_text(Sounding(STATION, profile(wind_speed_kt=np.full(15, np.nan))))
    row = next(line for line in text.splitlines() if line.startswith("0-1 km"))
    assert row.split() == ["0-1", "km", "--", "--"]


def test_south_of_the_equator_the_left_mover_is_named() -> None:
    south = Sounding(replace(STATION, latitude=-35.0), profile())
    assert "Bunkers right mover from" in sounding_text(Sounding(STATION, profile()))
    assert "Bunkers left mover from" in sounding_text(south)
