"""Answers under `default`: tolerances, types, units, and the scores of malformed answers."""

import math
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.suites.terra.scoring.answers import score_answers
from mesocosm.suites.terra.scoring.json_text import parse
from mesocosm.suites.terra.scoring.prediction import prediction_of
from mesocosm.suites.terra.scoring.truth import InvalidTruth, truth_of


def truth_record(value, absolute=0.0, relative=0.0, floor=0.0, **more):
    return {"key": "x", "value": value, "abs_tol": absolute, "rel_tol": relative, "floor_scale": floor, **more}


def judged(truth, value, **entry):
    """Return the only field of an answer, scored."""
    scored = score_answers(truth_of([truth]), prediction_of([{"key": "x", "value": value, **entry}]))
    return scored.fields[0]


# ---------------------------------------------------------------- tolerances


@pytest.mark.parametrize(
    ("truth", "value", "hit", "num"),
    [
        (truth_record(10.0, absolute=0.5), 10.5, 1, 1),
        (truth_record(10.0, absolute=0.5), 11.0, 0, 0.5),  # n = 2
        (truth_record(200.0, relative=0.05), 230.0, 0, 0.25),  # lambda 10, n = 3
        (truth_record(0.0, relative=0.1, floor=2.0), 0.15, 1, 1),  # lambda 0.2
        (truth_record(1.0, absolute=0.05, floor=1.0), 1.5, 0, 2**-9),  # a floor is no tolerance
        (truth_record(3.0), 3.0, 1, 1),
        (truth_record(3.0), 3.0000001, 0, 0),  # no tolerance: exactly
        (truth_record(3), 3.0, 1, 1),
    ],
)
def test_tolerances(truth, value, hit, num):
    field = judged(truth, value)
    assert (field.hit, field.num) == (hit, pytest.approx(num))


def test_a_prediction_never_sets_its_own_tolerance():
    field = judged(truth_record(10.0, absolute=0.5), 20.0, abs_tol=100, rel_tol=9, floor_scale=1e9)
    assert (field.hit, field.lam) == (0, 0.5)


def test_fields_are_found_by_key_alone():
    truth = truth_of([truth_record(1.0, absolute=0.1), {**truth_record(2.0, absolute=0.1), "key": "y"}])
    scored = score_answers(truth, prediction_of([{"key": "X", "value": 1.0}, {"key": "y", "value": 2.0}]))
    assert [field.reason for field in scored.fields] == ["missing", "within_tolerance"]
    assert scored.extra == ("X",)
    assert scored.format_valid == 0


@settings(max_examples=50, deadline=None)
@given(st.floats(-1e6, 1e6), st.floats(0, 1e3), st.floats(0, 1), st.floats(0, 1e3), st.floats(-1e7, 1e7))
def test_scores_stay_in_bounds_and_agree(truth, absolute, relative, floor, value):
    field = judged(truth_record(truth, absolute, relative, floor), value)
    assert 0 <= field.hit <= field.num <= 1
    assert (field.num == 1) >= (field.hit == 1)


# ---------------------------------------------------------------- types


@pytest.mark.parametrize(
    ("truth", "value", "entry", "reason"),
    [
        (truth_record(1.0, 0.1, unit="mm"), "1.05 mm", {}, "within_tolerance"),
        (truth_record(1.0, 0.1, unit="mm"), "0.00105 m", {}, "within_tolerance"),
        (truth_record(1.0, 0.1, unit="mm"), 0.00105, {"unit": "m"}, "within_tolerance"),
        (truth_record(20.0, 0.1, unit="degC"), "293.15 K", {}, "within_tolerance"),
        (truth_record(1.0, 0.1, unit="mm"), "1.05 kg", {}, "wrong_unit"),
        (truth_record(1.0, 0.1), "1.05 mm", {}, "unit_not_declared"),
        (truth_record(1.0, 0.1, unit="mm"), "1 mm", {"unit": "m"}, "two_units"),
        (truth_record(1000.0, 1), "1,000", {}, "unparseable"),
        (truth_record(1000.0, 1), "1_000", {}, "unparseable"),
        (truth_record(-1.5, 0.1), "\N{MINUS SIGN}1.5", {}, "within_tolerance"),
        (truth_record(1.0, 0.1), True, {}, "unparseable"),
        (truth_record(1.0, 0.1), [1.0], {}, "unparseable"),
        (truth_record(1.0, 0.1), math.nan, {}, "not_finite"),
        (truth_record(1.0, 0.1), "NaN", {}, "not_finite"),
        (truth_record(1.0, 0.1), math.inf, {}, "not_finite"),
        (truth_record(1.0, 0.1), 10**400, {}, "not_finite"),
        (truth_record(1.0, 0.1), None, {}, "null"),
        (truth_record(True), True, {}, "exact"),
        (truth_record(True), "TRUE", {}, "exact"),
        (truth_record(True), "false", {}, "mismatch"),
        (truth_record(True), 1, {}, "wrong_type"),
        (truth_record("2031-05-01"), "2031-05-01T00:00:00", {}, "exact"),
        (truth_record("2031-05-01"), "2031-05-01T23:30:00-02:00", {}, "mismatch"),  # the second of May in UTC
        (truth_record("2031-05-01T06:00Z"), "2031-05-01T08:00+02:00", {}, "exact"),
        (truth_record("2031-05-01"), "first of May", {}, "not_a_date"),
        (truth_record("High"), " high ", {}, "exact"),
        (truth_record("Zürich"), unicodedata.normalize("NFD", "ZÜRICH"), {}, "exact"),
        (truth_record("High"), 3, {}, "wrong_type"),
        (truth_record(["a", "b"]), ["a", "b"], {}, "exact"),
        (truth_record(["a", "b"]), ["b", "a"], {}, "mismatch"),
        (truth_record(["a", "b"], order="set"), ["B", "a"], {}, "exact"),
        (truth_record([1.0, 2.0], 0.1, order="set"), [2.05, 1.05], {}, "exact"),
        (truth_record([1.0, 2.0], 0.1), [1.05], {}, "mismatch"),
        (truth_record({"low": 1.0}, 0.1), {"low": 1.05}, {}, "exact"),
        (truth_record(None), None, {}, "exact"),
        (truth_record(None), 3, {}, "mismatch"),
    ],
)  # fmt: skip
def test_values_are_compared_by_type(truth, value, entry, reason):
    assert judged(truth, value, **entry).reason == reason


# ---------------------------------------------------------------- malformed answers


def test_a_key_given_twice_with_two_values_is_a_miss():
    scored = score_answers(truth_of([truth_record(1.0, 0.1)]), prediction_of(parse('{"x": 1.0, "x": 9.0}')))
    assert (scored.fields[0].reason, scored.format_valid) == ("duplicated", 0)


def test_a_value_given_twice_in_a_record_is_a_miss():
    scored = score_answers(
        truth_of([truth_record(1.0, 0.1)]), prediction_of(parse('[{"key": "x", "value": 9, "value": 1.0}]'))
    )
    assert scored.fields[0].reason == "duplicated"


def test_a_key_given_twice_with_one_value_counts():
    scored = score_answers(truth_of([truth_record(1.0, 0.1)]), prediction_of([{"key": "x", "value": 1.0}] * 2))
    assert scored.hit == 1


@pytest.mark.parametrize("document", [None, 3, "text", [], {}, [1, 2], [[]], {"answers": None}, [{"value": 1}]])
def test_what_is_no_answer_earns_nothing(document):
    scored = score_answers(truth_of([truth_record(1.0, 0.1)]), prediction_of(document))
    assert (scored.hit, scored.format_valid) == (0, 0)


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(alphabet="ax1.e-\u00fc ", max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["key", "value", "x", "answers"]), inner)
    ),
    max_leaves=8,
)


@settings(max_examples=30, deadline=None)
@given(ANY, st.sampled_from(["default", "public_code", "paper_eq1", "paper_eq9"]))
def test_whatever_was_answered_is_scored(document, profile):
    scored = score_answers(truth_of([truth_record(1.0, 0.1)]), prediction_of(document), profile)
    assert scored.hit in (0, 1)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"key": "x", "value": 1.0, "abs_tol": 0.1}, "field 'x' lacks rel_tol"),
        ({**truth_record(1.0), "abs_tol": -1}, "abs_tol must be a number of at least 0, got -1"),
        ({**truth_record(1.0), "rel_tol": "a"}, "rel_tol must be a number of at least 0, got 'a'"),
        ({**truth_record(1.0), "order": "heap"}, "order must be sequence or set, got 'heap'"),
        (7, "field 1 must be an object, got int"),
    ],
)
def test_a_truth_that_cannot_be_used_says_why(record, message):
    with pytest.raises(InvalidTruth, match="".join(f"[{letter}]" if letter in "." else letter for letter in message)):
        truth_of([record])


def test_a_text_needs_no_tolerance():
    assert truth_of([{"key": "x", "value": "High"}])[0].abs_tol == 0
