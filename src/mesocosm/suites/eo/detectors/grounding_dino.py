"""Grounding-DINO for boxes and, if its weights are present, SAM for masks; through the library transformers.

Weights are folders as the model hub has them (`config.json`, `model.safetensors`, the processor's files), fetched by
hand, since a run must not depend on a download: `MESOCOSM_GROUNDING_DINO` and `MESOCOSM_SAM` name them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.eo.detectors.detector import Detection, Detector, box_mask
from mesocosm.suites.eo.lake.frame import Pixels

BOXES, MASKS = "MESOCOSM_GROUNDING_DINO", "MESOCOSM_SAM"
LEAST_SCORE = 0.25
"""Lowest score of a box and of its words; the value of the paper's own demonstrations."""

MARKS = re.compile(r"\[[A-Z]+\]|\.")
"""Stops between phrases and marks of the tokeniser, which may end a phrase."""


class GroundingDino:
    """Boxes by the words of the taxonomy; masks by SAM from these boxes, or the boxes themselves."""

    name = "grounding_dino"

    def __init__(self, boxes: Path, masks: Path | None) -> None:
        from transformers import AutoModelForZeroShotObjectDetection, AutoProcessor, SamModel, SamProcessor

        self._reader: Any = AutoProcessor.from_pretrained(boxes, local_files_only=True)
        self._finder: Any = AutoModelForZeroShotObjectDetection.from_pretrained(boxes, local_files_only=True).eval()
        self._cutter: Any = None
        if masks is not None:
            self._cutter = SamModel.from_pretrained(masks, local_files_only=True).eval()
            self._framer: Any = SamProcessor.from_pretrained(masks, local_files_only=True)

    def detect(self, pixels: Pixels, labels: frozenset[str]) -> tuple[Detection, ...]:
        import torch

        phrases = [label.replace("_", " ") for label in sorted(labels)]
        given = self._reader(images=pixels, text=". ".join(phrases) + ".", return_tensors="pt")
        with torch.inference_mode():
            seen = self._finder(**given)
        (found,) = self._reader.post_process_grounded_object_detection(
            seen, given["input_ids"], threshold=LEAST_SCORE, text_threshold=LEAST_SCORE, target_sizes=[pixels.shape[:2]]
        )
        hits = zip(found["text_labels"], found["boxes"].tolist(), found["scores"].tolist(), strict=True)
        return tuple(
            Detection(label, tuple(box), score)
            for phrase, box, score in hits
            if (label := the_one(phrase, labels)) is not None
        )

    def segment(self, pixels: Pixels, labels: frozenset[str]) -> NDArray[np.bool_]:
        hits = self.detect(pixels, labels)
        if self._cutter is None or not hits:
            return box_mask(pixels, hits)
        import torch

        given = self._framer(pixels, input_boxes=[[list(hit.box) for hit in hits]], return_tensors="pt")
        with torch.inference_mode():
            cut = self._cutter(**given, multimask_output=False)
        (masks,) = self._framer.post_process_masks(
            cut.pred_masks, given["original_sizes"], given["reshaped_input_sizes"]
        )
        return np.asarray(masks.any(dim=0).any(dim=0).numpy())


def the_one(phrase: str, labels: frozenset[str]) -> str | None:
    """Return the label that a phrase names; None if the model joined two phrases into one."""
    label = "_".join(MARKS.sub(" ", phrase).split())
    return label if label in labels else None


def detector() -> Detector:
    """Load the models from the folders that the environment names."""
    boxes = os.environ.get(BOXES)
    if not boxes:
        raise FileNotFoundError(f"{BOXES} must name the folder with the weights of Grounding-DINO")
    masks = os.environ.get(MASKS)
    for path in filter(None, (boxes, masks)):
        if not (Path(path) / "config.json").is_file():
            raise FileNotFoundError(f"{path} has no config.json")
    return GroundingDino(Path(boxes), Path(masks) if masks else None)
