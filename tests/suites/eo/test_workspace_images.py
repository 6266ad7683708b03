import pytest
from tests.suites.eo.paper import holdings, name_of

from mesocosm.errors import ToolError
from mesocosm.suites.eo.workspace_images import ForeignHandle


def test_pictures_of_a_question_have_handles_in_order() -> None:
    held = holdings(name_of("rgb", 0), name_of("rgb", 1), window=(0.25, 0.25, 0.75, 0.75))
    assert [sight.edges for sight in held.images.values()] == [(50, 50, 150, 150)] * 2
    assert list(held.images) == ["img-1", "img-2"]


def test_window_leaves_other_footprints_whole() -> None:
    held = holdings(name_of("rgb", 0), name_of("sentinel-2", 0), window=(0.0, 0.0, 0.5, 0.5))
    assert held.images["img-2"].is_whole


def test_image_answers_to_handle_and_to_shown_name() -> None:
    held = holdings()
    assert held.image(name_of("rgb", 0)) is held.image("img-1")


@pytest.mark.parametrize("handle", ["img-2", "crop-1", name_of("rgb", 1), "r000-p00-centre", "../etc/passwd", "x" * 64])
def test_foreign_image_is_refused_with_those_held(handle: str) -> None:
    with pytest.raises(ForeignHandle, match="in this task; image handles you hold: img-1") as caught:
        holdings().image(handle)
    assert caught.value.kind == "foreign_handle"
    assert len(str(caught.value)) < 140


def test_foreign_boxes_and_masks_are_refused() -> None:
    with pytest.raises(ForeignHandle, match="no box 'box-7' .* none yet"):
        holdings().box("box-7")
    with pytest.raises(ForeignHandle, match="no mask 'mask-1' .* none yet"):
        holdings().mask("mask-1")


def test_wrong_sensor_is_refused_with_what_fits() -> None:
    with pytest.raises(ToolError, match="img-1 is an optical image; this tool needs a SAR image"):
        holdings().image("img-1", "sar")


def test_same_view_keeps_its_handle() -> None:
    held = holdings()
    frame = held.image("img-1").frame
    first = held.keep_image(frame, (0, 0, 50, 50), "crop", kind="crop")
    assert held.keep_image(frame, (0, 0, 50, 50), "crop", kind="crop") is first
