"""Counting things in a view: which kind, how many at most, and the classes of counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.questions.measuring import count_by_pixels, inner
from mesocosm.suites.eo.questions.nouns import Noun
from mesocosm.suites.eo.questions.parts import QUARTERS
from mesocosm.suites.eo.questions.parts import WHOLE as PICTURE
from mesocosm.suites.eo.questions.question import Question, Shares
from mesocosm.suites.eo.questions.site_material import any_noun, things_called
from mesocosm.suites.eo.questions.visibility import countable
from mesocosm.suites.eo.records import CountAnswer, Source

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame
    from mesocosm.suites.eo.lake.imagery import Imagery

DETECT = "get_object_bbox_by_optical_image"
RADAR_DETECT = "get_object_bbox_by_sar_image"
WHOLE = "What the edge of the view cuts is left out."
CROP = "crop_optical_or_sar_image"
QUARTERED = 0.4
"""Share of questions that ask about a quarter of the view."""
MOST = 40
"""Largest count: nobody checks more by eye."""


def draw_in_view(
    lake: Imagery, frame: Frame, source: Source, window: Shares, nouns: tuple[Noun, ...], draw: Generator
) -> Question | None:
    """Draw a count of things of one of these kinds in a view of a picture, or in a quarter of the view."""
    noun = any_noun(lake, frame, nouns, draw)
    part = QUARTERS[int(draw.integers(4))] if draw.uniform() < QUARTERED else PICTURE
    looked = inner(window, part.shares)
    things, detect = countable(lake, frame, noun.word, looked), DETECT if source == "tile" else RADAR_DETECT
    if things is None or not 0 < len(things) <= MOST:
        return None
    return Question(
        form="view" if part is PICTURE else "quarter",
        source=source,
        frames=(frame.name,),
        window=window,
        answer=CountAnswer(value=len(things), noun=noun.plural),
        second=lambda: str(count_by_pixels(things_called(lake, frame, noun.word), frame, looked)),
        asked={"target": noun.word, "part": part.name},
        words={"things": noun.plural, "thing": noun.word, "part": part.name},
        sentence=f"The count is {noun.counted(len(things))}.",
        plan=(detect,) if part is PICTURE else (CROP, detect),
        evidence=(frame.name,),
        threshold=WHOLE,
        stratum=band(len(things)),
    )


def band(count: int) -> str:
    """Return the class of a count: small counts each for itself, larger ones in bands."""
    return str(count) if count <= 12 else "13 to 20" if count <= 20 else "more"


BANDS = (*(str(number) for number in range(1, 13)), "13 to 20", "more")
