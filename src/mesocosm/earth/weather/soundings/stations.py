"""Stations with soundings, and the one nearest to a point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mesocosm.earth.geo.distance import great_circle_km
from mesocosm.errors import InvalidRecord


@dataclass(frozen=True)
class Station:
    """A station with soundings: degrees north and east, metres above the sea."""

    id: str
    latitude: float
    longitude: float
    elevation_m: float


class Nearest(NamedTuple):
    """A station and its distance."""

    station: Station
    distance_km: float


def nearest_station(stations: Sequence[Station], latitude: float, longitude: float) -> Nearest:
    """Return the station nearest along the great circle to a place in degrees; of two equally near, the first."""
    if not stations:
        raise InvalidRecord("no station to choose from")
    distances = great_circle_km(
        latitude, longitude, [station.latitude for station in stations], [station.longitude for station in stations]
    )
    best = int(np.argmin(distances))
    return Nearest(stations[best], float(distances[best]))
