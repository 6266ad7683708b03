"""Scores of episodes: answers under every profile, labels of failures, and answers of every bad form."""

import json
import math

import pytest
from tests.suites.terra.answered_items import ANSWERS, FIELDS, STEPS, item, trace

from mesocosm.errors import ToolError
from mesocosm.suites.terra.answer_form import check_answer
from mesocosm.suites.terra.failure_modes import FAILURE_MODES
from mesocosm.suites.terra.score import reading, score
from mesocosm.suites.terra.workflows.workflow import Standing
from mesocosm.suites.terra.world import desk, read_block


def scored(given, profile="default", **how):
    truth = how.pop("truth", {})
    return score(*item(**truth), trace(given, **how), profile)


def failures(result):
    return [mode for mode in FAILURE_MODES if result.metrics[f"failure: {mode}"]]


@pytest.mark.parametrize("profile", ["default", "public_code", "paper_eq1", "paper_eq9"])
def test_the_right_answer_by_the_right_way_is_whole_under_every_profile(profile):
    result = scored(ANSWERS, profile)
    assert result.value == 1.0
    assert result.metrics["tool_use"] == pytest.approx(1.0)
    assert result.profile == profile


def test_a_right_answer_without_a_call_hits_and_shows_nothing_of_a_process():
    result = scored(ANSWERS, steps=())
    assert (result.value, result.metrics["tool_use"], result.metrics["provenance"]) == (1.0, 0.0, 0.0)
    assert failures(result) == ["none"]


def test_an_episode_whose_fields_are_all_right_has_no_failure_whatever_its_path():
    late = (STEPS[2], STEPS[0], (STEPS[1][0], {"variables": ["snowfall"]}, {}))
    for path in ({"steps": ()}, {"steps": late}, {"failing": tuple(step[0] for step in STEPS)}, {"reason": "crashed"}):
        assert failures(scored(ANSWERS, **path)) == ["none"]


def test_one_failed_call_on_the_way_is_no_failure_of_the_episode():
    missed = ANSWERS | {"rain_mm": 99.0}
    assert failures(scored(missed, failing=(STEPS[1][0],))).count("execution error") == 0
    assert "execution error" in failures(scored(missed, failing=(STEPS[1][0], STEPS[2][0])))


def test_an_answer_that_was_not_accepted_is_none():
    result = scored(ANSWERS, accepted=False)
    assert result.value == 0.0
    assert failures(result) == ["schema failure"]


def test_no_answer_at_all_scores_nothing_and_breaks_nothing():
    result = scored(None, steps=(), reason="stopped")
    assert result.value == 0.0
    assert "schema failure" in failures(result)


def test_failures_are_labelled_by_rule():
    assert failures(scored(ANSWERS)) == ["none"]
    assert failures(scored(ANSWERS | {"rain_mm": 99.0})) == ["numeric miss"]
    assert failures(scored(ANSWERS | {"rain_mm": None})) == ["answer format"]
    assert failures(scored(ANSWERS | {"rain_mm": 99.0}, truth={"track": "simulator"})) == [
        "numeric miss", "simulator mismatch",
    ]  # fmt: skip
    late = [
        STEPS[0],
        (STEPS[1][0], {"variables": ["snowfall"], "start": "2032-07-01", "end": "2032-08-01"}, {}),
        STEPS[2],
    ]
    astray = failures(scored(ANSWERS | {"rain_mm": 99.0}, steps=late))
    assert "wrong tools" in astray or "wrong arguments" in astray
    assert "execution error" in failures(scored(None, steps=(), reason="crashed"))


def test_a_missed_document_is_labelled_as_such():
    standing = Standing(key="rain_mm", document="d", stated=90.0, mode="exact", how="stale")
    truth = {"track": "document", "standings": (standing,)}
    assert failures(scored(ANSWERS | {"rain_mm": 99.0}, truth=truth)) == ["numeric miss", "document mismatch"]


@pytest.mark.parametrize(
    ("value", "hit"),
    [
        (81.43, 1.0),
        ("81.4 mm", 1.0),
        ("8.14 cm", 1.0),
        (82.2, 1.0),  # within 1 %
        (82.3, 0.0),
        ("81.4 degC", 0.0),
        ("about 81", 0.0),
        (math.nan, 0.0),
        (math.inf, 0.0),
        ([81.4], 0.0),
        (True, 0.0),
        (None, 0.0),
        (10**400, 0.0),
        ({"value": 81.4, "abs_tol": 1000, "rel_tol": 1}, 1.0),
        ({"value": 99.0, "abs_tol": 1000, "rel_tol": 1, "floor_scale": 1e9}, 0.0),
    ],
)
def test_one_field_in_every_form(value, hit):
    result = scored({**ANSWERS, "rain_mm": value})
    assert result.value == pytest.approx((2 + hit) / 3)


def test_calls_with_numbers_beyond_any_float_are_scored():
    huge = [("gis.resolve_place", {"name": "x", "n": 10**400}, {"value": 10**400})]
    assert scored(ANSWERS, steps=huge).metrics["tool_use"] < 0.5


def test_the_reading_of_an_answer_is_one_spelling():
    made, reference = item()
    assert reading(made, reference, trace(ANSWERS)) == "rain_mm=81.43; wet_days=11; wettest=Mutando"
    assert reading(made, reference, trace(None)) == ""


# ---------------------------------------------------------------- the desk


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({}, "no entries"),
        ([], "no entries"),
        ("81.4", "must be a list or an object"),
        (7, "must be a list or an object"),
        (None, "must be a list or an object"),
        ({"rain_mm": 1}, "^missing: `wet_days`, `wettest`$"),
        ({**ANSWERS, "snow_mm": 1}, "^`snow_mm` is not a field of this answer; the fields are `rain_mm`"),
        ({"rain_m": 1, "wet_days": 1, "wettest": "x"},
         r"^`rain_m` is not a field of this answer; did you mean `rain_mm`\? missing: `rain_mm`$"),
        ([{"key": "rain_mm", "value": 1}] * 2 + [{"key": "wet_days", "value": 1}, {"key": "wettest", "value": "x"}],
         "more than one value for `rain_mm`"),
        ({**ANSWERS, "x" * 10_000: 1}, "is not a field of this answer"),
        ({**ANSWERS, "wettest": "x" * 300_000}, "characters"),
    ],
)  # fmt: skip
def test_answers_of_a_wrong_form_are_refused_with_what_is_wrong(answer, problem):
    with pytest.raises(ToolError, match=problem):
        check_answer(FIELDS, answer)


@pytest.mark.parametrize(
    "wrap", [lambda answer: answer, lambda answer: f"```json\n{answer}\n```", lambda answer: f"So:\n{answer}\nDone."]
)
def test_a_block_of_a_message_is_handed_in(wrap):
    records = [
        {"key": key, "value": value, "abs_tol": 9, "rel_tol": 9, "floor_scale": 9} for key, value in ANSWERS.items()
    ]
    text = f"I am done. <final_json>{wrap(json.dumps(records))}</final_json>"
    if wrap(json.dumps(records)).startswith("So:"):
        assert read_block(text) is None
        return
    given = check_answer(FIELDS, read_block(text))
    assert scored(given).value == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "", "no block", "<final_json>", "<final_json></final_json>", "<final_json>{</final_json>",
        "<final_json>" + "[" * 100_000 + "</final_json>", "<final_json>" + "x" * 10_000_000 + "</final_json>",
        "<final_json>NaN</final_json>",
    ],
)  # fmt: skip
def test_messages_without_a_readable_block_hand_in_nothing(text):
    reading_desk = desk(FIELDS, in_words=True)
    with pytest.raises(ToolError, match="answer refused for the last time"):
        reading_desk.submit(reading_desk.reader(text))
    assert not reading_desk.answer.accepted
