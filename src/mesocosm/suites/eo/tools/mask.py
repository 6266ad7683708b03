"""Masks: where buildings, roads and objects lie in optical images; plants, water and built-up land by their spectra."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, JsonValue

from mesocosm.earth.planet.sensors.painter import Polygons, cover_polygons
from mesocosm.errors import ToolError
from mesocosm.suites.eo.lake.frame import Thing
from mesocosm.suites.eo.picture_view import Sight, png
from mesocosm.suites.eo.spectra import read_index
from mesocosm.suites.eo.targets import read_target
from mesocosm.suites.eo.taxonomy import leaves_of
from mesocosm.suites.eo.tools.detect import TargetText, in_view
from mesocosm.suites.eo.tools.gather import MULTISPECTRAL, Handle
from mesocosm.suites.eo.workspace_images import HeldMask, Holdings, describe_picture
from mesocosm.tools.tool import Output, tool
from mesocosm.types import Image

Bools = NDArray[np.bool_]
Threshold = Annotated[float, Field(ge=-1, le=1)]
TINT = np.asarray((255, 32, 96), np.float64)
FINE = 16
"""Steps per pixel in which outlines are rounded."""
BARE_NDVI = 0.3
"""Highest NDVI of built-up land."""
DRY_NDWI = 0.0
"""Highest NDWI of built-up land."""


@tool(read_only=True)
def get_building_mask_by_optical_image(holdings: Holdings, /, image: Handle) -> Output:
    """Get a mask of the buildings in an optical image.

    Args:
        image: Handle of an optical image.
    """
    return _of_cover(holdings, image, "building")


@tool(read_only=True)
def get_road_mask_by_optical_image(holdings: Holdings, /, image: Handle) -> Output:
    """Get a mask of the roads in an optical image.

    Args:
        image: Handle of an optical image.
    """
    return _of_cover(holdings, image, "road")


@tool(read_only=True)
def get_object_mask_by_optical_image(holdings: Holdings, /, image: Handle, target: TargetText) -> Output:
    """Get one mask of all objects of a kind in an optical image, or of its water.

    Args:
        image: Handle of an optical image.
        target: What to mask, such as "ship", "solar panels", "car park" or "water".
    """
    sight = holdings.image(image, "rgb")
    if target.strip().lower() in ("water", "river", "lake", "sea", "open water", "flood water"):
        return _of_cover(holdings, image, "water")
    wanted = read_target(target)
    if holdings.response == "unverified":
        return _mask_output(
            holdings, sight, holdings.keep_mask(sight, _segment(holdings, sight, wanted.labels), wanted.text)
        )
    bits = fill_outlines(sight, in_view(holdings, sight, wanted))
    return _mask_output(holdings, sight, holdings.keep_mask(sight, bits, wanted.text))


@tool(read_only=True)
def compute_vegetation_mask_by_multispectral(
    holdings: Holdings, /, image: Handle, threshold: Threshold = 0.4
) -> Output:
    """Get a mask of vegetation in a multispectral image: pixels whose NDVI is above a threshold.

    Args:
        image: Handle of a multispectral image or a crop of one.
        threshold: NDVI above which a pixel counts as vegetation.
    """
    return _by_index(holdings, image, "NDVI", threshold, "vegetation")


@tool(read_only=True)
def compute_water_mask_by_multispectral(holdings: Holdings, /, image: Handle, threshold: Threshold = 0.0) -> Output:
    """Get a mask of open water in a multispectral image: pixels whose NDWI (McFeeters) is above a threshold.

    Args:
        image: Handle of a multispectral image or a crop of one.
        threshold: NDWI above which a pixel counts as water.
    """
    return _by_index(holdings, image, "NDWI", threshold, "water")


@tool(read_only=True)
def compute_urban_mask_by_multispectral(holdings: Holdings, /, image: Handle, threshold: Threshold = 0.0) -> Output:
    """Get a mask of built-up land in a multispectral image: NDBI above a threshold, neither green nor water.

    Args:
        image: Handle of a multispectral image or a crop of one.
        threshold: NDBI above which a pixel counts as built-up.
    """
    return _by_index(holdings, image, "NDBI", threshold, "urban")


def _of_cover(holdings: Holdings, image: str, name: str) -> Output:
    sight = holdings.image(image, "rgb")
    if holdings.response == "unverified" and name == "building":
        bits = _segment(holdings, sight, leaves_of("building"))
    else:
        bits = np.asarray(sight.cut(holdings.imagery.masks(sight.frame)[name]), np.bool_)
    return _mask_output(holdings, sight, holdings.keep_mask(sight, bits, name))


def _segment(holdings: Holdings, sight: Sight, labels: frozenset[str]) -> Bools:
    if holdings.detector is None:
        raise ToolError("no detector is installed for the unverified response")
    part = np.ascontiguousarray(sight.cut(holdings.imagery.pixels(sight.frame)))
    return holdings.detector.segment(part, labels)


def fill_outlines(sight: Sight, things: list[Thing]) -> Bools:
    """Return the pixels in view whose middle lies in the outline of one of the things."""
    columns, rows = sight.span
    if not things:
        return np.zeros((rows, columns), np.bool_)
    left, top, _, _ = sight.edges
    corners = np.concatenate([thing.outline for thing in things]) - [left, top]
    starts = np.concatenate([[0], np.cumsum([len(thing.outline) for thing in things])]).astype(np.int64)
    return cover_polygons(Polygons(np.round(corners * FINE).astype(np.int64), starts), (rows, columns))


def _by_index(holdings: Holdings, image: str, name: str, threshold: float, label: str) -> Output:
    sight = holdings.image(image, *MULTISPECTRAL)
    bands = holdings.imagery.bands(sight.frame)
    reading = read_index(bands, sight, name)
    bits = reading.seen & (np.nan_to_num(reading.values, nan=-2.0) > threshold)
    if label == "urban":
        for other, most in (("NDVI", BARE_NDVI), ("NDWI", DRY_NDWI)):
            bits &= np.nan_to_num(read_index(bands, sight, other).values, nan=2.0) < most
    held = holdings.keep_mask(sight, np.asarray(bits), label, reading.seen)
    return _mask_output(holdings, sight, held, f"{name} > {threshold:g}")


def _mask_output(holdings: Holdings, sight: Sight, held: HeldMask, rule: str = "") -> Output:
    """Return a mask in figures and drawn over its image."""
    pixels = int(held.bits.sum())
    seen = held.bits.size if held.valid is None else int(held.valid.sum())
    area = pixels * sight.frame.window.resolution_m**2
    share = pixels / max(seen, 1)
    row: dict[str, JsonValue] = {"id": held.id, "label": held.label, "box": _bounds(sight, held.bits), "area_m2": area}
    data: dict[str, JsonValue] = {
        "mask": held.id,
        "label": held.label,
        **describe_picture(sight),
        "pixels": pixels,
        "share": round(share, 6),
        "area_m2": round(area, 2),
        "cloudy_share": round(1.0 - seen / held.bits.size, 6),
        "masks": [row],
    }
    rule = f" ({rule})" if rule else ""
    text = f"{held.id}: {held.label} of {sight.id}{rule}: {100 * share:.2f} % of what is seen, {area:,.0f} m²"
    return Output(
        text=text, images=(Image(png=png(_laid_over(holdings, sight, held.bits)), caption=held.id),), data=data
    )


def _bounds(sight: Sight, bits: Bools) -> list[JsonValue]:
    """Return the box around a mask in pixels of the image as shown; empty if the mask is."""
    rows, columns = np.flatnonzero(bits.any(axis=1)), np.flatnonzero(bits.any(axis=0))
    if not rows.size:
        return []
    left, top, _, _ = sight.edges
    box = (left + columns[0], top + rows[0], left + columns[-1] + 1, top + rows[-1] + 1)
    return [*sight.to_view((float(box[0]), float(box[1]), float(box[2]), float(box[3])))]


def _laid_over(holdings: Holdings, sight: Sight, bits: Bools) -> NDArray[np.uint8]:
    pixels = holdings.imagery.pixels(sight.frame).copy()
    left, top, right, bottom = sight.edges
    part = pixels[top:bottom, left:right]
    part[bits] = np.round(0.45 * part[bits] + 0.55 * TINT).astype(np.uint8)
    return sight.picture(pixels)
