"""Which of three covers takes up most of the view."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.evidence import Evidence, Look
from mesocosm.suites.eo.evidence.looks import COVERS as COVER_TOOLS
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.plans.covers import mask_cover
from mesocosm.suites.eo.plans.tool_runner import Hands, Plan, number_of
from mesocosm.suites.eo.questions import covering
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.question import Question, ask
from mesocosm.suites.eo.questions.site_material import a_view, any_of, photographs
from mesocosm.suites.eo.records import ChoiceAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.imagery import Imagery


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: which of three covers takes up most of the view."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.15, 0.6)
    chosen = [covering.COVERS[k] for k in draw.permutation(len(covering.COVERS))]
    if frame is None:
        return None
    shares = {cover.name: covering.share(lake, frame, window, cover) for cover in chosen}
    order = sorted(chosen, key=lambda cover: -shares[cover.name])
    if shares[order[0].name] < max(1.35 * shares[order[1].name], shares[order[1].name] + 0.03):
        return None

    def second() -> str:
        again = {cover.name: covering.share_by_points(lake, frame, window, cover) for cover in chosen}
        return max(again, key=again.__getitem__)

    listed = [cover.words for cover in chosen]
    return ask(
        "tile",
        frame,
        (frame,),
        "cover",
        window,
        ChoiceAnswer(value=order[0].name, among={cover.name: cover.synonyms for cover in chosen}),
        second,
        {"covers": [cover.name for cover in chosen]},
        {
            "covers": f"{listed[0]}, {listed[1]} or {listed[2]}",
            "covers_and": f"{listed[0]}, {listed[1]} and {listed[2]}",
        },
        f"Most of the view is taken up by {order[0].words}.",
        tuple(cover.tool for cover in chosen),
    )


def read_words(form: str, words: Mapping[str, str]) -> dict[str, JsonValue]:
    """Read the names of the listed covers."""
    listed = {word for text in words.values() for word in re.split(r", | or | and ", text)}
    return {"covers": [cover.name for cover in covering.COVERS if cover.words in listed]}


def plan(hands: Hands) -> Plan:
    """Mask each of the covers, and name the one of the largest area."""
    names = hands.parameters["covers"]
    assert isinstance(names, list)
    areas: dict[str, float] = {}
    for name in map(str, names):
        seen = yield mask_cover(hands, name)
        areas[name] = number_of(seen, "area_m2")
    return covering.BY_NAME[max(areas, key=areas.__getitem__)].words


def add_dominant(evidence: Evidence, support: Support) -> None:
    """Add the cover of the largest share among those that were masked."""
    shares = {cover: look.number_of("share") or 0.0 for look in evidence.of("mask") if (cover := _cover(look))}
    if len(shares) > 1:
        among = {name: covering.BY_NAME[name].synonyms for name in shares}
        support.specs.append(ChoiceAnswer(value=max(shares, key=shares.__getitem__), among=among))


def _cover(look: Look) -> str:
    """Return the cover that a mask is of, as questions name it."""
    if look.tool in COVER_TOOLS:
        return COVER_TOOLS[look.tool]
    return next(
        (name for name, cover in covering.BY_NAME.items() if cover.target and cover.target == look.target.lower()), ""
    )


def conclude(evidence: Evidence) -> str:
    """Say the shares of the covers side by side."""
    shares = [
        f"{look.data.get('label')} {100 * (look.number_of('share') or 0.0):.2f} %" for look in evidence.of("mask")[-4:]
    ]
    return TYPE.texts.conclusions["shares"].format(shares=", ".join(shares)) if len(shares) > 1 else ""


TYPE = Kind(
    name="area_dominance",
    task="geospatial",
    classes=tuple(cover.name for cover in covering.COVERS),
    draw=draw_question,
    draws=60,
    read_gaps=read_words,
    plan=plan,
    supports=(add_dominant,),
    needs=("mask",),
    conclude=conclude,
)
