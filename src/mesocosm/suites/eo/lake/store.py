"""Frames in the cache, one entry each, without loss.

Pictures are WebP without loss; bands and echoes are differences along rows, deflated; masks are bits.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from mesocosm.cache import Kind, code_version
from mesocosm.suites.eo.lake.frame import Pixels, Thing

RECIPE = (
    "earth/planet/ground",
    "earth/planet/people",
    "earth/planet/regions.py",
    "earth/planet/sensors",
    "earth/planet/quantisation.py",
    "earth/planet/sizes.py",
    "suites/eo/lake",
)
"""Code that decides what pictures show."""
READERS = tuple(f"suites/eo/lake/{name}.py" for name in ("frame", "imagery", "lake", "real_scenes", "store"))
"""Modules of the lake that do not decide what pictures show: they only read."""
LAKE = Kind("eo-lake", "Pictures of the lake of eo by site", lambda: code_version(*RECIPE, without=READERS))
Parts = dict[str, bytes]


def parts_of(name: str, lock: str, make: Callable[[], Parts]) -> Parts:
    """Read parts by name from the cache; if missing or damaged, one process at a time makes them under a lock."""
    parts = read_parts(name)
    if parts is not None:
        return parts
    with LAKE.alone(lock):
        parts = read_parts(name)  # another process may have made it meanwhile
        if parts is None:
            parts = make()
            write_parts(name, parts)
    return parts


def write_parts(name: str, parts: Parts) -> None:
    """Store parts by name as one entry."""
    sizes = json.dumps({key: len(part) for key, part in parts.items()}).encode()
    LAKE.write(name, len(sizes).to_bytes(4, "big") + sizes + b"".join(parts.values()))


def read_parts(name: str) -> Parts | None:
    """Read the parts of an entry; None if it is missing or damaged."""
    body = LAKE.read(name)
    if body is None:
        return None
    start = 4 + int.from_bytes(body[:4], "big")
    parts: Parts = {}
    for key, size in json.loads(body[4:start]).items():
        parts[key] = body[start : start + size]
        start += size
    return parts


def pack_picture(pixels: Pixels) -> bytes:
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "WEBP", lossless=True, quality=0, method=0, exact=True)
    return buffer.getvalue()


def read_picture(data: bytes) -> Pixels:
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def pack_numbers(values: NDArray[np.uint16]) -> bytes:
    """Pack an array: shape, then differences along rows, low bytes before high ones, deflated."""
    step = np.diff(values, axis=1, prepend=np.uint16(0))
    halves = (step & np.uint16(255)).astype(np.uint8).tobytes() + (step >> np.uint16(8)).astype(np.uint8).tobytes()
    return np.asarray(values.shape, "<u4").tobytes() + zlib.compress(halves, 3)


def read_numbers(data: bytes) -> NDArray[np.uint16]:
    rows, columns = (int(side) for side in np.frombuffer(data[:8], "<u4"))
    low, high = np.frombuffer(zlib.decompress(data[8:]), np.uint8).reshape(2, rows, columns).astype(np.uint16)
    return np.cumsum(low | (high << np.uint16(8)), axis=1, dtype=np.uint16)


def pack_mask(mask: NDArray[np.bool_]) -> bytes:
    return np.asarray(mask.shape, "<u4").tobytes() + zlib.compress(np.packbits(mask).tobytes(), 6)


def read_mask(data: bytes) -> NDArray[np.bool_]:
    rows, columns = (int(side) for side in np.frombuffer(data[:8], "<u4"))
    bits = np.unpackbits(np.frombuffer(zlib.decompress(data[8:]), np.uint8), count=rows * columns)
    return bits.reshape(rows, columns).astype(np.bool_)


def pack_things(things: tuple[Thing, ...]) -> bytes:
    """Pack things: records as JSON, then outlines in whole hundredths of a pixel."""
    records = [
        [thing.id, thing.label, list(thing.box), thing.inside, len(thing.outline), dict(thing.attributes)]
        for thing in things
    ]
    corners = np.concatenate([thing.outline for thing in things]) if things else np.zeros((0, 2))
    text = json.dumps(records, separators=(",", ":")).encode()
    return zlib.compress(len(text).to_bytes(4, "big") + text + np.round(corners * 100.0).astype("<i4").tobytes(), 6)


def read_things(data: bytes) -> tuple[Thing, ...]:
    body = zlib.decompress(data)
    start = 4 + int.from_bytes(body[:4], "big")
    corners = np.frombuffer(body[start:], "<i4").reshape(-1, 2) / 100.0
    things, at = [], 0
    for id, label, box, inside, count, attributes in json.loads(body[4:start]):
        left, top, right, bottom = box
        things.append(Thing(id, label, corners[at : at + count], (left, top, right, bottom), inside, attributes))
        at += count
    return tuple(things)


def with_prefix(prefix: str, parts: Mapping[str, bytes]) -> Parts:
    """Return the parts whose names begin with a prefix, which is removed."""
    return {name.removeprefix(prefix): part for name, part in parts.items() if name.startswith(prefix)}
