"""What the pictures share: paper, colours, hillshade, the frame of a region."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Cover, Floats, Ground

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI = 110
COVER_COLOURS: dict[Cover, str] = {
    Cover.TREES: "#7fa36b",
    Cover.SHRUBS: "#b5b27a",
    Cover.GRASS: "#c3d197",
    Cover.CROPS: "#e6d9a0",
    Cover.BUILT: "#b58f86",
    Cover.BARE: "#cfc3ad",
    Cover.SNOW: "#f4f8fa",
    Cover.WATER: "#86b2d1",
    Cover.WETLAND: "#98bcae",
}
WATER = "#6f9fc4"


@dataclass(frozen=True)
class Picture:
    """A picture of the page and its caption."""

    name: str
    title: str
    caption: str
    png: bytes


@contextmanager
def paper(width: float, height: float, rows: int = 1) -> Iterator[tuple[Figure, list[Axes], io.BytesIO]]:
    """Open a figure, in inches, with axes below each other; its PNG is in the buffer when the block ends."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure, buffer = Figure(figsize=(width, height), dpi=DPI, layout="constrained"), io.BytesIO()
    FigureCanvasAgg(figure)
    axes = np.atleast_1d(figure.subplots(rows, 1, sharex=rows > 1)).tolist()
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
    yield figure, axes, buffer
    figure.savefig(buffer, format="png", bbox_inches="tight", pad_inches=0.12)


def hillshade(elevation_m: Floats, cell_m: float) -> Floats:
    """Return light from the north-west, 45° high, 1 on level ground; heights are exaggerated fourfold (Horn 1981)."""
    north, east = np.gradient(4.0 * elevation_m / cell_m)
    lit = (1.0 + (east - north) / np.sqrt(2.0)) / np.sqrt(1.0 + east * east + north * north)
    return np.asarray(np.clip(lit, 0.35, 1.35))


def cover_image(ground: Ground, cover: NDArray[np.uint8]) -> Floats:
    """Return land cover in its colours with hillshade, seas darker with depth: (rows, columns, 3) in 0..1."""
    from matplotlib.colors import to_rgb

    image = np.ones((*cover.shape, 3))
    for code, colour in COVER_COLOURS.items():
        image[cover == code] = to_rgb(colour)
    land = ~ground.sea & ~ground.lake
    shade = hillshade(np.where(ground.sea, 0.0, ground.elevation_m), ground.region.grid.dx)
    image[land] = np.clip(image[land] * (0.35 + 0.65 * shade[land])[:, None], 0.0, 1.0)
    depth = np.clip(-ground.elevation_m / 300.0, 0.0, 1.0)[..., None]
    image = np.where(
        ground.sea[..., None], (1 - depth) * to_rgb("#a9cbe2") + depth * np.array(to_rgb("#4f7fae")), image
    )
    return np.asarray(image)


def extent_km(ground: Ground) -> tuple[float, float, float, float]:
    """Return west, east, south, north in kilometres from the region's south-western corner."""
    west, south, east, north = ground.region.grid.edges
    return 0.0, (east - west) / 1000.0, 0.0, (north - south) / 1000.0


def to_km(ground: Ground, points: Floats) -> Floats:
    """Return points of the plane, (n, 2), in kilometres from the region's south-western corner."""
    west, south, _, _ = ground.region.grid.edges
    return np.asarray((points - (west, south)) / 1000.0)


def base_map(axis: Axes, ground: Ground, image: Floats) -> None:
    """Draw an image of the region with north on top and kilometres along its sides."""
    west, east, south, north = extent_km(ground)
    axis.imshow(image, origin="lower", extent=(west, east, south, north), interpolation="bilinear")
    axis.set(xlim=(west, east), ylim=(south, north), xlabel="km east", ylabel="km north", aspect="equal")
