"""Stages of the graders."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.suites.atmos.coverage import STAGES, Sub, coverage


def subs(*verdicts_by_stage: tuple[bool | None, str, str], question: str = "X_1"):
    return {
        question: [
            Sub(sub=chr(97 + n), verdict=one, by=by, reason=why) for n, (one, by, why) in enumerate(verdicts_by_stage)
        ]
    }


def test_by_hand():
    found = coverage(
        subs((True, "quantity", ""), (False, "quantity", ""), (None, "text", "other_words"))
        | subs(
            (False, "none", "no_answer"), (None, "none", "unreadable"), (None, "text", "other_words"), question="X_2"
        )
    )
    assert (found.questions, found.subs, found.decided.right, found.decided.n) == (2, 6, 3, 6)
    rows = {one.stage: (one.right, one.wrong, one.undecided, one.decided.share) for one in found.stages}
    assert rows["quantity"] == (1, 1, 0, pytest.approx(2 / 6))
    assert rows["text"] == (0, 0, 2, 0)
    assert rows["none"] == (0, 1, 1, pytest.approx(1 / 6))
    assert rows["judge"] == (0, 0, 0, 0)
    assert list(found.reasons.items()) == [("other_words", 2), ("unreadable", 1)]


@pytest.mark.parametrize(("right", "wrong", "printed"), [(80, 212, 48.91), (105, 198, 50.75), (106, 209, 52.76)])
def test_the_first_stage_as_published(right, wrong, printed):
    """AtmosSci-Bench, Table 7: at the first stage its denominator, 597, is all sub-answers, as ours always is."""
    verdicts_by_stage = [(True, "quantity", "")] * right + [(False, "quantity", "")] * wrong
    found = coverage(subs(*verdicts_by_stage, *[(None, "none", "")] * (597 - right - wrong)))
    assert 100 * found.stages[0].decided.share == pytest.approx(printed, abs=0.006)  # half of the last digit


def test_nothing_graded_is_no_data():
    found = coverage({"X_1": []})
    assert (found.questions, found.subs) == (1, 0)
    assert math.isnan(found.decided.share)


verdicts = st.tuples(st.sampled_from([True, False, None]), st.sampled_from(STAGES), st.sampled_from(["a", "b"]))


@given(st.lists(verdicts))
def test_every_sub_answer_ends_at_one_stage(verdicts_by_stage):
    found = coverage(subs(*verdicts_by_stage))
    assert sum(one.right + one.wrong + one.undecided for one in found.stages) == found.subs == len(verdicts_by_stage)
    assert sum(one.decided.right for one in found.stages) == found.decided.right
    assert sum(found.reasons.values()) == found.subs - found.decided.right
