"""Drawing functions of soundings: dashed lines, supersampled panels, PNG."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from PIL import Image, ImageDraw

from mesocosm.earth.drawing.text_font import text_font
from mesocosm.earth.weather.soundings.profile import FloatArray

FINENESS = 2
"""Factor by which panels are drawn larger before they are averaged down, which smooths their lines."""

Colour = tuple[int, int, int]
Point = tuple[float, float]

WHITE, BLACK, GREY, PALE, BAND = (255, 255, 255), (20, 20, 24), (96, 98, 106), (214, 216, 222), (245, 246, 250)
RED, GREEN, BLUE, PURPLE, ORANGE = (205, 32, 38), (18, 140, 60), (30, 98, 178), (122, 50, 160), (224, 122, 16)
TAN, MINT, TEAL, SKY = (236, 216, 190), (200, 230, 203), (140, 190, 190), (120, 170, 220)
"""Colours of dry adiabats, moist adiabats, lines of mixing ratio, and the two highlighted isotherms."""
WARM, COOL = (235, 80, 60), (60, 120, 215)
"""Colours of positive and negative energy, drawn with transparency."""
ALARMS = ((255, 190, 230), (255, 200, 190), (255, 232, 180))
FLAT = (WHITE, BAND, PALE, *ALARMS)
INKS = (BLACK, GREY, RED, GREEN, BLUE, PURPLE, ORANGE, TEAL, SKY, WARM, COOL, TAN, MINT)
SHADES, BOX = 18, 4


class Panel:
    """A rectangle that is drawn enlarged and averaged down; coordinates are those of the finished picture."""

    def __init__(self, background: Image.Image) -> None:
        self.image = background.copy()
        self.draw = ImageDraw.Draw(self.image, "RGBA")

    @classmethod
    def empty(cls, width: int, height: int, colour: Colour = WHITE) -> Panel:
        return cls(Image.new("RGB", (width * FINENESS, height * FINENESS), colour))

    def line(self, points: FloatArray, colour: Colour, width: float = 1.0) -> None:
        self.draw.line(_fine(points), fill=colour, width=_pixels(width), joint="curve")

    def dashes(self, points: FloatArray, colour: Colour, width: float = 1.0, on: float = 7, off: float = 5) -> None:
        for piece in dash_line(points, on, off):
            self.line(piece, colour, width)

    def area(self, points: FloatArray, colour: tuple[int, int, int, int]) -> None:
        if len(points) > 2:
            self.draw.polygon(_fine(points), fill=colour)

    def dot(self, centre: Point, radius: float, colour: Colour, edge: Colour | None = None) -> None:
        (x, y), r = centre, radius
        box = [value * FINENESS for value in (x - r, y - r, x + r, y + r)]
        self.draw.ellipse(box, fill=colour, outline=edge, width=_pixels(1))

    def ring(self, centre: Point, radius: float, colour: Colour, width: float = 1.0) -> None:
        (x, y), r = centre, radius
        self.draw.ellipse(
            [value * FINENESS for value in (x - r, y - r, x + r, y + r)], outline=colour, width=_pixels(width)
        )

    def text(self, at: Point, words: str, size: float, colour: Colour = BLACK, anchor: str = "lm") -> None:
        x, y = at
        self.draw.text((x * FINENESS, y * FINENESS), words, fill=colour, font=text_font(size * FINENESS), anchor=anchor)

    def haloed(self, at: Point, words: str, size: float, colour: Colour = BLACK, anchor: str = "lm") -> None:
        """Write a text with a halo, so that it stays legible over lines."""
        x, y = at
        place, face = (x * FINENESS, y * FINENESS), text_font(size * FINENESS)
        self.draw.text(
            place, words, fill=colour, font=face, anchor=anchor, stroke_width=2 * FINENESS, stroke_fill=(255, 255, 255)
        )

    def finished(self) -> Image.Image:
        return self.image.reduce(FINENESS)


def points(x: Iterable[float] | FloatArray, y: Iterable[float] | FloatArray) -> FloatArray:
    """Return two rows of numbers as a list of points."""
    return np.column_stack([np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)])


def dash_line(line: FloatArray, on: float, off: float) -> list[FloatArray]:
    """Return the pieces of a line drawn with dashes and gaps of given lengths."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    starts = np.arange(0.0, along[-1], on + off)
    stops = np.minimum(starts + on, along[-1])
    heads, tails = (
        points(np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])) for at in (starts, stops)
    )
    first, last = np.searchsorted(along, starts, "right"), np.searchsorted(along, stops, "left")
    return [
        np.concatenate([heads[piece : piece + 1], line[first[piece] : last[piece]], tails[piece : piece + 1]])
        for piece in range(len(starts))
    ]


def png(image: Image.Image) -> bytes:
    """Encode the picture as PNG in the fixed palette of these drawings; the same pixels give the same bytes.

    A palette takes a fifth of the time to compress that full colour takes, and half the bytes.
    """
    buffer = io.BytesIO()
    image.quantize(palette=_palette(), dither=Image.Dither.NONE).save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()


@cache
def _palette() -> Image.Image:
    """Return the palette: the flat colours, then each line's colour fading to white, as smoothed edges do."""
    shades = [
        tuple(round(part + (255 - part) * fade) for part in colour)
        for fade in np.linspace(0, 1, SHADES, endpoint=False)
        for colour in INKS
    ]
    # Pillow looks colours up in boxes of four values: shades that share a box with a flat colour, or nearly, hide it.
    visible = [shade for shade in shades if all(math.dist(shade, flat) > 4 * BOX for flat in FLAT)]
    chosen = list(dict.fromkeys([*FLAT, *visible]))[:256]
    flat = [part for colour in chosen for part in colour]
    palette = Image.new("P", (1, 1))
    palette.putpalette(flat + [255] * (768 - len(flat)))
    return palette


def _fine(line: FloatArray) -> Sequence[tuple[float, float]]:
    scaled: list[tuple[float, float]] = list(map(tuple, (line * FINENESS).tolist()))
    return scaled


def _pixels(width: float) -> int:
    return max(1, round(width * FINENESS))
