"""How many things there are in the ground beside the view, diagonally across from it, or all around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.conclusions import conclude_counts
from mesocosm.suites.eo.evidence.looks import CALCULATE
from mesocosm.suites.eo.evidence.supported_answers import add_counts, add_reckoned, add_sums
from mesocosm.suites.eo.plans.counting import count_at_hand
from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, calculate, image_of, wholes
from mesocosm.suites.eo.questions.counting import BANDS, DETECT, MOST, WHOLE, band
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.measuring import count_by_pixels
from mesocosm.suites.eo.questions.nouns import COUNTED
from mesocosm.suites.eo.questions.question import Question, Shares
from mesocosm.suites.eo.questions.site_material import any_noun, any_of, photographs, things_called
from mesocosm.suites.eo.questions.visibility import countable
from mesocosm.suites.eo.records import CountAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.imagery import Imagery

MOVES: dict[str, tuple[int, int, str]] = {
    "east": (1, 0, "move_right_optical_image"),
    "west": (-1, 0, "move_left_optical_image"),
    "north": (0, -1, "move_up_optical_image"),
    "south": (0, 1, "move_down_optical_image"),
}
"""Side of the view, with its step in views (x right, y down) and the tool that moves there."""
OUT = 2.0
"""Factor by which the view grows when zooming out."""


# ------------------------------------------------------------ asking


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: how many things there are beside the view, diagonally across from it, or all around it."""
    frame = any_of(photographs(lake, site), draw)
    noun = any_noun(lake, frame, COUNTED, draw)
    form = ("beside", "across", "around", "both")[int(draw.integers(4))]
    ways = _ways(form, draw)
    if frame is None:
        return None
    start = _start(draw, frame.size[0])
    views = _views(form, start, ways)
    if any(min(view) < 0.0 or max(view) > 1.0 for view in views):
        return None
    counts = []
    for view in (start, *views):
        within = countable(lake, frame, noun.word, view)
        if within is None:
            return None
        counts.append(len(within))
    value = sum(counts[1:]) if form == "both" else counts[-1]
    if not 0 < value <= MOST or value == counts[0]:
        return None

    def second() -> str:
        looked = views if form == "both" else views[-1:]
        return str(sum(count_by_pixels(things_called(lake, frame, noun.word), frame, view) for view in looked))

    return Question(
        form=form,
        source="wide",
        frames=(frame.name,),
        window=start,
        answer=CountAnswer(value=value, noun=noun.plural),
        second=second,
        asked={"target": noun.word, "ways": list(ways)},
        words={"things": noun.plural, "way": ways[0] if ways else "", "then": ways[-1] if ways else ""},
        sentence=f"The count there is {noun.counted(value)}.",
        plan=_tools(form, ways),
        evidence=(frame.name,),
        threshold=WHOLE,
        stratum=band(value),
    )


def _ways(form: str, draw: Generator) -> tuple[str, ...]:
    sides = list(MOVES)
    first = sides[int(draw.integers(4))]
    if form == "around":
        return ()
    if form == "across":
        others = sides[2:] if first in sides[:2] else sides[:2]
        return first, others[int(draw.integers(2))]
    return (first,)


def _start(draw: Generator, side: int) -> Shares:
    """Draw a small view on whole pixels of a picture with so many along its side; its width in pixels is even."""
    wide = 2 * round(float(draw.uniform(0.05, 0.17)) * side)
    left, top = (int(draw.integers(0, side - wide + 1)) for _ in range(2))
    return left / side, top / side, (left + wide) / side, (top + wide) / side


def _views(form: str, start: Shares, ways: tuple[str, ...]) -> list[Shares]:
    """Return the views that are looked at in turn; for `both`, the start counts too."""
    if form == "around":
        reach = (start[2] - start[0]) * (OUT - 1.0) / 2.0
        return [(start[0] - reach, start[1] - reach, start[2] + reach, start[3] + reach)]
    views = [start]
    for way in ways:
        views.append(move_view(views[-1], way))
    return views if form == "both" else views[1:]


def move_view(view: Shares, way: str) -> Shares:
    """Return the view one whole view farther."""
    across, down, _ = MOVES[way]
    width, height = view[2] - view[0], view[3] - view[1]
    return view[0] + across * width, view[1] + down * height, view[2] + across * width, view[3] + down * height


def _tools(form: str, ways: tuple[str, ...]) -> tuple[str, ...]:
    if form == "around":
        return "zoom_out_optical_image", DETECT
    steps = tuple(MOVES[way][2] for way in ways)
    return (DETECT, *steps, DETECT, CALCULATE) if form == "both" else (*steps, DETECT)


# ------------------------------------------------------------ solving


def plan(hands: Hands) -> Plan:
    """Move the view, or widen it, and count there."""
    target, ways, image, counts = hands.word("target"), hands.parameters["ways"], FIRST, []
    assert isinstance(ways, list)
    if hands.form == "both":
        seen = yield hands.call(DETECT, image=image, target=target)
        counts.append(len(wholes(seen)))
    if hands.form == "around":
        seen = yield hands.call("zoom_out_optical_image", image=image, factor=2.0)
        image = image_of(seen)
    for way in map(str, ways):
        seen = yield hands.call(MOVES[way][2], image=image, share=1.0)
        image = image_of(seen)
    seen = yield hands.call(DETECT, image=image, target=target)
    counts.append(len(wholes(seen)))
    if hands.form != "both":
        return str(counts[0])
    total = yield from calculate(hands, " + ".join(map(str, counts)))
    return f"{total:.0f}"


def plan_at_hand(hands: Hands) -> Plan:
    """Answer as if there were as many in the next view."""
    times = 2 if hands.form == "both" else 1
    return (yield from count_at_hand(hands, lambda count: str(times * count)))


TYPE = Kind(
    name="moving_reasoning",
    task="navigation",
    classes=BANDS,
    draw=draw_question,
    plan=plan,
    plan_at_hand=plan_at_hand,
    supports=(add_counts, add_sums, add_reckoned),
    needs=("boxes",),
    conclude=conclude_counts,
)
