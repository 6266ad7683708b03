import pytest
from tests.suites.eo.calls import call, data
from tests.suites.eo.paper import Paper, holdings, name_of

from mesocosm.errors import InvalidArguments, ToolError

CROP = "gather.crop_optical_or_sar_image"


def test_crop_shows_the_part_that_was_asked_for() -> None:
    crop = data(holdings(), CROP, image="img-1", box=[0.25, 0.5, 0.75, 1])
    assert crop["image"] == "crop-1"
    assert crop["view"]["window"] == [0.25, 0.5, 0.75, 1.0]
    assert crop["pixel_m"] == pytest.approx(0.5 / 7, abs=1e-4)  # 100 pixels shown as 700


def test_crop_of_a_crop_counts_from_the_crop() -> None:
    held = holdings()
    data(held, CROP, image="img-1", box=[0.5, 0.5, 1, 1])
    assert data(held, CROP, image="crop-1", box=[0, 0, 0.5, 0.5])["view"]["window"] == [0.5, 0.5, 0.75, 0.75]


def test_crop_about_a_box_holds_the_box() -> None:
    held = holdings()
    data(held, "detect.get_object_bbox_by_optical_image", image="img-1", target="ship")
    left, top, right, bottom = data(held, CROP, image="img-1", box="box-1")["view"]["window"]
    assert left < 120 / 200 < 180 / 200 < right
    assert top < 150 / 200 < 170 / 200 < bottom


@pytest.mark.parametrize(
    ("box", "words"),
    [
        ([-0.1, 0, 1, 1], "shares of the image between 0 and 1, got"),
        ([0, 0, 768, 768], "divide pixels by the image's size"),
        ([0.6, 0, 0.4, 1], "left < right"),
        ([0.5, 0.5, 0.5, 0.9], "left < right"),
        ([0.5, 0.5, 0.505, 0.9], "at least 8 pixels"),
        ("box-9", "no box 'box-9'"),
        ([0, 0, 1e308, 1], "between 0 and 1"),
    ],
)
def test_wrong_box_is_refused_with_what_to_do(box: object, words: str) -> None:
    with pytest.raises(ToolError, match=words):
        call(holdings(), CROP, image="img-1", box=box)


@pytest.mark.parametrize("box", [[0, 0, float("nan"), 1], [0, 0, 1], [0, 0, 1, 1, 1], "", None, {"left": 0}])
def test_box_of_another_form_is_no_argument(box: object) -> None:
    with pytest.raises(InvalidArguments):
        call(holdings(), CROP, image="img-1", box=box)


def test_list_is_in_order_of_time_with_handles() -> None:
    rows = data(holdings(), "gather.get_optical_image_list", image="img-1")["images"]
    assert [(row["image"], row["date"]) for row in rows] == [("img-1", "2031-05-01"), ("img-2", "2031-08-09")]


def test_next_keeps_the_view_and_tells_the_date() -> None:
    held = holdings(window=(0.0, 0.0, 0.5, 0.5))
    image = data(held, "gather.get_next_optical_image", image="img-1")
    assert image["date"] == "2031-08-09"
    assert image["view"]["window"] == [0.0, 0.0, 0.5, 0.5]
    assert image["view"]["frame"] == name_of("rgb", 1)


def test_no_image_before_the_first() -> None:
    with pytest.raises(ToolError, match="img-1 is the first image: there is none earlier"):
        call(holdings(), "gather.get_previous_optical_image", image="img-1")


def test_multispectral_after_a_photograph_is_the_first_sentinel() -> None:
    held = holdings()
    assert data(held, "gather.get_next_multispectral", image="img-1")["date"] == "2031-05-11"
    assert data(held, "gather.get_next_multispectral", image="img-2")["date"] == "2031-08-19"


def test_multispectral_before_a_date() -> None:
    image = data(holdings(), "gather.get_previous_multispectral", image="img-1", date="2031-08-19")
    assert image["date"] == "2031-05-11"


def test_date_that_is_none_is_refused() -> None:
    with pytest.raises(ToolError, match="date must be a day such as 2025-07-14, got 'yesterday'"):
        call(holdings(), "gather.get_next_multispectral", image="img-1", date="yesterday")


def test_multispectral_list_says_how_cloudy_each_is() -> None:
    rows = data(holdings(), "gather.get_multispectral_list", image="img-1")["images"]
    assert [(row["sensor"], row["cloud_percent"]) for row in rows] == [
        ("Sentinel-2", 0.0),
        ("Landsat", 0.0),
        ("Sentinel-2", 50.0),
        ("Sentinel-2", 0.0),
    ]


def test_companions_lead_from_optical_to_radar_and_back() -> None:
    held = holdings(window=(0.0, 0.0, 0.5, 0.5))
    radar = data(held, "gather.get_sar_from_optical", image="img-1")
    assert radar["view"]["frame"] == name_of("sar", 0)
    assert radar["view"]["window"] == [0.0, 0.0, 0.5, 0.5]
    assert data(held, "gather.get_optical_from_sar", image=radar["image"])["image"] == "img-1"


def test_a_start_picture_shows_only_handles_and_sizes() -> None:
    out = call(holdings(), CROP, image="img-1", box=[0, 0, 1, 1])
    assert "203" not in out.text
    assert Paper().frame(name_of("rgb", 0)).site not in out.text
