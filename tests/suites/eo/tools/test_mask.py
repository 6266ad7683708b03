import pytest
from tests.suites.eo.calls import call, data
from tests.suites.eo.paper import holdings, name_of

from mesocosm.errors import InvalidArguments


def test_building_mask_has_its_area_in_square_metres() -> None:
    mask = data(holdings(), "mask.get_building_mask_by_optical_image", image="img-1")
    assert (mask["mask"], mask["pixels"], mask["area_m2"]) == ("mask-1", 1500, 375.0)  # 30 × 50 pixels of 0.25 m²
    assert mask["share"] == 1500 / 40_000


def test_road_mask_of_a_crop_is_of_the_crop() -> None:
    held = holdings(window=(0.0, 0.0, 0.5, 0.5))
    assert data(held, "mask.get_road_mask_by_optical_image", image="img-1")["share"] == 0.2


def test_object_mask_fills_outlines() -> None:
    mask = data(holdings(), "mask.get_object_mask_by_optical_image", image="img-1", target="cars")
    assert mask["pixels"] == 2 * 10 * 4


def test_object_mask_of_water_is_the_water() -> None:
    mask = data(holdings(), "mask.get_object_mask_by_optical_image", image="img-1", target="water")
    assert mask["pixels"] == 90 * 180


@pytest.mark.parametrize(("kind", "share"), [("vegetation", 0.5), ("water", 0.5), ("urban", 0.0)])
def test_spectral_masks(kind: str, share: float) -> None:
    mask = data(holdings(name_of("sentinel-2", 0)), f"mask.compute_{kind}_mask_by_multispectral", image="img-1")
    assert mask["share"] == share
    assert mask["area_m2"] == share * 1600 * 100


def test_share_is_of_what_is_seen() -> None:
    mask = data(holdings(name_of("sentinel-2", 1)), "mask.compute_water_mask_by_multispectral", image="img-1")
    assert (mask["share"], mask["cloudy_share"], mask["pixels"]) == (0.5, 0.5, 400)


def test_threshold_moves_the_mask() -> None:
    held = holdings(name_of("sentinel-2", 0))
    mask = data(held, "mask.compute_vegetation_mask_by_multispectral", image="img-1", threshold=0.9)
    assert mask["pixels"] == 0


@pytest.mark.parametrize("threshold", [2, -1.5])
def test_threshold_beyond_an_index_is_no_argument(threshold: float) -> None:
    with pytest.raises(InvalidArguments, match="threshold"):
        call(holdings(), "mask.compute_water_mask_by_multispectral", image="img-1", threshold=threshold)
