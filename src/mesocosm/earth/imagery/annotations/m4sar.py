"""M4-SAR: a text file a picture in the manner of YOLO's oriented boxes: a number of a class and four corners.

    1 0.5234 0.1172 0.5664 0.1289 0.5586 0.1641 0.5156 0.1523

Corners are parts of the picture's width and height, from 0 to 1. A label counts for the optical and the radar picture
of one name alike. Classes in the order of their numbers, as in the configuration of the published code: bridge, harbor,
oil tank, playground, airport, wind turbine. Source: Wang et al. 2025, M4-SAR: a multi-resolution, multi-polarization,
multi-scene, multi-source dataset and benchmark for optical-SAR fusion object detection, arXiv:2505.10931; the line
format is that of https://docs.ultralytics.com/datasets/obb.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mesocosm.earth.imagery.annotations.annotation import (
    Annotation,
    Spot,
    box_of,
    number,
    numbers,
    quadrilateral,
    read_text,
)

CLASSES = ("bridge", "harbor", "oil_tank", "playground", "airport", "wind_turbine")
EDGE = 0.01
"""Corners of things at the edge may lie this much outside of the picture, in parts of it."""


def read(path: Path, width: int, height: int, classes: Sequence[str] = CLASSES) -> list[Annotation]:
    """The annotations in a file.

    Args:
        path: The text file.
        width: Of the picture in pixels; `height` too. The published pictures have 512 × 512.
        classes: In the order of their numbers.
    """
    lines = enumerate(read_text(path).splitlines(), 1)
    return [
        _thing(line.split(), Spot(path, f"line {place}"), (width, height), classes)
        for place, line in lines
        if line.strip()
    ]


def _thing(words: list[str], spot: Spot, size: tuple[int, int], classes: Sequence[str]) -> Annotation:
    if len(words) != 9:
        raise spot.refuse(" ".join(words), "class x1 y1 x2 y2 x3 y3 x4 y4")
    which = number(words[0], spot.at("class"))
    if which != int(which) or not 0 <= which < len(classes):
        raise spot.at("class").refuse(words[0], f"a whole number from 0 to {len(classes) - 1}")
    parts = numbers(words[1:], 8, spot)
    if not all(-EDGE <= part <= 1 + EDGE for part in parts):
        raise spot.refuse(parts, "corners from 0 to 1, in parts of the picture")
    corners = quadrilateral([part * size[place % 2] for place, part in enumerate(parts)])
    return Annotation(classes[int(which)], box_of(corners), oriented_box=corners, image=spot.file.stem)
