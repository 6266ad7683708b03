"""What kind of place a view shows, offered among a few that it does not show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.evidence import Evidence
from mesocosm.suites.eo.evidence.looks import SCENE
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, data_of
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.places import PLACES, view_of
from mesocosm.suites.eo.questions.question import Question, Shares
from mesocosm.suites.eo.questions.site_material import a_view, any_of, photographs
from mesocosm.suites.eo.records import ChoiceAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.imagery import Imagery


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: what kind of place a view shows, offered among a few that it does not show."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.3, 1.0)
    if frame is None:
        return None
    scene = lake.scene_class(frame, window)
    if scene not in PLACES or any(lake.scene_class(frame, other) != scene for other in _about(window)):
        return None
    view = view_of(lake, frame, window)
    others = [name for name in PLACES if name not in (scene, *PLACES[scene].near) and not PLACES[name].shows(view)]
    chosen = [scene, *(others[k] for k in draw.permutation(len(others))[:3])]
    order = [chosen[k] for k in draw.permutation(len(chosen))]
    listed = [PLACES[name].words for name in order]
    return Question(
        form="place",
        source="tile",
        frames=(frame.name,),
        window=window,
        answer=ChoiceAnswer(value=scene, among={name: PLACES[name].synonyms for name in order}),
        second=lambda: scene if PLACES[scene].shows(view) else "",
        asked={"among": list(order)},
        words={"options": f"{', '.join(listed[:-1])} or {listed[-1]}"},
        sentence=f"The picture shows {PLACES[scene].words}.",
        plan=(SCENE,),
        evidence=(frame.name,),
    )


def _about(window: Shares) -> tuple[Shares, Shares]:
    """Return the window a little smaller and a little larger, within the picture."""
    edge = 0.06 * (window[2] - window[0])
    left, top, right, bottom = window
    smaller = (left + edge, top + edge, right - edge, bottom - edge)
    return smaller, (max(left - edge, 0.0), max(top - edge, 0.0), min(right + edge, 1.0), min(bottom + edge, 1.0))


def plan(hands: Hands) -> Plan:
    """Ask for the scene as a whole."""
    seen = yield hands.call(SCENE, image=FIRST)
    return str(data_of(seen)["scene"])


def add_place(evidence: Evidence, support: Support) -> None:
    """Add the name that the scene was given."""
    among = {name: place.synonyms for name, place in PLACES.items()}
    for look in evidence.of("scene"):
        if look.data.get("scene") in among:
            support.specs.append(ChoiceAnswer(value=str(look.data["scene"]), among=among))


TYPE = Kind(
    name="scene_understanding",
    task="visual",
    classes=tuple(PLACES),
    draw=draw_question,
    plan=plan,
    supports=(add_place,),
    needs=("boxes", "scene", "mask"),
)
