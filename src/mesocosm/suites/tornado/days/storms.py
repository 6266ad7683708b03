"""Storms of a day as the model's radar shows them: cells born where storms are likely, drifting with the flow.

They are one outcome of the coverage that also enters the hazard. Reports are drawn independently of them, as real
tornadoes do not come from a model's own cells.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from mesocosm import seeding
from mesocosm.earth.weather.hrrr import coarse_hrrr
from mesocosm.suites.tornado.days.columns import columns
from mesocosm.suites.tornado.days.convection import coverage, within_reach
from mesocosm.suites.tornado.days.layers import winds
from mesocosm.suites.tornado.days.parcels import lift, most_unstable_source
from mesocosm.suites.tornado.days.places import STEP_KM, Field, Places, nodes, places
from mesocosm.suites.tornado.days.scenario import Scenario

BIRTHS = (6.0, 36.5)
"""First and last hour of the birth of cells."""
LIFE_H = 3.2
CELL_KM2 = 3200.0
DENSEST = 0.55
NO_ECHO = -10.0
"""Reflectivity without an echo, in dBZ, as in the operational model."""


@dataclass(frozen=True)
class Cells:
    """Storm cells: birth, motion in km/h, size and strength."""

    x_km: Field
    y_km: Field
    born: Field
    life_h: Field
    u: Field
    v: Field
    radius_km: Field
    peak_dbz: Field
    top_m: Field


def draw_cells(scenario: Scenario) -> Cells:
    """Draw candidates all over the maps; the coverage at their birth decides how many live."""
    draw = seeding.generator("tornado cells", scenario.texture)
    area = nodes()
    west, east, south, north = area.x_km.min(), area.x_km.max(), area.y_km.min(), area.y_km.max()
    count = int(DENSEST / CELL_KM2 / LIFE_H * (east - west) * (north - south) * (BIRTHS[1] - BIRTHS[0]))
    x, y = draw.uniform(west, east, count), draw.uniform(south, north, count)
    born = draw.uniform(*BIRTHS, size=count)
    chance, size, spread = draw.uniform(size=(3, count))
    grid = coarse_hrrr(STEP_KM)
    where = places(grid, *grid.from_plane(1000 * x, 1000 * y))
    near = within_reach(scenario, where, born)
    if not near.any():
        return Cells(*(np.empty(0) for _ in fields(Cells)))
    born, chance, size, spread = (quantity[near] for quantity in (born, chance, size, spread))
    where = where[near]
    air = columns(scenario, where, born)
    unstable = lift(air, most_unstable_source(air, 255.0))
    alive = chance * DENSEST < coverage(scenario, where, born, air, unstable)
    flow = winds(air)
    strength = 46 + 11 * np.sqrt(np.clip(unstable.cape / 3000, 0, 1.3)) * (0.6 + 0.6 * spread)
    parts = (
        *(where.x_km, where.y_km, born, LIFE_H * (0.6 + 0.8 * spread), 3.6 * flow.motion_u, 3.6 * flow.motion_v),
        *(22 + 16 * size, np.clip(strength, 40, 66), np.nan_to_num(unstable.equilibrium_m, nan=8000.0)),
    )
    return Cells(*(quantity[alive] for quantity in parts))


def echo_dbz(cells: Cells, where: Places, hour: float) -> tuple[Field, Field]:
    """Return the reflectivity of the cells at an hour, and their tops' height above ground (0 where there are none)."""
    echo = np.full(where.x_km.shape, NO_ECHO)
    top = np.zeros(where.x_km.shape)
    age = (hour - cells.born) / cells.life_h
    for cell in np.flatnonzero((age >= 0) & (age <= 1)):
        x = cells.x_km[cell] + cells.u[cell] * (hour - cells.born[cell])
        y = cells.y_km[cell] + cells.v[cell] * (hour - cells.born[cell])
        distance = np.hypot(where.x_km - x, where.y_km - y) / cells.radius_km[cell]
        grown = cells.peak_dbz[cell] - 14 * (2 * age[cell] - 0.9) ** 2
        shape = grown - 9 * distance**2
        anvil = 20 - 5 * distance
        echo = np.maximum(echo, np.where(distance < 1.8, shape, np.where(distance < 3.2, anvil, NO_ECHO)))
        top = np.maximum(top, np.where(distance < 2.6, cells.top_m[cell], 0.0))
    return np.maximum(echo, NO_ECHO), top
