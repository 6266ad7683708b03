"""Smoke of fires: what burns in each hour, and the fine particles that rise from it.

A hectare emits its fuel times the emission factor of PM2.5: half in the hour in which the fire arrives, the rest while
it smoulders. Factors after Andreae (2019, Atmos. Chem. Phys. 19, 8523-8546) are 9 to 18 g/kg; 11 is used for all.
"""

from __future__ import annotations

from datetime import datetime

import numpy as np

from mesocosm.earth.planet.air.tiles import PER_TILE, TILE_M
from mesocosm.earth.planet.ground.ground import Floats, Ground
from mesocosm.earth.planet.vegetation.fires import FINE_M, FUEL_T_HA, Fire

PM_MG_T = 11.0e6
"""Milligrams of PM2.5 from a tonne of dry fuel."""
GLOWS = np.array([0.5, 0.2, 0.1, 0.06, 0.04, 0.03, 0.02, 0.02, 0.01, 0.01, 0.005, 0.005])
"""Shares of a cell's smoke in the hours after the fire has arrived; they sum to 1."""
RISES = (0.25, 0.5, 0.25)
"""Shares of the smoke that enter the three layers: near the ground, the mixed layer, and above it."""


def smoke_hours(ground: Ground, fires: tuple[Fire, ...], start: datetime, count: int) -> Floats:
    """Return the milligrams of smoke in each hour from a time on, (hours, rows, columns) of tiles."""
    rows, columns = ground.sea.shape
    made = np.zeros((count, rows // PER_TILE, columns // PER_TILE))
    for fire in fires:
        first = round((fire.start - start).total_seconds() / 3600)
        if first < count and first + int(_last(fire)) + len(GLOWS) >= 0:
            _burn(made, ground, fire, first)
    return made


def _last(fire: Fire) -> float:
    return float(fire.arrival_h[np.isfinite(fire.arrival_h)].max(initial=0.0))


def _burn(made: Floats, ground: Ground, fire: Fire, first: int) -> None:
    """Add the smoke of a fire whose first hour is `first`."""
    west, south, _, _ = ground.region.grid.edges
    burnt = np.argwhere(np.isfinite(fire.arrival_h))
    row, column = (
        ((low - edge + (burnt[:, axis] + 0.5) * FINE_M) // TILE_M).astype(int)
        for axis, low, edge in ((0, fire.south_m, south), (1, fire.west_m, west))
    )
    hour = first + np.floor(fire.arrival_h[burnt[:, 0], burnt[:, 1]]).astype(int)
    amount = PM_MG_T * FINE_M**2 / 1e4 * _fuel(ground, row, column)
    inside = (row >= 0) & (row < made.shape[1]) & (column >= 0) & (column < made.shape[2])
    for after, share in enumerate(GLOWS.tolist()):
        within = inside & (hour + after >= 0) & (hour + after < len(made))
        np.add.at(made, (hour[within] + after, row[within], column[within]), np.rint(share * amount[within]))


def _fuel(ground: Ground, row: Floats, column: Floats) -> Floats:
    """Return the mean fuel of tiles, tonnes per hectare."""
    table = np.zeros(256)
    for code, tonnes in FUEL_T_HA.items():
        table[int(code)] = tonnes
    fuel = table[ground.cover]
    shape = (fuel.shape[0] // PER_TILE, PER_TILE, fuel.shape[1] // PER_TILE, PER_TILE)
    burns = (fuel > 0).reshape(shape).sum(axis=(1, 3))
    mean = fuel.reshape(shape).sum(axis=(1, 3)) / np.maximum(burns, 1)
    rows, columns = np.clip(row, 0, mean.shape[0] - 1), np.clip(column, 0, mean.shape[1] - 1)
    return np.asarray(mean[rows, columns])
