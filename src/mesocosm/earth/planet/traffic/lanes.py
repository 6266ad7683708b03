"""Shipping lanes: the ways over the sea from a region's ports to its edge, and past it, clear of the shore."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.ground.drainage import LENGTHS_KM, neighbours
from mesocosm.earth.planet.ground.ground import Floats, Ground, Indices
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Region

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from shapely.geometry import LineString

SHORE_KM = 4.0
"""Nearer to land than this ships go only to reach a port."""
LEAST_GATE = 12
"""Kilometres of open edge that let ships in and out."""


@dataclass(frozen=True)
class Lane:
    """From a port, or from one gate of the region's edge, out to a gate."""

    id: str
    port: str
    """The id of the place; empty of a lane that passes by."""
    line: LineString


def lanes(region: Region) -> tuple[Lane, ...]:
    """All lanes of a region, those of its ports first; none where no sea reaches the edge."""
    return _lanes(region)


@functools.lru_cache(maxsize=8)
def _lanes(region: Region) -> tuple[Lane, ...]:
    from scipy.sparse.csgraph import dijkstra

    ground = make_ground(region)
    gates = _gates(ground)
    if not gates:
        return ()
    ports = [place for place in make_settlement(ground).places if place.port]
    ends = [_nearest_sea(ground, place.cell) for place in ports]
    _, before = dijkstra(_costs(ground), directed=False, indices=gates, return_predecessors=True)
    made = []
    for back in before:
        for place, end in zip(ports, ends, strict=True):
            if back[end] >= 0:
                made.append((place.id, _line(ground, _follow(back, end), (place.x, place.y))))
    for first, back in zip(gates, before, strict=True):
        made += [("", _line(ground, _follow(back, last), None)) for last in gates if last > first and back[last] >= 0]
    return tuple(Lane(f"{region.key}-lane{n:02d}", port, line) for n, (port, line) in enumerate(made))


def _gates(ground: Ground) -> list[int]:
    """The middle cell of every long stretch of sea along the region's edge, by side."""
    rows, columns = ground.sea.shape
    cells = np.arange(ground.sea.size).reshape(rows, columns)
    gates: list[int] = []
    for side in (cells[0], cells[:, -1], cells[-1], cells[:, 0]):
        wet = ground.sea.ravel()[side]
        cuts = np.flatnonzero(np.diff(np.concatenate([[False], wet, [False]]).astype(np.int8)))
        for start, end in cuts.reshape(-1, 2).tolist():
            if end - start >= LEAST_GATE:
                gates.append(int(side[(start + end) // 2]))
    return sorted(set(gates))


def _nearest_sea(ground: Ground, cell: int) -> int:
    """The sea cell nearest to a cell."""
    sea = np.flatnonzero(ground.sea.ravel())
    row, column = divmod(cell, ground.sea.shape[1])
    rows, columns = np.divmod(sea, ground.sea.shape[1])
    return int(sea[((rows - row) ** 2 + (columns - column) ** 2).argmin()])


def _costs(ground: Ground) -> csr_array:
    """Whole metres from sea cell to sea cell, more near the shore."""
    from scipy.ndimage import distance_transform_edt
    from scipy.sparse import csr_array

    sea = ground.sea.ravel()
    off = round_to_step(distance_transform_edt(ground.sea), 0.01).ravel()
    dear = 1.0 + 2.5 * np.maximum(SHORE_KM - off, 0.0) / SHORE_KM
    beside = neighbours(ground.sea.shape)
    rows, columns, values = [], [], []
    for side, length in enumerate(LENGTHS_KM):
        cells = np.flatnonzero((beside[:, side] >= 0) & sea & sea[beside[:, side]])
        other = beside[cells, side]
        rows.append(cells)
        columns.append(other)
        values.append(np.floor(1000.0 * length * (dear[cells] + dear[other]) / 2))
    shape = (sea.size, sea.size)
    return csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape)


def _follow(before: Indices, cell: int) -> list[int]:
    """Cells from one back to where the search began."""
    cells = [cell]
    while before[cells[-1]] >= 0:
        cells.append(int(before[cells[-1]]))
    return cells


def _line(ground: Ground, cells: list[int], berth: tuple[float, float] | None) -> LineString:
    """Straight legs between few turning points, from the berth where there is one."""
    import shapely

    grid = ground.region.grid
    row, column = np.divmod(np.array(cells), grid.nx)
    points: Floats = np.stack([grid.x0 + column * grid.dx, grid.y0 + row * grid.dy], axis=-1)
    legs = shapely.get_coordinates(shapely.simplify(shapely.linestrings(points), 700.0)) if len(cells) > 1 else points
    if berth is not None:
        # To the first sea cell's near edge: the town itself is on land.
        legs = np.concatenate([(legs[:1] + 0.35 * (np.array([berth]) - legs[:1])), legs])
    return shapely.linestrings(round_to_step(legs, 0.1))
