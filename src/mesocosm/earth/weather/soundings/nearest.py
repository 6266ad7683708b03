"""Which station is nearest to a point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mesocosm.earth.weather.day import Station
from mesocosm.errors import InvalidRecord

EARTH_RADIUS_KM = 6371.0
"""As published."""


class Nearest(NamedTuple):
    """A station and how far it is."""

    station: Station
    distance_km: float


def great_circle_km(
    latitude: float, longitude: float, latitudes: Sequence[float], longitudes: Sequence[float]
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Distances from a point to many on the sphere, by the haversine formula."""
    phi, phis = np.radians(latitude), np.radians(latitudes)
    half_phi, half_lambda = (phis - phi) / 2, np.radians(np.asarray(longitudes) - longitude) / 2
    haversine = np.sin(half_phi) ** 2 + np.cos(phi) * np.cos(phis) * np.sin(half_lambda) ** 2
    return np.asarray(2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(np.minimum(haversine, 1.0))))


def nearest_station(stations: Sequence[Station], latitude: float, longitude: float) -> Nearest:
    """The nearest station; of two equally near, the first."""
    if not stations:
        raise InvalidRecord("no station to choose from")
    distances = great_circle_km(
        latitude, longitude, [one.latitude for one in stations], [one.longitude for one in stations]
    )
    best = int(np.argmin(distances))
    return Nearest(stations[best], float(distances[best]))
