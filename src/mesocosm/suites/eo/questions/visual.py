"""Visual understanding: what kind of place it is, and what a thing in it looks like."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.suites.eo.questions.measuring import in_shares, middle, middles_by_pixels, paint_numbers
from mesocosm.suites.eo.questions.nouns import BOAT, BUILDING, BUS, CAR, SHIP, TANK
from mesocosm.suites.eo.questions.places import PLACES, view_of
from mesocosm.suites.eo.questions.pointing import POINTERS, place_meant
from mesocosm.suites.eo.questions.question import Kind, Question, Shares
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
DETECT = "get_object_bbox_by_optical_image"
DESCRIBE = "describe_optical_object"


ONE_COLOURED = (CAR, CAR, BUS, SHIP, BOAT, TANK)
"""Of trucks, cab and load differ."""


def draw_attribute(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """The colour of a thing, or the form of a roof, pointed at by where it lies."""
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
    told = _attribute(within[chosen], form)
    among = COLOURS if form == "colour" else ROOFS
    if told not in among:
        return None

    def second() -> str:
        places = [in_shares(at, frame, window) for at in middles_by_pixels(within, frame)]
        number = place_meant(pointer, places)
        if number is None or (form == "colour" and not _looks(lake, frame, within[number], told)):
            return ""
        return _attribute(within[number], form)

    target = pointer.words.format(thing=noun.word)
    return Question(
        form=form,
        source="tile",
        frames=(frame.name,),
        window=window,
        answer=ChoiceAnswer(value=told, among=among),
        second=second,
        asked={"target": noun.word, "pointer": pointer.name},
        words={"target": target},
        sentence=f"The {form if form == 'colour' else 'roof form'} of {target} is {told}.",
        plan=(DETECT, DESCRIBE),
        evidence=(frame.name,),
    )


def _attribute(thing: Thing, form: str) -> str:
    told = str(thing.attributes.get("colour" if form == "colour" else "roof", ""))
    return "silver" if told == "light grey" else told


def _looks(lake: Imagery, frame: Frame, thing: Thing, told: str) -> bool:
    """Whether the picture's pixels bear a colour out: its hue where it has one, else its brightness."""
    from mesocosm.suites.eo.lake.colours import colour_name

    inside = paint_numbers([thing], frame, all_touched=False) > 0
    if inside.sum() < 8:
        return False
    colours = lake.pixels(frame)[inside].astype(np.int64)
    seen = Counter(_group(colour_name(*(int(value) for value in colour))) for colour in colours)
    return seen[_group(told)] >= 0.3 * seen.total() and seen[_group(told)] == max(seen.values())


def _group(colour: str) -> str:
    """One name for colours that sun and shade turn into each other."""
    colour = "silver" if colour == "light grey" else colour
    return next((family[0] for family in FAMILIES if colour in family), colour)


def draw_scene(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """What kind of place a view shows, among a few of which it shows nothing."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.3, 1.0)
    if frame is None:
        return None
    told = lake.scene_class(frame, window)
    if told not in PLACES or any(lake.scene_class(frame, other) != told for other in _about(window)):
        return None
    view = view_of(lake, frame, window)
    others = [name for name in PLACES if name not in (told, *PLACES[told].near) and not PLACES[name].shows(view)]
    chosen = [told, *(others[k] for k in draw.permutation(len(others))[:3])]
    order = [chosen[k] for k in draw.permutation(len(chosen))]
    listed = [PLACES[name].words for name in order]
    return Question(
        form="place",
        source="tile",
        frames=(frame.name,),
        window=window,
        answer=ChoiceAnswer(value=told, among={name: PLACES[name].synonyms for name in order}),
        second=lambda: told if PLACES[told].shows(view) else "",
        asked={"among": list(order)},
        words={"options": f"{', '.join(listed[:-1])} or {listed[-1]}"},
        sentence=f"The picture shows {PLACES[told].words}.",
        plan=("analyze_optical_scene",),
        evidence=(frame.name,),
    )


def _about(window: Shares) -> tuple[Shares, Shares]:
    """The window a little smaller and a little larger, within the picture."""
    edge = 0.06 * (window[2] - window[0])
    left, top, right, bottom = window
    smaller = (left + edge, top + edge, right - edge, bottom - edge)
    return smaller, (max(left - edge, 0.0), max(top - edge, 0.0), min(right + edge, 1.0), min(bottom + edge, 1.0))


KINDS = (
    Kind("scene_understanding", "visual", tuple(PLACES), draw_scene),
    Kind("attribute_identification", "visual", (*COLOURS, *ROOFS), draw_attribute),
)
