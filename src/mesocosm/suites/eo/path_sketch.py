"""The path of the view drawn over the frames: numbered windows, boxes and masks, a panel for each frame."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mesocosm.earth.drawing.text_font import text_font
from mesocosm.suites.eo.view_path import Look, Mark, Path

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

    from mesocosm.suites.eo.lake.frame import Pixels

MOST_PANELS = 6
SIDES = {1: 320, 2: 250, 3: 220, 4: 210, 5: 180, 6: 180}
"""Pixels of a panel's longest side, by number of panels: a log keeps one picture of every episode."""
ACROSS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
GAP, HEAD = 8, 20
TEXT_PX = 12
"""Size of titles and numbers, in pixels."""
COLOURS = 40
"""Number of colours for the photographs, beside those for lines; so few take a third of the bytes."""
GROUND = (246, 247, 248)
INK, PAPER = (20, 24, 28), (255, 255, 255)
WINDOWS = (
    (255, 214, 10),
    (255, 140, 0),
    (255, 64, 64),
    (240, 80, 200),
    (150, 110, 255),
    (60, 160, 255),
    (30, 210, 190),
)
"""Colours of the windows in the order of the calls; they repeat after the last."""
BOX, MASK = (0, 255, 102), (0, 190, 255)
TINTS = ((16, 100, 140), (50, 140, 190), (100, 180, 220), (150, 215, 245))
"""Colours of a mask, from dark ground to bright ground."""
Base = Callable[[str], "Pixels | None"]
"""A function that returns a frame's picture by its name; None if it is not available."""
Titles = Callable[[str], str]


def sketch(path: Path, base: Base, titles: Titles) -> bytes | None:
    """Return a PNG of all frames that were looked at, up to six; None if there was none."""
    frames = list(dict.fromkeys(look.frame for look in path.looks))[:MOST_PANELS]
    if not frames:
        return None
    side, across = SIDES[len(frames)], ACROSS[len(frames)]
    shown = [_fit_frame(base(frame), side) for frame in frames]
    bare = _sheet(shown, across)
    for frame, picture in zip(frames, shown, strict=True):
        _draw_on(picture, frame, path)
    panels = [_title(picture, titles(frame)) for frame, picture in zip(frames, shown, strict=True)]
    return _png(_sheet(panels, across), bare)


def _draw_on(picture: Image.Image, frame: str, path: Path) -> None:
    """Draw marks, and windows above them."""
    from PIL import ImageDraw

    lay = ImageDraw.Draw(picture, "RGBA")
    for mark in path.marks:
        if mark.frame == frame:
            _mark(lay, picture.size, mark)
    _windows(lay, picture.size, [look for look in path.looks if look.frame == frame], path.looks)


def _title(picture: Image.Image, title: str) -> Image.Image:
    from PIL import Image, ImageDraw

    panel = Image.new("RGB", (picture.width, picture.height + HEAD), GROUND)
    panel.paste(picture, (0, HEAD))
    ImageDraw.Draw(panel).text((2, 3), title, fill=INK, font=text_font(TEXT_PX))
    return panel


def _fit_frame(pixels: Pixels | None, side: int) -> Image.Image:
    """Scale the frame to the panel's size; plain ground if its pixels are not available."""
    from PIL import Image

    if pixels is None:
        return Image.new("RGB", (side, side), (205, 210, 214))
    picture = Image.fromarray(pixels)
    longest = max(picture.size)
    size = max(1, picture.width * side // longest), max(1, picture.height * side // longest)
    smooth = Image.Resampling.BOX if longest > side else Image.Resampling.NEAREST
    return picture.resize(size, smooth)


def _mark(lay: ImageDraw.ImageDraw, size: tuple[int, int], mark: Mark) -> None:
    points = [(x * (size[0] - 1), y * (size[1] - 1)) for x, y in mark.points]
    if len(points) < 3:
        return
    if mark.is_mask and not mark.is_outline:
        lay.line([*points, points[0]], fill=(*MASK, 255), width=1)
    elif mark.is_mask:
        lay.polygon(points, fill=(*MASK, 90), outline=(*MASK, 255))
    else:
        lay.line([*points, points[0]], fill=(*BOX, 255), width=1)


def _windows(lay: ImageDraw.ImageDraw, size: tuple[int, int], looks: Sequence[Look], every: Sequence[Look]) -> None:
    """Draw the outlines of views, joined in order by a line from middle to middle."""
    middles = [_middle(look, size) for look in looks]
    if len(middles) > 1:
        lay.line(middles, fill=(*PAPER, 200), width=3)
        lay.line(middles, fill=(*INK, 230), width=1)
    for look in looks:
        left, top, right, bottom = (round(share * (size[axis % 2] - 1)) for axis, share in enumerate(look.window))
        colour = WINDOWS[every.index(look) % len(WINDOWS)]
        lay.rectangle((left, top, right, bottom), outline=(*INK, 160), width=4)
        lay.rectangle((left + 1, top + 1, right - 1, bottom - 1), outline=(*colour, 255), width=2)
    for look in looks:
        colour = WINDOWS[every.index(look) % len(WINDOWS)]
        _number(lay, size, look, colour)


def _number(lay: ImageDraw.ImageDraw, size: tuple[int, int], look: Look, colour: tuple[int, int, int]) -> None:
    """Draw the call's number in the upper left corner of its window; `?` for pictures of the question."""
    x, y = look.window[0] * (size[0] - 1) + 3, look.window[1] * (size[1] - 1) + 3
    text = str(look.call) if look.call else "?"
    wide = 9 + 7 * len(text)
    lay.rectangle((x, y, x + wide, y + 16), fill=(*colour, 255), outline=(*INK, 255))
    lay.text((x + wide / 2, y + 8), text, fill=INK, font=text_font(TEXT_PX), anchor="mm")


def _middle(look: Look, size: tuple[int, int]) -> tuple[float, float]:
    left, top, right, bottom = look.window
    return (left + right) / 2 * size[0], (top + bottom) / 2 * size[1]


def _sheet(panels: Sequence[Image.Image], across: int) -> Image.Image:
    from PIL import Image

    wide, high = max(panel.width for panel in panels), max(panel.height for panel in panels)
    rows = -(-len(panels) // across)
    columns = min(across, len(panels))
    sheet = Image.new("RGB", (columns * (wide + GAP) - GAP, rows * (high + GAP) - GAP), GROUND)
    for place, panel in enumerate(panels):
        sheet.paste(panel, (place % across * (wide + GAP), place // across * (high + GAP)))
    return sheet


def _png(image: Image.Image, bare: Image.Image) -> bytes:
    """Reduce the picture to the commonest colours of the photographs plus those of the lines, which keep their own."""
    from PIL import Image as Pillow

    commonest = bare.quantize(COLOURS, method=Pillow.Quantize.MEDIANCUT).getpalette() or []
    lines = [part for colour in (*WINDOWS, *TINTS, BOX, MASK, INK, PAPER, GROUND) for part in colour]
    palette = Pillow.new("P", (1, 1))
    palette.putpalette(commonest[: 3 * COLOURS] + lines)
    buffer = io.BytesIO()
    image.quantize(palette=palette, dither=Pillow.Dither.NONE).save(buffer, "PNG", compress_level=9)
    return buffer.getvalue()
