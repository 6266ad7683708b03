"""Soundings for tests: the real ones, and a simple one made by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.shared import SHARED

from mesocosm.earth.weather.soundings.profile import Profile, Sounding
from mesocosm.earth.weather.soundings.reading import read_sounding
from mesocosm.earth.weather.soundings.stations import Station

DATA = SHARED / "data"
REAL = DATA / "real" / "soundings"
STATION = Station("KXYZ", 35.0, -97.5, 300.0)
RUN = datetime(2025, 3, 15, tzinfo=UTC)

NAMED = {
    "1999-05-03": "radiosonde/may4_sounding.txt",  # launched at 00 UTC on the 4th, the evening of the 3rd
    "2011-05-22": "radiosonde/20110522_OUN_12Z.txt",
    "2014-06-16": "sharppy/14061619.OAX",
    "2023-04-19": "radiosonde/2023-04-19_19_72357.pq",
}
BALLOONS = (
    *NAMED.values(),
    "radiosonde/20160524_2302_EF3_37.57_-100.13_108_613967.snd",
    "radiosonde/2023-04-20_00_72357.pq",
    "radiosonde/dec9_sounding.txt",
    "radiosonde/jan20_sounding.txt",
    "radiosonde/may22_sounding.txt",
    "radiosonde/nov11_sounding.txt",
    "sharppy/14072800.BNA",
    "sharppy/hrrr_point_36.68N_95.66W_f018.spc",
)
BUFKIT = (
    "2017040100Z_nam_kmso.buf",
    "2017040112Z_nam_kmso.buf",
    "hrrr_kbuf.buf",
    "hrrr_kdsm.buf",
    "nam4km_klga.buf",
    "nam_kdsm.buf",
    "rap_kbed.buf",
    "rap_kdsm.buf",
    "rap_oun.buf",
)
CASES: tuple[tuple[str, int | None], ...] = (
    *((name, None) for name in BALLOONS),
    *((f"bufkit/{name}", hour) for name in BUFKIT for hour in (0, 9, 18)),
)


def real_file(name: str) -> Path:
    """Return a file of the real soundings."""
    path = REAL / name
    if not path.exists():
        pytest.skip(f"needs ../shared/data/real/soundings/{name}")
    return path


def real_sounding(name: str, hour: int | None = None) -> Sounding:
    """Return a real sounding; those with a value per second thinned tenfold, which changes no index and saves time."""
    sounding = read_sounding(real_file(name), hour)
    if len(sounding.profile) > 1500:
        return replace(sounding, profile=sounding.profile.levels_at(np.arange(1, len(sounding.profile), 10)))
    return sounding


def profile(**changed: Any) -> Profile:
    """Return a loaded-gun column: moist below, a cap at 850 hPa, steep lapse rates above, winds veering and growing."""
    pressure = np.array([1000.0, 950, 925, 900, 850, 800, 700, 600, 500, 400, 300, 250, 200, 150, 100])
    made = {
        "valid": RUN,
        "pressure_hpa": pressure,
        "height_m": np.array(
            [100.0, 540, 766, 998, 1480, 1989, 3100, 4350, 5780, 7440, 9490, 10710, 12150, 13980, 16500]
        ),
        "temperature_c": np.array([28.0, 24, 22, 20, 19, 15.5, 6, -4.5, -16, -29, -45, -53, -60, -64, -66]),
        "dewpoint_c": np.array([22.0, 20, 19, 17.5, 8, 3, -6, -18, -30, -42, -57, -64, -72, -80, -85]),
        "wind_direction_deg": np.array([160.0, 170, 178, 185, 200, 210, 225, 235, 240, 245, 250, 250, 255, 260, 265]),
        "wind_speed_kt": np.array([12.0, 24, 28, 30, 33, 35, 40, 47, 55, 65, 80, 88, 90, 70, 45]),
    }
    return Profile(**{**made, **changed})  # type: ignore[arg-type]
