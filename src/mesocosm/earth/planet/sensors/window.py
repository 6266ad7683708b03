"""The part of a region that a picture shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.regions import Region
from mesocosm.errors import UserError

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Bools = NDArray[np.bool_]
Codes = NDArray[np.uint8]
Ints = NDArray[np.int64]
CM = 100


@dataclass(frozen=True)
class Window:
    """Square pixels in rows from north to south; lengths in whole centimetres of the region's plane."""

    region: Region
    west_cm: int
    north_cm: int
    columns: int
    rows: int
    resolution_cm: int

    def __post_init__(self) -> None:
        if min(self.columns, self.rows, self.resolution_cm) < 1:
            raise UserError(
                f"a window needs columns, rows and resolution of at least 1, got {self.columns} columns, "
                f"{self.rows} rows, {self.resolution_cm} cm"
            )

    @property
    def resolution_m(self) -> float:
        return self.resolution_cm / CM

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east and north in metres of the plane."""
        east, south = self.west_cm + self.columns * self.resolution_cm, self.north_cm - self.rows * self.resolution_cm
        return self.west_cm / CM, south / CM, east / CM, self.north_cm / CM

    def x(self) -> Floats:
        """Return the middle of each column, metres; the same value in every window that holds the pixel."""
        return np.asarray((2 * self.west_cm + (2 * np.arange(self.columns) + 1) * self.resolution_cm) / (2 * CM))

    def y(self) -> Floats:
        """Return the middle of each row, from north to south."""
        return np.asarray((2 * self.north_cm - (2 * np.arange(self.rows) + 1) * self.resolution_cm) / (2 * CM))

    def column_numbers(self) -> Ints:
        """Return the numbers of the columns from the plane's origin, which identify pixels in random draws."""
        return np.asarray(self.west_cm // self.resolution_cm + np.arange(self.columns), np.int64)

    def row_numbers(self) -> Ints:
        return np.asarray(self.north_cm // self.resolution_cm - 1 - np.arange(self.rows), np.int64)

    def widened(self, pixels: int) -> Window:
        """Return the window with so many more pixels on every side."""
        edge = pixels * self.resolution_cm
        return Window(
            self.region,
            self.west_cm - edge,
            self.north_cm + edge,
            self.columns + 2 * pixels,
            self.rows + 2 * pixels,
            self.resolution_cm,
        )

    def at_resolution(self, resolution_cm: int) -> Window:
        """Return the same ground in pixels of another size, of which it must be a multiple."""
        width, height = self.columns * self.resolution_cm, self.rows * self.resolution_cm
        if width % resolution_cm or height % resolution_cm:
            raise UserError(f"pixels of {resolution_cm} cm do not fill a window of {width} × {height} cm")
        return Window(
            self.region, self.west_cm, self.north_cm, width // resolution_cm, height // resolution_cm, resolution_cm
        )


def window_about(region: Region, x: float, y: float, size_m: float, resolution_m: float) -> Window:
    """Return a square window about a place, its edges on whole pixels of the plane."""
    step = round(resolution_m * CM)
    pixels = round(size_m / resolution_m)
    west = (round(x * CM) // step - pixels // 2) * step
    north = (round(y * CM) // step + pixels - pixels // 2) * step
    return Window(region, west, north, pixels, pixels, step)
