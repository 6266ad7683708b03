"""Measure the detector on photographs of test sites, which it has never seen, and put its rates on its card.

    python benchmarks/eo_detector_rates.py [--sites 24] [--looks 2] [--write]

Prints precision and recall of each class; a box is right if it overlaps an object of its class by half or more.
Pictures are those of the lake, without loss, in tiles as in training; sites that are not in the lake are made on the
way.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

import click

sys.path.remove(str(Path(__file__).parent))  # files beside this one would be imported for libraries

from mesocosm.suites.eo.detector.network import load_network
from mesocosm.suites.eo.detector.packing import LABELS, Tile, tiles_of
from mesocosm.suites.eo.detector.peaks import overlap
from mesocosm.suites.eo.lake.sites import sites


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=24, help="So many of the test sites, evenly drawn.")
    parser.add_argument("--looks", type=int, default=2, help="At most so many dates of each.")
    parser.add_argument("--write", action="store_true", help="Put the rates on the card beside the weights.")
    asked = parser.parse_args()
    keys = [site.key for site in sites("test")]
    chosen = keys[:: max(len(keys) // asked.sites, 1)][: asked.sites]
    there, predicted, right = Counter[str](), Counter[str](), Counter[str]()
    pictures = 0
    with click.progressbar(chosen, label="sites", file=sys.stderr) as bar:
        for key in bar:
            for tile in tiles_of(key, asked.looks):
                pictures += 1
                count(tile, there, predicted, right)
    precision = {label: round(right[label] / predicted[label], 3) for label in LABELS if predicted[label]}
    recall = {label: round(right[label] / there[label], 3) for label in LABELS if there[label]}
    print(f"{pictures} pictures of {len(chosen)} sites: {', '.join(chosen)}")
    for label in LABELS:
        rates = f"precision {precision.get(label, '-'):>6}  recall {recall.get(label, '-'):>6}"
        print(f"{label:20s} {rates}  n {there[label]}")
    if asked.write:
        write(precision, recall, pictures)


def count(tile: Tile, there: Counter[str], predicted: Counter[str], right: Counter[str]) -> None:
    """Add the objects in a tile, the predicted ones, and the right ones among these."""
    pixels, boxes, kinds = tile
    free = [(LABELS[kind], _box(box)) for box, kind in zip(boxes, kinds, strict=True)]
    there.update(label for label, _ in free)
    for seen in load_network().detect(pixels):
        predicted[seen.label] += 1
        near = [(overlap(box, seen.box), (label, box)) for label, box in free if label == seen.label]
        best = max(near, default=(0.0, None))
        if best[0] >= 0.5 and best[1] is not None:
            free.remove(best[1])
            right[seen.label] += 1


def _box(edges: Iterable[float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = (float(edge) for edge in edges)
    return left, top, right, bottom


def write(precision: dict[str, float], recall: dict[str, float], pictures: int) -> None:
    path = Path(str(files("mesocosm.suites.eo.detector") / "weights" / "card.json"))
    card = json.loads(path.read_text(encoding="utf-8"))
    card |= {"precision": precision, "recall": recall, "scenes": {**card["scenes"], "held out": pictures}}
    path.write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
