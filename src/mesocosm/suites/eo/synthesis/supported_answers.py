"""Which answers the evidence of a trajectory would bear out, worked from its observations alone.

An answer that none of them agrees with contradicts what was seen; where there are none, nothing was seen that an answer
could follow from. The hidden truth has no part in it.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable

from mesocosm.errors import ToolError
from mesocosm.suites.eo.evidence.evidence import Evidence, Fields, Look, corners
from mesocosm.suites.eo.evidence.looks import COVERS, PAIRED
from mesocosm.suites.eo.evidence.support import Support, numbers_in
from mesocosm.suites.eo.questions.covering import BY_NAME
from mesocosm.suites.eo.questions.disaster import GRADES
from mesocosm.suites.eo.questions.parts import POINT_WORDS, QUARTER_WORDS, QUARTERS
from mesocosm.suites.eo.questions.passes import CHANGES, word_of_change
from mesocosm.suites.eo.questions.places import PLACES
from mesocosm.suites.eo.questions.temporal import TRENDS
from mesocosm.suites.eo.questions.visual import COLOURS, ROOFS
from mesocosm.suites.eo.records import (
    ChoiceAnswer,
    DateAnswer,
    LabelAnswer,
    QuestionType,
    YesNoAnswer,
)
from mesocosm.suites.eo.targets import read_target
from mesocosm.suites.eo.tools.detect import overlap

SPOT = re.compile(r"(\d+(?:\.\d+)?) ?(?:%|percent|per cent)")
"""A place across and down, in percent of the picture."""
SAME = 0.8
"""Overlap (IoU) of two days' boxes from which on they are of one thing."""
SLACK = 0.03
"""Relative difference that a reckoned number may have from what follows from the figures seen."""


def support_of(question_type: QuestionType, evidence: Evidence) -> Support:
    """What the evidence bears out for a question of this type."""
    support = Support()
    for add in BY_TYPE[question_type]:
        add(evidence, support)
    return support


# ------------------------------------------------------------ counts


def _count(evidence: Evidence, support: Support) -> None:
    for look in evidence.of("boxes"):
        support.add_counts(evidence.counts(look))


def _counted_together(evidence: Evidence, support: Support) -> None:
    """Sums of two or three counts and of all, differences of two."""
    counts = [evidence.asked_count(look) for look in evidence.of("boxes")]
    support.add_counts([sum(counts)] if counts else [])
    for size in (2, 3):
        support.add_counts(sum(chosen) for chosen in itertools.combinations(counts, size))
    support.add_counts(abs(first - other) for first, other in itertools.combinations(counts, 2))


def _reckoned(evidence: Evidence, support: Support) -> None:
    for look in evidence.of("reckoning"):
        value = look.number_of("value")
        if value is not None:
            support.add_measure(value, max(SLACK * abs(value), 0.006))


def _ratios(evidence: Evidence, support: Support) -> None:
    """One count to another, as a number or in percent, and to an area that the task gives."""
    counts = [float(evidence.asked_count(look)) for look in evidence.of("boxes")]
    areas = [number for number in numbers_in(evidence.task) if number > 0]
    for first, other in (*itertools.permutations(counts, 2), *itertools.product(counts, areas)):
        for scale in (1.0, 100.0):
            support.add_measure(scale * first / other if other else None, SLACK * scale * first / max(other, 1e-9))


def _present(evidence: Evidence, support: Support) -> None:
    looks = [look for look in evidence.of("boxes") if _grades(look)]
    counts = [evidence.asked_count(look) for look in looks]
    if counts:
        support.specs.append(YesNoAnswer(value=any(counts)))


# ------------------------------------------------------------ words


def _commonest_grade(evidence: Evidence, support: Support) -> None:
    counts: dict[str, int] = {}
    for look in evidence.of("boxes"):
        grades = _grades(look)
        if len(grades) == 1:
            counts[next(iter(grades))] = evidence.asked_count(look)
    if counts and max(counts.values()):
        support.specs.append(_choice(max(counts, key=counts.__getitem__), GRADES))


def _grades(look: Look) -> frozenset[str]:
    """Grades of damage that a look for boxes was asked for."""
    try:
        return read_target(look.target).damage
    except ToolError:  # words that name no kind
        return frozenset()


def _describe(name: str, among: dict[str, tuple[str, ...]]) -> Callable[[Evidence, Support], None]:
    def add(evidence: Evidence, support: Support) -> None:
        for look in evidence.of("object"):
            attributes = look.data.get("attributes")
            told = attributes.get(name) if isinstance(attributes, dict) else None
            support.specs += [_choice(key, among) for key in among if told in (key, *among[key])]

    return add


def _place(evidence: Evidence, support: Support) -> None:
    among = {name: place.synonyms for name, place in PLACES.items()}
    for look in evidence.of("scene"):
        if look.data.get("scene") in among:
            support.specs.append(_choice(str(look.data["scene"]), among))


def _identify(evidence: Evidence, support: Support) -> None:
    """The thing at the spot that the task gives."""
    for look in evidence.of("boxes"):
        box = at_spot(evidence, look)
        if box is not None:
            support.specs.append(LabelAnswer(value=str(box.get("label"))))


def at_spot(evidence: Evidence, look: Look) -> Fields | None:
    """The box nearest to the spot that the task gives in percent of the picture; None where it gives none."""
    place, size = SPOT.findall(evidence.task), evidence.size_of(look)
    if len(place) < 2 or size is None or not look.boxes:
        return None
    x, y = (float(share) / 100.0 * side for share, side in zip(place[:2], size, strict=True))
    return min(look.boxes, key=lambda box: _gap(corners(box), x, y))


def _gap(box: tuple[float, float, float, float] | None, x: float, y: float) -> float:
    if box is None:
        return math.inf
    return max(box[0] - x, x - box[2], box[1] - y, y - box[3], 0.0)


def _confirmed(evidence: Evidence, support: Support) -> None:
    for look in evidence.of("boxes"):
        if look.tool == PAIRED:
            support.add_counts(evidence.counts(look))


# ------------------------------------------------------------ time


def _trend(evidence: Evidence, support: Support) -> None:
    """How a count of one kind went from one day to a later one."""
    for first, other in _in_time(evidence, evidence.of("boxes")):
        if first.target == other.target:
            before, after = evidence.asked_count(first), evidence.asked_count(other)
            word = "the same" if before == after else "more" if after > before else "fewer"
            support.specs.append(_choice(word, TRENDS))


def _busiest(evidence: Evidence, support: Support) -> None:
    counts = {date: evidence.asked_count(look) for look, date in _dated(evidence, evidence.of("boxes"))}
    if len(counts) > 1:
        support.specs += [DateAnswer(value=date) for date in counts if counts[date] == max(counts.values())]


def _first_seen(evidence: Evidence, support: Support) -> None:
    """Days on which a thing of the latest picture stands that stood on no earlier day that was looked at."""
    dated = sorted(_dated(evidence, evidence.of("boxes")), key=lambda pair: pair[1])
    if len(dated) < 2:
        return
    places = [[box for row in evidence.wholes(look) if (box := corners(row))] for look, _ in dated]
    for target in places[-1]:
        standing = [any(overlap(target, box) > SAME for box in boxes) for boxes in places]
        support.specs.append(DateAnswer(value=dated[standing.index(True)][1]))


def _changed(evidence: Evidence, support: Support) -> None:
    """How far a cover of one theme spread from one pass to a later one."""
    for first, other in _in_time(evidence, evidence.of("mask")):
        earlier, later = first.number_of("share"), other.number_of("share")
        if first.tool == other.tool and earlier and later is not None:
            support.specs.append(_choice(word_of_change((later - earlier) / earlier), CHANGES))


def _index_changed(evidence: Evidence, support: Support) -> None:
    for first, other in _in_time(evidence, evidence.of("index")):
        earlier, later = first.number_of("mean"), other.number_of("mean")
        if first.tool == other.tool and earlier is not None and later is not None:
            support.add_measure(later - earlier, 0.01)


def _highest(evidence: Evidence, support: Support) -> None:
    """The day of the highest mean, for each index that was measured."""
    for tool in sorted({look.tool for look in evidence.of("index")}):
        looks = [look for look in evidence.of("index") if look.tool == tool]
        means = {date: look.number_of("mean") or -1.0 for look, date in _dated(evidence, looks)}
        if len(means) > 1:
            support.specs.append(DateAnswer(value=max(means, key=means.__getitem__)))


def _in_time(evidence: Evidence, looks: list[Look]) -> list[tuple[Look, Look]]:
    """Pairs of looks at different captures, the earlier first."""
    known = [look for look in looks if look.cited]
    pairs = []
    for first, other in itertools.combinations(known, 2):
        if evidence.capture(first.cited[0]) != evidence.capture(other.cited[0]):
            pairs.append((first, other) if evidence.is_before(first, other) else (other, first))
    return pairs


def _dated(evidence: Evidence, looks: list[Look]) -> list[tuple[Look, str]]:
    dates = [(look, evidence.picture(look.cited[0]).date) for look in looks if look.cited]
    return [(look, date) for look, date in dates if date]


# ------------------------------------------------------------ space


def _related(evidence: Evidence, support: Support) -> None:
    for look in evidence.of("relation"):
        direction = look.data.get("direction")
        if direction in POINT_WORDS:
            support.specs.append(_choice(str(direction), POINT_WORDS))
        distance = look.number_of("distance_m")
        support.add_measure(distance, max(0.6, SLACK * (distance or 0.0)))


def _overlapping(evidence: Evidence, support: Support) -> None:
    for look in evidence.of("relation"):
        for name in ("share_of_first", "share_of_second"):
            share = look.number_of(name)
            support.add_measure(None if share is None else 100.0 * share, 0.6)


def _dominant(evidence: Evidence, support: Support) -> None:
    shares = {cover: look.number_of("share") or 0.0 for look in evidence.of("mask") if (cover := _cover(look))}
    if len(shares) > 1:
        among = {name: BY_NAME[name].synonyms for name in shares}
        support.specs.append(_choice(max(shares, key=shares.__getitem__), among))


def _cover(look: Look) -> str:
    """The cover that a mask is of, as questions name it."""
    if look.tool in COVERS:
        return COVERS[look.tool]
    return next((name for name, cover in BY_NAME.items() if cover.target and cover.target == look.target.lower()), "")


def _fullest_quarter(evidence: Evidence, support: Support) -> None:
    for look in evidence.of("boxes"):
        for boxes in (evidence.wholes(look), look.boxes):
            counts = {
                name: sum(evidence.in_part(look, box, part) for box in boxes)
                for name, part in zip(QUARTER_WORDS, QUARTERS, strict=True)
            }
            if boxes:
                support.specs.append(_choice(max(counts, key=counts.__getitem__), QUARTER_WORDS))


def _choice(value: str, among: dict[str, tuple[str, ...]]) -> ChoiceAnswer:
    return ChoiceAnswer(value=value, among=among)


Add = Callable[[Evidence, Support], None]
BY_TYPE: dict[QuestionType, tuple[Add, ...]] = {
    "damage_presence": (_present,),
    "damage_count": (_count, _counted_together, _reckoned),
    "majority_damage": (_commonest_grade,),
    "damage_severity": (_describe("damage", GRADES),),
    "multispectral_temporal_analysis": (_changed, _index_changed, _highest, _reckoned),
    "optical_temporal_analysis": (_trend, _busiest, _first_seen),
    "moving_reasoning": (_count, _counted_together, _reckoned),
    "scene_understanding": (_place,),
    "attribute_identification": (_describe("colour", COLOURS), _describe("roof", ROOFS)),
    "cross_modal_identification": (_identify, _confirmed),
    "object_counting": (_count,),
    "radar_counting": (_count,),
    "temporal_counting": (_count, _counted_together, _reckoned),
    "arithmetic_reasoning": (_reckoned, _ratios),
    "spatial_relation": (_related,),
    "overlap_analysis": (_overlapping,),
    "area_dominance": (_dominant,),
    "image_cut_reasoning": (_fullest_quarter, _count),
}
