from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.suites.eo.calls import call, data
from tests.suites.eo.paper import SITE, Paper, holdings, name_of, thing

from mesocosm.errors import ToolError, UserError
from mesocosm.suites.eo.detectors.detector import Detection, load_detector
from mesocosm.suites.eo.lake.frame import Frame, Pixels, Thing
from mesocosm.suites.eo.workspace_images import Holdings

FIND = "detect.get_object_bbox_by_optical_image"


def test_boxes_are_in_pixels_of_the_picture_as_shown() -> None:
    found = data(holdings(), FIND, image="img-1", target="ship")
    # 200 pixels are shown as 600: three times.
    assert found["boxes"] == [{"id": "box-1", "label": "ship", "box": [360.0, 450.0, 540.0, 510.0], "score": 1.0}]
    assert found["size"] == [600, 600]


def test_vehicles_are_no_ships() -> None:
    found = data(holdings(), FIND, image="img-1", target="vehicles")
    assert sorted(box["label"] for box in found["boxes"]) == ["car", "car", "truck"]


def test_thing_half_in_view_is_found_and_cut() -> None:
    held = holdings(window=(0.0, 0.0, 75 / 200, 1.0))
    (box,) = data(held, FIND, image="img-1", target="truck")["boxes"]  # 15 of its 30 columns are in view
    assert box["box"][2] == held.image("img-1").size[0]


def test_thing_less_than_half_in_view_is_left_out() -> None:
    assert data(holdings(window=(0.0, 0.0, 74 / 200, 1.0)), FIND, image="img-1", target="truck")["boxes"] == []


def test_radar_shows_no_cars() -> None:
    held = holdings(name_of("sar", 0))
    assert data(held, "detect.get_object_bbox_by_sar_image", image="img-1", target="car")["count"] == 0
    assert data(held, "detect.get_object_bbox_by_sar_image", image="img-1", target="ship")["count"] == 1


class Echoes(Paper):
    """Imagery with a house and a factory hall that radar shows."""

    def things(self, of: Frame) -> tuple[Thing, ...]:
        built = (thing("e", "house", (10, 10, 18, 18)), thing("i", "factory_hall", (20, 20, 40, 30)))
        return (*super().things(of), *(built if of.sensor == "sar" else ()))


def by_radar(target: str) -> dict[str, Any]:
    held = Holdings(Echoes(), SITE)
    held.begin((name_of("sar", 0),), None)
    return data(held, "detect.get_object_bbox_by_sar_image", image="img-1", target=target)


@pytest.mark.parametrize("target", ["building", "objects"])
def test_radar_calls_every_building_a_building(target: str) -> None:
    labels = [box["label"] for box in by_radar(target)["boxes"]]
    assert sorted(labels) == ["building", "building", *["ship"] * (target == "objects")]


@pytest.mark.parametrize("target", ["factory hall", "house", "church and ship"])
def test_radar_does_not_tell_kinds_of_buildings_apart(target: str) -> None:
    with pytest.raises(ToolError, match="does not tell kinds of buildings apart; look for 'building'"):
        by_radar(target)


@pytest.mark.parametrize("target", ["destroyed building", "red ship"])
def test_radar_shows_neither_colours_nor_damage(target: str) -> None:
    with pytest.raises(ToolError, match="neither colours nor degrees of damage"):
        by_radar(target)


def test_pair_shows_what_both_show() -> None:
    held = holdings(name_of("rgb", 0), name_of("sar", 0))
    pair = {"optical_image": "img-1", "sar_image": "img-2"}
    found = data(held, "detect.get_object_bbox_by_optical_sar_image", **pair, target="objects")
    assert [box["label"] for box in found["boxes"]] == ["ship"]


def test_pair_of_two_days_is_refused() -> None:
    held = holdings(name_of("rgb", 1), name_of("sar", 0))
    with pytest.raises(ToolError, match="not taken on the same day"):
        call(
            held,
            "detect.get_object_bbox_by_optical_sar_image",
            optical_image="img-1",
            sar_image="img-2",
            target="ship",
        )


def test_description_by_handle() -> None:
    held = holdings()
    data(held, FIND, image="img-1", target="destroyed building")
    description = data(held, "detect.describe_optical_object", image="img-1", box="box-1")
    assert description["label"] == "house"
    # 20 × 30 pixels of half a metre
    assert description["attributes"] == {
        "colour": "brown", "roof": "gable", "damage": "destroyed", "length_m": 15.0, "width_m": 10.0
    }  # fmt: skip


def test_description_of_a_given_box_is_of_the_thing_it_overlaps() -> None:
    description = data(holdings(), "detect.describe_optical_object", image="img-1", box=[355, 445, 545, 515])
    assert description["label"] == "ship"


def test_description_of_empty_ground_is_refused() -> None:
    with pytest.raises(ToolError, match="no object fills this box; find objects first"):
        call(holdings(), "detect.describe_optical_object", image="img-1", box=[0, 300, 90, 390])


def test_ids_of_things_are_never_shown() -> None:
    out = call(holdings(), FIND, image="img-1", target="objects")
    assert '"thing"' not in out.model_dump_json()


class Blind:
    """A detector that sees one car in the upper left corner of every picture."""

    name = "blind"

    def detect(self, pixels: Pixels, labels: frozenset[str]) -> tuple[Detection, ...]:
        return (Detection("car", (1.0, 2.0, 9.0, 6.0), 0.5),) if "car" in labels else ()

    def segment(self, pixels: Pixels, labels: frozenset[str]) -> NDArray[np.bool_]:
        return np.ones(pixels.shape[:2], np.bool_)


def _unverified() -> Holdings:
    held = Holdings(Paper(), SITE, "unverified", Blind())
    held.begin((name_of("rgb", 0),), (0.5, 0.5, 1.0, 1.0))
    return held


def test_unverified_boxes_are_the_detectors() -> None:
    (box,) = data(_unverified(), FIND, image="img-1", target="vehicle")["boxes"]
    assert (box["box"], box["score"]) == ([7.0, 14.0, 63.0, 42.0], 0.5)  # 100 pixels shown as 700


def test_unverified_mask_is_the_detectors() -> None:
    mask = data(_unverified(), "mask.get_building_mask_by_optical_image", image="img-1")
    assert mask["share"] == 1.0


def test_unverified_description_tells_no_truth() -> None:
    description = data(_unverified(), "detect.describe_optical_object", image="img-1", box=[10, 10, 60, 60])
    assert description["label"] == ""
    assert set(description["attributes"]) == {"colour"}


def test_radar_stays_verified() -> None:
    held = Holdings(Paper(), SITE, "unverified", Blind())
    held.begin((name_of("sar", 0),), None)
    assert data(held, "detect.get_object_bbox_by_sar_image", image="img-1", target="ship")["count"] == 1


def test_missing_detector_is_said() -> None:
    with pytest.raises(UserError, match="the detector 'yolo' of the unverified response is not installed"):
        load_detector("yolo")


def test_scene_is_named() -> None:
    assert data(holdings(), "detect.analyze_optical_scene", image="img-1")["scene"] == "harbour"
