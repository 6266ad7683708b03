"""Disaster impact: pictures from before and after, and what became of the buildings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.suites.eo.questions.measuring import count_by_pixels, in_shares, middle, middles_by_pixels
from mesocosm.suites.eo.questions.pointing import POINTERS, place_meant
from mesocosm.suites.eo.questions.question import Kind, Question, Shares
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
"""The Joint Damage Scale (Gupta et al. 2019), each grade with other ways of writing it."""
STATES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "destroyed": ("destroyed building", "destroyed buildings", ("destroyed",)),
    "major": ("building of grade major (bad, but not destroyed)", "buildings of grade major exactly", ("major",)),
    "minor": ("building with minor damage", "buildings with minor damage", ("minor",)),
    "badly": ("building with major damage or worse", "buildings with major damage or worse", ("major", "destroyed")),
}
"""What is asked for: one in words, several in words, and the grades that are meant."""
SCALE = "Grades are those of the usual four-step scale: none, minor, major, destroyed."
WHOLE = "A building belongs to the part of the picture where its middle lies; what the picture's edge cuts is left out."
DETECT = "get_object_bbox_by_optical_image"


@dataclass(frozen=True)
class Aftermath:
    """A view of a struck site."""

    lake: Imagery
    before: Frame
    after: Frame
    window: Shares
    buildings: tuple[Thing, ...]
    """In the view from after, none cut by its edge."""

    def graded(self, grades: tuple[str, ...]) -> list[Thing]:
        return [thing for thing in self.buildings if _grade(thing) in grades]

    def graded_by_pixels(self, grades: tuple[str, ...]) -> int:
        """How many of these grades, counted among the buildings of the whole picture by the pixels they fill."""
        things = [thing for thing in things_called(self.lake, self.after, "building") if _grade(thing) in grades]
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
        """With what all questions about an aftermath have in common."""
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


def draw_presence(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Whether any building of a state stands in the view."""
    # Views of one size: the larger the view, the likelier a yes, and its size stands in the words.
    scene, state = _aftermath(lake, site, draw, 0.2, 0.2), _state(draw)
    if scene is None:
        return None
    one, _, grades = STATES[state]
    hit = scene.graded(grades)
    return scene.question(
        "any",
        YesNoAnswer(value=bool(hit)),
        lambda: "yes" if scene.graded_by_pixels(grades) else "no",
        f"There is {'at least one' if hit else 'no'} {one}.",
        (DETECT,),
        {"state": state},
        {"one": one},
    )


def draw_count(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """How many buildings of a state stand in the view."""
    scene, state = _aftermath(lake, site, draw), _state(draw)
    if scene is None:
        return None
    one, many, grades = STATES[state]
    count = len(scene.graded(grades))
    return scene.question(
        "count",
        CountAnswer(value=count, noun="buildings"),
        lambda: str(scene.graded_by_pixels(grades)),
        f"There {'is' if count == 1 else 'are'} {count} {one if count == 1 else many}.",
        (DETECT,),
        {"state": state},
        {"many": many},
    )


def draw_majority(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """The commonest grade among the buildings of the view, or among the damaged ones."""
    scene, form = _aftermath(lake, site, draw), ("all", "damaged")[int(draw.integers(2))]
    if scene is None:
        return None
    among = {grade: words for grade, words in GRADES.items() if form == "all" or grade != "none"}
    order = Counter(grade for grade in map(_grade, scene.buildings) if grade in among).most_common()
    if not order or order[0][1] < 4 or (len(order) > 1 and order[0][1] < max(1.3 * order[1][1], order[1][1] + 2)):
        return None

    def second() -> str:
        counts = {grade: scene.graded_by_pixels((grade,)) for grade in among}
        return max(counts, key=counts.__getitem__)

    return scene.question(
        form,
        ChoiceAnswer(value=order[0][0], among=among),
        second,
        f"The commonest grade is {order[0][0]}.",
        (DETECT,) * len(among),
        {},
        {},
    )


def draw_severity(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """The grade of one building, pointed at by where it lies."""
    scene, pointer = _aftermath(lake, site, draw), POINTERS[int(draw.integers(len(POINTERS)))]
    if scene is None:
        return None
    chosen = place_meant(pointer, [in_shares(middle(thing), scene.after, scene.window) for thing in scene.buildings])
    if chosen is None:
        return None
    grade = _grade(scene.buildings[chosen])

    def second() -> str:
        places = [in_shares(at, scene.after, scene.window) for at in middles_by_pixels(scene.buildings, scene.after)]
        number = place_meant(pointer, places)
        return "" if number is None else _grade(scene.buildings[number])

    target = pointer.words.format(thing="building")
    return scene.question(
        "one",
        ChoiceAnswer(value=grade, among=GRADES),
        second,
        f"Damage to {target} is graded {grade}.",
        (DETECT, "describe_optical_object"),
        {"pointer": pointer.name},
        {"target": target},
    )


def _aftermath(
    lake: Imagery, site: str, draw: Generator, smallest: float = 0.07, largest: float = 0.4
) -> Aftermath | None:
    """A view drawn in the pair of a struck site."""
    pair, window = before_and_after(lake, site), a_view(draw, smallest, largest)
    if pair is None:
        return None
    inside = seen_whole(lake, pair[1], "building", window)
    return Aftermath(lake, *pair, window, tuple(inside)) if inside else None


def _state(draw: Generator) -> str:
    return list(STATES)[int(draw.integers(len(STATES)))]


def _grade(thing: Thing) -> str:
    return str(thing.attributes.get("damage", "none"))


COUNTS = tuple(str(number) for number in range(13))
KINDS = (
    Kind("damage_presence", "disaster", ("yes", "no"), draw_presence),
    Kind("damage_count", "disaster", COUNTS, draw_count),
    Kind("majority_damage", "disaster", tuple(GRADES), draw_majority),
    Kind("damage_severity", "disaster", tuple(GRADES), draw_severity),
)
