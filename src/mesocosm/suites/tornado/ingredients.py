"""A forecast from ingredients: the significant tornado parameter where storms are, by fixed thresholds.

The parameter is that of Thompson et al. (2003), from mixed-layer energy and inhibition, height of the cloud base,
helicity of the lowest kilometre and shear of the lowest six. It counts where the model has storms nearby, hour by hour,
and is spread like the truth. The thresholds were set on the forty days of seed 901 and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.soundings.composites import significant_tornado_parameter
from mesocosm.suites.tornado.outlooks.levels import LEVELS
from mesocosm.suites.tornado.outlooks.outlook import Outlook, outlook_of

Table = NDArray[np.float64]

MIXED = "9000_pressureFromGroundLayer_Layer0Pa"
ENERGY = f"Convective_available_potential_energy_at_{MIXED}"
INHIBITION = f"Convective_inhibition_at_{MIXED}"
HELICITY = "Storm_relative_helicity_at_1000_heightAboveGroundLayer_Layer0m"
SHEAR = tuple(f"Vertical_{axis}-component_shear_at_0_heightAboveGroundLayer_Layer6000m" for axis in "uv")
CLOUD_BASE = "Geopotential_height_at_0_adiabaticCondensation"
REFLECTIVITY = "Maximum_Composite_radar_reflectivity_at_0_atmosphere"
GROUND = "Orography_at_0_surface"
HOURLY = (ENERGY, INHIBITION, HELICITY, *SHEAR, CLOUD_BASE, REFLECTIVITY)
HOURS = range(15, 31, 3)
STORM_DBZ = 35.0
NEARBY = 1.0
"""Distance in steps of the table within which a storm counts as nearby."""
SPREAD = 1.2
"""Width of the spread in steps of the table, as that of the truth."""
THRESHOLDS = dict(zip(LEVELS, (0.13, 0.3, 0.8, 1.2, 2.5, 6.0, 12.0), strict=True))
"""Levels, each with the day's sum of the spread parameter from which it is drawn."""
LEAST_AREA = 0.05
"""Smallest area that is drawn, in square degrees; smaller areas are specks of the table."""
KNOTS = 1.943844
"""Knots per metre per second: maps show winds in knots."""


class Maps:
    """Tables of the maps that were read, all over one box."""

    BOX: ClassVar[dict[str, Any]] = {"west": -125.0, "south": 24.5, "east": -66.5, "north": 49.5, "step": 1.0}

    def __init__(self) -> None:
        self._tables: dict[tuple[str, int], Table] = {}
        self.longitudes: Table = np.empty(0)
        self.latitudes: Table = np.empty(0)

    def add(self, name: str, hour: int, data: Any) -> None:
        """Store the numbers of a table."""
        self.longitudes, self.latitudes = np.array(data["longitudes"]), np.array(data["latitudes"])
        self._tables[name, hour] = np.array(data["values"], dtype=float)

    def at(self, name: str, hour: int) -> Table:
        """Return a table with gaps as zero."""
        return np.nan_to_num(self._tables[name, hour])


def wanted_maps() -> Iterator[tuple[str, int]]:
    """Yield every map that the forecast is drawn from."""
    yield GROUND, HOURS[0]
    yield from ((name, hour) for hour in HOURS for name in HOURLY)


def tornado_parameter(maps: Maps, hour: int) -> Table:
    """Return the fixed-layer parameter with its inhibition term; anticyclonic turning counts as none."""
    base_m = maps.at(CLOUD_BASE, hour) - maps.at(GROUND, HOURS[0])
    shear = np.hypot(*(maps.at(name, hour) for name in SHEAR)) / KNOTS
    turning = np.maximum(maps.at(HELICITY, hour), 0)
    return significant_tornado_parameter(maps.at(ENERGY, hour), base_m, turning, shear, maps.at(INHIBITION, hour))


def storms_nearby(maps: Maps, hour: int) -> Table:
    """Return storms nearby, from 0, no echo around, to 1, echoes all around."""
    from scipy.ndimage import gaussian_filter

    echoes = (maps.at(REFLECTIVITY, hour) >= STORM_DBZ).astype(float)
    nearby: Table = np.minimum(2 * gaussian_filter(echoes, NEARBY, mode="constant"), 1)
    return nearby


def day_index(maps: Maps) -> Table:
    """Return the parameter under storms, summed over the day and spread as the truth will be."""
    from scipy.ndimage import gaussian_filter

    total = np.sum([tornado_parameter(maps, hour) * storms_nearby(maps, hour) for hour in HOURS], axis=0)
    return np.asarray(gaussian_filter(total, SPREAD, mode="constant"))


def draw_outlook(maps: Maps) -> Outlook:
    """Draw areas where the index passes each level's threshold, as far as they touch land."""
    import shapely
    from contourpy import FillType, contour_generator

    from mesocosm.earth.geo.outlines import conus

    lines = contour_generator(maps.longitudes, maps.latitudes, day_index(maps), fill_type=FillType.OuterOffset)
    shapes = []
    for level, threshold in THRESHOLDS.items():
        for points, offsets in zip(*lines.filled(threshold, np.inf), strict=True):
            area = shapely.Polygon(points[: offsets[1]])
            if area.area > LEAST_AREA and area.intersects(conus()):
                shapes.append((level, area))
    return outlook_of(shapes)
