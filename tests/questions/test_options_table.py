"""Options as a table: the truth, the sentences of the mistakes, the choice."""

from mesocosm.questions.options_table import options_answer, options_table
from mesocosm.suite.facts import Facts, Mistake
from mesocosm.trace.schema import Answered, Trace
from mesocosm.types import Answer

FACTS = Facts(
    label="B",
    printed={"A": "1.0", "B": "2.0", "C": "3.0"},
    options={"A": ("cold", "not_open"), "B": (), "C": ("cold",)},
    mistakes={"cold": Mistake(sentence="took 0 °C"), "not_open": Mistake(sentence="shut the vessel")},
)


def rows(answer):
    return options_table(FACTS, Trace(events=(Answered(answer=answer),))).rows


def test_every_letter_has_its_meaning_and_the_chosen_one_is_marked():
    assert rows(Answer(value="C", status="valid")) == (
        ("A", "1.0", "this mistake: took 0 °C and shut the vessel", ""),
        ("B", "2.0", "the truth", "right"),
        ("C", "3.0", "this mistake: took 0 °C", "chosen"),
    )


def test_a_refused_answer_chose_nothing():
    assert {row[-1] for row in rows(Answer(value="C", status="rejected"))} == {"", "right"}
    assert {row[-1] for row in rows(Answer(value=["C"], status="valid"))} == {"", "right"}


def test_the_right_option_can_be_the_chosen_one_and_stands_with_the_result():
    answer = Answer(value="B", status="valid")
    table = options_table(FACTS, Trace(events=(Answered(answer=answer),)))
    assert (table.rows[1][-1], table.section) == ("right, chosen", "result")


def answered(answer):
    [field] = options_answer(FACTS, Trace(events=(Answered(answer=answer),))).fields
    return field.answer, field.truth, field.verdict, field.note


def test_the_chosen_option_stands_beside_the_right_one_with_its_mistake():
    explanation = "option C is what follows from this mistake: took 0 °C"
    assert answered(Answer(value="C", status="valid")) == ("C: 3.0", "B: 2.0", "wrong", explanation)
    assert answered(Answer(value="B", status="valid")) == ("B: 2.0", "B: 2.0", "right", "")


def test_where_nothing_was_chosen_the_explanation_says_so():
    assert answered(Answer(value="C", status="rejected")) == ("none was chosen", "B: 2.0", "wrong", "")
