"""Documents: what a professional would write about an event or a month, with its numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import get_args

from mesocosm.earth.planet.causal_graph import Story
from mesocosm.earth.planet.documents import (
    hydrological_bulletin,
    newspaper_brief,
    road_notice,
    situation,
    station_log,
    study_section,
    weather_bulletin,
)
from mesocosm.earth.planet.documents.draft import Draft
from mesocosm.earth.planet.documents.facts import Facts
from mesocosm.earth.planet.documents.scene import Kind, Scene
from mesocosm.earth.planet.documents.stated_numbers import Reported
from mesocosm.earth.planet.documents.text_renderer import Pen
from mesocosm.earth.planet.documents.weather_facts import gather
from mesocosm.earth.planet.sky.events import SkyEvent
from mesocosm.errors import UserError
from mesocosm.types import Record, TimeInterval

KINDS: tuple[Kind, ...] = get_args(Kind)
STYLES: dict[Kind, tuple[Callable[[Scene], Draft], ...]] = {
    "situation report": situation.STYLES,
    "weather bulletin": weather_bulletin.STYLES,
    "hydrological bulletin": hydrological_bulletin.STYLES,
    "study section": study_section.STYLES,
    "station log": station_log.STYLES,
    "newspaper brief": newspaper_brief.STYLES,
    "road notice": road_notice.STYLES,
}


class Document(Record):
    """A text with the numbers it reports; `reported` is for scoring, and is never shown with the text."""

    id: str
    kind: Kind
    title: str
    date: date
    author: str
    about: str
    """Id of the event or month."""
    text: str
    """Markdown, in characters of Latin-1."""
    reported: tuple[Reported, ...]


def write_document(story: Story, kind: Kind, about: SkyEvent | TimeInterval, number: int) -> Document:
    """Write document `number` of a kind about an event, or about a month of the story's year.

    Another number gives another style, other words and other mistakes; the facts stay the same.
    """
    return write_from(story, gather(story, about), kind, number)


def write_from(story: Story, facts: Facts, kind: Kind, number: int) -> Document:
    """Do the same as `write_document`, from facts already gathered."""
    if kind not in STYLES:
        raise UserError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    if number < 1:
        raise UserError(f"number must be at least 1, got {number}")
    region = story.ground.region
    path = ("planet", region.seed, "documents", region.key, facts.period.id, kind, number)
    pen = Pen(facts, path, story.year)
    scene = Scene(story, facts, pen, kind, number)
    styles = STYLES[kind]
    draft = styles[int(pen.draw.integers(len(styles)))](scene)
    text, reported = pen.set(re.sub(r"\n{3,}", "\n\n", draft.text).strip() + "\n")
    return Document(
        id=f"{facts.period.id}.{kind.replace(' ', '-')}.{number}",
        kind=kind,
        title=pen.set(draft.title)[0].removeprefix("# ").strip("*"),
        date=scene.issued,
        author=draft.author,
        about=facts.period.id,
        text=text,
        reported=reported,
    )
