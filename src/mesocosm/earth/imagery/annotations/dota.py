"""DOTA: a text file a picture, a line a thing: eight numbers, the class, and whether it is difficult.

    imagesource:GoogleEarth
    gsd:0.146343590398
    2753 2408 2861 2385 2888 2468 2805 2502 plane 0

The two lines at the top are there in the published files of version 1.0 and may be missing. Source: the description at
https://captain-whu.github.io/DOTA/dataset.html (Xia et al. 2018, CVPR, DOTA: a large-scale dataset for object
detection in aerial images).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mesocosm.earth.imagery.annotations.annotation import (
    Annotation,
    Spot,
    box_of,
    number,
    numbers,
    quadrilateral,
    read_text,
    spell_number,
)
from mesocosm.errors import UserError
from mesocosm.files import write_whole

HEADS = ("imagesource", "gsd")
DIFFICULT = ("0", "1", "2")
"""2 marks things of version 1.5 and later that are smaller than ten pixels."""


def read(path: Path) -> list[Annotation]:
    """The annotations in a file, which has the picture's name."""
    head: dict[str, str] = {}
    annotations = []
    for place, line in enumerate(read_text(path).splitlines(), 1):
        name, colon, value = line.partition(":")
        if colon and name.strip().lower() in HEADS:
            head[name.strip().lower()] = value.strip()
        elif line.strip():
            annotations.append(_thing(line.split(), path, place, _resolution(head, Spot(path))))
    return annotations


def write(path: Path, annotations: Iterable[Annotation]) -> None:
    """Write annotations that have oriented boxes; their attribute `difficult` is kept."""
    lines = []
    for annotation in annotations:
        if annotation.oriented_box is None:
            raise UserError(f"DOTA keeps oriented boxes, and the {annotation.label} at {annotation.box} has none")
        corners = [spell_number(value) for point in annotation.oriented_box for value in point]
        difficult = str(annotation.attributes.get("difficult", 0))
        lines.append(" ".join([*corners, annotation.label.replace(" ", "-"), difficult]))
    write_whole(path, "".join(f"{line}\n" for line in lines))


def _resolution(head: dict[str, str], spot: Spot) -> float | None:
    given = head.get("gsd")
    return None if given in (None, "", "null", "None") else number(given, spot.at("gsd"))


def _thing(words: list[str], path: Path, place: int, resolution_m: float | None) -> Annotation:
    spot = Spot(path, f"line {place}")
    if len(words) not in (9, 10):
        raise spot.refuse(" ".join(words), "x1 y1 x2 y2 x3 y3 x4 y4 class difficult")
    corners = quadrilateral(numbers(words[:8], 8, spot))
    difficult = words[9] if len(words) == 10 else "0"
    if difficult not in DIFFICULT:
        raise spot.at("difficult").refuse(difficult, f"one of {', '.join(DIFFICULT)}")
    known = {"difficult": int(difficult)} | ({} if resolution_m is None else {"resolution_m": resolution_m})
    return Annotation(words[8], box_of(corners), oriented_box=corners, image=path.stem, attributes=known)
