import pytest
from tests.suites.eo.calls import call, data
from tests.suites.eo.paper import holdings

from mesocosm.errors import InvalidArguments, ToolError

MIDDLE = (0.4, 0.4, 0.6, 0.6)


@pytest.mark.parametrize(
    ("way", "window"),
    [
        ("up", [0.4, 0.2, 0.6, 0.4]),
        ("down", [0.4, 0.6, 0.6, 0.8]),
        ("left", [0.2, 0.4, 0.4, 0.6]),
        ("right", [0.6, 0.4, 0.8, 0.6]),
    ],
)
def test_move_shows_the_neighbouring_part(way: str, window: list[float]) -> None:
    image = data(holdings(window=MIDDLE), f"move.move_{way}_optical_image", image="img-1")
    assert image["view"]["window"] == window


def test_move_stops_at_the_edge_keeping_its_size_and_says_so() -> None:
    stopped = call(holdings(window=MIDDLE), "move.move_right_optical_image", image="img-1", share=4)
    assert stopped.data["view"]["window"] == [0.8, 0.4, 1.0, 0.6]
    assert stopped.text.endswith("; the edge of the image stopped it")
    free = call(holdings(window=MIDDLE), "move.move_right_optical_image", image="img-1", share=2)
    assert free.data["view"]["window"] == [0.8, 0.4, 1.0, 0.6]
    assert "edge" not in free.text


def test_move_at_the_edge_is_refused() -> None:
    with pytest.raises(ToolError, match="img-1 touches the edge of the image and cannot move left"):
        call(holdings(window=(0.0, 0.4, 0.2, 0.6)), "move.move_left_optical_image", image="img-1")


def test_whole_image_cannot_move() -> None:
    with pytest.raises(ToolError, match="img-1 shows the whole image; crop it before you move"):
        call(holdings(), "move.move_up_optical_image", image="img-1")


def test_zoom_out_doubles_the_view_about_its_middle() -> None:
    image = data(holdings(window=MIDDLE), "move.zoom_out_optical_image", image="img-1")
    assert image["view"]["window"] == [0.3, 0.3, 0.7, 0.7]


def test_zoom_out_is_pushed_back_into_the_image() -> None:
    image = data(holdings(window=(0.0, 0.0, 0.2, 0.2)), "move.zoom_out_optical_image", image="img-1", factor=3)
    assert image["view"]["window"] == [0.0, 0.0, 0.6, 0.6]


@pytest.mark.parametrize("share", [0, -1, 5, 1e300])
def test_share_out_of_range_is_no_argument(share: float) -> None:
    with pytest.raises(InvalidArguments, match="share"):
        call(holdings(window=MIDDLE), "move.move_up_optical_image", image="img-1", share=share)
