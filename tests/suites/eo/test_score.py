"""Scores of hand-made rollouts, worked by hand."""

import math

import pytest
from tests.suites.eo.traces import CALCULATE, DETECT, NEXT, item, looked, reference, trace

from mesocosm.suites.eo import suite
from mesocosm.suites.eo.records import ChoiceAnswer
from mesocosm.suites.eo.score import reading, score
from mesocosm.suites.eo.tool_renaming import RENAMED, published_name, renamed_tool
from mesocosm.types import Fault

REFUSED = Fault(kind="arguments", message="image must be a handle")
FOREIGN = Fault(kind="foreign_handle", message="there is no img-9")


def scored(*calls, profile="default", **about):
    return score(item(), reference(), trace(*calls, **about), profile)


def test_a_right_answer_along_the_reference():
    score = scored(NEXT, DETECT)
    assert score.value == score.metrics["success"] == 1.0
    assert {name: score.metrics[name] for name in ("exact", "in_order", "any_order")} == {
        "exact": 1.0, "in_order": 1.0, "any_order": 1.0}  # fmt: skip
    assert score.metrics["tool_call_ratio"] == 1.0
    assert score.metrics["evidence_seen"] == 1.0
    assert score.metrics["images"] == 2.0
    assert score.explanation.startswith("right: the agent said")


def test_a_wrong_answer():
    score = scored(NEXT, DETECT, answer="11")
    assert score.value == 0.0
    assert score.explanation == (
        "wrong: the agent said '11', and that is not what the pictures show; the truth is 'There are 12 ships.'"
    )


def test_refused_and_empty_calls_are_illegal():
    # Of five calls one is refused, one came back empty and one never came back.
    score = scored((NEXT, REFUSED), (DETECT, {}), (DETECT, None), NEXT, DETECT)
    assert score.value == 1.0
    assert score.metrics["illegal_rate"] == pytest.approx(3 / 5)
    assert score.metrics["tool_call_ratio"] == 2.5
    assert score.metrics["exact"] == 0.0
    assert score.metrics["in_order"] == 1.0


@pytest.mark.parametrize("profile", ["default", "published"])
def test_without_a_call_every_answer_fails(profile):
    score = scored(profile=profile)
    assert score.value == 0.0
    assert score.metrics["zero_call"] == 1.0
    assert math.isnan(score.metrics["illegal_rate"])
    assert "nothing was looked at" in score.explanation


@pytest.mark.parametrize(
    ("answer", "status", "explanation"),
    [
        (None, "missing", "no answer was handed in;"),
        ("gamma", "rejected", "what was handed in was not accepted, 'gamma';"),
    ],
)
def test_nothing_handed_in_differs_from_what_was_not_accepted(answer, status, explanation):
    assert scored(NEXT, answer=answer, status=status).explanation.startswith(explanation)


@pytest.mark.parametrize("calls", [((NEXT, REFUSED),), ((CALCULATE, {"value": 12}),)])
def test_a_call_that_sees_nothing_saves_a_rollout_only_as_published(calls):
    assert scored(*calls).value == 0.0
    assert scored(*calls, profile="published").value == 1.0


def test_the_last_words_count_as_published_alone():
    ending = {"answer": None, "said": "I count the boxes. There are 12 ships."}
    assert scored(NEXT, DETECT, **ending).value == 0.0
    assert scored(NEXT, DETECT, profile="published", **ending).value == 1.0


def test_a_refused_answer_counts_as_published_alone():
    assert scored(NEXT, DETECT, status="rejected").value == 0.0
    assert scored(NEXT, DETECT, status="rejected", profile="published").value == 1.0


def test_an_undecided_answer_scores_nothing_and_says_so():
    score = scored(NEXT, DETECT, answer="12 ships. Wait, 7 boats.")
    assert (score.value, score.metrics["undecided"]) == (0.0, 1.0)
    assert score.explanation.startswith("undecided: the agent said")
    assert "taken back" in score.explanation


def test_renaming_moves_no_score():
    plain, other = (
        scored(NEXT, DETECT, (NEXT, REFUSED)),
        scored(renamed_tool(NEXT), renamed_tool(DETECT), (renamed_tool(NEXT), REFUSED)),
    )
    assert plain == other


def test_every_first_word_comes_back():
    for first in RENAMED:
        assert renamed_tool(f"{first}_x_y") != f"{first}_x_y"
        assert published_name(renamed_tool(f"{first}_x_y")) == published_name(f"{first}_x_y") == f"{first}_x_y"
    assert published_name("submit") == "submit"


def test_frames_that_were_not_seen():
    # The start frame comes with the question; the later one was never fetched.
    assert scored((DETECT, looked(frame="a" * 32))).metrics["evidence_seen"] == 0.5


def test_a_frame_that_was_only_listed_was_not_seen():
    listed = ("get_optical_image_list", {"images": [looked(image="img-4")]})
    assert scored(listed).metrics["evidence_seen"] == 0.5
    assert scored(listed, (DETECT, {"image": "img-4", "boxes": []})).metrics["evidence_seen"] == 1.0


def test_fabricated_handles_are_reported():
    assert scored(NEXT, (DETECT, FOREIGN), DETECT).metrics["fabricated_handles"] == 1.0


def test_the_question_gives_words_their_meaning():
    points = dict.fromkeys(("north", "north-east", "east", "south", "west"), ())
    truth = reference(ChoiceAnswer(value="north-east", among=points), sentence="It lies north-east of it.")
    shown = trace(NEXT, DETECT, answer="to the upper right")
    assert score(item("Where does it lie? North is up."), truth, shown, "default").value == 1.0
    assert score(item("Where does it lie?"), truth, shown, "default").value == 0.0


def test_equal_answers_have_one_reading():
    readings = {
        reading(item(), reference(), trace(NEXT, answer=answer)) for answer in ("12", "twelve", "a dozen ships")
    }
    assert readings == {"12"}
    assert reading(item(), reference(), trace(NEXT, answer=None)) == ""


def test_the_card_has_words_for_every_metric():
    assert set(scored().metrics) - {"success"} == set(suite.card.metrics)
