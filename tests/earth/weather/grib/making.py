"""Small forecast files for tests, and the paths of the real ones."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.shared import SHARED

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.grib.reading import Field, read_product
from mesocosm.earth.weather.grib.writing import write_fields
from mesocosm.earth.weather.hrrr import coarse_hrrr

RUN = datetime(2025, 3, 14, tzinfo=UTC)
GRID = coarse_hrrr(120)
REAL = SHARED / "data" / "real" / "weather_grid"

needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/real/weather_grid")


def slope(grid: Grid = GRID, west: float = 0.0, east: float = 1.0) -> NDArray[np.float64]:
    """Return values that rise evenly from the western to the eastern edge."""
    return np.broadcast_to(np.linspace(west, east, grid.nx), grid.shape).copy()


def written(folder: Path, name: str, values: NDArray[np.float64], *, hour: int = 18, grid: Grid = GRID) -> Field:
    """Write a field to a file and read it again."""
    path = folder / f"{hour}.grib2"
    write_fields(path, grid, RUN, hour, {name: values})
    return read_product(path, name)
