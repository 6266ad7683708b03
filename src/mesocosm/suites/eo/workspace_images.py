"""What an agent holds in an episode: pictures, boxes, masks and indices, each under a handle that later calls cite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.suites.eo.detectors.detector import Detector
from mesocosm.suites.eo.lake.frame import Frame, Sensor
from mesocosm.suites.eo.lake.imagery import Imagery
from mesocosm.suites.eo.picture_view import Box, Sight, edges_of, whole

Bools = NDArray[np.bool_]
Response = Literal["verified", "unverified"]
MOST_LISTED = 12
"""Most handles that a refusal lists."""
LONGEST_NAME = 40
"""Most characters of a wrong handle that a refusal repeats."""


class ForeignHandle(ToolError):
    """A handle or name that this episode did not return."""

    kind = "foreign_handle"


@dataclass(frozen=True)
class HeldBox:
    id: str
    image: str
    """Handle of the picture in which it was found."""
    box: Box
    """Box in pixels of the frame."""
    label: str
    thing: str = ""
    """Id of the thing behind a verified box; never shown."""


@dataclass(frozen=True)
class HeldMask:
    id: str
    image: str
    label: str
    bits: Bools
    """Mask of the pixels in view, at the frame's own size."""
    valid: Bools | None = None
    """Pixels that were not hidden; None if all are visible."""


@dataclass(frozen=True)
class HeldIndex:
    id: str
    image: str
    name: str
    mean: float


@dataclass
class Holdings:
    """The handles of one episode, over one site of the imagery."""

    imagery: Imagery
    site: str
    response: Response = "verified"
    detector: Detector | None = None
    images: dict[str, Sight] = field(default_factory=dict)
    boxes: dict[str, HeldBox] = field(default_factory=dict)
    masks: dict[str, HeldMask] = field(default_factory=dict)
    indices: dict[str, HeldIndex] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)

    def begin(self, names: tuple[str, ...], window: Box | None) -> tuple[Sight, ...]:
        """Add the pictures of a question; the window applies to all that show the ground of the first."""
        frames = [self.imagery.frame(name) for name in names]
        return tuple(
            self.keep_image(
                frame,
                edges_of(frame, window) if window and frame.window.bounds == frames[0].window.bounds else whole(frame),
                "task",
            )
            for frame in frames
        )

    def handle(self, kind: str) -> str:
        """Return the next handle of a kind."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return f"{kind}-{self._counts[kind]}"

    def keep_image(
        self, frame: Frame, edges: tuple[int, int, int, int], tool: str, of: tuple[str, ...] = (), kind: str = "img"
    ) -> Sight:
        """Return a handle for a view; the same view of the same frame keeps its first handle."""
        for sight in self.images.values():
            if sight.frame.name == frame.name and sight.edges == edges:
                return sight
        sight = Sight(self.handle(kind), frame, edges, tool, of)
        self.images[sight.id] = sight
        return sight

    def image(self, handle: str, *sensors: Sensor) -> Sight:
        """Return the view of a handle, or of the name of a picture that was shown; refuse sensors not among those
        given.
        """
        sight = self.images.get(handle) or next(
            (sight for sight in self.images.values() if sight.frame.name == handle and sight.is_whole), None
        )
        sight = sight or next((sight for sight in self.images.values() if sight.frame.name == handle), None)
        if sight is None:
            raise _foreign("image", handle, self.images)
        if sensors and sight.frame.sensor not in sensors:
            wanted = " or ".join(KINDS[sensor] for sensor in sensors)
            fitting = [other.id for other in self.images.values() if other.frame.sensor in sensors]
            offer = f"; you hold {', '.join(fitting[:MOST_LISTED])}" if fitting else ""
            raise ToolError(f"{sight.id} is {KINDS[sight.frame.sensor]}; this tool needs {wanted}{offer}")
        return sight

    def keep_box(self, sight: Sight, box: Box, label: str, thing: str = "") -> HeldBox:
        held = HeldBox(self.handle("box"), sight.id, box, label, thing)
        self.boxes[held.id] = held
        return held

    def box(self, handle: str) -> HeldBox:
        if handle not in self.boxes:
            raise _foreign("box", handle, self.boxes)
        return self.boxes[handle]

    def keep_mask(self, sight: Sight, bits: Bools, label: str, valid: Bools | None = None) -> HeldMask:
        held = HeldMask(self.handle("mask"), sight.id, label, bits, valid)
        self.masks[held.id] = held
        return held

    def mask(self, handle: str) -> HeldMask:
        if handle not in self.masks:
            raise _foreign("mask", handle, self.masks)
        return self.masks[handle]

    def keep_index(self, sight: Sight, name: str, mean: float) -> HeldIndex:
        held = HeldIndex(self.handle("idx"), sight.id, name, mean)
        self.indices[held.id] = held
        return held


KINDS: dict[Sensor, str] = {
    "rgb": "an optical image",
    "sar": "a SAR image",
    "sentinel-2": "a multispectral image (Sentinel-2)",
    "landsat": "a multispectral image (Landsat)",
}


def _foreign(kind: str, handle: str, held: Mapping[str, object]) -> ForeignHandle:
    known = list(held)
    listed = ", ".join(known[-MOST_LISTED:]) if known else "none yet"
    more = f" (the last {MOST_LISTED} of {len(known)})" if len(known) > MOST_LISTED else ""
    said = handle if len(handle) <= LONGEST_NAME else f"{handle[:LONGEST_NAME]}…"
    return ForeignHandle(f"there is no {kind} {said!r} in this task; {kind} handles you hold{more}: {listed}")


def describe_picture(sight: Sight) -> dict[str, JsonValue]:
    """Return data about a picture: its handle, the view and the ground length of a pixel."""
    return {
        "image": sight.id,
        "view": {
            "image": sight.id,
            "frame": sight.frame.name,
            "window": [*sight.shares],
            "size": [*sight.size],
        },
        "pixel_m": round(sight.pixel_m, 4),
    }
