"""The sites of towns: on flat, fertile, watered ground, by rivers and sheltered shores, the larger further apart.

Populations follow the rank-size rule: the town of rank r has about 1/r of the people of the largest (Zipf 1949).
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.courses import river_points, water_field
from mesocosm.earth.planet.ground.ground import Bools, Cover, Floats, Ground
from mesocosm.earth.planet.ground.noise import fractal
from mesocosm.earth.planet.names import place_names
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.seeding import generator

PLACES = 30
"""Number of places in a region of 200 × 200 km; in proportion in a smaller one, at least five."""
MARGIN_CELLS = 4
"""Least distance of towns from the edge, so that all their streets lie in the region."""
FROM_RIVER_M = 330.0
"""Distance between the market square and the middle of the river."""


def make_places(ground: Ground) -> tuple[Place, ...]:
    """Return the towns and villages of a region, from the largest to the smallest."""
    draw = generator("planet", ground.region.seed, "people", ground.region.key, "places")
    cells = _sites(ground, site_value(ground, draw))
    largest = float(draw.uniform(70_000, 190_000))
    names = place_names(ground.region, "town", len(cells))
    people = [_population(draw, largest, rank) for rank in range(len(cells))]
    people.sort(reverse=True)
    return tuple(_place(ground, rank, names[rank], cells[rank], people[rank]) for rank in range(len(cells)))


def site_value(ground: Ground, draw: Generator) -> Floats:
    """Return the value of a cell as the site of a town; -inf where none can stand."""
    from scipy.ndimage import gaussian_filter, uniform_filter

    farmed = uniform_filter((ground.cover == Cover.CROPS).astype(np.float64), 11)
    river = np.minimum(ground.river_width_m, 60.0) / 60.0
    shore = gaussian_filter(ground.sea.astype(np.float64), 2.5)
    value = 1.2 * farmed + 0.9 * river + 1.3 * np.where(shore > 0.02, 0.9 - shore, 0.0) - 18.0 * ground.slope
    value = value - 0.0006 * np.maximum(ground.elevation_m - np.median(ground.elevation_m), 0.0)
    value = value + 0.15 * fractal(draw, value.shape, 30.0, 3) + 0.05 * draw.uniform(-1.0, 1.0, value.shape)
    return np.where(_habitable(ground), round_to_step(value, 1e-6), -np.inf)


def _habitable(ground: Ground) -> Bools:
    """Return the largest piece of land that roads can join, away from the edge, with land around each cell."""
    from scipy.ndimage import label, uniform_filter

    dry = ~ground.sea & ~ground.lake
    if not dry.any():
        return dry
    pieces, _ = label(dry)
    mainland = pieces == np.bincount(pieces[dry]).argmax()
    inner = np.zeros_like(dry)
    inner[MARGIN_CELLS:-MARGIN_CELLS, MARGIN_CELLS:-MARGIN_CELLS] = True
    return np.asarray(mainland & inner & (uniform_filter(dry.astype(np.float64), 3) > 0.6) & (ground.slope < 0.04))


def _sites(ground: Ground, value: Floats) -> list[int]:
    """Return the best cells in turn, none within the reach of an earlier one; reaches shrink with rank.

    In a region with a sea the first has a harbour.
    """
    count = max(5, round(PLACES * value.size / 40_000))
    scale = np.sqrt(value.size / 40_000)
    rows, columns = np.divmod(np.arange(value.size), value.shape[1])
    left = value.ravel().copy()
    harbour = np.where(_harbours(ground), value, -np.inf).ravel()
    chosen: list[int] = []
    for rank in range(count):
        cell = int((harbour if rank == 0 and harbour.max() > -np.inf else left).argmax())
        if left[cell] == -np.inf:
            break
        chosen.append(cell)
        reach = max(5.0, scale * (34.0 - 1.1 * rank))
        near = (rows - rows[cell]) ** 2 + (columns - columns[cell]) ** 2 < reach * reach
        left[near] = -np.inf
    return chosen


def _harbours(ground: Ground) -> Bools:
    """Return the cells a kilometre or two from the sea."""
    from scipy.ndimage import binary_dilation

    return np.asarray(binary_dilation(ground.sea, np.ones((3, 3), np.bool_)) & ~ground.sea)


def _population(draw: Generator, largest: float, rank: int) -> int:
    share = (draw.uniform(0.85, 1.15) if rank else 1.0) / (rank + 1)
    return max(400, round(float(largest * share) / 10) * 10)


def _place(ground: Ground, rank: int, name: str, cell: int, population: int) -> Place:
    x, y, river_cell = _square(ground, cell)
    row, column = divmod(cell, ground.sea.shape[1])
    around = ground.sea[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
    key = f"{ground.region.key}-p{rank:02d}"
    return Place(key, name, x, y, cell, population, bool(around.any()), river_cell)


def _square(ground: Ground, cell: int) -> tuple[float, float, int]:
    """Return the market square: in the middle of the cell, or on the drier bank of the cell's river."""
    row, column = divmod(cell, ground.sea.shape[1])
    middle = np.array([ground.region.grid.x()[column], ground.region.grid.y()[row]])
    below = int(ground.downstream.ravel()[cell])
    if ground.river_width_m.ravel()[cell] < 4.0 or below < 0:
        return float(middle[0]), float(middle[1]), -1
    points = river_points(ground.region)
    along = points[below] - points[cell]
    across = np.array([-along[1], along[0]]) / np.sqrt((along * along).sum())
    banks = [points[cell] + side * FROM_RIVER_M * across for side in (1.0, -1.0)]
    dry = [float(water_field(ground.region, bank[:1], bank[1:])[0, 0]) for bank in banks]
    x, y = round_to_step(banks[0] if dry[0] >= dry[1] else banks[1], 0.01).tolist()
    return x, y, cell
