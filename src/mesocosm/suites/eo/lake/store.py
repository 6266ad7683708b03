"""Frames on disk: one file each, whole or not at all, without loss, its hash before its content.

Pictures are WebP without loss; bands and echoes are differences along rows, deflated; masks are bits. A file that is
damaged is made again. The folder is named by the code that made it, so that no picture outlives its recipe.
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mesocosm.files import write_whole
from mesocosm.suites.eo.lake.frame import Pixels, Thing

VARIABLE = "MESOCOSM_EO_LAKE"
RECIPE = (
    "earth/planet/ground",
    "earth/planet/people",
    "earth/planet/regions.py",
    "earth/planet/sensors",
    "earth/planet/settling.py",
    "earth/planet/sizes.py",
    "suites/eo/lake",
)
"""Code that decides what pictures show."""
READERS = ("frame.py", "hidden.py", "imagery.py", "lake.py", "real.py", "store.py")
"""Modules of the lake that do not: they read what is there."""
Parts = dict[str, bytes]


def folder() -> Path:
    """Where frames are kept: `MESOCOSM_EO_LAKE`, else under `MESOCOSM_CACHE` or the user's cache folder."""
    if wish := os.environ.get(VARIABLE):
        return Path(wish)
    if cache := os.environ.get("MESOCOSM_CACHE"):
        return Path(cache) / "eo-lake"
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "mesocosm" / "eo-lake"


@functools.lru_cache(maxsize=1)
def recipe() -> str:
    """Twelve digits that change when the code that makes pictures does."""
    import mesocosm

    root = Path(mesocosm.__file__).parent
    digest = hashlib.sha256()
    for part in RECIPE:
        for path in sorted((root / part).rglob("*.py")) or [root / part]:
            if part == "suites/eo/lake" and path.name in READERS:
                continue
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def write_parts(path: Path, parts: Parts) -> None:
    """Parts by name into one file."""
    sizes = json.dumps({name: len(part) for name, part in parts.items()}).encode()
    body = len(sizes).to_bytes(4, "big") + sizes + b"".join(parts.values())
    write_whole(path, hashlib.sha256(body).digest() + body)


def read_parts(path: Path) -> Parts | None:
    """The parts of a file; None where it is missing or damaged."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    body = memoryview(whole)[32:]
    if hashlib.sha256(body).digest() != whole[:32]:
        return None
    start = 4 + int.from_bytes(body[:4], "big")
    parts: Parts = {}
    for name, size in json.loads(bytes(body[4:start])).items():
        parts[name] = bytes(body[start : start + size])
        start += size
    return parts


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """One process at a time works behind a lock; others wait, and find the work done."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as lock:
        try:
            import fcntl
        except ImportError:  # no such locks here: the work may be done twice, to the same end
            yield
            return
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def pack_picture(pixels: Pixels) -> bytes:
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "WEBP", lossless=True, quality=0, method=0, exact=True)
    return buffer.getvalue()


def read_picture(data: bytes) -> Pixels:
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def pack_numbers(values: NDArray[np.uint16]) -> bytes:
    """Shape, then differences along rows, low bytes before high ones, deflated."""
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
    """Records as JSON, outlines in whole hundredths of a pixel behind them."""
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
    """The parts whose names begin so, without it."""
    return {name.removeprefix(prefix): part for name, part in parts.items() if name.startswith(prefix)}
