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
"""Array of rows from north to south, columns, and red, green, blue."""


@dataclass(frozen=True)
class Frame:
    """A picture: place, time and sensor; its pixels are made or read when they are first needed."""

    name: str
    """Name of 32 hexadecimal digits that reveals nothing."""
    site: str
    """Key of its place; never shown to an agent."""
    sensor: Sensor
    time: datetime
    """Time in UTC; shown only by tools that give dates."""
    window: Window
    event: Literal["", "before", "after"] = ""
    """Whether the picture was taken before or after the disaster of its site; empty if neither."""

    @property
    def day(self) -> str:
        """Day of the picture, such as 2031-07-14."""
        return self.time.date().isoformat()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.window.columns, self.window.rows


@dataclass(frozen=True)
class Thing:
    """A thing in a picture, with its exact outline in pixels of the whole frame, x right and y down."""

    id: str
    label: str
    """Label of the thing: a leaf of the taxonomy."""
    outline: NDArray[np.float64]
    box: tuple[float, float, float, float]
    """Left, top, right, bottom, cut at the picture's edges."""
    inside: float
    """Share of the thing that lies within the picture."""
    attributes: dict[str, str | int | float] = field(default_factory=dict)
    """Attributes such as `colour`, `damage`, `heading`."""


@dataclass(frozen=True)
class Bands:
    """Surface reflectance (0..1) by the names of the sensor's bands, each at its own pixel size, and hidden pixels."""

    frame: Frame
    reflectance: dict[str, NDArray[np.float32]]
    cloud_probability: NDArray[np.uint8]
    classification: NDArray[np.uint8]
