"""Distances along great circles, in kilometres between places in degrees."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mesocosm.errors import InvalidRecord

EARTH_RADIUS_KM = 6371.0
"""Mean radius of the Earth: (2 a + b) / 3 of GRS 80 is 6371.0088 km (Moritz 2000, Journal of Geodesy 74, 128-133).

Other spheres are used only where a data format fixes its own: see `SPHERES` of the GRIB grid definitions, on which
forecast models compute.
"""


def great_circle_km(
    latitude: float,
    longitude: float,
    latitudes: ArrayLike,
    longitudes: ArrayLike,
    radius_km: float = EARTH_RADIUS_KM,
) -> NDArray[np.float64]:
    """Compute distances on a sphere from a place to many, by haversine (Sinnott 1984, Sky and Telescope 68, 159).

    d = 2 r arcsin √(sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2)); exact on the sphere, within 0.6 % of the ellipsoid.

    Args:
        latitude: Latitude of the place, degrees north.
        longitude: Longitude of the place, degrees east.
        latitudes: Latitudes of the others, degrees north.
        longitudes: Longitudes of the others, degrees east; -180 to 180 or 0 to 360.
        radius_km: Radius of the sphere.
    """
    if not (abs(latitude) <= 90 and np.all(np.abs(latitudes) <= 90)):
        raise InvalidRecord("latitudes must lie in [-90, 90] degrees north; they come before longitudes here")
    phi, phis = np.radians(latitude), np.radians(latitudes)
    half_phi, half_lambda = (phis - phi) / 2, np.radians(np.asarray(longitudes) - longitude) / 2
    haversine = np.sin(half_phi) ** 2 + np.cos(phi) * np.cos(phis) * np.sin(half_lambda) ** 2
    return np.asarray(2 * radius_km * np.arcsin(np.sqrt(np.minimum(haversine, 1.0))))
