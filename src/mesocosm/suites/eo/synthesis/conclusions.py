"""The last thought: what the observations come to together, before the answer."""

from __future__ import annotations

from collections.abc import Callable

from mesocosm.suites.eo.evidence.evidence import Evidence, Fields, Look, corners
from mesocosm.suites.eo.evidence.looks import CALCULATE, THEMES
from mesocosm.suites.eo.evidence.pointing import box_pointed_at, pointers_of, told_pointer
from mesocosm.suites.eo.questions.parts import QUARTERS
from mesocosm.suites.eo.records import QuestionType
from mesocosm.suites.eo.synthesis.question_kind import DAMAGE
from mesocosm.suites.eo.synthesis.supported_answers import at_spot
from mesocosm.suites.eo.taxonomy import article

COMPARED = 2
"""Passes that are set against each other; of more, the highest is asked for."""
Pick = Callable[[int], int]
ENOUGH = ("That settles it.", "That answers the question.", "That is all I need.")
"""Where the last reply says it all."""
CORNERS = ("upper left", "upper right", "lower left", "lower right")
"""Of a picture, in the order of its quarters."""


def conclude(asked: QuestionType, evidence: Evidence, pick: Pick) -> str:
    """What follows from the evidence, in a sentence or two."""
    told = CLOSERS[asked](evidence) if asked in CLOSERS else ""
    return told or ENOUGH[pick(len(ENOUGH))]


def _counts_in_part(evidence: Evidence) -> str:
    looks = evidence.of("boxes")
    part = evidence.part
    if not looks or part is None:
        return _own_count(evidence, looks[-1]) if looks else ""
    last = {look.target: look for look in looks}  # of each kind: what came before was too narrow
    told = " and ".join(f"{evidence.asked_count(look)} for {target!r}" for target, look in last.items())
    told = told if len(last) > 1 else str(evidence.asked_count(looks[-1]))
    if _where(looks[-1]).startswith("crop"):
        return f"So {part.name} has {told} that no edge cuts."
    return f"Going by their middles and leaving out what the edge cuts, {part.name} has {told}."


def _own_count(evidence: Evidence, look: Look) -> str:
    """Of a search that has just been told, the number is not said twice."""
    if look is evidence.looks[-1]:
        return "So that is the count."
    return f"Counting whole ones only, I get {evidence.asked_count(look)}."


def _counts_over_time(evidence: Evidence) -> str:
    looks = evidence.of("boxes")
    if len(looks) < 2:
        return _counts_in_part(evidence)
    if evidence.looks[-1].tool == CALCULATE:
        return "That is the number asked for."
    told = [f"{evidence.asked_count(look)}{_day(evidence, look)}" for look in _drop_superseded(looks)[-6:]]
    return f"Counted alike each time, that is {'; '.join(told)}."


def _history(evidence: Evidence) -> str:
    """Of one thing through the days, where the task points at it; else how many there were."""
    looks, pointers = evidence.of("boxes"), pointers_of(evidence.task)
    row = box_pointed_at(evidence, looks[0], pointers[0]) if looks and pointers else None
    if row is None:
        return _counts_over_time(evidence)
    shown = sorted({_capture(evidence, look) for look in looks if _stands_there(row, look)})
    missing = sorted({_capture(evidence, look) for look in looks} - set(shown))
    told = f"It stands in the photographs of {', '.join(shown)}"
    absent = f" and not in those of {', '.join(missing)}" if missing else ""
    return f"{told_pointer(str(row['id']), pointers[0])} {told}{absent}."


def _stands_there(row: Fields, look: Look) -> bool:
    """Whether a search found a box at the same place, within two pixels."""
    place = corners(row) or ()
    boxes = (corners(box) or () for box in look.boxes)
    return any(all(abs(a - b) <= 2.0 for a, b in zip(place, box, strict=False)) for box in boxes if box)


def _capture(evidence: Evidence, look: Look) -> str:
    return (evidence.picture(look.cited[0]).date if look.cited else None) or _where(look)


def _grades(evidence: Evidence) -> str:
    looks = evidence.of("boxes")
    if not looks:
        return ""
    part = f" in {evidence.part.name}" if evidence.part else ""
    told = [f"{evidence.asked_count(look)} for {look.target!r}" for look in _drop_superseded(looks)[-4:]]
    return f"Counting whole ones only{part}, that makes {', '.join(told)}."


def _presence(evidence: Evidence) -> str:
    looks = _drop_superseded(evidence.of("boxes"))
    if not looks:
        return ""
    found = sum(evidence.asked_count(look) for look in looks)
    return f"{_grades(evidence)} {'So there are such buildings.' if found else 'So there are none.'}"


def _overlap(evidence: Evidence) -> str:
    """Which of the two shares is asked for: that of the cover masked first."""
    masks, relations = evidence.of("mask"), evidence.of("relation")
    if not masks or not relations:
        return ""
    share = 100.0 * (relations[-1].number_of("share_of_first") or 0.0)
    return f"The first mask is that of {masks[0].data.get('label')}, so {share:.2f} % of it is what is asked for."


def _passes(evidence: Evidence) -> str:
    figures = []
    for look in [look for look in evidence.looks if look.tool in THEMES]:
        share, mean = look.number_of("share"), look.number_of("mean")
        if share is not None:
            figures.append((share, f"{100 * share:.2f} %{_day(evidence, look)}"))
        elif mean is not None:
            figures.append((mean, f"{mean:.3f}{_day(evidence, look)}"))
    told = f"Side by side: {'; '.join(figure for _, figure in figures)}." if len(figures) > 1 else ""
    return f"{_passed_over(evidence)}{told} The highest is {max(figures)[1]}." if len(figures) > COMPARED else told


def _passed_over(evidence: Evidence) -> str:
    """Listed passes that were not measured, where the task speaks of clouds."""
    measured = {evidence.capture(look.cited[0]) for look in evidence.looks if look.tool in THEMES and look.cited}
    others = [picture for handle, picture in evidence.pictures.items() if evidence.capture(handle) not in measured]
    dates = sorted({picture.date for picture in others if picture.date and picture.cloud_percent})
    return f"I left out {', '.join(dates)} for their clouds. " if dates and "cloud" in evidence.task else ""


def _spot(evidence: Evidence) -> str:
    """Which box holds the spot that the task gives, or how many there are."""
    for look in evidence.of("boxes")[-1:]:
        box = at_spot(evidence, look)
        if box is not None:
            label = str(box.get("label", "")).replace("_", " ")
            return f"The spot in question falls on {box.get('id')}, {article(label)} {label}."
    return _counts_in_part(evidence)


def _quarters(evidence: Evidence) -> str:
    looks = evidence.of("boxes")
    if not looks:
        return ""
    if evidence.part is not None:
        return f"By their middles, {evidence.asked_count(looks[-1])} of the whole ones lie in {evidence.part.name}."
    counts = [sum(evidence.in_part(looks[-1], box, part) for box in evidence.wholes(looks[-1])) for part in QUARTERS]
    told = ", ".join(f"{corner} {count}" for corner, count in zip(CORNERS, counts, strict=True))
    return f"Sorting the whole ones by where their middles lie gives {told}."


def _covers(evidence: Evidence) -> str:
    told = [
        f"{look.data.get('label')} {100 * (look.number_of('share') or 0.0):.2f} %" for look in evidence.of("mask")[-4:]
    ]
    return f"The shares beside each other: {', '.join(told)}." if len(told) > 1 else ""


def _drop_superseded(looks: list[Look]) -> list[Look]:
    """Without searches of a crop for what was then searched for in a whole picture."""
    wholes = {look.target for look in looks if not _where(look).startswith("crop")}
    return [look for look in looks if not (_where(look).startswith("crop") and look.target in wholes)]


def _where(look: Look) -> str:
    return look.cited[0] if look.cited else "the picture"


def _day(evidence: Evidence, look: Look) -> str:
    """Of which day or picture a figure is."""
    date = evidence.picture(look.cited[0]).date if look.cited else None
    return f" on {date}" if date else f" in {_where(look)}"


CLOSERS: dict[QuestionType, Callable[[Evidence], str]] = {
    **dict.fromkeys(DAMAGE - {"damage_severity"}, _grades),
    "damage_presence": _presence,
    "overlap_analysis": _overlap,
    "multispectral_temporal_analysis": _passes,
    "optical_temporal_analysis": _history,
    "temporal_counting": _counts_over_time,
    "object_counting": _counts_in_part,
    "radar_counting": _counts_in_part,
    "moving_reasoning": _counts_over_time,
    "cross_modal_identification": _spot,
    "image_cut_reasoning": _quarters,
    "area_dominance": _covers,
}
