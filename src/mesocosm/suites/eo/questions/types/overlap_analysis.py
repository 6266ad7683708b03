"""What share of one cover lies under another: car parks under cars, roads and roofs under crowns of trees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.evidence import Evidence
from mesocosm.suites.eo.evidence.looks import RELATE_MASKS
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.plans.covers import mask_cover
from mesocosm.suites.eo.plans.tool_runner import Hands, Plan, data_of, number_of
from mesocosm.suites.eo.questions import covering
from mesocosm.suites.eo.questions.gaps import read_gaps
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.question import Question, Shares, ask
from mesocosm.suites.eo.questions.site_material import a_view, any_of, photographs
from mesocosm.suites.eo.questions.visibility import is_half_hidden
from mesocosm.suites.eo.records import NumberAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame
    from mesocosm.suites.eo.lake.imagery import Imagery

POINTS_OFF = 0.5
"""Tolerance of answers in percentage points, stated in the question: one for all, since a share of the truth would
give it away.
"""


# ------------------------------------------------------------ asking


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: what share of one cover lies under another, such as car parks under cars."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.06, 0.35)
    below, above = covering.OVERLAPS[int(draw.integers(len(covering.OVERLAPS)))]
    if frame is None or any(_half_hidden(lake, frame, window, cover) for cover in (below, above)):
        return None
    share = covering.overlap(lake, frame, window, below, above)
    if share is None or not 2.0 <= share <= 85.0:
        return None
    value = round(share, 1)
    answer = NumberAnswer(value=value, unit="percent", tolerance=POINTS_OFF)

    def second() -> str:
        detected = covering.overlap_as_detected(lake, frame, window, below, above)
        points = covering.overlap_by_points(lake, frame, window, below, above)
        return f"{points:.2f}" if abs(detected - share) < answer.tolerance / 3.0 else ""

    return ask(
        "tile",
        frame,
        (frame,),
        f"{below.name}_{above.name}",
        window,
        answer,
        second,
        {"below": below.name, "above": above.name},
        {"tolerance": f"{POINTS_OFF:g}"},
        f"{value:g} % of the area of {below.words} lies under {above.words}.",
        (below.tool, above.tool, RELATE_MASKS),
        stratum=_tenth(value),
    )


def _half_hidden(lake: Imagery, frame: Frame, window: Shares, cover: covering.Cover) -> bool:
    """Return whether crowns or roofs hide a part of the things of a cover; crowns themselves are in the open."""
    return cover.target not in ("", "tree") and is_half_hidden(lake, frame, cover.target, window)


def _tenth(percent: float) -> str:
    return f"{int(percent // 10)}0 percent"


def read_words(form: str, words: Mapping[str, str]) -> dict[str, JsonValue]:
    """Return the two covers, which give the form its name."""
    below = next(name for name in covering.BY_NAME if form.startswith(f"{name}_"))
    return {**read_gaps(form, words), "below": below, "above": form.removeprefix(f"{below}_")}


# ------------------------------------------------------------ solving


def plan(hands: Hands) -> Plan:
    """Mask both covers, and lay one over the other."""
    masks = []
    for name in ("below", "above"):
        seen = yield mask_cover(hands, hands.word(name))
        masks.append(str(data_of(seen)["mask"]))
    seen = yield hands.call(RELATE_MASKS, first=masks[0], second=masks[1])
    return f"{100.0 * number_of(seen, 'share_of_first'):.1f} %"


# ------------------------------------------------------------ judging a trajectory


def add_overlap(evidence: Evidence, support: Support) -> None:
    """Add the shares of two masks that overlap."""
    for look in evidence.of("relation"):
        for name in ("share_of_first", "share_of_second"):
            share = look.number_of(name)
            support.add_measure(None if share is None else 100.0 * share, 0.6)


def conclude(evidence: Evidence) -> str:
    """Say which of the two shares is asked for: that of the cover masked first."""
    masks, relations = evidence.of("mask"), evidence.of("relation")
    if not masks or not relations:
        return ""
    share = 100.0 * (relations[-1].number_of("share_of_first") or 0.0)
    return TYPE.texts.conclusions["share"].format(label=masks[0].data.get("label"), share=share)


TYPE = Kind(
    name="overlap_analysis",
    task="geospatial",
    classes=tuple(_tenth(10.0 * k) for k in range(7)),
    draw=draw_question,
    draws=80,
    read_gaps=read_words,
    plan=plan,
    supports=(add_overlap,),
    needs=("boxes", "mask"),
    conclude=conclude,
    is_geometric=True,
)
