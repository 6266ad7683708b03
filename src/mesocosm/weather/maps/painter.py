"""Painting a field as a map: colours looked up, lines laid over, words around it.

What does not change from map to map is made once: where pixels lie on the grid, the outlines, the colour bar.
"""

from __future__ import annotations

import functools
import io
import itertools
from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mesocosm.weather.maps.catalogue import Entry, entry
from mesocosm.weather.maps.ink import DARKEST, Shades, Sheet, text_width
from mesocosm.weather.maps.outlines import outlines
from mesocosm.weather.maps.sampling import sampler
from mesocosm.weather.maps.scales import WHITE, Colour, Scale

if TYPE_CHECKING:
    from mesocosm.weather.grib.reading import Field, Message

PAPER, NO_DATA, FIRST_BAND = 0, 1, 2
"""Colours of the palette before those of the scale."""
GREY: Colour = (226, 226, 226)
HEADER, FOOTER = 58, 62
"""Pixels above and below the map."""
TITLE_SIZE, LINE_SIZE, LABEL_SIZE = 21, 15, 13
MARGIN = 12
BAR_TOP, BAR_HEIGHT = 10, 20
RUN_LENGTHS = 3
"""zlib's strategy for PNG: bands of one colour are runs, and looking for more takes three times as long."""
PROCESS_WORDS = {"average": "mean", "accumulation": "total", "maximum": "maximum"}


def paint(field: Field, winds: tuple[Field, Field] | None = None) -> bytes:
    """The map of a field as PNG; the same field gives the same bytes.

    Args:
        field: What to show.
        winds: Components towards east and north of the rows and columns, to be drawn as barbs over it.
    """
    shown = entry(field.message.product, field.message.units)
    colours, shades = _panel(field, shown.scale)
    if winds is not None:
        from mesocosm.weather.maps.barbs import barbs

        shades = np.maximum(shades, barbs(*winds))
    header = _header(shown, field.message, colours.shape[1])
    bar_colours, bar_shades = _footer(shown.scale, colours.shape[1])
    paper = np.full(header.shape, PAPER, np.uint8)
    picture = np.concatenate([paper, colours, bar_colours]) * (DARKEST + 1)
    picture += np.concatenate([header, shades, bar_shades])
    return _png(picture, _palette(shown.scale))


def _panel(field: Field, scale: Scale) -> tuple[NDArray[np.uint8], Shades]:
    values = sampler(field.grid)(field.values)
    # The mark for no band is the greatest number there is, so that it wraps around to the colour of no data.
    colours = scale.bands(values) + np.uint8(FIRST_BAND)
    return colours, outlines()


def _header(shown: Entry, message: Message, width: int) -> Shades:
    sheet = Sheet(width, HEADER)
    unit = f" ({shown.scale.unit})" if shown.scale.unit else ""
    sheet.write(MARGIN, 5, shown.title + unit, TITLE_SIZE)
    sheet.write(MARGIN, 34, run_text(message), LINE_SIZE)
    sheet.write(width - MARGIN, 34, valid_text(message), LINE_SIZE, anchor="right")
    return sheet.shades()


def run_text(message: Message) -> str:
    """Which run and hour, and the period of a total or extreme."""
    text = f"Run {message.run:%Y-%m-%d %H:%M} UTC, forecast hour {message.hour:g}"
    if message.process == "instant" or message.start == message.lead:
        return text
    start = message.start / timedelta(hours=1)
    return f"{text}, {PROCESS_WORDS[message.process]} of hours {start:g} to {message.hour:g}"


def valid_text(message: Message) -> str:
    return f"Valid {message.valid:%a %Y-%m-%d %H:%M} UTC"


@functools.lru_cache(maxsize=64)
def _footer(scale: Scale, width: int) -> tuple[NDArray[np.uint8], Shades]:
    """The colour bar: one box per band, a number where one ends and the next begins."""
    unit_width = text_width(scale.unit, LINE_SIZE) + MARGIN
    edges = np.rint(np.linspace(MARGIN, width - MARGIN - unit_width, len(scale.colours) + 1)).astype(int)
    colours = np.full((FOOTER, width), PAPER, np.uint8)
    sheet = Sheet(width, FOOTER)
    for band, (left, right) in enumerate(itertools.pairwise(edges)):
        colours[BAR_TOP : BAR_TOP + BAR_HEIGHT, left:right] = FIRST_BAND + band
        corners = [(left, BAR_TOP), (right, BAR_TOP), (right, BAR_TOP + BAR_HEIGHT), (left, BAR_TOP + BAR_HEIGHT)]
        sheet.line(np.array([*corners, corners[0]], float), width=0.7, shade=160)
    every = _labels_apart(scale, int(edges[1] - edges[0]))
    for number in range(0, len(scale.levels), every):
        x = float(edges[number + 1])
        sheet.write(x, BAR_TOP + BAR_HEIGHT + 5, f"{scale.levels[number]:g}", LABEL_SIZE, anchor="middle")
    sheet.write(width - MARGIN, BAR_TOP + 2, scale.unit, LINE_SIZE, anchor="right")
    return colours, sheet.shades()


def _labels_apart(scale: Scale, box: int) -> int:
    widest = max(text_width(f"{level:g}", LABEL_SIZE) for level in scale.levels) + 8
    return int(-(-widest // box))


@functools.lru_cache(maxsize=64)
def _palette(scale: Scale) -> bytes:
    colours = np.array([WHITE, GREY, *scale.colours], float)
    light = 1 - np.arange(DARKEST + 1) / DARKEST
    return np.rint(colours[:, None, :] * light[None, :, None]).astype(np.uint8).tobytes()


def _png(picture: NDArray[np.uint8], palette: bytes) -> bytes:
    image = Image.frombytes("P", (picture.shape[1], picture.shape[0]), picture.tobytes())
    image.putpalette(palette)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1, compress_type=RUN_LENGTHS)
    return out.getvalue()
