"""Drainage: filled hollows, the steepest descent in eight directions, and the flow through every cell.

Hollows are filled from their outlets inwards in order of height (priority flood; Barnes, Lehman and Mulla 2014,
Computers and Geosciences 62, 117-127), every cell at least one step above the one that it drains to. While the terrain
is being eroded, hollows spill over their lowest passes instead (Cordonnier, Bovy and Braun 2019, Earth Surface Dynamics
7, 549-562).
"""

from __future__ import annotations

import functools
import heapq
from collections.abc import Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Bools, Floats, Indices

Number = TypeVar("Number", np.float64, np.int64)
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Steps in rows and columns, anticlockwise from east."""
LENGTHS_KM = tuple(float(np.sqrt(row * row + column * column)) for row, column in DIRECTIONS)
STEP_M = 0.1
"""Least fall from a cell to the next."""


@functools.lru_cache(maxsize=4)
def neighbours(shape: tuple[int, int]) -> Indices:
    """Return the eight neighbours of every cell, counted along rows; -1 outside: shape (cells, 8)."""
    padded = np.full((shape[0] + 2, shape[1] + 2), -1, np.int64)
    padded[1:-1, 1:-1] = np.arange(shape[0] * shape[1]).reshape(shape)
    beside = np.stack([_shift(padded, direction) for direction in DIRECTIONS], axis=-1).reshape(-1, 8)
    beside.setflags(write=False)
    return beside


def steepest(height: Floats, outlet: Bools) -> tuple[Indices, Floats]:
    """Return the neighbour with the steepest fall from each cell, and that fall in metres per kilometre.

    Outlets and cells without a lower neighbour drain to themselves, with a fall of 0.
    """
    padded = np.pad(height, 1, constant_values=np.inf)
    best = np.zeros(height.shape)
    receiver = np.arange(height.size).reshape(height.shape)
    for direction, length in zip(DIRECTIONS, LENGTHS_KM, strict=True):
        fall = (height - _shift(padded, direction)) / length
        better = (fall > best) & ~outlet
        best = np.where(better, fall, best)
        offset = direction[0] * height.shape[1] + direction[1]
        receiver = np.where(better, np.arange(height.size).reshape(height.shape) + offset, receiver)
    return receiver.ravel(), best


def fill_hollows(height: Floats, outlet: Bools, rise: Floats) -> Floats:
    """Return heights with hollows filled, so that every cell has a descent to an outlet.

    `rise` is how far each filled cell stands above the one it drains to, in metres; where it varies, water winds across
    the filled ground.
    """
    level, least = height.ravel().tolist(), rise.ravel().tolist()
    done = outlet.ravel().tolist()
    beside = neighbours(height.shape).tolist()
    queue = [(level[cell], cell) for cell in np.flatnonzero(outlet).tolist()]
    heapq.heapify(queue)
    while queue:
        here, cell = heapq.heappop(queue)
        for other in beside[cell]:
            if other >= 0 and not done[other]:
                done[other] = True
                level[other] = max(level[other], here + least[other])
                heapq.heappush(queue, (level[other], other))
    return np.asarray(level).reshape(height.shape)


def spilling(height: Floats, outlet: Bools, receiver: Indices) -> Indices:
    """Return receivers by which the lowest cell of every hollow drains across the hollow's lowest pass to an outlet."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order, minimum_spanning_tree

    basin, inner, outer = _borders(outlet, receiver)
    count = int(basin.max()) + 1
    level = height.ravel()
    # Ranks instead of heights: no two passes have the same weight, so that the least tree is unique.
    order = np.lexsort((outer, inner, np.maximum(level[inner], level[outer])))
    _, first = np.unique(basin[inner[order]] * count + basin[outer[order]], return_index=True)
    rows, columns = basin[inner[order[first]]], basin[outer[order[first]]]
    passes = coo_array((first + 1.0, (rows, columns)), (count, count)).tocsr()
    tree = minimum_spanning_tree(passes)
    reached, before = breadth_first_order(tree + tree.T, 0, directed=True)
    crossing = dict(zip(zip(rows.tolist(), columns.tolist(), strict=True), order[first].tolist(), strict=True))
    pit = np.zeros(count, np.int64)
    roots = np.flatnonzero(receiver == np.arange(receiver.size))
    pit[basin[roots]] = roots
    result = receiver.copy()
    for hollow in reached[1:].tolist():
        result[pit[hollow]] = outer[crossing[hollow, int(before[hollow])]]
    return result


def _borders(outlet: Bools, receiver: Indices) -> tuple[Indices, Indices, Indices]:
    """Return the basin of every cell (0 is that of the outlets), and the pairs of neighbours that lie in two basins."""
    root = receiver
    while not (root[root] == root).all():
        root = root[root]
    flat = outlet.ravel()
    _, basin = np.unique(np.where(flat[root], -1, root), return_inverse=True)
    basin = basin if flat.any() else basin + 1
    cells = np.arange(receiver.size)
    beside = neighbours(outlet.shape)
    inner, side = np.nonzero((beside >= 0) & (basin[beside] != basin[:, None]))
    return basin, cells[inner], beside[inner, side]


def steps_down(receiver: Indices) -> Indices:
    """Count the steps from each cell to the outlet it drains to, by doubling the stride."""
    steps = (receiver != np.arange(receiver.size)).astype(np.int64)
    ahead = receiver
    while True:
        further = ahead[ahead]
        if (further == ahead).all():
            return np.asarray(steps)
        steps = np.asarray(steps + steps[ahead])
        ahead = further


def levels(receiver: Indices) -> list[Indices]:
    """Return cells by their steps to an outlet, the outlets first; cells of one level do not drain to each other."""
    steps = steps_down(receiver)
    order = np.argsort(steps, kind="stable")
    return np.split(order, np.cumsum(np.bincount(steps))[:-1])


def accumulate_flow(values: Floats, receiver: Indices, by_level: list[Indices]) -> Floats:
    """Return the flow through every cell, including its own; outlets hold the sum of all that drains to them."""
    total = values.copy()
    for cells in by_level[:0:-1]:
        np.add.at(total, receiver[cells], total[cells])
    return total


def shifts(field: Floats) -> Iterator[Floats]:
    """Yield the values of the eight neighbours; beyond the edge, those of the edge."""
    padded = np.pad(field, 1, mode="edge")
    for direction in DIRECTIONS:
        yield _shift(padded, direction)


def _shift(padded: NDArray[Number], direction: tuple[int, int]) -> NDArray[Number]:
    rows, columns = padded.shape
    down, right = 1 + direction[0], 1 + direction[1]
    return padded[down : down + rows - 2, right : right + columns - 2]
