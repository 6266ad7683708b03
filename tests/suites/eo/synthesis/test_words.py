"""Thoughts come from what had been seen by then; choice tests become open questions; answers become sentences."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue
from tests.suites.eo.synthesis.recorded import of_type, recorded

from mesocosm.suites.eo.evidence.evidence import Evidence, Look, Picture
from mesocosm.suites.eo.evidence.looks import kind_of
from mesocosm.suites.eo.records import (
    AnswerSpec,
    ChoiceAnswer,
    CountAnswer,
    DateAnswer,
    LabelAnswer,
    NumberAnswer,
    QuestionType,
    YesNoAnswer,
)
from mesocosm.suites.eo.synthesis.answer_sentences import sentence
from mesocosm.suites.eo.synthesis.conclusions import conclude
from mesocosm.suites.eo.synthesis.contradictions import contradicts
from mesocosm.suites.eo.synthesis.edits import answering, called_with, with_steps
from mesocosm.suites.eo.synthesis.intentions import TEXTS
from mesocosm.suites.eo.synthesis.open_questions import options_of, without_options
from mesocosm.suites.eo.synthesis.question_kind import question_type
from mesocosm.suites.eo.synthesis.text_audit import audit, unseen
from mesocosm.suites.eo.synthesis.thoughts import add_thoughts
from mesocosm.synthesis.trajectory import Trajectory


@pytest.mark.parametrize("number", range(len(recorded())))
def test_thoughts_of_sound_trajectories_pass_the_audit(number: int) -> None:
    worded = add_thoughts(recorded()[number])
    assert audit(worded) == []
    assert all(step.thought for step in worded.steps)


def test_a_thought_depends_on_nothing_that_comes_later() -> None:
    """The text before a step is the same whatever the results from that step on."""
    for trajectory in recorded():
        worded = add_thoughts(trajectory)
        for number in range(1, len(trajectory.steps)):
            step = trajectory.steps[number]
            blind = step.model_copy(update={"seen": "?", "data": None, "images": ()})
            cut = trajectory.model_copy(
                update={"steps": (*trajectory.steps[:number], blind, *trajectory.steps[number + 1 :])}
            )
            assert add_thoughts(cut).steps[number].thought == worded.steps[number].thought


@pytest.mark.parametrize("name", ["object_counting", "spatial_relation", "multispectral_temporal_analysis"])
def test_a_peek_is_found(name: str) -> None:
    worded = add_thoughts(of_type(name))
    last = worded.steps[-1].seen.partition(":")[2] or worded.steps[-1].seen
    peeking = worded.steps[0].model_copy(update={"thought": f"I know already: {last}"})
    findings = audit(worded.model_copy(update={"steps": (peeking, *worded.steps[1:])}))
    assert "told_before_seen" in {finding.rule for finding in findings}


def test_facts_are_dates_handles_numbers_and_words_for_places() -> None:
    trajectory = of_type("object_counting")
    assert unseen(trajectory, 0, "I search img-1.") == []
    assert unseen(trajectory, 0, "img-8 of 2031-04-05 shows 977 swimming pools") == [
        "img-8", "2031-04-05", "977", "swimming pool",
    ]  # fmt: skip


def test_words_vary_over_trajectories_and_are_the_same_for_one() -> None:
    thoughts = [add_thoughts(trajectory).steps[0].thought for trajectory in recorded()]
    assert len(set(thoughts)) > 20
    assert add_thoughts(recorded()[0]) == add_thoughts(recorded()[0])


def test_an_actor_s_own_words_stay() -> None:
    trajectory = recorded()[0]
    spoken = trajectory.steps[0].model_copy(update={"thought": "My own words."})
    worded = add_thoughts(trajectory.model_copy(update={"steps": (spoken, *trajectory.steps[1:])}))
    assert worded.steps[0].thought == "My own words."


def test_what_is_left_of_a_choice_test_is_found() -> None:
    worded = add_thoughts(of_type("scene_understanding"))
    left = worded.model_copy(update={"answer": "None of the options"})
    assert "choice_artefact" in {finding.rule for finding in audit(left)}


def as_choices(trajectory: Trajectory, options: list[str], letter: str) -> Trajectory:
    lines = "\n".join(f"{'ABCDEFGH'[number]}. {option}" for number, option in enumerate(options))
    return trajectory.model_copy(update={"task": f"{trajectory.task}\nOptions:\n{lines}", "answer": letter})


@given(st.integers(0, 3), st.sampled_from(["{}", "({})", "{}.", "Answer: {}", "{}. whatever it says"]))
def test_a_choice_test_becomes_the_open_question_it_was_made_from(place: int, form: str) -> None:
    options = ["expanded", "contracted", "stable", "not present"]
    trajectory = of_type("multispectral_temporal_analysis").model_copy(update={"task": "What became of the water?"})
    open_again = without_options(as_choices(trajectory, options, form.format("ABCD"[place])))
    assert open_again.task == trajectory.task
    assert open_again.answer == options[place]


def test_open_questions_stay_as_they_are() -> None:
    assert all(without_options(trajectory) is trajectory for trajectory in recorded())
    assert options_of("A. one line alone") == {}


SPECS: dict[str, AnswerSpec] = {
    "count": CountAnswer(value=4, noun="cars"),
    "damage": CountAnswer(value=4, noun="buildings"),
    "percent": NumberAnswer(value=5.2, unit="percent", tolerance=0.2),
    "density": NumberAnswer(value=1.24, unit="1/ha", tolerance=0.02),
    "distance": NumberAnswer(value=110.9, unit="m", tolerance=4.0),
    "change": NumberAnswer(value=-0.2, unit="1", tolerance=0.03),
    "cover": ChoiceAnswer(value="trees", among={"trees": ("tree crowns",), "roads": ("road",)}),
    "label": LabelAnswer(value="plane"),
    "date": DateAnswer(value="2031-06-03"),
    "yes_no": YesNoAnswer(value=True),
}


def spec_of(trajectory: Trajectory) -> AnswerSpec:
    """Return the answer spec of the kind of a recorded answer."""
    number, _, noun = trajectory.answer.partition(" ")
    if number.isdigit():
        return CountAnswer(value=int(number), noun=noun or "things")
    return LabelAnswer(value=trajectory.answer)


def test_answers_become_sentences_that_say_the_same() -> None:
    for trajectory in recorded():
        said = sentence(question_type(trajectory), spec_of(trajectory), trajectory.answer)
        assert not contradicts(trajectory.model_copy(update={"answer": said}))


@pytest.mark.parametrize(
    ("asked", "spec", "answer", "said"),
    [
        ("area_dominance", "cover", "tree crowns", "The largest share of the view is that of trees."),
        ("cross_modal_identification", "label", "apartment block", "It is an apartment block."),
        ("cross_modal_identification", "count", "3", "There are 3 cars."),
        ("optical_temporal_analysis", "date", "2031-06-03", "The day is 2031-06-03."),
        ("object_counting", "count", "1", "There is 1 car."),
        ("object_counting", "count", "I saw about nine of them", "I saw about nine of them"),
        ("damage_presence", "yes_no", "yes", "yes"),
        ("spatial_relation", "distance", "110.9 m", "It is 110.9 m from the one to the other."),
    ],
)
def test_sentences_by_type(asked: QuestionType, spec: str, answer: str, said: str) -> None:
    assert sentence(asked, SPECS[spec], answer) == said


@pytest.mark.parametrize(
    ("asked", "spec", "planned", "guessed"),
    [
        ("damage_count", "damage", "4 buildings", "9"),
        ("object_counting", "count", "4", "16"),
        ("temporal_counting", "count", "3", "11"),
        ("arithmetic_reasoning", "percent", "5.2 %", "12.3"),
        ("arithmetic_reasoning", "density", "1.24 per hectare", "12.3"),
        ("multispectral_temporal_analysis", "change", "+0.199", "12.3"),
        ("area_dominance", "cover", "tree crowns", "road"),
    ],
)
def test_wording_does_not_tell_a_guess_from_an_answer(
    asked: QuestionType, spec: str, planned: str, guessed: str
) -> None:
    """Answers as the planner spells them and as guesses are spelt: without the figure or word they are the same."""
    frames = {
        re.sub(r"\d+(\.\d+)?|trees|roads", "…", sentence(asked, SPECS[spec], answer)) for answer in (planned, guessed)
    }
    assert len(frames) == 1
    assert frames.pop().endswith(".")


@pytest.mark.parametrize(("noun", "short"), [("pictures", True), ("car parks", False), ("cars", False)])
def test_all_ways_through_a_task_have_a_sentence_or_none(noun: str, short: bool) -> None:
    """If the judge does not read the sentence of the truth, a wrong answer stays as short."""
    from types import SimpleNamespace

    from mesocosm.suites.eo.synthesis import Workshop

    shop = Workshop("train", 1, "oracle")
    reference = SimpleNamespace(hidden=SimpleNamespace(answer=CountAnswer(value=1, noun=noun)))
    shop._last = (0, (None, reference))  # type: ignore[assignment]  # of a candidate, the kind of answer alone is read
    answers = [shop.word(answering(of_type("object_counting"), answer)).answer for answer in ("1", "11")]
    assert (answers == ["1", "11"]) is short
    assert all(text.startswith("There ") for text in answers) is not short


def test_every_tool_has_words() -> None:
    from mesocosm.suites.eo.synthesis import workshop

    spoken = {name for name in workshop("train", 1).tools if not name.startswith(("compute_", "move_"))}
    assert spoken - {"submit"} == set(TEXTS)


def test_a_search_of_a_crop_that_was_repeated_is_not_counted_again() -> None:
    trajectory = of_type("damage_count")
    narrow = called_with(trajectory.steps[0], image="crop-1")
    closing = add_thoughts(with_steps(trajectory, (narrow, *trajectory.steps))).thought
    assert closing.count(" for '") == 1


def looked(number: int, tool: str, image: str, **data: JsonValue) -> Look:
    return Look(number, tool, kind_of(tool), {"image": image, "target": "building"}, data, "", False)


def first_of(below: int) -> int:
    return 0


DAYS = {f"img-{number}": Picture(f"img-{number}", date=f"2031-0{number}-09") for number in (1, 2, 3)}


def test_of_several_passes_all_are_listed_and_the_highest_is_named() -> None:
    means = {"img-1": 0.2, "img-2": 0.41, "img-3": 0.4}
    looks = [
        looked(k, "compute_ndvi_by_multispectral", image, mean=mean) for k, (image, mean) in enumerate(means.items())
    ]
    thought = conclude("multispectral_temporal_analysis", Evidence("Which day is the greenest?", looks, DAYS), first_of)
    assert thought.startswith("Side by side: 0.200 on 2031-01-09; 0.410 on 2031-02-09; 0.400 on 2031-03-09.")
    assert thought.endswith("The highest is 0.410 on 2031-02-09.")


def test_a_thing_that_is_pointed_at_is_followed_through_the_days() -> None:
    south: JsonValue = {"id": "box-1", "box": [10, 80, 20, 90]}
    north: JsonValue = {"id": "box-2", "box": [40, 10, 50, 20]}
    search = "get_object_bbox_by_optical_image"
    looks = [
        looked(0, search, "img-3", boxes=[south, north], size=[100, 100]),
        looked(1, search, "img-1", boxes=[north], size=[100, 100]),
        looked(2, search, "img-2", boxes=[{"id": "box-3", "box": [10, 80, 20, 90]}], size=[100, 100]),
    ]
    evidence = Evidence("When was the southernmost building built?", looks, DAYS)
    thought = conclude("optical_temporal_analysis", evidence, first_of)
    assert thought == (
        "By their coordinates, box-1 is the southernmost one. It stands in the photographs of 2031-02-09, 2031-03-09 "
        "and not in those of 2031-01-09."
    )


def test_a_handle_that_nobody_gave_is_not_written() -> None:
    trajectory = of_type("object_counting")
    step = trajectory.steps[0]
    assert isinstance(step.arguments, dict)
    slip = step.model_copy(update={"arguments": {**step.arguments, "image": "img-9"}, "error": "there is no image"})
    worded = add_thoughts(trajectory.model_copy(update={"steps": (slip, *trajectory.steps)}))
    assert "img-9" not in worded.steps[0].thought
    spoken = worded.steps[0].model_copy(update={"thought": "I look at img-9."})
    findings = audit(worded.model_copy(update={"steps": (spoken, *worded.steps[1:])}))
    assert "told_before_seen" in {finding.rule for finding in findings}


@pytest.mark.parametrize(("name", "wrong"), [("target", "hatchback"), ("image", "img-9")])
def test_a_slip_is_mended_by_naming_what_changes(name: str, wrong: str) -> None:
    trajectory = of_type("damage_count")
    step = trajectory.steps[0]
    assert isinstance(step.arguments, dict)
    slip = called_with(step, **{name: wrong}).model_copy(update={"error": "it is not known", "data": None})
    assert str(step.arguments[name]) in add_thoughts(with_steps(trajectory, (slip, *trajectory.steps))).steps[1].thought


def test_the_wrong_side_is_noticed() -> None:
    task = "How many cars stand in the eastern half?"
    trajectory = of_type("object_counting").model_copy(update={"task": task})
    cut = trajectory.steps[0].model_copy(
        update={
            "tool": "crop_optical_or_sar_image",
            "arguments": {"image": "img-1", "box": [0.0, 0.0, 0.5, 1.0]},
            "data": {"image": "crop-1"},
            "seen": "crop-1",
        }
    )
    worded = add_thoughts(with_steps(trajectory, (cut, *trajectory.steps)))
    assert "the western half" in worded.steps[0].thought
    assert "the western half" in worded.steps[1].thought
    assert "the eastern half" in worded.steps[1].thought
