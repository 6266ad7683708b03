"""The contract of a detector: boxes and masks from the pixels of a photograph, without any truth."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import UserError
from mesocosm.suites.eo.lake.frame import Pixels

DEFAULT = "small"
FOLDER = "mesocosm.suites.eo.detectors"


@dataclass(frozen=True)
class Detection:
    label: str
    """Label of the thing: a leaf of the taxonomy."""
    box: tuple[float, float, float, float]
    """Left, top, right, bottom in pixels of the picture that the detector was given."""
    score: float
    """Score from 0 to 1."""


class Detector(Protocol):
    """A detector looks at a photograph at its own half a metre a pixel, or what the view gives."""

    name: str

    def detect(self, pixels: Pixels, labels: frozenset[str]) -> tuple[Detection, ...]:
        """Return the boxes that it finds for these labels."""
        ...

    def segment(self, pixels: Pixels, labels: frozenset[str]) -> NDArray[np.bool_]:
        """Return the mask of the ground that it finds covered by things of these labels."""
        ...


def box_mask(pixels: Pixels, hits: Iterable[Detection]) -> NDArray[np.bool_]:
    """Return the ground that boxes cover, for detectors that draw no outlines."""
    mask = np.zeros(pixels.shape[:2], np.bool_)
    for hit in hits:
        left, top, right, bottom = (max(0, round(edge)) for edge in hit.box)
        mask[top:bottom, left:right] = True
    return mask


def load_detector(name: str = DEFAULT) -> Detector:
    """Load a detector by name: `detectors/NAME.py` defines `detector() -> Detector`."""
    try:
        if not name.isidentifier() or importlib.util.find_spec(f"{FOLDER}.{name}") is None:
            raise ModuleNotFoundError(f"there is no module {FOLDER}.{name}")
        made: Detector = importlib.import_module(f"{FOLDER}.{name}").detector()
    except (ModuleNotFoundError, FileNotFoundError) as error:
        raise UserError(
            f"the detector {name!r} of the unverified response is not installed ({error}); "
            "the response `verified` needs none"
        ) from error
    return made
