"""Calls that had to be mended are marked, and others are not."""

from __future__ import annotations

from pydantic import JsonValue
from tests.suites.eo.synthesis.recorded import of_type, recorded

from mesocosm.suites.eo.synthesis.edits import with_steps
from mesocosm.suites.eo.synthesis.slips import mark_slips
from mesocosm.synthesis.trajectory import Step

DETECT = "get_object_bbox_by_optical_image"


def step(tool: str, brought: str = "", **arguments: JsonValue) -> Step:
    return Step(tool=tool, arguments=arguments, seen="seen", data={"image": brought})


def marks(*steps: Step) -> list[bool]:
    return [step.slip for step in mark_slips(with_steps(of_type("object_counting"), steps)).steps]


def test_a_search_of_a_crop_that_was_repeated_over_the_whole() -> None:
    crop = step("crop_optical_or_sar_image", "crop-1", image="img-1", box=[0.35, 0.35, 0.65, 0.65])
    narrow, whole = step(DETECT, image="crop-1", target="car"), step(DETECT, image="img-1", target="car")
    assert marks(crop, narrow, whole) == [True, True, False]
    assert marks(crop, narrow, step(DETECT, image="img-1", target="ship")) == [False, False, False]
    assert marks(crop, narrow) == [False, False]


def test_a_neighbour_on_the_wrong_side_that_nothing_looks_at() -> None:
    back, on = step("get_previous_optical_image", "img-2", image="img-1"), step("get_next_optical_image", image="img-1")
    assert marks(back, on, step(DETECT, image="img-3", target="car")) == [True, False, False]
    assert marks(back, on, step(DETECT, image="img-2", target="car")) == [False, False, False]


def test_the_straight_way_has_no_slips() -> None:
    assert all(mark_slips(trajectory) is trajectory for trajectory in recorded())
