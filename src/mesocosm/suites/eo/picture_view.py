"""One picture for the agent: a frame, the part of it in view, and the size at which it is shown."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import ToolError
from mesocosm.suites.eo.lake.frame import Frame, Pixels

Box = tuple[float, float, float, float]
"""Left, top, right, bottom; x to the right, y down."""
LONGEST = 768
"""Most pixels of the longest side of a picture as shown."""
SMALL = 384
"""Pictures whose longest side is shorter, in pixels, are enlarged by a whole number."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
LEAST = 8
"""Fewest pixels of the shortest side of a view."""


@dataclass(frozen=True)
class Sight:
    """A view of a frame; `edges` are whole pixels of the frame."""

    id: str
    frame: Frame
    edges: tuple[int, int, int, int]
    tool: str
    """The tool that made the view; `task` if it came with the question."""
    of: tuple[str, ...] = ()
    """Handles it was made from."""

    @property
    def span(self) -> tuple[int, int]:
        """Columns and rows of the frame in view."""
        left, top, right, bottom = self.edges
        return right - left, bottom - top

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the picture as shown."""
        columns, rows = self.span
        longest = max(columns, rows)
        if longest > LONGEST:
            return max(1, columns * LONGEST // longest), max(1, rows * LONGEST // longest)
        times = LONGEST // longest if longest < SMALL else 1
        return columns * times, rows * times

    @property
    def pixel_m(self) -> float:
        """Ground length of a pixel as shown, in metres."""
        return self.frame.window.resolution_m * self.span[0] / self.size[0]

    @property
    def measure(self) -> str:
        """Size of the picture in words; if it is enlarged, with the size of the sensor's own pixels."""
        columns, rows = self.size
        own = self.frame.window.resolution_m
        enlarged = f", enlarged: the sensor's own are {own:g} m" if columns > self.span[0] else ""
        return f"{columns} × {rows} pixels of {self.pixel_m:.3g} m{enlarged}"

    @property
    def shares(self) -> Box:
        """The view as shares of the whole frame."""
        columns, rows = self.frame.size
        left, top, right, bottom = self.edges
        return (
            round(left / columns, 6),
            round(top / rows, 6),
            round(right / columns, 6),
            round(bottom / rows, 6),
        )

    @property
    def is_whole(self) -> bool:
        return self.edges == (0, 0, *self.frame.size)

    def to_view(self, box: Box) -> Box:
        """Convert a box from pixels of the frame to pixels of the picture shown."""
        (across, down), (left, top, _, _) = self._scale(), self.edges
        return (
            round((box[0] - left) * across, 2),
            round((box[1] - top) * down, 2),
            round((box[2] - left) * across, 2),
            round((box[3] - top) * down, 2),
        )

    def in_frame(self, box: Box) -> Box:
        """Convert a box from pixels of the picture shown to pixels of the frame."""
        (across, down), (left, top, _, _) = self._scale(), self.edges
        return box[0] / across + left, box[1] / down + top, box[2] / across + left, box[3] / down + top

    def on_ground(self, box: Box) -> Box:
        """Convert a box from pixels of the frame to west, south, east, north in metres of the plane."""
        window = self.frame.window
        west, _, _, north = window.bounds
        step = window.resolution_m
        return west + box[0] * step, north - box[3] * step, west + box[2] * step, north - box[1] * step

    def _scale(self) -> tuple[float, float]:
        (columns, rows), (wide, high) = self.span, self.size
        return wide / columns, high / rows

    def cut(self, layer: NDArray[np.generic]) -> NDArray[np.generic]:
        """Cut the part in view out of a layer of the frame's pixels."""
        left, top, right, bottom = self.edges
        return layer[top:bottom, left:right]

    def picture(self, pixels: Pixels) -> Pixels:
        """Return the picture as shown: averaged if it is reduced, whole pixels repeated if it is enlarged."""
        part = np.ascontiguousarray(self.cut(pixels))
        (columns, rows), (wide, high) = self.span, self.size
        if wide >= columns:
            return part.repeat(high // rows, axis=0).repeat(wide // columns, axis=1)
        from PIL import Image

        return np.asarray(Image.fromarray(part).resize((wide, high), Image.Resampling.BOX))


def whole(frame: Frame) -> tuple[int, int, int, int]:
    columns, rows = frame.size
    return 0, 0, columns, rows


def edges_of(frame: Frame, shares: Box) -> tuple[int, int, int, int]:
    """Convert shares of a frame to whole pixels, rounded to the nearest edges."""
    columns, rows = frame.size
    left, top, right, bottom = shares
    edges = round(left * columns), round(top * rows), round(right * columns), round(bottom * rows)
    if edges[2] - edges[0] < min(LEAST, columns) or edges[3] - edges[1] < min(LEAST, rows):
        raise ToolError(
            f"a view needs at least {LEAST} pixels of the image along each side, got {edges[2] - edges[0]} × "
            f"{edges[3] - edges[1]}; take a larger box"
        )
    return edges


def png(pixels: Pixels) -> bytes:
    """Encode a picture as PNG without metadata: differences along rows, deflated fast."""
    rows, columns, _ = pixels.shape
    flat = pixels.reshape(rows, 3 * columns)
    lines = np.empty((rows, 1 + 3 * columns), np.uint8)
    lines[:, 0] = 1  # the filter "sub"
    lines[:, 1:4] = flat[:, :3]
    np.subtract(flat[:, 3:], flat[:, :-3], out=lines[:, 4:])
    head = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    body = zlib.compress(lines.tobytes(), 1)
    return SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
