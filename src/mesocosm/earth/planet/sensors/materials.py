"""Reflectance of materials by band: the Sentinel-2 bands, and the Landsat bands near them.

Values are bottom-of-atmosphere reflectances read from the curves of the ECOSTRESS spectral library (Meerdink et al.
2019, Remote Sensing of Environment 230, 111196), the USGS library version 7 (Kokaly et al. 2017, Data Series 1035), the
urban materials of Kotthaus et al. (2014, ISPRS Journal 94, 194-212) and, for snow, of Warren (1982, Reviews of
Geophysics 20, 67-89), to about 0.01. Band centres: Sentinel-2 MSI (ESA, Spectral Response Functions 3.1), Landsat-8 OLI
(Barsi et al. 2014, Remote Sensing 6, 10232-10251).
"""

from __future__ import annotations

import functools
import math
from typing import Literal

import numpy as np

from mesocosm.earth.planet.sensors.window import Singles

BANDS_NM: dict[str, float] = {
    "B01": 442.7,
    "B02": 492.4,
    "B03": 559.8,
    "B04": 664.6,
    "B05": 704.1,
    "B06": 740.5,
    "B07": 782.8,
    "B08": 832.8,
    "B8A": 864.7,
    "B09": 945.1,
    "B10": 1373.5,
    "B11": 1613.7,
    "B12": 2202.4,
}
"""Centres of the Sentinel-2A bands."""
LANDSAT_BANDS: dict[str, str] = {
    "B1": "B01",
    "B2": "B02",
    "B3": "B03",
    "B4": "B04",
    "B5": "B8A",
    "B6": "B11",
    "B7": "B12",
}
"""Nearest Sentinel-2 band of each OLI band (443, 482, 561, 655, 865, 1609, 2201 nm)."""
Material = Literal[
    "broadleaf",
    "conifer",
    "grass",
    "crop",
    "straw",
    "blossom",
    "dark_soil",
    "brown_soil",
    "red_soil",
    "pale_soil",
    "rock",
    "sand",
    "clear_water",
    "turbid_water",
    "shallow_water",
    "snow",
    "ice",
    "asphalt",
    "concrete",
    "tile",
    "metal",
    "bitumen",
    "gravel",
    "burnt",
    "cloud",
    "solar",
]
REFLECTANCE: dict[Material, tuple[float, ...]] = {
    #             B01    B02    B03    B04    B05    B06    B07    B08    B8A    B09    B10    B11    B12
    "broadleaf": (0.016, 0.020, 0.048, 0.021, 0.075, 0.255, 0.340, 0.360, 0.375, 0.370, 0.250, 0.165, 0.070),
    "conifer": (0.012, 0.015, 0.029, 0.017, 0.045, 0.135, 0.180, 0.192, 0.200, 0.195, 0.130, 0.090, 0.040),
    "grass": (0.025, 0.032, 0.072, 0.042, 0.115, 0.300, 0.375, 0.390, 0.405, 0.400, 0.300, 0.225, 0.110),
    "crop": (0.018, 0.024, 0.062, 0.026, 0.095, 0.330, 0.440, 0.460, 0.475, 0.465, 0.300, 0.190, 0.085),
    "straw": (0.070, 0.092, 0.145, 0.205, 0.240, 0.275, 0.300, 0.318, 0.332, 0.340, 0.330, 0.370, 0.270),
    "blossom": (0.025, 0.035, 0.150, 0.140, 0.210, 0.340, 0.420, 0.440, 0.455, 0.450, 0.300, 0.200, 0.095),
    "dark_soil": (0.040, 0.048, 0.065, 0.088, 0.102, 0.118, 0.134, 0.150, 0.160, 0.170, 0.190, 0.230, 0.195),
    "brown_soil": (0.058, 0.074, 0.108, 0.152, 0.172, 0.192, 0.210, 0.226, 0.238, 0.250, 0.275, 0.325, 0.280),
    "red_soil": (0.050, 0.062, 0.102, 0.172, 0.215, 0.235, 0.250, 0.262, 0.272, 0.285, 0.320, 0.375, 0.325),
    "pale_soil": (0.120, 0.150, 0.205, 0.258, 0.280, 0.300, 0.318, 0.332, 0.344, 0.356, 0.380, 0.440, 0.400),
    "rock": (0.110, 0.125, 0.150, 0.172, 0.182, 0.190, 0.196, 0.202, 0.208, 0.214, 0.225, 0.245, 0.225),
    "sand": (0.170, 0.215, 0.285, 0.345, 0.365, 0.385, 0.400, 0.412, 0.422, 0.430, 0.440, 0.490, 0.450),
    "clear_water": (0.038, 0.034, 0.027, 0.012, 0.009, 0.006, 0.005, 0.004, 0.004, 0.003, 0.002, 0.002, 0.001),
    "turbid_water": (0.055, 0.068, 0.095, 0.082, 0.066, 0.038, 0.035, 0.030, 0.024, 0.012, 0.003, 0.006, 0.003),
    "shallow_water": (0.075, 0.085, 0.085, 0.040, 0.024, 0.012, 0.010, 0.008, 0.007, 0.004, 0.002, 0.002, 0.001),
    "snow": (0.930, 0.930, 0.925, 0.905, 0.890, 0.875, 0.860, 0.840, 0.820, 0.760, 0.250, 0.110, 0.080),
    "ice": (0.560, 0.580, 0.570, 0.500, 0.450, 0.400, 0.350, 0.300, 0.260, 0.200, 0.060, 0.040, 0.030),
    "asphalt": (0.070, 0.078, 0.090, 0.103, 0.108, 0.113, 0.118, 0.122, 0.126, 0.130, 0.142, 0.160, 0.155),
    "concrete": (0.170, 0.200, 0.240, 0.272, 0.282, 0.290, 0.297, 0.303, 0.308, 0.312, 0.320, 0.345, 0.325),
    "tile": (0.052, 0.062, 0.098, 0.205, 0.230, 0.248, 0.262, 0.275, 0.288, 0.300, 0.330, 0.370, 0.345),
    "metal": (0.220, 0.235, 0.250, 0.262, 0.266, 0.270, 0.273, 0.276, 0.279, 0.282, 0.292, 0.310, 0.300),
    "bitumen": (0.045, 0.050, 0.056, 0.062, 0.065, 0.068, 0.071, 0.074, 0.077, 0.080, 0.090, 0.105, 0.110),
    "gravel": (0.130, 0.150, 0.178, 0.205, 0.215, 0.224, 0.232, 0.238, 0.244, 0.250, 0.265, 0.290, 0.265),
    "burnt": (0.026, 0.028, 0.033, 0.040, 0.045, 0.052, 0.060, 0.070, 0.078, 0.088, 0.115, 0.165, 0.185),
    "cloud": (0.740, 0.735, 0.730, 0.735, 0.740, 0.745, 0.750, 0.755, 0.755, 0.680, 0.120, 0.520, 0.380),
    "solar": (0.052, 0.050, 0.038, 0.034, 0.036, 0.040, 0.045, 0.052, 0.058, 0.066, 0.120, 0.130, 0.110),
}
WETTING: tuple[float, ...] = (0.62, 0.61, 0.60, 0.58, 0.58, 0.57, 0.57, 0.57, 0.56, 0.54, 0.40, 0.42, 0.38)
"""Factor on a soil's reflectance when wet, least where water absorbs (Lobell and Asner 2002, SSSAJ 66, 722)."""
EXTINCTION = 0.55
"""k of the canopy's cover 1 - exp(-k L), leaves of mixed angles seen from above (Ross 1981)."""
LEAF_STEP = 0.02
"""Step of the table of leaf areas, which reaches 8."""


def spectrum(material: Material) -> Singles:
    """Return the reflectance in the thirteen bands."""
    return np.asarray(REFLECTANCE[material], np.float32)


def spectra(materials: tuple[Material, ...]) -> Singles:
    """Return a table of shape (materials, bands)."""
    return np.stack([spectrum(material) for material in materials])


def wetting() -> Singles:
    return np.asarray(WETTING, np.float32)


@functools.lru_cache(maxsize=1)
def _cover_table() -> Singles:
    count = round(8.0 / LEAF_STEP) + 1
    return np.asarray([round(1.0 - math.exp(-EXTINCTION * k * LEAF_STEP), 5) for k in range(count)], np.float32)


def leaf_cover(leaf_area: Singles) -> Singles:
    """Return the share of the ground that leaves hide from above, by leaf area."""
    steps = np.clip(np.round(leaf_area / np.float32(LEAF_STEP)), 0, 8.0 / LEAF_STEP)
    return _cover_table()[steps.astype(np.int64)]
