"""For any text, the judge gives a verdict, and its work grows in proportion to the length."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.suites.eo.judge import counts, measures, verdict
from mesocosm.suites.eo.judge.numbers import BOX, MOST, numbers_in
from mesocosm.suites.eo.records import (
    ChoiceAnswer,
    CountAnswer,
    DateAnswer,
    LabelAnswer,
    ListAnswer,
    NumberAnswer,
    YesNoAnswer,
)

WORDS = {"expanded": ("grew",), "contracted": ("shrank",), "stable": ("no change", "unchanged")}
SPECS = (
    CountAnswer(value=3, noun="cars"),
    *(NumberAnswer(value=1.5, unit=unit, tolerance=0.1) for unit in ("ha", "percent", "1", "m", "1/ha", "pixel")),
    YesNoAnswer(value=True),
    ChoiceAnswer(value="stable", among=WORDS),
    ChoiceAnswer(value="north", among={"north": (), "east": ()}),
    LabelAnswer(value="ship"),
    DateAnswer(value="2031-07-14"),
    DateAnswer(value="2031-07"),
    ListAnswer(value=("car",), among={"car": (), "ship": ("vessel",)}),
)
PIECES = [
    *"0123456789eE.,-+()[]{}/%°²³½¾⅓×^=~<>?!:;\n \u2009\u2212\u00b1",
    *("e999", "e309", "1e", "x10^99", "٣", "三", "３", "十二", "½", "Ⅻ", "①", " million", " hundred", " ha", " m2"),
    *(
        " km^-9",
        " m/s",
        " 1/ha",
        " dozen",
        " or ",
        " and ",
        " to ",
        "yes",
        "no",
        "not ",
        " north",
        "N E",
        "2031-",
        "年",
    ),
    *(" ship", ", ", "fell by ", "rose by ", "=", " percent", "\\boxed{", "Answer: ", "99999999999999999999"),
]
NASTY = st.lists(st.sampled_from(PIECES), max_size=120).map("".join)


@settings(max_examples=120, deadline=None)
@given(st.one_of(st.text(max_size=2000), NASTY), st.sampled_from(SPECS))
def test_any_text_has_a_verdict(text, spec):
    assert verdict(text, spec).by == "rule"


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: f"{spec.kind}-{getattr(spec, 'unit', '')}")
@pytest.mark.parametrize(
    "text",
    [
        "1e999",
        "0e999",
        "1e309 ha",
        "-1e-999",
        "9" * 2000,
        "9" * 1990 + ".5 ha",
        "1x10^99",
        "hundred " * 240,
        "1 km^999",
    ],
    ids=lambda text: text[:12],
)
def test_numbers_beyond_all_measure_are_passed_over(text, spec):
    assert verdict(text, spec).value is not True


def test_a_number_beyond_all_measure_hides_no_other():
    assert [mention.value for mention in numbers_in("1e999 and 12")] == [12.0]


@pytest.mark.parametrize("reader", [counts, measures])
def test_a_table_of_numbers_is_not_read(monkeypatch, reader):
    looks = []
    monkeypatch.setattr(reader, "is_denied", lambda *place: looks.append(place) or False)
    spec = CountAnswer(value=1, noun="cars") if reader is counts else NumberAnswer(value=1.0, unit="ha", tolerance=0.1)
    judged = verdict("1 " * 999, spec)
    assert (judged.value, judged.why) == (None, "many_numbers")
    assert not looks
    verdict("1 ha " * MOST, spec)
    assert len(looks) <= 2 * MOST


def test_a_box_holds_no_bracket_so_that_open_ones_end_the_search():
    assert re.fullmatch(BOX, "[3, 4, 10, 12]")
    assert not re.match(BOX, "[1[1[1]")
    assert verdict("[1" * 1000, CountAnswer(value=1, noun="cars")).why == "many_numbers"
