"""The desk checks the form that the request states, and says nothing about the truth."""

import pytest

from mesocosm.errors import ToolError
from mesocosm.suites.terra.answer_form import check_answer
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.world import desk

FIELDS = (
    RequestedField(key="rain_mm", about="rain", unit="mm", decimals=1),
    RequestedField(key="days", about="wet days", decimals=0, certainty="count"),
    RequestedField(key="town", about="the wettest town", kind="text"),
    RequestedField(key="side", about="which side", kind="text", among=("north", "south")),
    RequestedField(key="holds", about="whether it holds", kind="boolean"),
    RequestedField(key="day", about="the wettest day", kind="date"),
    RequestedField(key="ranking", about="towns", kind="list"),
)
GOOD = {
    "rain_mm": 81.4, "days": 11, "town": "Mutando", "side": "north", "holds": True, "day": "2031-07-14",
    "ranking": ["a", "b"],
}  # fmt: skip


@pytest.mark.parametrize(
    "fitting",
    [
        {},
        dict.fromkeys(GOOD),  # null where something cannot be determined
        {"rain_mm": "81.4 mm"},
        {"rain_mm": "8.14 cm"},
        {"rain_mm": {"value": 0.0814, "unit": "m"}},
        {"rain_mm": "81.4"},
        {"side": " North "},
        {"holds": "false"},
        {"day": "2031-07-14T12:00"},
        {"ranking": []},
    ],
)
def test_an_answer_of_the_stated_form_is_taken_as_it_is(fitting):
    assert check_answer(FIELDS, {**GOOD, **fitting}) == {**GOOD, **fitting}


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"rain_mm": "much"}, '`rain_mm` must be a number in mm, got "much"'),
        ({"rain_mm": [81.4]}, "`rain_mm` must be a number in mm, got [81.4]"),
        ({"rain_mm": True}, "`rain_mm` must be a number in mm, got true"),
        ({"rain_mm": "NaN"}, '`rain_mm` must be a number in mm, got "NaN"'),
        ({"rain_mm": float("nan")}, "`rain_mm` must be a number in mm, got NaN"),
        ({"rain_mm": "81.4 °C"}, '`rain_mm` must be a number in mm, got "81.4 °C"'),
        ({"rain_mm": {"value": 81.4, "unit": "degC"}}, "`rain_mm` must be a number in mm, got 81.4 in 'degC'"),
        ({"rain_mm": "8 KM"}, '`rain_mm` must be a number in mm, got "8 KM"; did you mean km?'),
        ({"rain_mm": {"value": 8, "unit": "MM"}}, "`rain_mm` must be a number in mm, got 8 in 'MM'; did you mean mm?"),
        ({"days": "11 km"}, '`days` must be a number without a unit, got "11 km"'),
        ({"town": 7}, "`town` must be text, got 7"),
        ({"town": ["Mutando"]}, '`town` must be text, got ["Mutando"]'),
        ({"side": "west"}, "`side` must be one of 'north', 'south', got \"west\""),
        ({"side": 1}, "`side` must be one of 'north', 'south', got 1"),
        ({"holds": 1}, "`holds` must be true or false, got 1"),
        ({"holds": "perhaps"}, '`holds` must be true or false, got "perhaps"'),
        ({"day": 14}, "`day` must be a date such as 2031-07-14, got 14"),
        ({"day": "2031-13-45"}, '`day` must be a date such as 2031-07-14, got "2031-13-45"'),
        ({"ranking": "a"}, '`ranking` must be a list of texts or numbers, got "a"'),
        ({"ranking": [["a"]]}, '`ranking` must be a list of texts or numbers, got [["a"]]'),
        ({"days": "x", "holds": 2},
         '`days` must be a number without a unit, got "x"; `holds` must be true or false, got 2'),
    ],
)  # fmt: skip
def test_a_value_of_another_form_is_refused_with_what_is_wrong(wrong, problem):
    with pytest.raises(ToolError) as raised:
        check_answer(FIELDS, {**GOOD, **wrong})
    assert str(raised.value) == problem


def test_in_words_a_value_of_another_form_misses_its_own_field_alone():
    """As published: there is one reply, and the other fields still count."""
    reading = desk(FIELDS, in_words=True)
    assert reading.submit({**GOOD, "rain_mm": "much"}).status == "valid"


def test_a_mended_value_is_a_repaired_answer():
    hand_in = desk(FIELDS, in_words=False)
    with pytest.raises(ToolError, match="2 tries left"):
        hand_in.submit({**GOOD, "holds": "perhaps"})
    assert hand_in.submit(GOOD).status == "repaired"
