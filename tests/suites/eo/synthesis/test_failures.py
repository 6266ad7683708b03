"""Each of the nine published failures is caught where it is planted, and sound trajectories pass."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.suites.eo.synthesis.recorded import of_type, recorded

from mesocosm.seeding import generator
from mesocosm.suites.eo.synthesis import workshop
from mesocosm.suites.eo.synthesis.edits import answering, called_with, change_step, replace_step, with_steps
from mesocosm.suites.eo.synthesis.failures import fabricated_input, failures, logical_rules, temporal_mismatch
from mesocosm.suites.eo.synthesis.failures.evidence_contradiction import WORDS
from mesocosm.synthesis.review import STRUCTURE, review
from mesocosm.synthesis.trajectory import Step, Trajectory

PLANTED = 20
NINE = {
    "spatial_hallucination", "fabricated_input", "geometric_contradiction", "evidence_contradiction",
    "inference_without_evidence", "temporal_mismatch", "multispectral_misuse", "no_successful_observation",
    "unclear_image",
}  # fmt: skip


def picker(*path: str | int) -> Callable[[int], int]:
    draw = generator("eo", "planting", *path)
    return lambda below: int(draw.integers(below))


def planted(name: str) -> list[Trajectory]:
    """Return at least twenty trajectories with one fault, from all recorded ones that can have it."""
    failure, made = failures()[name], []
    for turn in range(40):
        for number, trajectory in enumerate(recorded()):
            faulty = failure.plant(trajectory, picker(name, turn, number))
            made += [faulty] if faulty is not None else []
        if len(made) >= PLANTED:
            return made
    raise AssertionError(f"only {len(made)} of {name}")


def test_there_are_nine() -> None:
    assert set(failures()) == NINE


@pytest.mark.parametrize("name", sorted(NINE))
def test_every_planted_fault_is_caught_by_its_own_rule(name: str) -> None:
    faulty = planted(name)
    caught = [failures()[name].find(trajectory) for trajectory in faulty]
    assert len(faulty) >= PLANTED
    assert all(caught)
    assert {finding.rule for findings in caught for finding in findings} == {name}


def test_sound_trajectories_pass() -> None:
    rules = workshop("train", 7).rules
    assert [review(trajectory, rules) for trajectory in recorded()] == [()] * len(recorded())


def test_all_question_types_are_recorded_twice() -> None:
    names = [trajectory.category.partition(".")[2] for trajectory in recorded()]
    assert len(set(names)) == 18
    assert all(names.count(name) == 2 for name in names)


def test_without_a_call_no_feedback_says_that_calls_were_refused() -> None:
    trajectory = of_type("object_counting")
    hasty = with_steps(trajectory, ())
    feedback = [finding.feedback for finding in review(hasty, workshop("train", 7).rules)]
    assert len(feedback) == 2
    assert all("no call was made" in text.lower() and "refused" not in text for text in feedback)
    refused = with_steps(trajectory, (trajectory.steps[0].model_copy(update={"error": "no such image"}),))
    assert "Every call was refused." in review(refused, STRUCTURE)[0].feedback


def test_feedback_tells_no_answer() -> None:
    """Feedback has no digit, and no word that an answer can be; so it cannot hold the truth, whatever the truth is."""
    words = {word.lower() for word in (*WORDS, "north", "south", "east", "west", "same")}
    feedback = {
        finding.feedback
        for name in NINE
        for trajectory in planted(name)
        for finding in review(trajectory, (*STRUCTURE, *logical_rules()))
    }
    assert len(feedback) > 12
    for text in feedback:
        plain = text.lower()
        assert not re.search(r"\d", plain)
        assert not {word for word in words if re.search(rf"\b{re.escape(word)}\b", plain)}, text


@pytest.mark.parametrize("name", sorted(NINE))
def test_feedback_does_not_hold_the_trajectory_s_own_answer(name: str) -> None:
    for trajectory in recorded():
        faulty = failures()[name].plant(trajectory, picker("own", name))
        for finding in failures()[name].find(faulty) if faulty is not None else ():
            assert trajectory.answer.lower() not in re.findall(r"[a-z-]+", finding.feedback.lower())


def test_a_refused_handle_that_is_mended_is_no_fabrication() -> None:
    trajectory = of_type("object_counting")
    refused = called_with(trajectory.steps[0], image="img-77").model_copy(update={"error": "there is no such image"})
    assert fabricated_input.find(with_steps(trajectory, (refused, *trajectory.steps))) == []
    assert fabricated_input.find(with_steps(trajectory, (refused,)))


@pytest.mark.parametrize(
    ("box", "wrong"),
    [([0.0, 0.5, 0.5, 1.0], False), ([0.137, 0.211, 0.149, 0.223], True), ([0.5, 0.5, 0.5, 1.0], True)],
)
def test_a_crop_is_of_a_part_people_name_or_of_something_found(box: list[float], wrong: bool) -> None:
    trajectory = of_type("object_counting")
    crop = Step(tool="crop_optical_or_sar_image", arguments={"image": "img-1", "box": box}, seen="crop-9")
    assert bool(fabricated_input.find(with_steps(trajectory, (crop, *trajectory.steps)))) is wrong


def test_figures_of_a_calculation_must_have_been_seen() -> None:
    trajectory = of_type("arithmetic_reasoning")
    number = len(trajectory.steps) - 1
    assert trajectory.steps[number].tool == "basic_calculator"
    made_up = called_with(trajectory.steps[number], expression="100 * 4321 / 46")
    assert fabricated_input.find(replace_step(trajectory, number, made_up))


def test_a_disaster_must_be_looked_at_afterwards() -> None:
    trajectory = of_type("damage_count")
    before = with_steps(trajectory, tuple(called_with(step, image="img-1") for step in trajectory.steps))
    assert temporal_mismatch.find(trajectory) == []
    assert temporal_mismatch.find(before)


def test_a_day_nobody_measured_is_no_answer() -> None:
    trajectory = answering(of_type("optical_temporal_analysis"), "2044-02-29")
    assert temporal_mismatch.find(trajectory)


def test_a_clouded_pass_that_is_measured_again_elsewhere_is_forgiven() -> None:
    unclear = failures()["unclear_image"]
    trajectory = of_type("multispectral_temporal_analysis")
    measured = next(step for step in trajectory.steps if step.tool.startswith("compute"))
    clouded = change_step(called_with(measured, image="img-2"), cloudy_share=0.8)
    assert unclear.find(with_steps(trajectory, (clouded, *trajectory.steps))) == []
    assert unclear.find(with_steps(trajectory, (*trajectory.steps, clouded)))
