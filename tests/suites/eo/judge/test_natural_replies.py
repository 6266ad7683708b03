"""Replies in plain sentences: what a careful person calls right is right, and nobody wins by giving up."""

import pytest

from mesocosm.suites.eo.judge import verdict
from mesocosm.suites.eo.questions.disaster import GRADES
from mesocosm.suites.eo.questions.parts import POINT_WORDS, QUARTER_WORDS
from mesocosm.suites.eo.questions.passes import CHANGES
from mesocosm.suites.eo.questions.types.optical_temporal_analysis import TRENDS
from mesocosm.suites.eo.records import (
    AnswerSpec,
    ChoiceAnswer,
    CountAnswer,
    DateAnswer,
    ListAnswer,
    NumberAnswer,
    YesNoAnswer,
)


def point(value: str) -> ChoiceAnswer:
    return ChoiceAnswer(value=value, among=POINT_WORDS)


def cars(value: int) -> CountAnswer:
    return CountAnswer(value=value, noun="cars")


def grade(value: str) -> ChoiceAnswer:
    return ChoiceAnswer(value=value, among=GRADES)


def trend(value: str) -> ChoiceAnswer:
    return ChoiceAnswer(value=value, among=TRENDS)


def change(value: str) -> ChoiceAnswer:
    return ChoiceAnswer(value=value, among=CHANGES)


YES, NO = YesNoAnswer(value=True), YesNoAnswer(value=False)
PERCENT = NumberAnswer(value=25.3, unit="percent", tolerance=0.5)
METRES = NumberAnswer(value=121.0, unit="m", tolerance=5.0)
INDEX = NumberAnswer(value=-0.06, unit="1", tolerance=0.02)
RATIO = NumberAnswer(value=0.55, unit="1", tolerance=0.02)
DAY = DateAnswer(value="2032-09-08")
COVERS = ChoiceAnswer(
    value="tree crowns", among={"tree crowns": ("trees", "crowns"), "buildings": ("roofs",), "roads": ("streets",)}
)
SHIP_AND_CRANE = ListAnswer(value=("crane", "ship"), among={"ship": (), "crane": (), "car": ()})

RIGHT: list[tuple[AnswerSpec, str]] = [
    (point("north-west"), "It's north-west"),
    (point("west"), "The court's to the west"),
    (point("west"), "It is 120 m west of the pool's middle."),
    (point("west"), "i.e. west"),
    (point("north-east"), "Bearing 43°, i.e. north-east"),
    (point("north-west"), "NW"),
    (point("north-west"), "nw"),
    (point("south"), "S"),
    (point("south"), "s"),
    (NO, "Nothing is destroyed."),
    (NO, "There are 0 destroyed buildings."),
    (NO, "Neither building is destroyed."),
    (NO, "No, but there is minor damage."),
    (NO, "No, there are three buildings and none is destroyed."),
    (CountAnswer(value=4, noun="buildings with minor damage"), "Of 12 buildings 4 have minor damage"),
    (CountAnswer(value=0, noun="buses"), "There are no buses, only 3 cars."),
    (cars(3), "There are no buses, only 3 cars."),
    (CountAnswer(value=0, noun="boats"), "not a single boat"),
    (CountAnswer(value=0, noun="boats"), "There are no boats in view."),
    (CountAnswer(value=0, noun="boats"), "I see no white boats."),
    (cars(10), "I counted 10 cars in the photograph of 19 June 2032."),
    (cars(3), "3 cars are parked in the 2 car parks."),
    (cars(3), "I found 5 cars, 2 of them cut by the edge, so 3."),
    (cars(14), "34 - 20 = 14"),
    (cars(14), "From 34 to 20, a difference of 14"),
    (cars(14), "34 minus 20 is 14"),
    (INDEX, "It falls by 0.06 (from 0.21 to 0.15)"),
    (INDEX, "It sinks by 0.06"),
    (RATIO, "There are 11 cars and 20 buildings, so 0.55 cars per building."),
    (RATIO, "0,55"),
    (METRES, "121 m ± 2 m"),
    (change("expanded"), "It expands."),
    (change("contracted"), "Vegetation shrinks."),
    (change("contracted"), "It did contract."),
    (change("stable"), "It neither expanded nor contracted"),
    (grade("none"), "It is not damaged."),
    (grade("major"), "severely damaged"),
    (grade("major"), "It has partially collapsed."),
    (trend("more"), "The number went up."),
    (trend("the same"), "The same number."),
    (DAY, "8. September 2032"),
    (DAY, "It was missing on 2031-05-02 and first seen on 2032-09-08."),
    (COVERS, "Tree crowns cover more than buildings or roads."),
    (COVERS, "tree crowns > roads > buildings"),
    (cars(3), "5 cars found, 2 cut by the edge, 3 whole."),
    (cars(10), "There were 12 cars, two of them cut by the edge; 10 count."),
    (cars(3), "I cannot tell their colours, but there are 3 cars."),
    (change("stable"), "grew by only 3 %, i.e. stable"),
    (change("stable"), "It contracted slightly (2 %), which counts as stable"),
    (DAY, "On 2031-05-02 there was none; on 2032-09-08 it is there. So 2032-09-08."),
]
NOT_RIGHT: list[tuple[AnswerSpec, str]] = [
    (point("south"), "It's unclear"),
    (point("south"), "It's hard to say"),
    (point("north"), "N/A"),
    (point("north"), "n/a (no tennis court found)"),
    (point("east"), "i.e."),
    (point("west"), "w/ uncertainty"),
    (point("south"), "took 2 s"),
    (YES, "Nothing is destroyed."),
    (YES, "There are 0 destroyed buildings."),
    (YES, "Neither building is destroyed."),
    (NO, "The answer is not no"),
    (NO, "No, there are two destroyed buildings"),
    (CountAnswer(value=12, noun="buildings with minor damage"), "Of 12 buildings 4 have minor damage"),
    (cars(12), "There were 12 cars, two of them cut by the edge; 10 count."),
    (cars(5), "5 cars found, 2 cut by the edge, 3 whole."),
    (cars(3), "there are 3 cars cut by the edge and 5 whole"),
    (trend("more"), "I need more pictures"),
    (trend("more"), "I give up"),
    (trend("more"), "look it up"),
    (trend("more"), "up to date"),
    (trend("fewer"), "broken down"),
    (trend("the same"), "at the same time I cannot say"),
    (CountAnswer(value=0, noun="boats"), "No tool worked"),
    (CountAnswer(value=0, noun="boats"), "there is no way to count the boats"),
    (CountAnswer(value=0, noun="boats"), "No"),
    (cars(1), "one cannot tell"),
    (cars(1), "one hopes"),
    (cars(3), "3, no 4"),
    (cars(3), "anything but 3"),
    (cars(3), ">=3"),
    (cars(3), "less than or equal to 3"),
    (cars(3), "3 at most"),
    (cars(3), "I doubt that there are 3 cars"),
    (grade("minor"), "at least minor"),
    (grade("minor"), "worse than minor"),
    (grade("major"), "major or worse"),
    (grade("none"), "far from intact"),
    (ChoiceAnswer(value="north-west", among=QUARTER_WORDS), "The fewest are in the north-west"),
    (DAY, "before 2032-09-08"),
    (DAY, "the day after 2032-09-08"),
    (DAY, "missing on 2032-09-08"),
    (DAY, "last seen on 2032-09-08"),
    (DateAnswer(value="2032-09"), "August or September 2032"),
    (SHIP_AND_CRANE, "ship, crane etc."),
    (SHIP_AND_CRANE, "one of ship, crane"),
    (SHIP_AND_CRANE, "ship and crane, or just ship"),
    (PERCENT, "25.3 ± 20 %"),
    (PERCENT, "half of 25.3 %"),
    (PERCENT, "25.3 % give or take 20"),
    (PERCENT, "maximum 25.3 %"),
    (cars(3), "I cannot tell: 3 is the commonest answer"),
    (cars(3), "Somebody claims 3 cars; I cannot tell."),
    (cars(3), "hardly 3 cars"),
    (cars(3), "another 3"),
    (cars(3), "3 per row"),
    (cars(3), "3 cars are cut by the edge"),
    (trend("more"), "more than one bus"),
    (trend("more"), "nothing more to say"),
    (grade("minor"), "more than minor damage"),
    (grade("minor"), "minor at best"),
    (change("expanded"), "the opposite of expanded"),
    (SHIP_AND_CRANE, "ship and maybe crane"),
    (YES, "'Yes' would be wrong"),
    (YES, "I doubt there is a destroyed building"),
    (YES, "It could be that there is one"),
    (YES, "True/False"),
]


@pytest.mark.parametrize(("spec", "reply"), RIGHT)
def test_a_natural_answer_is_right(spec: AnswerSpec, reply: str) -> None:
    assert verdict(reply, spec, "In which quarter are most of the cars?").value is True


@pytest.mark.parametrize(("spec", "reply"), NOT_RIGHT)
def test_giving_up_bounds_and_contradictions_are_not_right(spec: AnswerSpec, reply: str) -> None:
    assert verdict(reply, spec, "In which quarter are most of the cars?").value is not True
