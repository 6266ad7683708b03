"""The desk checks the form of open answers against the question, and reveals nothing of the truth."""

import pytest

from mesocosm import registry
from mesocosm.errors import ToolError
from mesocosm.suites.atmos.answer_form import check_answers
from mesocosm.suites.atmos.open_questions import SubQuestion

SUBS = (
    SubQuestion(label="a", kind="number", symbol="U", key="12.3 m/s", value=12.3, unit="m/s"),
    SubQuestion(label="b", kind="number", symbol="Ro", key="0.12", value=0.12),
    SubQuestion(label="c", kind="formula", symbol="U", key=r"\frac{g \Delta}{p_1}", letters={"g": 9.81, "p_1": 2.0}),
    SubQuestion(label="d", kind="word", symbol="U", key="larger"),
)
GOOD = {"a": "3 km/h", "b": "0.5", "c": "g / p_1", "d": "smaller"}  # wrong, every one, and of the right form


@pytest.mark.parametrize(
    "fitting",
    [
        {},
        {"a": "12.3"},
        {"a": "U = 7 m s^-1"},
        {"a": "about 20 knots"},
        {"b": "12 %"},
        {"c": r"$\frac{g}{p_{1}}$"},
        {"c": "9.81 / 2"},
        {"d": "it would be greater"},
        {"d": "no change"},
    ],
)
def test_an_answer_of_the_form_asked_for_is_taken_right_or_wrong(fitting):
    assert check_answers(SUBS, {**GOOD, **fitting}) == {**GOOD, **fitting}


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"a": "quite large"}, '`a` must be a number in m/s, as text, got "quite large"'),
        ({"a": "NaN"}, '`a` must be a number in m/s, as text, got "NaN"'),
        ({"a": ""}, '`a` must be a number in m/s, as text, got ""'),
        ({"a": 12.3}, "`a` must be a number in m/s, as text, got 12.3"),
        ({"a": "12 mm"}, '`a` must be a number in m/s, as text, got "12 mm"'),
        ({"a": "12 °C"}, '`a` must be a number in m/s, as text, got "12 °C"'),
        ({"b": "0.12 kg"}, '`b` must be a number without a unit, as text, got "0.12 kg"'),
        ({"c": "it depends"}, '`c` must be a formula with some of the letters g, p_1, got "it depends"'),
        ({"d": "purple"}, '`d` must be one of larger, smaller, unchanged, got "purple"'),
        ({"d": "3.2"}, '`d` must be one of larger, smaller, unchanged, got "3.2"'),
    ],
)
def test_an_answer_of_another_form_is_refused_with_what_is_wrong(wrong, problem):
    with pytest.raises(ToolError) as raised:
        check_answers(SUBS, {**GOOD, **wrong})
    assert str(raised.value) == problem


def test_every_key_has_the_form_that_its_question_asks_for():
    suite = registry.load("suites", "atmos")
    for _, reference in suite.cases(11, 60):
        subs = reference.hidden.subs
        assert check_answers(subs, {sub.label: sub.key for sub in subs})


def test_a_reply_in_words_has_one_try_so_that_only_its_labels_are_checked():
    """As published: the answers that can be read still count."""
    suite = registry.load("suites", "atmos")
    item, reference = suite.case(0, 0)
    setting = suite.setting(item, reference, {"format": "open", "condition": "text"})
    assert setting.desk.submit(dict.fromkeys(item.data.asks, "purple")).status == "valid"
