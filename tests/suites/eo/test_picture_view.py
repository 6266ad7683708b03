import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from tests.suites.eo.paper import Paper, frame

from mesocosm.errors import ToolError
from mesocosm.suites.eo.picture_view import LONGEST, Sight, edges_of, png, whole

EDGE = st.integers(0, 192)


def test_small_view_is_enlarged_by_a_whole_number() -> None:
    sight = Sight("crop-1", frame("rgb"), (0, 0, 100, 50), "task")
    assert sight.size == (700, 350)
    assert sight.pixel_m == pytest.approx(0.5 / 7)


def test_large_view_is_reduced_to_the_longest_side() -> None:
    wide = frame("rgb")
    window = wide.window.at_resolution(5)
    sight = Sight("img-1", type(wide)(wide.name, "", "rgb", wide.time, window), (0, 0, 2000, 1000), "task")
    assert sight.size == (768, 384)


@given(EDGE, EDGE, st.integers(8, 200), st.integers(8, 200))
def test_boxes_come_back_from_the_shown_picture(left: int, top: int, wide: int, high: int) -> None:
    edges = (left, top, min(left + wide, 200), min(top + high, 200))
    sight = Sight("crop-1", frame("rgb"), edges, "task")
    box = (float(left), float(top), float(edges[2]), float(edges[3]))
    assert sight.in_frame(sight.to_view(box)) == pytest.approx(box, abs=0.02)
    assert max(sight.size) <= LONGEST


def test_picture_of_a_part_is_its_pixels_repeated() -> None:
    pixels = Paper().pixels(frame("rgb"))
    sight = Sight("crop-1", frame("rgb"), (10, 20, 60, 70), "task")
    shown = sight.picture(pixels)
    assert shown.shape == (750, 750, 3)
    assert (shown[7::15, 7::15] == pixels[20:70, 10:60]).all()


def test_box_on_the_ground_is_in_metres_of_the_plane() -> None:
    sight = Sight("img-1", frame("rgb"), whole(frame("rgb")), "task")
    assert sight.on_ground((0.0, 0.0, 10.0, 4.0)) == (500_000.0, 5_499_998.0, 500_005.0, 5_500_000.0)


def test_too_small_a_view_is_refused() -> None:
    with pytest.raises(ToolError, match="at least 8 pixels .* got 2 × 100; take a larger box"):
        edges_of(frame("rgb"), (0.5, 0.0, 0.51, 0.5))


def test_png_holds_its_pixels_and_nothing_else() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (17, 23, 3), dtype=np.uint8)
    image = Image.open(io.BytesIO(png(pixels)))
    assert (np.asarray(image) == pixels).all()
    assert image.info == {}
