"""The network that comes with the suite, trained on photographs of the lake's training sites."""

from __future__ import annotations

import importlib

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.eo.detectors.detector import Detection, Detector, box_mask
from mesocosm.suites.eo.lake.frame import Pixels

NETWORK = "mesocosm.suites.eo.detector.network"


class Small:
    """Boxes by the network; masks are the ground that its boxes cover, since it draws no outlines."""

    name = "small"

    def __init__(self) -> None:
        self._network = importlib.import_module(NETWORK).load_network()

    def detect(self, pixels: Pixels, labels: frozenset[str]) -> tuple[Detection, ...]:
        hits = (Detection(hit.label, tuple(hit.box), float(hit.score)) for hit in self._network.detect(pixels))
        return tuple(hit for hit in hits if hit.label in labels)

    def segment(self, pixels: Pixels, labels: frozenset[str]) -> NDArray[np.bool_]:
        return box_mask(pixels, self.detect(pixels, labels))


def detector() -> Detector:
    """Return the network with its weights loaded."""
    return Small()
