"""The colour of a thing, or the form of a roof, pointed at by where it lies."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.suites.eo.evidence.looks import DESCRIBE
from mesocosm.suites.eo.evidence.supported_answers import add_attributes
from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, attribute_of, point_at, wholes
from mesocosm.suites.eo.questions.counting import DETECT
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.measuring import in_shares, middle, middles_by_pixels, paint_numbers
from mesocosm.suites.eo.questions.nouns import BOAT, BUILDING, BUS, CAR, SHIP, TANK
from mesocosm.suites.eo.questions.pointing import POINTERS, place_meant
from mesocosm.suites.eo.questions.question import Question
from mesocosm.suites.eo.questions.site_material import a_view, any_noun, any_of, photographs
from mesocosm.suites.eo.questions.visibility import countable
from mesocosm.suites.eo.records import ChoiceAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

COLOURS: dict[str, tuple[str, ...]] = {
    "white": ("off-white", "whitish"),
    "silver": ("light grey", "light gray", "silver-grey"),
    "grey": ("gray", "dark grey", "dark gray"),
    "black": ("very dark",),
    "red": ("dark red", "maroon"),
    "orange": (),
    "brown": ("reddish brown", "terracotta"),
    "yellow": (),
    "green": ("dark green",),
    "blue": ("dark blue", "light blue", "navy"),
}
ROOFS: dict[str, tuple[str, ...]] = {
    "flat": ("flat roof",),
    "gable": ("gabled", "gable roof", "saddle roof", "pitched with two sides"),
    "hip": ("hipped", "hip roof", "hipped roof"),
}
FAMILIES: tuple[tuple[str, ...], ...] = (("white", "silver"), ("grey", "black"), ("red", "brown", "orange"))
"""Colours that light and shadow may turn into each other."""
ONE_COLOURED = (CAR, CAR, BUS, SHIP, BOAT, TANK)
"""Things of one colour; trucks are left out, since their cab and load differ."""


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question about the colour of a thing, or the form of a roof, pointed at by its position."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.08, 0.4)
    pointer = POINTERS[int(draw.integers(len(POINTERS)))]
    form = ("colour", "colour", "roof")[int(draw.integers(3))]
    nouns = ONE_COLOURED if form == "colour" else (BUILDING,)
    noun = any_noun(lake, frame, nouns, draw)
    if frame is None:
        return None
    within = countable(lake, frame, noun.word, window)
    chosen = place_meant(pointer, [in_shares(middle(thing), frame, window) for thing in within or ()])
    if within is None or chosen is None:
        return None
    attribute = _attribute(within[chosen], form)
    among = COLOURS if form == "colour" else ROOFS
    if attribute not in among:
        return None

    def second() -> str:
        places = [in_shares(at, frame, window) for at in middles_by_pixels(within, frame)]
        number = place_meant(pointer, places)
        if number is None or (form == "colour" and not _looks(lake, frame, within[number], attribute)):
            return ""
        return _attribute(within[number], form)

    target = pointer.words.format(thing=noun.word)
    return Question(
        form=form,
        source="tile",
        frames=(frame.name,),
        window=window,
        answer=ChoiceAnswer(value=attribute, among=among),
        second=second,
        asked={"target": noun.word, "pointer": pointer.name},
        words={"target": target},
        sentence=f"The {form if form == 'colour' else 'roof form'} of {target} is {attribute}.",
        plan=(DETECT, DESCRIBE),
        evidence=(frame.name,),
    )


def _attribute(thing: Thing, form: str) -> str:
    attribute = str(thing.attributes.get("colour" if form == "colour" else "roof", ""))
    return "silver" if attribute == "light grey" else attribute


def _looks(lake: Imagery, frame: Frame, thing: Thing, attribute: str) -> bool:
    """Return whether the picture's pixels confirm a colour: its hue if it has one, else its brightness."""
    from mesocosm.suites.eo.lake.colours import colour_name

    inside = paint_numbers([thing], frame, all_touched=False) > 0
    if inside.sum() < 8:
        return False
    colours = lake.pixels(frame)[inside].astype(np.int64)
    seen = Counter(_group(colour_name(*(int(value) for value in colour))) for colour in colours)
    return seen[_group(attribute)] >= 0.3 * seen.total() and seen[_group(attribute)] == max(seen.values())


def _group(colour: str) -> str:
    """Return one name for all colours that sun and shade turn into each other."""
    colour = "silver" if colour == "light grey" else colour
    return next((family[0] for family in FAMILIES if colour in family), colour)


def plan(hands: Hands) -> Plan:
    """Find the thing that is pointed at, and have it described."""
    seen = yield hands.call(DETECT, image=FIRST, target=hands.word("target"))
    chosen = point_at(wholes(seen), hands.word("pointer"))
    seen = yield hands.call(DESCRIBE, image=FIRST, box=chosen.id)
    return attribute_of(seen, "colour" if hands.form == "colour" else "roof")


TYPE = Kind(
    name="attribute_identification",
    task="visual",
    classes=(*COLOURS, *ROOFS),
    draw=draw_question,
    plan=plan,
    supports=(add_attributes("colour", COLOURS), add_attributes("roof", ROOFS)),
    needs=("boxes", "object"),
)
