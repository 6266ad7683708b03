"""One picture in the lake."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sensors.window import Window

Sensor = Literal["rgb", "sentinel-2", "landsat", "sar"]
Pixels = NDArray[np.uint8]
"""Rows from north to south, columns, and red, green, blue."""


@dataclass(frozen=True)
class Frame:
    """A picture: where, when and by which sensor; its pixels are made or read when asked for."""

    name: str
    """32 hexadecimal digits that reveal nothing."""
    site: str
    """Key of its place; never shown."""
    sensor: Sensor
    time: datetime
    """UTC; shown only by tools that give dates."""
    window: Window
    event: Literal["", "before", "after"] = ""
    """Whether it was taken before or after the disaster of its site."""

    @property
    def day(self) -> str:
        """As in 2031-07-14."""
        return self.time.date().isoformat()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.window.columns, self.window.rows


@dataclass(frozen=True)
class Thing:
    """What stands in a picture, with its exact outline in pixels of the whole frame, x right and y down."""

    id: str
    label: str
    """A leaf of the taxonomy."""
    outline: NDArray[np.float64]
    box: tuple[float, float, float, float]
    """Left, top, right, bottom, cut at the picture's edges."""
    inside: float
    """Share of it within the picture."""
    attributes: dict[str, str | int | float] = field(default_factory=dict)
    """Such as `colour`, `damage`, `heading`."""


@dataclass(frozen=True)
class Bands:
    """Surface reflectance (0..1) by the names of the sensor's bands, each at its own pixel size, and what hides it."""

    frame: Frame
    reflectance: dict[str, NDArray[np.float32]]
    cloud_probability: NDArray[np.uint8]
    classification: NDArray[np.uint8]
