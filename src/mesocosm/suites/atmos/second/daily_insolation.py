"""The planet turns through a day under a sun placed by vectors and the ellipse by its focus."""

import numpy as np

from mesocosm.suites.atmos.second.book import second


@second("daily_insolation")
def daily_insolation(p, taken):
    latitude = np.radians(p["far" if "far" in taken else "near"])
    latitude = -latitude if "southern" in taken else latitude
    place = np.radians(p["autumn" if "autumn" in taken else "spring"])
    tilt = np.radians(p["tilt"])
    sun = np.array([np.cos(place), np.sin(place) * np.cos(tilt), np.sin(place) * np.sin(tilt)])
    hours = np.linspace(0, 2 * np.pi, 200_000, endpoint=False)
    zenith = np.array(
        [np.cos(latitude) * np.cos(hours), np.cos(latitude) * np.sin(hours), np.full_like(hours, np.sin(latitude))]
    )
    cosine = sun @ zenith
    e = 0.0 if "circular" in taken else p["eccentricity"]
    anomaly = place - np.radians(p["perihelion"])
    eccentric = 2 * np.arctan2(np.sqrt(1 - e) * np.sin(anomaly / 2), np.sqrt(1 + e) * np.cos(anomaly / 2))
    distance = 1 - e * np.cos(eccentric)
    return {"Q": p["sun"] / distance**2 * np.clip(cosine, 0, None).mean(), "day": (cosine > 0).mean()}
