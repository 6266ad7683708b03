"""The report's view of hand-made episodes; frames that the lake lacks are drawn on plain ground."""

import io

import pytest
from PIL import Image
from tests.suites.eo.traces import DETECT, LATER, NEXT, START, item, looked, reference, trace

from mesocosm.report.log_metadata import LARGEST_VIEW
from mesocosm.suites.eo.lake.lake import lake
from mesocosm.suites.eo.path_sketch import WINDOWS, sketch
from mesocosm.suites.eo.view import view, window_asked_about
from mesocosm.suites.eo.view_path import WHOLE, Mark, Path, path_of
from mesocosm.types import Fault

PART = (0.5, 0.0, 1.0, 0.5)
FOUND = {**looked(START, PART, "crop-1"), "boxes": [{"id": "box-1", "label": "ship", "box": [0, 384, 384, 768]}]}


def test_boxes_are_placed_in_the_frame_by_their_view():
    # The view is the upper right quarter; the box is the lower left quarter of the picture of it.
    path = path_of(item(), trace((DETECT, FOUND)))
    [mark] = path.marks
    assert mark.points == ((0.5, 0.25), (0.75, 0.25), (0.75, 0.5), (0.5, 0.5))
    assert [(look.call, look.frame, look.window) for look in path.looks] == [
        (0, START, (0.0, 0.0, 1.0, 1.0)),
        (1, START, PART),
    ]


def test_a_view_is_noted_once():
    path = path_of(item(), trace((NEXT, looked()), (DETECT, looked()), (NEXT, looked(window=PART))))
    assert [(look.call, look.window) for look in path.looks] == [(0, (0, 0, 1, 1)), (1, (0, 0, 1, 1)), (3, PART)]


@pytest.mark.parametrize(
    "data",
    [
        {"view": "no"},
        {"view": {"frame": LATER}},
        {"view": {"frame": LATER, "window": [0, 1, 2], "size": [1, 1]}},
        {"view": {"frame": LATER, "window": ["a", 1, 2, 3], "size": [1, 1]}},
        {"image": "img-1", "boxes": "many"},
        {"image": "img-1", "boxes": [{"box": None}, 3, {"box": [1, 2, 3]}], "masks": [{"polygons": [[1, 2], "x"]}]},
        {"image": "img-9", "boxes": [{"box": [1, 2, 3, 4]}]},
    ],
)
def test_odd_data_is_passed_over(data):
    path = path_of(item(), trace((DETECT, data)))
    assert len(path.looks) == 1
    assert all(not mark.points for mark in path.marks)
    assert view(item(), reference(), trace((DETECT, data)))


def test_the_sketch_has_a_panel_for_each_frame():
    path = path_of(item(), trace((NEXT, looked())))
    png = sketch(path, lambda frame: None, lambda frame: frame[:3])
    picture = Image.open(io.BytesIO(png))
    assert picture.size == (2 * 250 + 8, 250 + 20)
    colours = {colour for _, colour in picture.convert("RGB").getcolors()}
    assert {WINDOWS[0], WINDOWS[1]} <= colours


def test_masks_are_laid_over_the_ground():
    path = path_of(item(), trace())
    path.marks.append(Mark(1, START, "water", ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8)), is_mask=True))
    plain = sketch(path_of(item(), trace()), lambda frame: None, str)
    assert sketch(path, lambda frame: None, str) != plain


def test_the_same_path_gives_the_same_bytes():
    path = path_of(item(), trace((DETECT, FOUND)))
    assert sketch(path, lambda frame: None, str) == sketch(path, lambda frame: None, str)


def test_nothing_seen_is_nothing_drawn():
    assert sketch(Path(), lambda frame: None, str) is None


def test_answer_and_truth_stand_side_by_side():
    start, _, answer, picture, calls = view(item(), reference(), trace((DETECT, FOUND), answer="a dozen"))
    [field] = answer.fields
    assert (field.answer, field.truth, field.verdict) == ("a dozen", "There are 12 ships.", "right")
    assert field.note == "the answer was read as 12"
    assert (start.section, answer.section, calls.section) == ("question", "result", "detail")
    assert picture.png.startswith(b"\x89PNG")
    assert "1 ship" in picture.alt
    assert calls.rows[0][3].startswith("1 × ship")
    assert len(picture.png) * 4 / 3 < LARGEST_VIEW / 2


def test_refused_calls_and_handles_out_of_nowhere_are_named():
    foreign = Fault(kind="foreign_handle", message="there is no img-9")
    *_, calls = view(item(), reference(), trace((DETECT, foreign), (NEXT, looked())))
    assert calls.rows[0][3] == "handle it was never given: there is no img-9"
    assert calls.rows[1][4] == "needed picture"


def test_an_answer_without_a_look_fails_and_says_so():
    _, further, answer, *_ = view(item(), reference(), trace())
    assert (further.title, further.section) == ("Further pictures that the answer rests on", "question")
    assert answer.fields[0].verdict == "right"
    assert answer.fields[0].note.startswith("it fails, since nothing was looked at")


def test_the_window_asked_about_is_marked_in_other_pictures_of_the_same_ground():
    first, later, *_ = lake().frames("r008-p00-works", "rgb")
    [scene, *_] = lake().frames("r008-p00-works", "sentinel-2")
    asked = item()
    asked = asked.model_copy(update={"data": asked.data.model_copy(update={"frames": (first.name,), "window": PART})})
    assert window_asked_about(asked, later.name) == PART
    assert window_asked_about(asked, scene.name) == WHOLE
    assert window_asked_about(asked, "0" * 32) == WHOLE


def test_calls_keep_their_numbers_where_an_answer_was_refused_between_them():
    refused = Fault(kind="arguments", message="not one of the words")
    made = trace((NEXT, looked()), ("submit", refused), (DETECT, FOUND))
    *_, calls = view(item(), reference(), made)
    assert [row[0] for row in calls.rows] == ["1", "3"]
    assert [look.call for look in path_of(item(), made).looks] == [0, 1, 3]


def test_the_pictures_of_the_question_are_shown_whatever_the_agent_did():
    start, *_ = view(item(), reference(), trace())
    again, *_ = view(item(), reference(), trace((NEXT, looked()), (DETECT, FOUND)))
    assert start == again
    assert start.png.startswith(b"\x89PNG")
    assert start.text_px >= 11
