"""Terrain by uplift and erosion: land rises under ranges, rivers cut into it, the sea drowns the lowest valleys.

Rivers cut by stream power, dz/dt = U - K √A S, with the area A that drains through a cell and its slope S (Whipple and
Tucker 1999, Journal of Geophysical Research 104, 17661-17674), solved from the outlets upwards by the implicit scheme
of Braun and Willett 2013 (Geomorphology 180, 170-179); slopes creep by diffusion. The computation uses only sums,
products and square roots, which every machine rounds alike, and heights are rounded in every time step.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground import drainage
from mesocosm.earth.planet.ground.ground import Bools, Floats
from mesocosm.earth.planet.ground.noise import fractal
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import BELTS, Climate, Region
from mesocosm.seeding import generator

TURNS = 36
TURN = 0.12
"""Length of a time step, in units of the time in which a river of 1 km² cuts through 1 km."""
CREEP = 0.004
"""Share of a cell's difference to its neighbours that diffusion removes in a time step."""


@dataclass(frozen=True)
class Relief:
    """The typical relief of a climate."""

    range_m: float
    """Uplift under the ranges per unit of time; `plain_m` is the uplift elsewhere."""
    plain_m: float
    coasts_deg: tuple[float, ...]
    """Possible directions of the sea or the lowest side, degrees anticlockwise from east."""
    sea_share: tuple[float, float]
    drowned_m: tuple[float, float]
    """Range of the rise of the sea over the mouths of the valleys."""


RELIEFS: dict[Climate, Relief] = {
    "oceanic": Relief(130.0, 16.0, (180.0, 225.0), (0.18, 0.32), (14.0, 40.0)),
    "mediterranean": Relief(260.0, 26.0, (180.0, 225.0, 270.0), (0.2, 0.36), (6.0, 30.0)),
    "continental": Relief(60.0, 13.0, (90.0, 180.0, 270.0), (0.0, 0.0), (0.0, 0.0)),
    "humid_subtropical": Relief(120.0, 11.0, (0.0, 315.0, 270.0), (0.15, 0.3), (6.0, 20.0)),
    "semi_arid": Relief(220.0, 40.0, (0.0, 90.0, 180.0, 270.0), (0.0, 0.0), (0.0, 0.0)),
    "tropical": Relief(170.0, 14.0, (0.0, 90.0, 180.0, 270.0), (0.18, 0.34), (4.0, 24.0)),
}
FLOORS_M: dict[Climate, float] = {"continental": 140.0, "semi_arid": 620.0}
"""Height of the lowest outlet of inland regions."""


@dataclass(frozen=True)
class Terrain:
    """Heights of land and sea floor, and the places where rivers may leave the region."""

    height_m: Floats
    sea: Bools
    exits: Bools
    """Cells of the edge at which rivers leave the region over land."""


def make_terrain(region: Region) -> Terrain:
    """Return the terrain of a region before its hollows are filled."""
    draw = generator("planet", region.seed, "ground", region.key, "terrain")
    relief = RELIEFS[region.climate]
    inland = _inland_km(draw, region, relief)
    sea = (inland < 0) & BELTS[region.climate].coastal
    exits = np.zeros_like(sea) if BELTS[region.climate].coastal else _exits(draw, inland)
    rough = 9.0 * fractal(draw, sea.shape, 24.0, 4) + 6.0 * draw.uniform(-1.0, 1.0, sea.shape)
    start = np.where(sea, 0.0, round_to_step(9.0 + 0.1 * inland + rough, 0.01))
    uplift, hardness = _uplift(draw, relief, inland), _hardness(draw, sea.shape)
    height = erode(np.maximum(start, 0.5 * ~sea), sea | exits, np.where(sea, 0.0, uplift), hardness)
    if BELTS[region.climate].coastal:
        return _drowned(draw, height, sea, relief)
    return Terrain(round_to_step(height + FLOORS_M[region.climate], 0.1), sea, exits)


def erode(height: Floats, outlet: Bools, uplift: Floats, hardness: Floats) -> Floats:
    """Return the heights in metres after all time steps of uplift and erosion; outlets keep their height."""
    for _ in range(TURNS):
        height = round_to_step(_turn(height, outlet, uplift, hardness), 0.001)
    return height


def _turn(height: Floats, outlet: Bools, uplift: Floats, hardness: Floats) -> Floats:
    """Compute a time step: z = (z + U dt + F z_below) / (1 + F) with F = K √A dt / length, from the outlets upwards."""
    receiver = drainage.spilling(height, outlet, drainage.steepest(height, outlet)[0])
    by_level = drainage.levels(receiver)
    area = drainage.accumulate_flow(np.ones(height.size), receiver, by_level)
    columns = height.shape[1]
    step = np.abs(receiver - np.arange(receiver.size))
    length = np.where((step == 1) | (step == columns), 1.0, drainage.LENGTHS_KM[1])
    cut = np.sqrt(area) * TURN / (length * hardness.ravel())
    level = np.where(outlet, height, height + uplift * TURN).ravel()
    for cells in by_level[1:]:
        level[cells] = (level[cells] + cut[cells] * level[receiver[cells]]) / (1.0 + cut[cells])
    carved = level.reshape(height.shape)
    crept = carved + CREEP * sum(side - carved for side in drainage.shifts(carved))
    return np.where(outlet, height, crept)


def _inland_km(draw: Generator, region: Region, relief: Relief) -> Floats:
    """Return the distance inland from a ragged coast, or from the lowest side of a region without one, km."""
    cells = region.grid.ny
    angle = np.radians(relief.coasts_deg[draw.integers(len(relief.coasts_deg))] + draw.uniform(-22.0, 22.0))
    y, x = np.meshgrid(np.arange(cells), np.arange(region.grid.nx), indexing="ij")
    inland = -(x * np.cos(angle) + y * np.sin(angle))
    shape = (cells, region.grid.nx)
    inland = inland + 13.0 * fractal(draw, shape, 110.0, 2) + 5.5 * fractal(draw, shape, 36.0, 4, 0.65)
    share = draw.uniform(*relief.sea_share)
    return round_to_step(inland - np.sort(inland, axis=None)[int(share * inland.size)], 1e-4)


def _exits(draw: Generator, inland: Floats) -> Bools:
    """Return three or four low cells of the edge, far apart, where rivers leave an inland region."""
    edge = np.ones(inland.shape, np.bool_)
    edge[1:-1, 1:-1] = False
    rows, columns = np.nonzero(edge)
    low = inland[rows, columns] + round_to_step(12.0 * draw.uniform(-1.0, 1.0, rows.size), 1e-4)
    chosen: list[int] = []
    for place in np.argsort(low, kind="stable").tolist():
        if all(abs(rows[place] - rows[c]) + abs(columns[place] - columns[c]) > 45 for c in chosen):
            chosen.append(place)
        if len(chosen) == 3 + int(draw.integers(2)):
            break
    exits = np.zeros(inland.shape, np.bool_)
    exits[rows[chosen], columns[chosen]] = True
    return exits


def _uplift(draw: Generator, relief: Relief, inland: Floats) -> Floats:
    """Return the uplift: a range parallel to the coast, massifs, rolling land between; all lower towards the coast."""
    shape = inland.shape
    across = inland - draw.uniform(75.0, 125.0) + 14.0 * fractal(draw, shape, 80.0, 3)
    belt = np.maximum(0.0, 1.0 - (across / draw.uniform(32.0, 48.0)) ** 2)
    belt = belt * np.clip(0.75 + 0.5 * fractal(draw, shape, 100.0, 2), 0.1, 1.4)
    massifs = np.clip(0.8 * fractal(draw, shape, 85.0, 3) - 0.35, 0.0, 1.2)
    ramp = np.clip(inland / 45.0, 0.0, 1.0)
    ramp = 0.2 + 0.8 * ramp * ramp * (3.0 - 2.0 * ramp)
    rolling = np.clip(1.0 + 0.6 * fractal(draw, shape, 50.0, 3), 0.1, 2.5)
    return round_to_step(ramp * (relief.range_m * (belt + 0.7 * massifs) + relief.plain_m * rolling), 0.01)


def _hardness(draw: Generator, shape: tuple[int, int]) -> Floats:
    """Return the resistance of the rock to erosion, about 1: beds of rock, and fine noise so that rivers bend."""
    beds = fractal(draw, shape, 46.0, 3)
    grain = draw.uniform(-1.0, 1.0, shape)
    return round_to_step(np.clip(1.0 + 0.35 * beds + 0.45 * grain, 0.35, 2.2), 1e-4)


def _drowned(draw: Generator, height: Floats, sea: Bools, relief: Relief) -> Terrain:
    """Return the coast after the sea has risen into the valleys; low land that it does not reach stays land."""
    from scipy.ndimage import distance_transform_edt, label

    rough = fractal(draw, height.shape, 14.0, 3, 0.6)
    offshore = np.where(sea, distance_transform_edt(sea), 0.0)
    floor = -2.0 - 0.9 * offshore - np.maximum(0.0, offshore - 55.0) * 18.0
    rise = round(float(draw.uniform(*relief.drowned_m)), 1)
    raw = np.where(sea, floor + np.minimum(9.0, 3.0 + 0.4 * offshore) * rough, height - rise + 5.0 * rough)
    raw = round_to_step(raw, 0.1)
    basins, _ = label(raw <= 0)
    open_sea = np.unique(basins[sea & (offshore >= min(15.0, offshore.max()))])
    drowned = np.isin(basins, open_sea[open_sea > 0])
    islands = np.where(drowned, np.minimum(raw, -0.5), np.maximum(raw, 0.5))
    return Terrain(round_to_step(islands, 0.1), drowned, np.zeros_like(sea))
