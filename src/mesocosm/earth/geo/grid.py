"""A regular grid on a map projection: positions of its nodes, and the nodes near a place.

The one grid class of the project: for forecast files, for pixels of maps (a node is the centre of a pixel) and for the
cells on which probabilities are verified (a node is the centre of a cell). It has a projection, six numbers and no
data, so that it can be compared, hashed and used as the key of a cache; xarray and cartopy have no type for that.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mesocosm.earth.geo.projection import projection

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Grid:
    """Nodes in rows and columns; rows run from south to north, columns from west to east.

    Lengths are metres on the projection plane, or degrees where the plane is longitude and latitude, true
    (`+proj=longlat`) or relative to another pole (`+proj=ob_tran +o_proj=longlat`).
    """

    proj: str
    """Projection, as a PROJ string."""
    x0: float
    """Plane coordinates of the south-western node; so is `y0`."""
    y0: float
    dx: float
    """Distance between columns; `dy`, between rows."""
    dy: float
    nx: int
    """Number of columns; `ny`, of rows."""
    ny: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.ny, self.nx

    @property
    def in_degrees(self) -> bool:
        """Whether the plane is longitude and latitude itself."""
        return "+proj=longlat" in self.proj

    @property
    def is_rotated(self) -> bool:
        """Whether the plane is longitude and latitude relative to another pole."""
        return "+proj=ob_tran" in self.proj

    @property
    def goes_around(self) -> bool:
        """Whether the first column follows the last: a full circle, up to the rounding of steps in files."""
        return (self.in_degrees or self.is_rotated) and abs(self.dx * self.nx - 360.0) < self.dx / 2

    def closed(self) -> Grid:
        """The grid with its first column repeated after the last, if it goes around the globe."""
        return replace(self, dx=360.0 / self.nx, nx=self.nx + 1) if self.goes_around else self

    def x(self) -> Floats:
        """Return the plane coordinate of each column."""
        return np.asarray(self.x0 + self.dx * np.arange(self.nx), np.float64)

    def y(self) -> Floats:
        """Return the plane coordinate of each row."""
        return np.asarray(self.y0 + self.dy * np.arange(self.ny), np.float64)

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """West, south, east and north edge of the cells around the nodes, on the plane."""
        west, south = self.x0 - self.dx / 2, self.y0 - self.dy / 2
        return west, south, west + self.dx * self.nx, south + self.dy * self.ny

    def lonlat(self) -> tuple[Floats, Floats]:
        """Return longitude and latitude of every node, degrees in -180..180 and -90..90."""
        x, y = np.meshgrid(self.x(), self.y())
        return self.from_plane(x, y)

    def from_plane(self, x: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
        """Convert points of the plane to longitude and latitude."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        if self.in_degrees:
            return _wrap(x), y
        if self.is_rotated:
            x, y = np.radians(x), np.radians(y)
        longitude, latitude = projection(self.proj)(x, y, inverse=True)
        return np.asarray(longitude), np.asarray(latitude)

    def to_plane(self, longitude: ArrayLike, latitude: ArrayLike) -> tuple[Floats, Floats]:
        """Convert longitudes and latitudes to points of the plane."""
        longitude, latitude = np.asarray(longitude, float), np.asarray(latitude, float)
        if self.in_degrees:
            return self._around_middle(longitude), latitude
        x, y = projection(self.proj)(longitude, latitude)
        if self.is_rotated:
            return self._around_middle(np.degrees(x)), np.degrees(y)
        return np.asarray(x), np.asarray(y)

    def locate(self, longitude: ArrayLike, latitude: ArrayLike) -> tuple[Floats, Floats]:
        """Return fractional column and row of places; whole numbers are nodes, the south-western node is (0, 0)."""
        x, y = self.to_plane(longitude, latitude)
        return (x - self.x0) / self.dx, (y - self.y0) / self.dy

    def _around_middle(self, degrees: Floats) -> Floats:
        """Shift degrees by whole turns, so that they jump on the far side of the globe."""
        middle = self.x0 + self.dx * (self.nx - 1) / 2
        return middle + _wrap(degrees - middle)


def _wrap(longitude: Floats) -> Floats:
    return (longitude + 180.0) % 360.0 - 180.0


def to_grid_winds(grid: Grid, u: Floats, v: Floats) -> tuple[Floats, Floats]:
    """Rotate winds towards true east and north at every node to the grid's rows and columns."""
    return rotate_vectors(u, v, _angles(grid))


def to_earth_winds(grid: Grid, u: Floats, v: Floats) -> tuple[Floats, Floats]:
    """Rotate winds along the grid's rows and columns at every node to true east and north."""
    return rotate_vectors(u, v, -_angles(grid))


def rotate_vectors(u: ArrayLike, v: ArrayLike, angle: ArrayLike) -> tuple[Floats, Floats]:
    """Rotate vectors anticlockwise by an angle in radians: (u cos α - v sin α, u sin α + v cos α)."""
    u, v = np.asarray(u), np.asarray(v)
    cosine, sine = np.cos(angle), np.sin(angle)
    return u * cosine - v * sine, u * sine + v * cosine


def east_angle(grid: Grid, longitude: ArrayLike, latitude: ArrayLike) -> Floats:
    """Return the angle from the grid's x axis to true east at places, anticlockwise in radians.

    East is taken at right angles to the meridian, which holds for the conformal projections of forecast models.
    """
    if grid.in_degrees:
        return np.zeros(np.shape(longitude))
    x, y = grid.to_plane(longitude, latitude)
    south_x, south_y = grid.to_plane(longitude, np.asarray(latitude) - 0.01)
    # A degree of longitude about another pole is shorter than one of latitude, too.
    shrink = np.cos(np.radians(y)) if grid.is_rotated else 1.0
    return np.arctan2(y - south_y, (x - south_x) * shrink) - np.pi / 2


@functools.lru_cache(maxsize=4)
def _angles(grid: Grid) -> Floats:
    return east_angle(grid, *grid.lonlat())
