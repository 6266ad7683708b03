"""The last thought: what the observations come to together, before the answer."""

from __future__ import annotations

from collections.abc import Callable

from mesocosm.suites.eo.questions.parts import QUARTERS
from mesocosm.suites.eo.records import QuestionType
from mesocosm.suites.eo.synthesis.asking import DAMAGE
from mesocosm.suites.eo.synthesis.bearing import at_spot
from mesocosm.suites.eo.synthesis.evidence import Evidence, Look
from mesocosm.suites.eo.synthesis.looks import THEMES
from mesocosm.suites.eo.synthesis.recalling import article

CORNERS = ("upper left", "upper right", "lower left", "lower right")
"""Of a picture, in the order of its quarters."""


def concluded(asked: QuestionType, evidence: Evidence) -> str:
    """What follows from the evidence, in a sentence or two; empty where the last reply says it all."""
    told = CLOSERS[asked](evidence) if asked in CLOSERS else ""
    return told or "That settles it."


def _counts_in_part(evidence: Evidence) -> str:
    looks = evidence.of("boxes")
    part = evidence.part
    if not looks or part is None:
        return f"Counting whole ones only, I get {evidence.asked_count(looks[-1])}." if looks else ""
    told = [f"{evidence.asked_count(look)} in {_where(look)}" for look in looks[-3:]]
    return f"Going by their middles and leaving out what the edge cuts, {part.name} has {', '.join(told)}."


def _counts_over_time(evidence: Evidence) -> str:
    looks = evidence.of("boxes")
    if len(looks) < 2:
        return _counts_in_part(evidence)
    told = [f"{evidence.asked_count(look)}{_day(evidence, look)}" for look in _settled(looks)[-6:]]
    return f"Counted alike each time, that is {'; '.join(told)}."


def _grades(evidence: Evidence) -> str:
    looks = evidence.of("boxes")
    if not looks:
        return ""
    part = f" in {evidence.part.name}" if evidence.part else ""
    told = [f"{evidence.asked_count(look)} for {look.target!r}" for look in _settled(looks)[-4:]]
    return f"Counting whole ones only{part}, that makes {', '.join(told)}."


def _passes(evidence: Evidence) -> str:
    told = []
    for look in [look for look in evidence.looks if look.tool in THEMES][-3:]:
        share, mean = look.number_of("share"), look.number_of("mean")
        figure = f"{100 * share:.2f} %" if share is not None else f"{mean:.3f}" if mean is not None else ""
        told.append(f"{figure}{_day(evidence, look)}")
    return f"Side by side: {'; '.join(told)}." if len(told) > 1 else ""


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


def _settled(looks: list[Look]) -> list[Look]:
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
    "multispectral_temporal_analysis": _passes,
    "optical_temporal_analysis": _counts_over_time,
    "temporal_counting": _counts_over_time,
    "object_counting": _counts_in_part,
    "radar_counting": _counts_in_part,
    "moving_reasoning": _counts_over_time,
    "cross_modal_identification": _spot,
    "image_cut_reasoning": _quarters,
    "area_dominance": _covers,
}
