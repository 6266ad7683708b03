"""The desk checks the kind of an answer against the question, and reveals nothing of the truth."""

import pytest

from mesocosm.errors import ToolError
from mesocosm.suites.eo.answer_form import check_answer
from mesocosm.suites.eo.records import (
    ChoiceAnswer,
    CountAnswer,
    DateAnswer,
    LabelAnswer,
    ListAnswer,
    NumberAnswer,
    YesNoAnswer,
)

GRADES = {"minor": ("light",), "major": (), "destroyed": ("collapsed",)}
ASKED = "Which of the grades minor, major and destroyed leads?"
COUNT = CountAnswer(value=7, noun="buildings")
SHARE = NumberAnswer(value=12.5, unit="percent", tolerance=0.5)
LENGTH = NumberAnswer(value=120.0, unit="m", tolerance=5.0)
YES_NO = YesNoAnswer(value=True)
GRADE = ChoiceAnswer(value="major", among=GRADES)
GRADE_LIST = ListAnswer(value=("major",), among=GRADES)
LABEL = LabelAnswer(value="bridge")
DATE = DateAnswer(value="2031-07-14")


@pytest.mark.parametrize(
    ("spec", "answer", "text"),
    [
        (COUNT, 3, "3"),
        (COUNT, "There are about three buildings.", "There are about three buildings."),
        (COUNT, "none", "none"),
        (SHARE, 40.0, "40"),
        (SHARE, "40 %", "40 %"),
        (LENGTH, "0.3 km", "0.3 km"),
        (YES_NO, False, "no"),
        (YES_NO, "No, none of them.", "No, none of them."),
        (GRADE, "It is mostly light damage", "It is mostly light damage"),
        (GRADE_LIST, ["minor", "major"], "minor, major"),
        (LABEL, "a storage tank", "a storage tank"),
        (DATE, "1 May 2031", "1 May 2031"),
        (COUNT, "I cannot tell", "I cannot tell"),  # no answer, and of no wrong form
    ],
)
def test_an_answer_of_the_form_asked_for_is_taken_right_or_wrong(spec, answer, text):
    assert check_answer(spec, ASKED, answer) == text


@pytest.mark.parametrize(
    ("spec", "answer", "problem"),
    [
        (COUNT, "a meadow", 'a whole number of buildings, got "a meadow"'),
        (COUNT, "a lot of them", 'a whole number of buildings, got "a lot of them"'),
        (COUNT, True, "a whole number of buildings, got true"),
        (COUNT, [1, 2], "a whole number of buildings, got [1, 2]"),
        (COUNT, "NaN", 'a whole number of buildings, got "NaN"'),
        (COUNT, "12 km", 'a whole number of buildings, got "12 km"'),
        (SHARE, "large", 'one number in percent, got "large"'),
        (SHARE, "12 °C", 'one number in percent, got "12 °C"'),
        (LENGTH, "12 kg", 'one number in m, got "12 kg"'),
        (LENGTH, False, "one number in m, got false"),
        (YES_NO, 3.5, "yes or no, got 3.5"),
        (YES_NO, "purple", 'yes or no, got "purple"'),
        (YES_NO, ["yes", "no"], 'yes or no, got ["yes", "no"]'),
        (GRADE, "purple", 'one of minor, major, destroyed, got "purple"'),
        (GRADE, True, "one of minor, major, destroyed, got true"),
        (GRADE, ["minor", "major"], 'one of minor, major, destroyed, got ["minor", "major"]'),
        (GRADE_LIST, 7, "some of minor, major, destroyed, got 7"),
        (LABEL, 3.5, "the name of a kind of thing, got 3.5"),
        (LABEL, "3.5", 'the name of a kind of thing, got "3.5"'),
        (DATE, "last spring", 'a date such as 2031-07-14, got "last spring"'),
        (DATE, "2031-13-45", 'a date such as 2031-07-14, got "2031-13-45"'),
        (DATE, 14, "a date such as 2031-07-14, got 14"),
    ],
)
def test_an_answer_of_another_form_is_refused_with_what_is_wrong(spec, answer, problem):
    with pytest.raises(ToolError) as refusal:
        check_answer(spec, ASKED, answer)
    assert str(refusal.value) == f"the answer must be {problem}"


def test_words_that_the_question_does_not_offer_are_not_shown():
    unsaid = ChoiceAnswer(value="north", among={"north": (), "south": ()})
    assert check_answer(unsaid, "Where does it lie?", "purple") == "purple"
    with pytest.raises(ToolError, match="must be one word or phrase, got true"):
        check_answer(unsaid, "Where does it lie?", True)
