"""The trained network, run by onnxruntime on one core."""

from __future__ import annotations

import functools
import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import InvalidRecord, MissingExtra
from mesocosm.suites.eo.detector.peaks import STRIDE, Detection, Maps, find
from mesocosm.types import Record

if TYPE_CHECKING:
    import onnxruntime

PIXEL_M = 0.5
"""Pixel size at which the network was trained, in metres."""
MULTIPLE = 16
"""The sides of the network's input must be multiples of this."""


class Card(Record):
    """The properties of the weights, from `card.json` beside them."""

    sha256: str
    labels: tuple[str, ...]
    least: dict[str, float]
    """Label to the lowest score that is reported: where precision and recall balance on tuning scenes."""
    pixel_m: float
    scenes: dict[str, int]
    """Number of pictures for training, tuning and testing."""
    precision: dict[str, float]
    recall: dict[str, float]
    """Label to recall on held-out scenes; boxes that overlap by half or more count as the same."""
    trained: str
    """How the network was trained, in words."""


@dataclass(frozen=True)
class Network:
    """Finds things in photographs."""

    card: Card
    session: onnxruntime.InferenceSession

    def detect(self, pixels: NDArray[np.uint8]) -> list[Detection]:
        """Return the things in a picture of `PIXEL_M`, surest first; rows from north to south, columns, colours."""
        rows, columns = pixels.shape[:2]
        given = _pad(pixels).transpose(2, 0, 1)[None].astype(np.float32) / np.float32(255)
        scores, sizes, shifts = (np.asarray(part)[0] for part in self.session.run(None, {"picture": given}))
        height, width = -(-rows // STRIDE), -(-columns // STRIDE)
        maps = Maps(*(part[:, :height, :width] for part in (scores, sizes, shifts)))
        return find(maps, self.card.labels, self.card.least)


def _pad(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pad the picture by repeating its last row and column until the network accepts its size."""
    rows, columns = pixels.shape[:2]
    return np.pad(pixels, ((0, -rows % MULTIPLE), (0, -columns % MULTIPLE), (0, 0)), mode="edge")


@functools.lru_cache(maxsize=1)
def load_network() -> Network:
    """Load the network that comes with mesocosm."""
    try:
        import onnxruntime
    except ImportError as error:
        raise MissingExtra("onnxruntime", "eo") from error
    folder = files(__package__) / "weights"
    weights = (folder / "detector.onnx").read_bytes()
    card = Card.model_validate(json.loads((folder / "card.json").read_text()))
    if hashlib.sha256(weights).hexdigest() != card.sha256:
        raise InvalidRecord(f"detector.onnx must have SHA-256 {card.sha256}, as its card says; the file was altered")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # keeps the order of sums the same
    options.log_severity_level = 3
    return Network(card, onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"]))
