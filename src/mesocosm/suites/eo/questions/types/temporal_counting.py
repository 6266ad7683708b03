"""How many things pictures of other days show in the same view: on one day, more than today, in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.conclusions import conclude_counts
from mesocosm.suites.eo.evidence.looks import CALCULATE
from mesocosm.suites.eo.evidence.supported_answers import add_counts, add_reckoned, add_sums
from mesocosm.suites.eo.plans.counting import count_at_hand
from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, calculate, image_of, images_of, wholes
from mesocosm.suites.eo.questions.counting import BANDS, DETECT, MOST, WHOLE, band
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.measuring import count_by_pixels
from mesocosm.suites.eo.questions.nouns import BUILDING, MOVING
from mesocosm.suites.eo.questions.question import Question
from mesocosm.suites.eo.questions.site_material import a_view, any_noun, series, things_called
from mesocosm.suites.eo.questions.visibility import countable
from mesocosm.suites.eo.records import CountAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.imagery import Imagery

TOOLS: dict[str, tuple[str, ...]] = {
    "next": ("get_next_optical_image", DETECT),
    "previous": ("get_previous_optical_image", DETECT),
    "difference": ("get_optical_image_list", DETECT, DETECT, CALCULATE),
    "total": ("get_previous_optical_image", "get_next_optical_image", DETECT, DETECT, DETECT, CALCULATE),
    "all_days": ("get_optical_image_list", DETECT, CALCULATE),
}
"""Tools of the plan for each form; for `all_days` the detection is repeated for every picture."""


# ------------------------------------------------------------ asking


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: how many things other days' pictures show in the same view: on one day, more, or in all."""
    frames, window = series(lake, site), a_view(draw, 0.12, 1.0)
    form = list(TOOLS)[int(draw.integers(len(TOOLS)))]
    number = int(draw.integers(1, len(frames) - 1))
    noun = any_noun(lake, frames[number], (*MOVING, BUILDING), draw)
    looked = {
        "next": [number + 1],
        "previous": [number - 1],
        "difference": [number, len(frames) - 1],
        "total": [number - 1, number, number + 1],
        "all_days": [*range(len(frames))],
    }[form]
    chosen = [frames[k] for k in looked]
    counts = [countable(lake, frame, noun.word, window) for frame in (frames[number], *chosen)]
    if any(count is None for count in counts):
        return None
    shown, *others = (len(count or ()) for count in counts)
    value = _value(form, others)
    if not 0 < value <= MOST or value == shown:  # an answer from today's picture alone must be wrong
        return None

    def second() -> str:
        return str(
            _value(form, [count_by_pixels(things_called(lake, frame, noun.word), frame, window) for frame in chosen])
        )

    return Question(
        form=form,
        source="series",
        frames=(frames[number].name,),
        window=window,
        answer=CountAnswer(value=value, noun=noun.plural),
        second=second,
        asked={"target": noun.word},
        words={"things": noun.plural, "thing": noun.word},
        sentence=f"It comes to {noun.counted(value)}.",
        plan=_tools(form, len(frames)),
        evidence=tuple(frame.name for frame in chosen),
        threshold=WHOLE,
        stratum=band(value),
    )


def _tools(form: str, days: int) -> tuple[str, ...]:
    first, *rest = TOOLS[form]
    return (first, *(DETECT,) * (days - 1), *rest) if form == "all_days" else TOOLS[form]


def _value(form: str, counts: list[int]) -> int:
    return abs(counts[1] - counts[0]) if form == "difference" else sum(counts)


# ------------------------------------------------------------ solving


def plan(hands: Hands) -> Plan:
    """Fetch the photographs that the question names, search each, and add up or subtract."""
    target, images = hands.word("target"), [FIRST]
    if hands.form in ("difference", "all_days"):
        seen = yield hands.call("get_optical_image_list", image=FIRST)
        days = [image for image, _ in images_of(seen)]
        images = days if hands.form == "all_days" else [FIRST, days[-1]]
    if hands.form in ("previous", "total"):
        seen = yield hands.call("get_previous_optical_image", image=FIRST)
        images.insert(0, image_of(seen))
    if hands.form in ("next", "total"):
        seen = yield hands.call("get_next_optical_image", image=FIRST)
        images.append(image_of(seen))
    if hands.form in ("next", "previous"):
        images.remove(FIRST)
    counts = []
    for image in images:
        seen = yield hands.call(DETECT, image=image, target=target)
        counts.append(len(wholes(seen)))
    if len(counts) == 1:
        return str(counts[0])
    joined = f"abs({counts[1]} - {counts[0]})" if hands.form == "difference" else " + ".join(map(str, counts))
    value = yield from calculate(hands, joined)
    return f"{value:.0f}"


def plan_at_hand(hands: Hands) -> Plan:
    """Answer as if every day showed the same things."""
    times = {"total": 3, "difference": 0}.get(hands.form, 1)
    return (yield from count_at_hand(hands, lambda count: str(times * count)))


TYPE = Kind(
    name="temporal_counting",
    task="counting",
    classes=BANDS,
    draw=draw_question,
    plan=plan,
    plan_at_hand=plan_at_hand,
    supports=(add_counts, add_sums, add_reckoned),
    needs=("boxes",),
    captures="other",
    conclude=conclude_counts,
)
