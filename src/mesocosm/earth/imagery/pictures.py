"""Pictures of rasters, north on top: bands in colour, outlines of shapes, overlaid fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.drawing.text_font import text_font
from mesocosm.earth.imagery.raster import Raster, align_raster
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import shapely

Pixels = NDArray[np.uint8]
"""An image: rows from north to south, columns, and red, green, blue."""
SMALLEST, LARGEST = 512, 960
"""Limits of the longer side of a picture, in pixels."""
HIDDEN = (90, 90, 90)
"""Colour of pixels without a value."""
RAMP = np.array([(33, 60, 145), (96, 148, 214), (245, 245, 245), (232, 138, 96), (153, 20, 36)], np.float64)
"""Colours from the lowest to the highest value, pale in the middle."""


@dataclass(frozen=True)
class Picture:
    """An image, and the number of its pixels per pixel of the raster."""

    pixels: Pixels
    raster: Raster
    times: float

    def place(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return columns and rows, from the upper left corner, of points in the raster's plane."""
        at = self.raster.transform
        return np.column_stack([(x - at.c) / at.a, (y - at.f) / at.e]) * self.times

    def png(self) -> bytes:
        """Return the image as a PNG file."""
        from mesocosm.earth.drawing.sheet import as_png

        return as_png(self.pixels)


def stretch(values: NDArray[np.float64], low: float, high: float) -> NDArray[np.float64]:
    """Scale values from `low` to `high` to 0 to 1; NaN stays."""
    shares: NDArray[np.float64] = np.clip((values - low) / (high - low if high > low else 1.0), 0.0, 1.0)
    return shares


def limits_of(rasters: Sequence[Raster], band: str) -> tuple[float, float]:
    """Return the 2nd and 98th percentile of a band over all rasters; NaN if none has a value."""
    values = np.concatenate([raster.band(band).ravel() for raster in rasters])
    known = values[np.isfinite(values)]
    if not known.size:
        return np.nan, np.nan
    low, high = np.percentile(known, (2.0, 98.0))
    return float(low), float(high)


def colour_picture(raster: Raster, bands: Sequence[str], like: Sequence[Raster] = ()) -> Picture:
    """Draw three bands as red, green, blue, or one as grey, each scaled from its 2nd to its 98th percentile.

    Args:
        raster: Raster to draw.
        bands: One or three.
        like: Rasters whose percentiles are used instead, so that several pictures can be compared.
    """
    layers = [stretch(raster.band(band), *limits_of(like or [raster], band)) for band in bands]
    stack = np.stack(layers * 3 if len(layers) == 1 else layers, axis=-1)
    shown = np.asarray(np.isfinite(stack).all(axis=-1))
    pixels = np.round(np.where(shown[..., None], stack, 0.0) * 255).astype(np.uint8)
    pixels[~shown] = HIDDEN
    return resize_pixels(pixels, raster)


def resize_pixels(pixels: Pixels, raster: Raster) -> Picture:
    """Repeat or skip pixels, so that a picture is neither tiny nor huge."""
    longest = max(pixels.shape[:2])
    if longest < SMALLEST:
        times = -(-SMALLEST // longest)
        return Picture(np.ascontiguousarray(pixels.repeat(times, axis=0).repeat(times, axis=1)), raster, float(times))
    step = -(-longest // LARGEST)
    return Picture(np.ascontiguousarray(pixels[::step, ::step]), raster, 1.0 / step)


def draw_outlines(
    picture: Picture, shapes: Sequence[shapely.Geometry], colour: tuple[int, int, int], width: int
) -> Picture:
    """Draw outlines of any shapes in degrees on a picture; points as discs of twice the line width."""
    from PIL import Image, ImageDraw

    canvas = Image.fromarray(picture.pixels)
    pen = ImageDraw.Draw(canvas)
    for shape in shapes:
        for dots in _trace(picture, shape):
            if len(dots) == 1:
                pen.circle(tuple(dots[0]), 2 * width, fill=colour)
            else:
                pen.line([tuple(dot) for dot in dots], fill=colour, width=width)
    return Picture(np.asarray(canvas), picture.raster, picture.times)


def is_seen(picture: Picture, shape: shapely.Geometry) -> bool:
    """Say whether an outline, a line or a point of a shape in degrees lies on a picture."""
    import shapely

    rows, columns = picture.pixels.shape[:2]
    frame = shapely.box(0, 0, columns, rows)
    lines = [shapely.Point(dots[0]) if len(dots) == 1 else shapely.LineString(dots) for dots in _trace(picture, shape)]
    return any(frame.intersects(line) for line in lines)


def _trace(picture: Picture, shape: shapely.Geometry) -> Iterator[NDArray[np.float64]]:
    """Return columns and rows of each line and point of a shape in degrees."""
    import shapely
    from rasterio.warp import transform

    for part in shapely.get_parts(shape):
        for line in _lines(part):
            points = np.asarray(line.coords)[:, :2]
            xs, ys = transform("EPSG:4326", picture.raster.crs, points[:, 0].tolist(), points[:, 1].tolist())
            dots = picture.place(np.array(xs), np.array(ys))
            if not np.isfinite(dots).all():
                raise InvalidRecord("a shape lies outside of the plane of the picture")
            yield dots


def label_shapes(picture: Picture, labels: Sequence[tuple[shapely.Geometry, str]]) -> Picture:
    """Write labels beside shapes in degrees, dark on a pale background, as many as do not overlap."""
    from PIL import Image, ImageDraw
    from rasterio.warp import transform

    canvas = Image.fromarray(picture.pixels)
    pen, font = ImageDraw.Draw(canvas), text_font(13)
    taken: list[tuple[float, float, float, float]] = []
    for shape, words in labels:
        point = shape.representative_point()
        xs, ys = transform("EPSG:4326", picture.raster.crs, [point.x], [point.y])
        x, y = (float(value) for value in picture.place(np.array(xs), np.array(ys))[0])
        room = pen.textbbox((x + 6, y), words, font=font, anchor="lm")
        inside = room[0] >= 0 and room[1] >= 0 and room[2] < canvas.width and room[3] < canvas.height
        if inside and not any(_overlap(room, other) for other in taken):
            taken.append(room)
            pen.rectangle((room[0] - 2, room[1] - 2, room[2] + 2, room[3] + 2), fill=(255, 255, 255))
            pen.text((x + 6, y), words, fill=(20, 20, 20), font=font, anchor="lm")
    return Picture(np.asarray(canvas), picture.raster, picture.times)


def _overlap(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _lines(part: shapely.Geometry) -> list[shapely.Geometry]:
    if part.geom_type == "Polygon":
        return [part.exterior, *part.interiors]
    return [inner for each in part.geoms for inner in _lines(each)] if hasattr(part, "geoms") else [part]


def overlaid(picture: Picture, field: Raster, opacity: float, limits: tuple[float, float]) -> Picture:
    """Overlay a field on a picture at its place, blue at the lower limit, pale midway, red at the upper."""
    on_grid = align_raster(field, picture.raster, "nearest")
    values = next(iter(on_grid.bands.values()))
    low, high = limits
    place = np.clip((np.nan_to_num(values, nan=low) - low) / (high - low), 0.0, 1.0) * (len(RAMP) - 1)
    under = np.minimum(place.astype(np.int64), len(RAMP) - 2)
    share = (place - under)[..., None]
    colours = resize_pixels(
        np.round(RAMP[under] * (1 - share) + RAMP[under + 1] * share).astype(np.uint8), picture.raster
    ).pixels
    seen = resize_pixels(np.isfinite(values).astype(np.uint8), picture.raster).pixels.astype(bool)[..., None]
    mixed = np.round(picture.pixels * (1.0 - opacity) + colours * opacity).astype(np.uint8)
    return Picture(np.where(seen, mixed, picture.pixels), picture.raster, picture.times)
