"""Sheets to draw on, and the colours and signs that all pictures of outlooks share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm import registry
from mesocosm.files import whole
from mesocosm.report import figures

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

HIT, MISS, FALSE_ALARM = "#0072b2", "#d55e00", "#f0e442"
"""Colours of Okabe and Ito (2008): dark, middle and light, which colour-blind people can distinguish too."""
LAND, SEA, STATE_LINE = "#f5f5f2", "#ffffff", "#9aa5ab"
REPORT = "#1b2a33"
NOTE = "#55666f"
DOTS_PER_INCH = 100
PALETTE = 255
"""Number of colours of a picture: large areas keep theirs, and a file takes a third of its full size."""


def sheet(title: str, *, width_in: float, height_in: float) -> Figure:
    """Return an empty figure with its title on the upper left; draw on it inside `figures.style()`."""
    registry.require("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width_in, height_in), dpi=DOTS_PER_INCH)
    FigureCanvasAgg(figure)
    place(figure, title, left_in=0.15, top_in=0.12, weight="bold", fontsize=12)
    return figure


def place(figure: Figure, text: str, *, left_in: float, top_in: float, **style: object) -> None:
    """Write a line of text, so many inches from the left and the top of the sheet."""
    width, height = figure.get_size_inches()
    words = figures.plain(text)
    figure.text(left_in / width, 1 - top_in / height, words, ha="left", va="top", **style)  # type: ignore[arg-type]


def frame(figure: Figure, *, left_in: float, top_in: float, width_in: float, height_in: float) -> Axes:
    """Place a plot in inches from the left and the top of the sheet."""
    width, height = figure.get_size_inches()
    bottom = height - top_in - height_in
    return figure.add_axes((left_in / width, bottom / height, width_in / width, height_in / height))


def ink_on(colour: str) -> str:
    """Return dark or light for letters, whichever reads better on a colour (luminance after ITU-R BT.709)."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return figures.INK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 140 else "#ffffff"


def save(figure: Figure, path: Path) -> None:
    """Write a PNG whole or not at all; the same numbers give the same bytes on the same libraries."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # type: ignore[no-untyped-call]
    pixels = Image.fromarray(_opaque(canvas))
    with whole(path) as draft:
        pixels.quantize(PALETTE, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(draft, format="PNG")


def _opaque(canvas: FigureCanvasAgg) -> NDArray[np.uint8]:
    pixels: NDArray[np.uint8] = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]
    return pixels[:, :, :3]
