"""Training pairs: another answer, a kept attempt without slips, and few attempts without any call."""

from __future__ import annotations

from tests.synthesis.test_formats import PATH

from mesocosm.synthesis.pairs import sift_pairs, tally
from mesocosm.synthesis.pipeline import Worked
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Trajectory

CLEAN = PATH.model_copy(update={"steps": PATH.steps[:1]})
"""The trajectory without its refused call."""
WRONG = CLEAN.model_copy(update={"answer": "a whale", "score": 0.0})
HASTY = WRONG.model_copy(update={"steps": ()})


def worked(number: int, rejected: Trajectory, kept: Trajectory = CLEAN) -> Worked:
    found = (Finding(rule="evidence_contradiction", feedback="Look again."),)
    named = kept.model_copy(update={"item": f"toy-s1-{number:04d}"})
    return Worked(number=number, outcome="kept", trajectory=named, rejected=(rejected,), findings=(found,))


def pair_items(*candidates: Worked) -> list[str]:
    return [pair.chosen.item[-1] for pair in sift_pairs(candidates, tally(candidates))]


def test_answers_that_agree_make_no_pair() -> None:
    same = WRONG.model_copy(update={"answer": "A  ship."})
    right = WRONG.model_copy(update={"answer": "a vessel", "score": 1.0})
    candidates = (worked(0, same), worked(1, WRONG), worked(2, right))
    assert pair_items(*candidates) == ["1"]
    assert tally(candidates).left_out == {"same_answer": 2, "slip_in_chosen": 0, "no_call": 0}


def test_a_kept_way_with_a_refused_or_mended_call_is_not_preferred() -> None:
    mended = CLEAN.model_copy(update={"steps": (CLEAN.steps[0].model_copy(update={"slip": True}), *CLEAN.steps)})
    candidates = (worked(0, WRONG, PATH), worked(1, WRONG, mended), worked(2, WRONG))
    assert pair_items(*candidates) == ["2"]
    assert tally(candidates).left_out["slip_in_chosen"] == 2


def test_ways_without_a_call_are_one_in_four_at_most() -> None:
    others = [worked(number, WRONG) for number in range(6)]
    hasty = [worked(number, HASTY) for number in (7, 8, 9)]
    # Six others make room for two, and the first two are taken.
    assert pair_items(*hasty, *others) == ["7", "8", "0", "1", "2", "3", "4", "5"]
    counted = tally([*hasty, *others])
    assert (counted.given, counted.left_out["no_call"]) == (8, 1)
    assert pair_items(*hasty, *others[:2]) == ["0", "1"]
