"""Boxes from maps of middles, sizes and offsets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
STRIDE = 2
"""Pixels of the picture per cell of the maps."""
STEPS = 256
"""Scores are rounded to 1/256, so that the last bits of a machine's arithmetic rarely decide."""
OVERLAP = 0.5
"""If two boxes of a class overlap by more than this share of their union, the weaker one is dropped."""


@dataclass(frozen=True)
class Maps:
    """The network's output for a picture, with one cell for each `STRIDE` × `STRIDE` pixels."""

    scores: Singles
    """Shape (classes, rows, columns), 0 to 1."""
    sizes: Singles
    """Shape (2, rows, columns): width and height in pixels."""
    shifts: Singles
    """Shape (2, rows, columns): position of the middle within its cell, x and y, in cells."""


@dataclass(frozen=True)
class Detection:
    """A box in pixels from the upper left corner."""

    label: str
    box: tuple[float, float, float, float]
    score: float


def find(maps: Maps, labels: tuple[str, ...], least: dict[str, float]) -> list[Detection]:
    """Return the things at peaks of the maps whose score reaches the lowest score of their class; the surest first."""
    scores = np.round(maps.scores * STEPS).astype(np.int32)
    peaks = (scores == _highest_around(scores)) & (scores >= _bars(labels, least)[:, None, None])
    found = [_detection(maps, labels, scores, *place) for place in np.argwhere(peaks).tolist()]
    return _without_doubles(sorted(found, key=lambda seen: (-seen.score, seen.label, seen.box)))


def _bars(labels: tuple[str, ...], least: dict[str, float]) -> NDArray[np.int32]:
    return np.asarray([max(1, round(least[label] * STEPS)) for label in labels], np.int32)


def _highest_around(scores: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the highest score among each cell and its eight neighbours."""
    padded = np.pad(scores, ((0, 0), (1, 1), (1, 1)))
    rows, columns = scores.shape[1:]
    shifted = [padded[:, y : y + rows, x : x + columns] for y in range(3) for x in range(3)]
    return np.asarray(np.max(shifted, axis=0))


def _detection(
    maps: Maps, labels: tuple[str, ...], scores: NDArray[np.int32], kind: int, row: int, column: int
) -> Detection:
    rows, columns = maps.scores.shape[1:]
    x = (column + float(maps.shifts[0, row, column])) * STRIDE
    y = (row + float(maps.shifts[1, row, column])) * STRIDE
    width, height = (max(1.0, float(maps.sizes[axis, row, column])) for axis in (0, 1))
    left, right = max(0.0, x - width / 2), min(float(columns * STRIDE), x + width / 2)
    top, bottom = max(0.0, y - height / 2), min(float(rows * STRIDE), y + height / 2)
    box = (round(left, 1), round(top, 1), round(right, 1), round(bottom, 1))
    return Detection(labels[kind], box, round(int(scores[kind, row, column]) / STEPS, 3))


def _without_doubles(sorted_finds: list[Detection]) -> list[Detection]:
    kept: list[Detection] = []
    for candidate in sorted_finds:
        if all(other.label != candidate.label or overlap(other.box, candidate.box) <= OVERLAP for other in kept):
            kept.append(candidate)
    return kept


def overlap(first: tuple[float, float, float, float], second: tuple[float, float, float, float]) -> float:
    """Return the intersection over union of two boxes."""
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / (_area(first) + _area(second) - shared)


def _area(box: tuple[float, float, float, float]) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
