"""Fields of an answer: their text, and the tolerance that follows from each by rule."""

import pytest
from pydantic import ValidationError

from mesocosm.suites.terra.workflows.answer_fields import RequestedField, contract


def test_words_tell_unit_and_decimals():
    field = RequestedField(key="rain_mm", about="rain of the month", unit="mm", decimals=1)
    assert field.words() == "- `rain_mm` (mm, 1 decimal): rain of the month"
    assert "a whole number" in RequestedField(key="days", about="wet days", decimals=0, certainty="count").words()
    assert "low | high" in RequestedField(key="risk", about="risk", kind="text", among=("low", "high")).words()
    assert contract((field, field)).count("\n") == 1


@pytest.mark.parametrize(
    ("certainty", "unit", "decimals", "absolute", "relative"),
    [
        ("count", "", 0, 0.0, 0.0),
        ("reading", "mm", 1, 0.1, 0.002),
        ("estimate", "mm", 1, 0.1, 0.01),
        ("engine", "t/ha", 2, 0.01, 0.02),
        ("reading", "degC", 1, 0.1, 0.0),
        ("estimate", "degC", 1, 0.2, 0.0),
    ],
)
def test_tolerances_follow_from_decimals_and_certainty(certainty, unit, decimals, absolute, relative):
    truth = RequestedField(key="x", about="x", unit=unit, decimals=decimals, certainty=certainty).truth(12)
    assert (truth.abs_tol, truth.rel_tol, truth.floor_scale) == (pytest.approx(absolute), relative, 0.0)


def test_what_cannot_be_known_is_null_and_no_number_fits_it():
    field = RequestedField(key="x", about="x", unit="mm", decimals=1)
    assert field.truth(None).kind == "null"
    assert field.agree(None, None)
    assert not field.agree(None, 0.0)
    assert not field.agree(0.0, None)


def test_two_ways_agree_within_tolerance_only():
    field = RequestedField(key="x", about="x", unit="m3/s", decimals=1, certainty="estimate")
    assert field.agree(100.0, 100.9)
    assert not field.agree(100.0, 101.2)
    ranking = RequestedField(key="order", about="towns", kind="list")
    assert not ranking.agree(["a", "b"], ["b", "a"])
    assert RequestedField(key="order", about="towns", kind="list", order="set").agree(["a", "b"], ["b", "a"])


@pytest.mark.parametrize("wrong", [{"decimals": None}, {"kind": "text"}, {"certainty": "count"}])
def test_forms_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValidationError):
        RequestedField.model_validate({"key": "x", "about": "x", "decimals": 1, **wrong})
