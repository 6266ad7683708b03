"""Photographs of the lake with their boxes, packed for training.

    python -m mesocosm.suites.eo.detector.packing -o pack.npz --jobs 8 [--looks 2 --jpeg 80]

Fewer dates of each site and JPEG make a pack smaller, for training on another machine.

Pictures of train sites are for training; those of some train sites are for choosing the lowest scores. Pictures of
test sites are held out: the rates on the detector's card are of places that it has never seen.
"""

from __future__ import annotations

import argparse
import functools
import io
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.eo.lake.lake import lake
from mesocosm.suites.eo.lake.sites import sites
from mesocosm.suites.eo.taxonomy import LEAVES

TILE = 512
LEAST_INSIDE = 0.4
"""Share of a thing that must lie in a tile for the network to be trained to find it there."""
LABELS = tuple(label for label in LEAVES if label != "tree")
"""Labels that the network learns; trees are left out, since they stand everywhere."""
TUNED = 8
"""One of so many train sites is kept for choosing the lowest scores."""
Tile = tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.int64]]


def tiles_of(site: str, looks: int) -> list[Tile]:
    """Cut photographs of a site, of so many dates at most, into tiles with boxes and kinds of the things in each."""
    tiles = []
    frames = lake().frames(site, "rgb")
    for frame in frames[:: max(len(frames) // looks, 1)][:looks]:
        pixels, things = lake().pixels(frame), [thing for thing in lake().things(frame) if thing.label in LABELS]
        boxes = np.asarray([thing.box for thing in things], np.float32).reshape(-1, 4)
        kinds = np.asarray([LABELS.index(thing.label) for thing in things], np.int64)
        for top in range(0, pixels.shape[0] - TILE + 1, TILE):
            for left in range(0, pixels.shape[1] - TILE + 1, TILE):
                own, chosen = cut_boxes(boxes, left, top)
                tiles.append((pixels[top : top + TILE, left : left + TILE], own, kinds[chosen]))
    return tiles


def cut_boxes(boxes: NDArray[np.float32], left: int, top: int) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the boxes in a tile's coordinates, and which of all boxes they are."""
    moved = boxes - np.asarray([left, top, left, top], np.float32)
    seen = np.clip(moved, 0, TILE)
    share = np.prod(seen[:, 2:] - seen[:, :2], axis=1) / np.maximum(np.prod(moved[:, 2:] - moved[:, :2], axis=1), 1e-6)
    chosen = share >= LEAST_INSIDE
    return seen[chosen], chosen


def pack_pictures(pictures: list[NDArray[np.uint8]], quality: int | None) -> dict[str, NDArray[np.generic]]:
    """Pack pictures as one array, or as JPEG one after the other with the position where each begins."""
    if quality is None:
        return {"pictures": np.stack(pictures)}
    from PIL import Image

    files = []
    for pixels in pictures:
        Image.fromarray(pixels).save(file := io.BytesIO(), "JPEG", quality=quality)
        files.append(file.getvalue())
    ends = np.cumsum([len(file) for file in files])
    return {"jpeg": np.frombuffer(b"".join(files), np.uint8), "jpeg_ends": ends}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--train", type=int, default=999, help="At most so many train sites.")
    parser.add_argument("--held-out", type=int, default=999, help="At most so many test sites.")
    parser.add_argument("--looks", type=int, default=999, help="At most so many dates of each site.")
    parser.add_argument("--jpeg", type=int, help="Quality; without it pictures are kept as they are.")
    asked = parser.parse_args()
    train = [site.key for site in sites("train")][: asked.train]
    held_out = [site.key for site in sites("test")][: asked.held_out]
    part = {**dict.fromkeys(train, 0), **dict.fromkeys(train[::TUNED], 1), **dict.fromkeys(held_out, 2)}
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        # Sites of one town follow each other and share it.
        made = list(pool.map(functools.partial(tiles_of, looks=asked.looks), part, chunksize=4))
    tiles = [tile for site_tiles in made for tile in site_tiles]
    parts = [number for number, site_tiles in zip(part.values(), made, strict=True) for _ in site_tiles]
    arrays: dict[str, Any] = dict(
        pack_pictures([pixels for pixels, _, _ in tiles], asked.jpeg),
        boxes=np.concatenate([boxes for _, boxes, _ in tiles]),
        kinds=np.concatenate([kinds for _, _, kinds in tiles]),
        starts=np.concatenate([[0], np.cumsum([len(kinds) for _, _, kinds in tiles])]),
        parts=np.asarray(parts),
        labels=np.asarray(LABELS),
    )
    np.savez(asked.output, **arrays)
    print(f"{len(tiles)} pictures of {len(part)} sites, {sum(len(kinds) for _, _, kinds in tiles)} things")


if __name__ == "__main__":
    main()
