"""The chance of a tornado within 40 km on a day of the year, from past tornadoes alone.

`climatology.npz` holds it on 80 km cells for every fifth day of the year, in steps of 0.01 %. It is derived from the
tornado database of NOAA's Storm Prediction Center (public domain), 2007 to 2022, by `climatology_recipe.py`, after
Brooks, Doswell and Kay (2003, Weather and Forecasting 18, 626-640): days with a tornado within 40 km, smoothed over
the days of the year by a Gaussian of 15 days and in space by one of 120 km. The file is a pack: its manifest
`climatology.toml` says what it must hold.

The largest value stays below 2 %, so as an outlook climatology draws nothing and scores as the empty one does; as a
probability it is the reference that skill is measured against.
"""

from __future__ import annotations

import functools
import io
from datetime import date as Date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mesocosm.sources.pack import Pack
from mesocosm.suites.tornado.outlooks.contours import trace_bands
from mesocosm.suites.tornado.outlooks.levels import LEVELS
from mesocosm.suites.tornado.outlooks.outlook import EMPTY, Outlook
from mesocosm.suites.tornado.outlooks.planes import EQUAL_AREA
from mesocosm.suites.tornado.verification.grid import CELL_M, Field, grid

FILE = Path(__file__).with_name("climatology.npz")
PACK = Pack(FILE.with_name("climatology.toml"))
COARSE = 8
"""Number of cells of the 10 km grid along a side of a stored cell."""
STEP_DAYS = 5
QUANTUM = 1e-4


def climatology(day: Date) -> Field:
    """Return the probability in every cell of the 10 km grid."""
    return _field(day.timetuple().tm_yday)


def climatology_outlook(day: Date) -> Outlook:
    """Return the areas where climatology reaches the levels of an outlook."""
    if _coarse(day.timetuple().tm_yday).max() < LEVELS[0] / 100:
        return EMPTY
    west, south, _, _ = grid().edges
    return trace_bands(climatology(day), EQUAL_AREA, west=west, south=south, cell_m=CELL_M)


@functools.cache
def _store() -> NDArray[np.uint8]:
    with np.load(io.BytesIO(PACK.read(FILE.name))) as file:
        probability: NDArray[np.uint8] = file["probability"]
    return probability


def _coarse(day_of_year: int) -> Field:
    """Interpolate between the stored days; the year is a circle, and day 366 of a leap year counts as day 365."""
    step, part = divmod((min(day_of_year, 365) - 1) / STEP_DAYS, 1)
    before, after = _store()[int(step)], _store()[(int(step) + 1) % len(_store())]
    return np.asarray(((1 - part) * before + part * after) * QUANTUM)


@functools.lru_cache(maxsize=64)
def _field(day_of_year: int) -> Field:
    from scipy.interpolate import RegularGridInterpolator

    coarse = _coarse(day_of_year)
    rows, columns = ((COARSE * (np.arange(count) + 0.5)) for count in coarse.shape)
    where = grid()
    fine = np.meshgrid(np.arange(where.ny) + 0.5, np.arange(where.nx) + 0.5, indexing="ij")
    spread = RegularGridInterpolator((rows, columns), coarse, bounds_error=False, fill_value=None)
    field: Field = np.clip(spread(np.stack(fine, axis=-1)), 0, 1)
    return field
