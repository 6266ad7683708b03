import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.suites.eo.calls import call, data
from tests.suites.eo.paper import holdings, name_of

from mesocosm.errors import ToolError

BOXES = "relate.get_bbox_geospatial_relationship"
MASKS = "relate.get_mask_geospatial_relationship"


def test_direction_and_distance_of_handles() -> None:
    held = holdings()
    data(held, "detect.get_object_bbox_by_optical_image", image="img-1", target="cars")
    relation = data(held, BOXES, first="box-1", second="box-2")
    assert (relation["direction"], relation["distance_m"], relation["relation"]) == (
        "east",
        10.0,
        "disjoint",
    )  # 20 pixels apart
    assert relation["gap_m"] == 5.0


@pytest.mark.parametrize(
    ("to", "direction"),
    [((90, 60), "north-east"), ((60, 10), "north"), ((10, 60), "west"), ((90, 110), "south-east")],
)
def test_direction_of_points(to: tuple[int, int], direction: str) -> None:
    relation = data(holdings(), BOXES, first=[60, 90], second=list(to), image="img-1")
    assert relation["direction"] == direction if to != (10, 60) else relation["direction"] in ("west", "north-west")


@given(st.tuples(*[st.integers(0, 600)] * 4))
def test_direction_turns_round_when_places_change_over(numbers: tuple[int, int, int, int]) -> None:
    x, y, u, v = numbers
    there = data(holdings(), BOXES, first=[x, y], second=[u, v], image="img-1")
    back = data(holdings(), BOXES, first=[u, v], second=[x, y], image="img-1")
    assert there["distance_m"] == back["distance_m"] == round(math.hypot(x - u, y - v) / 6, 2)
    opposite = {"north": "south", "north-east": "south-west", "east": "west", "south-east": "north-west"}
    both = opposite | {b: a for a, b in opposite.items()} | {"same place": "same place"}
    assert back["direction"] == both[there["direction"]]


def test_containment_and_overlap() -> None:
    held = holdings()
    outer, inner, beside = [0, 0, 300, 300], [90, 90, 210, 210], [150, 150, 450, 450]
    assert data(held, BOXES, first=outer, second=inner, image="img-1")["relation"] == "first contains second"
    assert data(held, BOXES, first=inner, second=outer, image="img-1")["within"] is True
    # 150² shared of 2 · 300² - 150²
    assert data(held, BOXES, first=outer, second=beside, image="img-1")["iou"] == pytest.approx(1 / 7, abs=1e-6)


@pytest.mark.parametrize("place", [[-1, 5], [5, 5, 1, 9], [0, 0, 601, 10], [1, 2, 3]])
def test_place_outside_is_refused(place: list[float]) -> None:
    with pytest.raises(ToolError, match="within the 600 × 600 pixels of img-1"):
        call(holdings(), BOXES, first=place, second=[1, 1], image="img-1")


def test_numbers_need_an_image() -> None:
    with pytest.raises(ToolError, match="`image` must say"):
        call(holdings(), BOXES, first=[1, 1], second=[2, 2])


def test_masks_of_one_image_share_pixels() -> None:
    held = holdings()
    data(held, "mask.get_building_mask_by_optical_image", image="img-1")
    data(held, "mask.get_object_mask_by_optical_image", image="img-1", target="destroyed building")
    relation = data(held, MASKS, first="mask-1", second="mask-2")
    assert relation["relation"] == "first contains second"
    assert relation["share_of_first"] == 0.4  # 20 of 50 columns
    assert relation["direction"] == "east"


def test_masks_of_two_scenes_compare_ground() -> None:
    held = holdings(name_of("sentinel-2", 0), name_of("sentinel-2", 2))
    for image in ("img-1", "img-2"):
        data(held, "mask.compute_water_mask_by_multispectral", image=image)
    relation = data(held, MASKS, first="mask-1", second="mask-2")
    assert (relation["relation"], relation["iou"]) == ("equal", 1.0)


def test_masks_without_common_ground_are_refused() -> None:
    held = holdings()
    for box in ([0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]):
        data(held, "gather.crop_optical_or_sar_image", image="img-1", box=box)
    for image in ("crop-1", "crop-2"):
        data(held, "mask.get_building_mask_by_optical_image", image=image)
    with pytest.raises(ToolError, match="show no ground in common"):
        call(held, MASKS, first="mask-1", second="mask-2")


def test_normalised_boxes_are_shares_of_the_whole_from_any_crop() -> None:
    held = holdings(window=(0.5, 0.5, 1.0, 1.0))
    data(held, "detect.get_object_bbox_by_optical_image", image="img-1", target="ship")
    (row,) = data(held, "relate.normalize_bounding_boxes", boxes=["box-1"])["boxes"]
    assert row["normalized"] == [0.6, 0.75, 0.9, 0.85]


def test_calculator() -> None:
    assert data(holdings(), "relate.basic_calculator", expression="100 * 3 / 8")["value"] == 37.5


def test_calculator_runs_no_code() -> None:
    with pytest.raises(ToolError):
        call(holdings(), "relate.basic_calculator", expression="__import__('os')")
