"""A sheet to draw on, in pixels from its upper left corner; the same numbers give the same bytes.

Matplotlib keeps its settings in one place for all threads, so one sheet is drawn at a time.
"""

from __future__ import annotations

import functools
import io
import threading
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mesocosm import registry
from mesocosm.earth.drawing.ink import INK, clip_text, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure
    from PIL.Image import Image

Pixels = NDArray[np.uint8]
"""An image: rows from the top, columns, and red, green, blue."""
PALE, GRID = "#8a979e", "#dde4e8"
DOTS_PER_INCH = 100
WIDEST = 1000
"""Pixels along the longer side of a picture."""
LARGEST_BYTES = 400_000
FONT = "DejaVu Sans"
STYLE: dict[str, object] = {
    "font.family": FONT, "font.size": 9.5, "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK,
    "axes.linewidth": 0.8, "axes.axisbelow": True, "xtick.color": INK, "ytick.color": INK, "legend.frameon": False,
}  # fmt: skip
TITLE_SIZE, LINE_SIZE = 12.5, 9.5
MARGIN = 14
TITLE_TOP, LINE_TOP = 10, 33
TITLE_ROW, LINE_ROW = 20, 16
"""Pixels from the top of a sheet to a title and the line below it, and heights of their further rows."""
MOST_ROWS = 4
"""Most rows of a title; more are cut."""
THINNEST = 4
"""Pixels that most letters exceed in width."""
SMALLEST = 0.75
"""Least size of the letters of a long title, as a share of the usual size."""
ONE_AT_A_TIME = threading.RLock()


class Frame(NamedTuple):
    """A rectangle of a sheet, in pixels from the upper left corner."""

    left: int
    top: int
    width: int
    height: int


class Heading(NamedTuple):
    """Rows of a title and of the line below it."""

    title: tuple[str, ...]
    line: tuple[str, ...]

    @property
    def more(self) -> int:
        """Pixels that the heading needs beyond those of one row each."""
        return TITLE_ROW * (len(self.title) - 1) + LINE_ROW * (len(self.line) - 1)


def heading(title: str, line: str, width: int) -> Heading:
    """Wrap a title and the line below it to the width of a sheet in pixels."""
    room = width - 2 * MARGIN
    return Heading(wrap_text(title, TITLE_SIZE, "bold", room), wrap_text(line, LINE_SIZE, "normal", room))


def wrap_text(text: str, size: float, weight: str, room: int) -> tuple[str, ...]:
    """Return the rows of a text: one if it fits with smaller letters, else as many as it needs, up to `MOST_ROWS`."""
    whole = clip_text(" ".join(text.split()), MOST_ROWS * (room // THINNEST))
    if text_width(whole, size * SMALLEST, weight) <= room:  # hinted letters do not shrink in proportion
        return (whole,)
    rows = [""]
    for piece in (piece for word in whole.split(" ") for piece in _pieces(word, size, weight, room)):
        longer = f"{rows[-1]} {piece}".strip()
        if text_width(longer, size, weight) <= room:
            rows[-1] = longer
        else:
            rows.append(piece)
    return (*rows[: MOST_ROWS - 1], " ".join(rows[MOST_ROWS - 1 :])) if len(rows) > MOST_ROWS else tuple(rows)


def _pieces(word: str, size: float, weight: str, room: int) -> Iterator[str]:
    """Cut a word that is wider than a row into pieces that are not."""
    while word:
        count = bisect_right(
            range(1, len(word) + 1), float(room), key=lambda count: text_width(word[:count], size, weight)
        )
        yield word[: max(1, count)]
        word = word[max(1, count) :]


def text_width(text: str, size: float, weight: str = "normal") -> float:
    """Return the width of a text in pixels on a sheet, given its size in points."""
    registry.require("matplotlib")
    from matplotlib.font_manager import FontProperties

    font = FontProperties(family=FONT, size=size, weight=weight)
    with ONE_AT_A_TIME:
        return float(_ruler().get_text_width_height_descent(text, font, ismath=False)[0])  # type: ignore[no-untyped-call]  # as below


@functools.cache
def _ruler() -> RendererAgg:
    from matplotlib.backends.backend_agg import RendererAgg

    return RendererAgg(1, 1, DOTS_PER_INCH)  # type: ignore[no-untyped-call]  # matplotlib has no types for it


class Sheet:
    """A white sheet with a title, which becomes a PNG when the drawing ends."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.width, self.height = (round(inches * DOTS_PER_INCH) for inches in figure.get_size_inches())
        self.pixels: Pixels = np.zeros((0, 0, 3), np.uint8)
        """The finished picture, after the drawing has ended."""

    @property
    def png(self) -> bytes:
        """The finished picture as a PNG file."""
        return as_png(self.pixels)

    def axes(self, frame: Frame) -> Axes:
        """Return axes that fill a frame exactly."""
        bottom = self.height - frame.top - frame.height
        share = (frame.left / self.width, bottom / self.height, frame.width / self.width, frame.height / self.height)
        return self.figure.add_axes(share, facecolor="none")

    def picture(self, pixels: Pixels, left: int, top: int) -> None:
        """Draw pixels unchanged, below everything in the axes."""
        self.figure.figimage(pixels, left, self.height - top - pixels.shape[0], origin="upper", zorder=-1)

    def write(self, x: float, y: float, text: str, **style: Any) -> None:
        """Write a text; its upper left corner is at this pixel, unless the style says otherwise."""
        placed: dict[str, Any] = {"ha": "left", "va": "top", **style}
        self.figure.text(x / self.width, 1 - y / self.height, plain(text), **placed)

    def width_of(self, text: str, size: float, weight: str = "normal") -> float:
        """Return the width of a text in pixels, given its size in points."""
        return text_width(text, size, weight)

    def title(self, title: str, line: str = "") -> None:
        """Write a title in bold, and a plain line below it, in as many rows as they need; see `heading`."""
        head, y = heading(title, line, self.width), TITLE_TOP
        for row in head.title:
            self.headline(MARGIN, y, row, TITLE_SIZE, weight="bold")
            y += TITLE_ROW
        y = LINE_TOP + TITLE_ROW * (len(head.title) - 1)
        for row in head.line:
            self.headline(MARGIN, y, row, LINE_SIZE, color="#47565f")
            y += LINE_ROW

    def headline(self, x: float, y: float, text: str, size: float, *, weight: str = "normal", **style: Any) -> None:
        """Write a line within the sheet; a long one is made smaller, and cut if that is not enough."""
        room = self.width - 2 * MARGIN
        words = clip_text(" ".join(text.split()), room // THINNEST)
        wide = self.width_of(words, size, weight) if words else 0.0
        size *= max(SMALLEST, min(1.0, room / max(wide, 1.0)))
        while words and self.width_of(words, size, weight) > room + 1:
            words = clip_text(words, len(words) - 1)
        self.write(x, y, words, weight=weight, size=size, **style)


@contextmanager
def sheet(width: int, height: int) -> Iterator[Sheet]:
    """Open a sheet of this size in pixels; when the block ends, it has its PNG."""
    mpl = registry.require("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    defaults = {key: value for key, value in mpl.rcParamsDefault.items() if not key.startswith("backend")}
    with ONE_AT_A_TIME, mpl.rc_context({**defaults, **STYLE}):
        figure = Figure(figsize=(width / DOTS_PER_INCH, height / DOTS_PER_INCH), dpi=DOTS_PER_INCH, facecolor="white")
        canvas = FigureCanvasAgg(figure)
        made = Sheet(figure)
        yield made
        canvas.draw()  # type: ignore[no-untyped-call]  # matplotlib has no types for it
        made.pixels = np.array(canvas.buffer_rgba())[:, :, :3]  # type: ignore[no-untyped-call]  # as above


def as_png(pixels: Pixels, strip: int = 0) -> bytes:
    """Encode a PNG without date or program, with fewer colours if the file would be large.

    Args:
        pixels: Red, green and blue.
        strip: Rows at the bottom that are a colour scale and get half of the colours, so that its ramp keeps its steps.
    """
    from PIL.Image import fromarray

    data = _encode(fromarray(np.ascontiguousarray(pixels)))
    for colours in (256, 128, 64, 32, 16):
        if len(data) <= LARGEST_BYTES:
            break
        data = _encode(_fewer(pixels, colours, strip))
    return data


def _fewer(pixels: Pixels, colours: int, strip: int) -> Image:
    """Reduce the picture to a table of colours; the strip at the bottom gets half of them."""
    from PIL.Image import Dither, Quantize, fromarray

    def reduced(part: Pixels, count: int) -> Image:
        return fromarray(np.ascontiguousarray(part)).quantize(count, method=Quantize.MEDIANCUT, dither=Dither.NONE)

    if not strip:
        return reduced(pixels, colours)
    half = colours // 2
    above, below = reduced(pixels[:-strip], half), reduced(pixels[-strip:], half)
    joined = fromarray(np.concatenate([np.asarray(above), np.asarray(below) + np.uint8(half)]))
    tables = [((part.getpalette() or []) + [0] * 3 * half)[: 3 * half] for part in (above, below)]
    joined.putpalette(tables[0] + tables[1])
    return joined


def _encode(image: Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()
