"""The agent that gives the commonest answer of each type."""

from __future__ import annotations

from mesocosm.suites.eo.prior_answers import commonest, with_prior_answer
from mesocosm.suites.eo.records import CountAnswer, Truth, YesNoAnswer


def truth(answer: CountAnswer | YesNoAnswer) -> Truth:
    return Truth(site="s", split="train", answer=answer, sentence="", required_calls=1)


def test_the_commonest_answer_is_counted_by_type() -> None:
    cars = [truth(CountAnswer(value=value, noun="cars")) for value in (3, 5, 3, 8)]
    answers = [("object_counting", each) for each in cars] + [("damage_presence", truth(YesNoAnswer(value=True)))]
    assert commonest(answers) == {"damage_presence": "yes", "object_counting": "3"}


def test_ties_go_to_the_first_in_the_alphabet() -> None:
    answers = [("damage_presence", truth(YesNoAnswer(value=value))) for value in (True, False)]
    assert commonest(answers) == {"damage_presence": "no"}


def test_another_answer_changes_no_other_line() -> None:
    texts = 'prior_answer = "3"\nsituations = [\n    "He says \\"3\\".",\n]\n'
    assert with_prior_answer(texts, 'the "north"') == texts.replace('= "3"', '= "the \\"north\\""')
