"""Whether another day's photograph shows more, which day's shows most, or when a house first stood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.detector.peaks import overlap
from mesocosm.suites.eo.evidence.conclusions import conclude_counts, picture_of
from mesocosm.suites.eo.evidence.evidence import Evidence, Fields, Look, corners
from mesocosm.suites.eo.evidence.looks import NORMALISE
from mesocosm.suites.eo.evidence.pointing import box_pointed_at, pointer_sentence, pointers_of
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.evidence.supported_answers import dated_looks, pairs_in_time
from mesocosm.suites.eo.plans.counting import count_at_hand
from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, image_of, images_of, point_at, wholes
from mesocosm.suites.eo.questions.counting import DETECT, WHOLE
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.measuring import count_by_pixels, in_shares, middle, middles_by_pixels
from mesocosm.suites.eo.questions.nouns import BUILDING, MOVING
from mesocosm.suites.eo.questions.pointing import POINTERS, place_meant
from mesocosm.suites.eo.questions.question import Question, Shares, ask
from mesocosm.suites.eo.questions.site_material import a_view, any_noun, mask_of, series, things_called
from mesocosm.suites.eo.questions.visibility import countable
from mesocosm.suites.eo.records import ChoiceAnswer, DateAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame
    from mesocosm.suites.eo.lake.imagery import Imagery

TRENDS: dict[str, tuple[str, ...]] = {
    "more": ("increased", "increase", "rose", "grew", "went up", "is up", "higher"),
    "fewer": (
        "decreased", "decrease", "fell", "less", "went down", "is down", "lower", "dropped", "declined", "reduced",
    ),
    "the same": (
        "same", "unchanged", "equal", "no change", "stable", "constant", "identical", "no difference", "did not change",
    ),
}  # fmt: skip
SAME = 0.8
"""Overlap (IoU) of two days' boxes from which on they are of the same building."""


# ------------------------------------------------------------ asking


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: whether another day's photograph shows more, which day's most, or when a house first stood."""
    frames = series(lake, site)
    if len(frames) < 3:
        return None
    make = (_trend, _busiest, _appeared)[int(draw.integers(3))]
    return make(lake, frames, a_view(draw, 0.12, 1.0), draw)


def _trend(lake: Imagery, frames: list[Frame], window: Shares, draw: Generator) -> Question | None:
    nouns = (*MOVING, BUILDING)
    number = int(draw.integers(1, len(frames) - 1))
    noun = any_noun(lake, frames[number], nouns, draw)
    form, other = (("since", number - 1), ("until", number + 1))[int(draw.integers(2))]
    pair = [frames[k] for k in sorted((number, other))]
    counts = [_count(lake, frame, noun.word, window) for frame in pair]
    if None in counts or not any(counts) or max(filter(None, counts)) > 120:
        return None
    earlier, later = (count or 0 for count in counts)
    answer = ChoiceAnswer(value=_compare(earlier, later), among=TRENDS)

    def second() -> str:
        again = [count_by_pixels(things_called(lake, frame, noun.word), frame, window) for frame in pair]
        return _compare(*again)

    step = "get_previous_optical_image" if form == "since" else "get_next_optical_image"
    return ask(
        "series",
        frames[number],
        pair,
        form,
        window,
        answer,
        second,
        {"target": noun.word},
        {"things": noun.plural},
        f"The count goes from {noun.counted(earlier)} to {later}: {answer.value}.",
        (step, DETECT, DETECT),
        rule=WHOLE,
    )


def _compare(earlier: int, later: int) -> str:
    return "the same" if earlier == later else "more" if later > earlier else "fewer"


def _busiest(lake: Imagery, frames: list[Frame], window: Shares, draw: Generator) -> Question | None:
    noun = any_noun(lake, frames[0], MOVING, draw)
    counts = [_count(lake, frame, noun.word, window) for frame in frames]
    known = [count for count in counts if count is not None]
    order = sorted(range(len(known)), key=lambda k: -known[k])
    if len(known) < len(frames) or known[order[0]] > 120 or known[order[0]] < max(known[order[1]] + 2, 2):
        return None
    shown = frames[int(draw.integers(1, len(frames) - 1))]
    best = frames[order[0]]

    def second() -> str:
        again = [count_by_pixels(things_called(lake, frame, noun.word), frame, window) for frame in frames]
        return frames[max(range(len(again)), key=again.__getitem__)].day

    return ask(
        "series",
        shown,
        frames,
        "busiest",
        window,
        DateAnswer(value=best.day),
        second,
        {"target": noun.word},
        {"things": noun.plural},
        f"Most {noun.plural} are seen on {best.day}.",
        ("get_optical_image_list", *(DETECT,) * len(frames)),
        rule=WHOLE,
        stratum=f"most in {order[0] + 1}",
    )


def _appeared(lake: Imagery, frames: list[Frame], window: Shares, draw: Generator) -> Question | None:
    """Return a question about the first picture that shows a building, which is pointed at in the last."""
    pointer, last = POINTERS[int(draw.integers(len(POINTERS)))], frames[-1]
    inside = countable(lake, last, "building", window)
    if not inside:
        return None
    chosen = place_meant(pointer, [in_shares(middle(thing), last, window) for thing in inside])
    if chosen is None:
        return None
    target = inside[chosen]
    standing = [target.id in {thing.id for thing in things_called(lake, frame, "building")} for frame in frames]
    first = standing.index(True)
    if first == 0 or not all(standing[first:]):
        return None

    def second() -> str:
        number = place_meant(pointer, [in_shares(at, last, window) for at in middles_by_pixels(inside, last)])
        if number is None:
            return ""
        x, y = middle(inside[number])
        for frame in frames:
            covered = mask_of(lake, frame.name, "building")
            if covered[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3].mean() > 0.5:
                return frame.day
        return ""

    words = {"target": pointer.words.format(thing="building")}
    return ask(
        "series",
        last,
        frames[: first + 1],
        "appeared",
        window,
        DateAnswer(value=frames[first].day),
        second,
        {"pointer": pointer.name},
        words,
        f"It is first seen on {frames[first].day}.",
        (
            "get_optical_image_list",
            *(DETECT,) * (min(first, len(frames) - 2) + 2),
            *(NORMALISE,) * (first < len(frames) - 1),
        ),
        rule=WHOLE,
        stratum=f"first in {first + 1}",
    )


def _count(lake: Imagery, frame: Frame, word: str, window: Shares) -> int | None:
    things = countable(lake, frame, word, window)
    return None if things is None else len(things)


# ------------------------------------------------------------ solving


def plan(hands: Hands) -> Plan:
    """Fetch the photographs that are compared, and search each for the same things."""
    if hands.form == "appeared":
        return (yield from _find_first_day(hands))
    if hands.form == "busiest":
        return (yield from _find_busiest(hands))
    since = hands.form == "since"
    seen = yield hands.call("get_previous_optical_image" if since else "get_next_optical_image", image=FIRST)
    images = [image_of(seen), FIRST] if since else [FIRST, image_of(seen)]
    counts = []
    for image in images:
        seen = yield hands.call(DETECT, image=image, target=hands.word("target"))
        counts.append(len(wholes(seen)))
    return _compare(*counts)


def _find_busiest(hands: Hands) -> Plan:
    seen = yield hands.call("get_optical_image_list", image=FIRST)
    counts = {}
    for image, day in images_of(seen):
        seen = yield hands.call(DETECT, image=image, target=hands.word("target"))
        counts[day] = len(wholes(seen))
    return max(counts, key=counts.__getitem__)


def _find_first_day(hands: Hands) -> Plan:
    """Point at the building in the last picture, search from the first picture on, and compare positions."""
    seen = yield hands.call("get_optical_image_list", image=FIRST)
    dates = images_of(seen)
    seen = yield hands.call(DETECT, image=FIRST, target="building")
    chosen = point_at(wholes(seen), hands.word("pointer"))
    for image, day in dates[:-1]:
        seen = yield hands.call(DETECT, image=image, target="building")
        twin = max(wholes(seen), key=chosen.overlap, default=None)
        if twin is not None and chosen.overlap(twin) > SAME:
            yield hands.call(NORMALISE, boxes=[chosen.id, twin.id])
            return day
    return dates[-1][1]


def plan_at_hand(hands: Hands) -> Plan:
    """Answer as if nothing had changed."""
    return (yield from count_at_hand(hands, lambda count: "the same"))


# ------------------------------------------------------------ judging a trajectory


def add_trend(evidence: Evidence, support: Support) -> None:
    """Add how a count of one kind changed from one day to a later one."""
    for first, other in pairs_in_time(evidence, evidence.of("boxes")):
        if first.target == other.target:
            word = _compare(evidence.asked_count(first), evidence.asked_count(other))
            support.specs.append(ChoiceAnswer(value=word, among=TRENDS))


def add_busiest(evidence: Evidence, support: Support) -> None:
    """Add the days with the most things found."""
    counts = {date: evidence.asked_count(look) for look, date in dated_looks(evidence, evidence.of("boxes"))}
    if len(counts) > 1:
        support.specs += [DateAnswer(value=date) for date in counts if counts[date] == max(counts.values())]


def add_first_day(evidence: Evidence, support: Support) -> None:
    """Add days with a thing of the latest picture that was on no earlier day that was looked at."""
    dated = sorted(dated_looks(evidence, evidence.of("boxes")), key=lambda pair: pair[1])
    if len(dated) < 2:
        return
    places = [[box for row in evidence.wholes(look) if (box := corners(row))] for look, _ in dated]
    for target in places[-1]:
        standing = [any(overlap(target, box) > SAME for box in boxes) for boxes in places]
        support.specs.append(DateAnswer(value=dated[standing.index(True)][1]))


def conclude(evidence: Evidence) -> str:
    """Say on which days the thing stood that the task points at; else how many things there were."""
    looks, pointers = evidence.of("boxes"), pointers_of(evidence.task)
    row = box_pointed_at(evidence, looks[0], pointers[0]) if looks and pointers else None
    if row is None:
        return conclude_counts(evidence)
    shown = sorted({_capture(evidence, look) for look in looks if _stands_there(row, look)})
    missing = sorted({_capture(evidence, look) for look in looks} - set(shown))
    text = TYPE.texts.conclusions["standing_and_missing" if missing else "standing"]
    sentence = text.format(days=", ".join(shown), others=", ".join(missing))
    return f"{pointer_sentence(str(row['id']), pointers[0])} {sentence}"


def _stands_there(row: Fields, look: Look) -> bool:
    """Return whether a search found a box at the same position, within two pixels."""
    place = corners(row) or ()
    boxes = (corners(box) or () for box in look.boxes)
    return any(all(abs(a - b) <= 2.0 for a, b in zip(place, box, strict=False)) for box in boxes if box)


def _capture(evidence: Evidence, look: Look) -> str:
    return (evidence.picture(look.cited[0]).date if look.cited else None) or picture_of(look)


TYPE = Kind(
    name="optical_temporal_analysis",
    task="temporal",
    classes=(*TRENDS, *(f"most in {k}" for k in range(1, 8)), *(f"first in {k}" for k in range(2, 8))),
    draw=draw_question,
    plan=plan,
    plan_at_hand=plan_at_hand,
    supports=(add_trend, add_busiest, add_first_day),
    needs=("boxes", "mask"),
    captures="several",
    conclude=conclude,
)
