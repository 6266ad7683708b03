"""Fields on bent grids on the pixels of a map: every pixel takes the value of the node it is nearest to."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.drawing.window import around, window_of_box
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.grid import Floats, Grid
from mesocosm.earth.geo.measures import on_unit_sphere
from mesocosm.earth.weather.maps.region import demand_overlap, panel_of

HALF_DIAGONAL = 0.55
"""Of the diagonal between a node and its neighbours: as far as its cell reaches, and a little for cells that lean."""
MARGIN = 0.01


@dataclass(frozen=True, eq=False)
class CurvedGrid:
    """Nodes in rows and columns at places of their own; degrees, NaN where a node is nowhere."""

    longitude: Floats
    latitude: Floats

    def panel(self, box: BoundingBox | None) -> Grid:
        """The pixels of a map of a box, or of all nodes; a box that misses them is refused."""
        if box is None:
            return panel_of(around(*self.places(), share=MARGIN))
        demand_overlap(box, lambda longitude, latitude: self.nearest(longitude, latitude) >= 0, self.places)
        return panel_of(window_of_box(box))

    def on(self, panel: Grid, values: Floats) -> NDArray[np.float32]:
        """Values of the nodes at the pixels of a map, bottom row first; NaN where no cell is."""
        nodes = self.nearest(*panel.lonlat())
        return np.where(nodes >= 0, values.ravel()[nodes], np.nan).astype(np.float32)

    def places(self) -> tuple[Floats, Floats]:
        """Longitudes and latitudes of the nodes that are somewhere."""
        return self.longitude[self._has_place], self.latitude[self._has_place]

    def nearest(self, longitude: Floats, latitude: Floats) -> NDArray[np.intp]:
        """The number of the node, row after row, whose cell holds a place; -1 where none does."""
        from scipy.spatial import cKDTree

        known, reach = np.flatnonzero(self._has_place), self._reach[self._has_place]
        points = on_unit_sphere(longitude, latitude)
        good = np.isfinite(points).all(axis=-1)
        found = np.full(good.shape, -1, np.intp)
        distance, node = cKDTree(on_unit_sphere(*self.places())).query(points[good])
        found[good] = np.where(distance <= reach[node], known[node], -1)
        return found

    @functools.cached_property
    def _has_place(self) -> NDArray[np.bool_]:
        return np.isfinite(self.longitude) & (np.abs(self.latitude) <= 90.0) & (np.abs(self.longitude) <= 360.0)

    @functools.cached_property
    def _reach(self) -> Floats:
        """How far the cell of each node reaches, as a share of the Earth's radius."""
        nodes = on_unit_sphere(self.longitude, self.latitude)
        nodes[~self._has_place] = np.nan
        return np.asarray(HALF_DIAGONAL * np.hypot(_widest_step(nodes, 0), _widest_step(nodes, 1)))


def _widest_step(nodes: Floats, axis: int) -> Floats:
    """The longer of the ways to the neighbours on both sides; no way leads to a node that is nowhere."""
    steps: Floats = np.nan_to_num(np.linalg.norm(np.diff(nodes, axis=axis), axis=-1))
    sides = [(0, 0), (0, 0)]
    sides[axis] = (1, 1)
    around_node = np.pad(steps, sides)
    before, after = (np.delete(around_node, end, axis=axis) for end in (-1, 0))
    return np.asarray(np.maximum(before, after), np.float64)
