"""The effect of a sensor's view angle: brightness by direction, and the apparent position of clouds.

Land is brighter with the sun behind the sensor than against it. The change follows the kernels of Roujean, Leroy and
Deschamps (1992) and of Wanner, Li and Strahler (1995) as used for MODIS, with the one set of parameters that Roy et al.
(2016, Remote Sensing of Environment 176, 255-271, table 5) give for all land.
"""

from __future__ import annotations

import functools
import math

from mesocosm.earth.planet.sensors.sun import Sun

# Isotropic, geometric and volume parameters by band.
_BLUE, _GREEN, _RED = (0.0774, 0.0079, 0.0372), (0.1306, 0.0178, 0.0580), (0.1690, 0.0227, 0.0574)
_NEAR, _SHORT, _FAR = (0.3093, 0.0330, 0.1535), (0.3430, 0.0453, 0.1154), (0.2658, 0.0387, 0.0639)
PARAMETERS: dict[str, tuple[float, float, float]] = {
    **dict.fromkeys(("B01", "B02"), _BLUE),
    "B03": _GREEN,
    **dict.fromkeys(("B04", "B05"), _RED),
    **dict.fromkeys(("B06", "B07", "B08", "B8A", "B09", "B10"), _NEAR),
    "B11": _SHORT,
    "B12": _FAR,
}


@functools.lru_cache(maxsize=256)
def brightening(band: str, sun: Sun, zenith_deg: float, azimuth_deg: float) -> float:
    """Return the reflectance of land towards a sensor over that straight up: 1 at nadir, rounded to 10⁻⁴."""
    if zenith_deg == 0.0:
        return 1.0
    seen = _reflect(PARAMETERS[band], sun, zenith_deg, azimuth_deg)
    return round(seen / _reflect(PARAMETERS[band], sun, 0.0, 0.0), 4)


def _reflect(parameters: tuple[float, float, float], sun: Sun, zenith_deg: float, azimuth_deg: float) -> float:
    isotropic, geometric, volume = parameters
    s, v = math.radians(90.0 - max(sun.elevation_deg, 5.0)), math.radians(zenith_deg)
    phi = math.radians(sun.azimuth_deg - azimuth_deg)
    return isotropic + geometric * _li_sparse(s, v, phi) + volume * _ross_thick(s, v, phi)


def _phase(s: float, v: float, phi: float) -> float:
    return math.acos(min(1.0, max(-1.0, math.cos(s) * math.cos(v) + math.sin(s) * math.sin(v) * math.cos(phi))))


def _ross_thick(s: float, v: float, phi: float) -> float:
    """Return the scattering within a deep layer of leaves (Roujean et al. 1992, equation 11)."""
    xi = _phase(s, v, phi)
    return ((math.pi / 2 - xi) * math.cos(xi) + math.sin(xi)) / (math.cos(s) + math.cos(v)) - math.pi / 4


def _li_sparse(s: float, v: float, phi: float) -> float:
    """Return the kernel of round crowns and their shadows, reciprocal, of height to breadth 2.

    It follows Wanner et al. (1995), equations 39-44.
    """
    xi, tan_s, tan_v = _phase(s, v, phi), math.tan(s), math.tan(v)
    secants = 1.0 / math.cos(s) + 1.0 / math.cos(v)
    apart = tan_s * tan_s + tan_v * tan_v - 2.0 * tan_s * tan_v * math.cos(phi)
    crossed = (tan_s * tan_v * math.sin(phi)) ** 2
    cosine = min(1.0, 2.0 * math.sqrt(max(apart, 0.0) + crossed) / secants)
    t = math.acos(cosine)
    overlap = (t - math.sin(t) * cosine) * secants / math.pi
    return overlap - secants + 0.5 * (1.0 + math.cos(xi)) / (math.cos(s) * math.cos(v))


def parallax(height_m: float, zenith_deg: float, azimuth_deg: float) -> tuple[float, float]:
    """Return how far east and north of a pixel the line to the sensor passes at a height, metres to 0.1."""
    away, azimuth = height_m * math.tan(math.radians(zenith_deg)), math.radians(azimuth_deg)
    return round(away * math.sin(azimuth), 1), round(away * math.cos(azimuth), 1)
