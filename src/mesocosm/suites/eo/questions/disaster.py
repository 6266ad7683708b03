"""Disaster impact: pictures from before and after, and the damage to buildings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.suites.eo.questions.measuring import count_by_pixels
from mesocosm.suites.eo.questions.question import Question, Shares
from mesocosm.suites.eo.questions.site_material import a_view, before_and_after, things_called
from mesocosm.suites.eo.questions.visibility import seen_whole
from mesocosm.suites.eo.records import ChoiceAnswer, CountAnswer, YesNoAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

GRADES: dict[str, tuple[str, ...]] = {
    "none": ("no damage", "undamaged", "not damaged", "intact", "unharmed", "no visible damage", "without damage"),
    "minor": ("minor damage", "slight", "light damage", "minor-damage", "slightly damaged", "lightly damaged"),
    "major": (
        "major damage", "severe", "severely damaged", "heavy damage", "heavily damaged", "major-damage",
        "badly damaged", "partly collapsed", "partially collapsed", "partial collapse", "serious damage",
    ),
    "destroyed": ("total loss", "collapsed", "completely destroyed", "in ruins"),
}  # fmt: skip
"""The grades of the Joint Damage Scale (Gupta et al. 2019), each with its other spellings."""
STATES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "destroyed": ("destroyed building", "destroyed buildings", ("destroyed",)),
    "major": ("building of grade major (bad, but not destroyed)", "buildings of grade major exactly", ("major",)),
    "minor": ("building with minor damage", "buildings with minor damage", ("minor",)),
    "badly": ("building with major damage or worse", "buildings with major damage or worse", ("major", "destroyed")),
}
"""States that questions ask for: words for one, words for several, and the grades that are meant."""
SCALE = "Grades are those of the usual four-step scale: none, minor, major, destroyed."
WHOLE = "A building belongs to the part of the picture where its middle lies; what the picture's edge cuts is left out."
TARGETS = {
    "none": "undamaged building",
    "minor": "building with minor damage",
    "major": "building with major damage",
    "destroyed": "destroyed building",
    "badly": "destroyed buildings and buildings with major damage",
}
"""A grade or state with the target that a detector is asked for."""


@dataclass(frozen=True)
class Aftermath:
    """A view of a struck site."""

    lake: Imagery
    before: Frame
    after: Frame
    window: Shares
    buildings: tuple[Thing, ...]
    """Buildings in the view from after, without those cut by its edge."""

    def graded(self, grades: tuple[str, ...]) -> list[Thing]:
        return [thing for thing in self.buildings if grade_of(thing) in grades]

    def graded_by_pixels(self, grades: tuple[str, ...]) -> int:
        """Count buildings of these grades in the whole picture by the pixels they fill."""
        things = [thing for thing in things_called(self.lake, self.after, "building") if grade_of(thing) in grades]
        return count_by_pixels(things, self.after, self.window)

    def question(
        self,
        form: str,
        answer: YesNoAnswer | CountAnswer | ChoiceAnswer,
        second: Callable[[], str],
        sentence: str,
        plan: tuple[str, ...],
        asked: dict[str, JsonValue],
        words: dict[str, str],
    ) -> Question:
        """Return a question with everything that all questions about an aftermath share."""
        return Question(
            form=form,
            source="disaster",
            frames=(self.before.name, self.after.name),
            answer=answer,
            second=second,
            asked=asked,
            words=words,
            window=self.window,
            sentence=sentence,
            plan=plan,
            evidence=(self.after.name,),
            threshold=f"{SCALE} {WHOLE}",
        )


def draw_aftermath(
    lake: Imagery, site: str, draw: Generator, smallest: float = 0.07, largest: float = 0.4
) -> Aftermath | None:
    """Draw a view in the pair of pictures of a struck site."""
    pair, window = before_and_after(lake, site), a_view(draw, smallest, largest)
    if pair is None:
        return None
    inside = seen_whole(lake, pair[1], "building", window)
    return Aftermath(lake, *pair, window, tuple(inside)) if inside else None


def draw_state(draw: Generator) -> str:
    """Draw a state of buildings to ask for."""
    return list(STATES)[int(draw.integers(len(STATES)))]


def grade_of(thing: Thing) -> str:
    """Return a building's grade of damage."""
    return str(thing.attributes.get("damage", "none"))


def read_state(form: str, words: Mapping[str, str]) -> dict[str, JsonValue]:
    """Read the state that a request asks for, from the words for one or several buildings of it."""
    return {
        "state": next((name for name, state in STATES.items() if set(state[:2]) & set(words.values())), "destroyed")
    }
