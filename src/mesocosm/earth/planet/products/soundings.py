"""BUFKIT, for sounding tools: the column of air over a town, hour by hour, by the project's writer."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.moisture import saturation_hpa
from mesocosm.earth.weather.soundings.bufkit_writing import write_bufkit
from mesocosm.earth.weather.soundings.profile import KNOT, Profile
from mesocosm.earth.weather.soundings.stations import Station

Floats = NDArray[np.float64]


def bufkit(station: Station, profiles: Sequence[Profile], run: datetime) -> bytes:
    """Return a station's profiles, earliest first, as a BUFKIT file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "station.buf"
        write_bufkit(path, station, profiles, run=run)
        return path.read_bytes()


def dew_point_c(temperature_c: Floats, humidity: Floats) -> Floats:
    """Compute the dew point from temperature and relative humidity (0..1): Bolton (1980), equations 10 and 11."""
    logarithm = np.log(np.maximum(humidity, 1e-3) * saturation_hpa(temperature_c) / 6.112)
    return np.asarray(243.5 * logarithm / (17.67 - logarithm))


def wind_from(east_m_s: Floats, north_m_s: Floats) -> tuple[Floats, Floats]:
    """Return the direction the wind comes from, degrees clockwise from north in 0..360, and its speed in knots."""
    direction = np.degrees(np.arctan2(-east_m_s, -north_m_s)) % 360.0
    return np.asarray(direction), np.hypot(east_m_s, north_m_s) / KNOT
