"""Which box a task points at: the box at the given coordinates, the northernmost one, the one nearest the middle."""

from __future__ import annotations

from mesocosm.suites.eo.evidence.evidence import Evidence, Fields, Look, corners
from mesocosm.suites.eo.questions.pointing import POINTERS, Pointer, place_meant


def pointers_of(task: str) -> list[Pointer]:
    """Return the pointers that a task uses."""
    return [pointer for pointer in POINTERS if _word(pointer) in task]


def box_pointed_at(evidence: Evidence, look: Look, pointer: Pointer) -> Fields | None:
    """Return the row of a search that a pointer means, among boxes that no edge cuts; None if it is not clear."""
    size, rows = evidence.size_of(look), evidence.wholes(look)
    boxes = [box for row in rows if (box := corners(row))]
    if size is None or len(boxes) < len(rows):
        return None
    chosen = place_meant(pointer, [((a + c) / 2 / size[0], (b + d) / 2 / size[1]) for a, b, c, d in boxes])
    return rows[chosen] if chosen is not None else None


def pointer_sentence(handle: str, pointer: Pointer) -> str:
    return f"By their coordinates, {handle} is {pointer.words.format(thing='one')}."


def _word(pointer: Pointer) -> str:
    return "nearest the middle" if pointer.name == "central" else pointer.name
