"""Antialiased black drawing: lines and text as shades that darken the colours below.

A shade is an integer from 0 (nothing) to `DARKEST` (black), so that colour and shade together fit a palette. The font
is part of Pillow, so that text looks the same on every machine.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw

from mesocosm.earth.drawing.text_font import text_font

Shades = NDArray[np.uint8]
Anchor = Literal["left", "middle", "right"]
DARKEST = 4
FINE = 3
"""Factor by which lines are drawn larger before they are reduced."""
SHADE_OF_GREY = [(grey * DARKEST + 127) // 255 for grey in range(256)]
AROUND = 4
"""Pixels kept free beside text, for letters that extend beyond their box."""
RAISED = {"⁻": "-", "⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6"}
"""Superscripts, which the font lacks and which are drawn small and high."""


class Sheet:
    """A sheet to draw on, in pixels from its top left corner."""

    def __init__(self, width: int, height: int) -> None:
        self._words = Image.new("L", (width, height), 0)
        self._lines: Image.Image | None = None
        self._pen: ImageDraw.ImageDraw | None = None

    def line(self, points: NDArray[np.float64], *, width: float = 1.0, shade: int = 255) -> None:
        """Draw a line through points; where lines cross, the darker one stays."""
        self._fine_pen().line(_fine(points), fill=shade, width=max(round(width * FINE), 1))

    def polygon(self, points: NDArray[np.float64], *, shade: int = 255) -> None:
        """Fill a polygon."""
        self.line(points, shade=shade)
        self._fine_pen().polygon(_fine(points), fill=shade)

    def write(self, x: float, y: float, text: str, size: int, *, anchor: Anchor = "left") -> None:
        """Write a text whose top is at y."""
        pieces = _pieces(text)
        widths = [_width(piece, _size(size, raised)) for piece, raised in pieces]
        x -= {"left": 0.0, "middle": sum(widths) / 2, "right": sum(widths)}[anchor]
        for (piece, raised), width in zip(pieces, widths, strict=True):
            top = y - size * 0.1 if raised else y
            self._words.paste(255, (round(x) - AROUND, round(top)), _print(piece, _size(size, raised)))
            x += width

    def shades(self) -> Shades:
        """Return the drawing as shades."""
        grey = self._words
        if self._lines is not None:
            grey = ImageChops.lighter(grey, self._lines.reduce(FINE))
        return np.asarray(grey.point(SHADE_OF_GREY))

    def _fine_pen(self) -> ImageDraw.ImageDraw:
        if self._pen is None:
            self._lines = Image.new("L", (self._words.width * FINE, self._words.height * FINE), 0)
            self._pen = ImageDraw.Draw(self._lines)
        return self._pen


def _fine(points: NDArray[np.float64]) -> list[float]:
    """Return x and y alternately, on the enlarged sheet."""
    return ((points + 0.5) * FINE).ravel().tolist()


def text_width(text: str, size: int) -> float:
    """Return the width of a text in pixels."""
    return sum(_width(piece, _size(size, raised)) for piece, raised in _pieces(text))


def _pieces(text: str) -> list[tuple[str, bool]]:
    """Split a text into normal and raised characters."""
    runs: list[tuple[str, bool]] = []
    for character in text:
        raised = character in RAISED
        if runs and runs[-1][1] == raised:
            runs[-1] = runs[-1][0] + RAISED.get(character, character), raised
        else:
            runs.append((RAISED.get(character, character), raised))
    return runs


def _size(size: int, raised: bool) -> int:
    return round(size * 0.7) if raised else size


@functools.lru_cache(maxsize=512)
def _width(text: str, size: int) -> float:
    return text_font(size).getlength(text)


@functools.lru_cache(maxsize=512)
def _print(text: str, size: int) -> Image.Image:
    """Draw a text in grey, cached because maps of one type or one hour share it."""
    grey = Image.new("L", (round(_width(text, size)) + 2 * AROUND, 2 * size), 0)
    ImageDraw.Draw(grey).text((AROUND, 0), text, fill=255, font=text_font(size))
    return grey


def all_lines(sheet: Sheet, lines: Iterable[NDArray[np.float64]], *, width: float, shade: int) -> None:
    """Draw many lines in one style."""
    for line in lines:
        sheet.line(line, width=width, shade=shade)
