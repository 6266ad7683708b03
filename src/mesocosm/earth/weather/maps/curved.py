"""Resampling from curvilinear grids to the pixels of a map: every pixel takes the value of its nearest node."""

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
"""Share of the diagonal between a node and its neighbours that a cell reaches, with some extra for skewed cells."""
MARGIN = 0.01


@dataclass(frozen=True, eq=False)
class CurvedGrid:
    """Nodes in rows and columns at arbitrary places, in degrees; NaN for a node without a place."""

    longitude: Floats
    latitude: Floats

    def panel(self, box: BoundingBox | None) -> Grid:
        """Return the pixels of a map of a box, or of all nodes; refuse a box that misses them."""
        if box is None:
            return panel_of(around(*self.places(), share=MARGIN))
        demand_overlap(box, lambda longitude, latitude: self.nearest(longitude, latitude) >= 0, self.places)
        return panel_of(window_of_box(box))

    def on(self, panel: Grid, values: Floats) -> NDArray[np.float32]:
        """Return values of the nodes at the pixels of a map, bottom row first; NaN outside the cells."""
        nodes = self.nearest(*panel.lonlat())
        return np.where(nodes >= 0, values.ravel()[nodes], np.nan).astype(np.float32)

    def places(self) -> tuple[Floats, Floats]:
        """Return longitudes and latitudes of the nodes that have a place."""
        return self.longitude[self._has_place], self.latitude[self._has_place]

    def nearest(self, longitude: Floats, latitude: Floats) -> NDArray[np.intp]:
        """Return the number of the node, row by row, whose cell contains a place; -1 outside the cells."""
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
        """Reach of each node's cell, as a share of the Earth's radius."""
        nodes = on_unit_sphere(self.longitude, self.latitude)
        nodes[~self._has_place] = np.nan
        return np.asarray(HALF_DIAGONAL * np.hypot(_widest_step(nodes, 0), _widest_step(nodes, 1)))


def _widest_step(nodes: Floats, axis: int) -> Floats:
    """Return the longer of the distances to the neighbours on both sides, ignoring nodes without a place."""
    steps: Floats = np.nan_to_num(np.linalg.norm(np.diff(nodes, axis=axis), axis=-1))
    sides = [(0, 0), (0, 0)]
    sides[axis] = (1, 1)
    around_node = np.pad(steps, sides)
    before, after = (np.delete(around_node, end, axis=axis) for end in (-1, 0))
    return np.asarray(np.maximum(before, after), np.float64)
