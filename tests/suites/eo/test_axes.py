from typing import get_args

from mesocosm.suites.eo.axes import SKILLS, published_name, shown_name
from mesocosm.suites.eo.records import Source
from mesocosm.tools.view import ToolView, short

FAMILIES = ("gather.*", "move.*", "detect.*", "mask.*", "index.*", "relate.*")
# Tables 11 and 12 of the paper
PUBLISHED = {
    "crop_multispectral_image",
    "crop_optical_or_sar_image",
    "move_down_optical_image",
    "move_left_optical_image",
    "move_right_optical_image",
    "move_up_optical_image",
    "zoom_out_optical_image",
    "get_multispectral_list",
    "get_next_multispectral",
    "get_next_optical_image",
    "get_optical_image_list",
    "get_previous_multispectral",
    "get_previous_optical_image",
    "get_optical_from_sar",
    "get_sar_from_optical",
    "analyze_optical_scene",
    "describe_optical_object",
    "get_object_bbox_by_optical_image",
    "get_object_bbox_by_sar_image",
    "get_object_bbox_by_optical_sar_image",
    "get_building_mask_by_optical_image",
    "get_road_mask_by_optical_image",
    "get_object_mask_by_optical_image",
    "compute_urban_mask_by_multispectral",
    "compute_vegetation_mask_by_multispectral",
    "compute_water_mask_by_multispectral",
    "compute_ndbi_by_multispectral",
    "compute_ndsi_by_multispectral",
    "compute_ndvi_by_multispectral",
    "compute_ndwi_by_multispectral",
    "theme_index_lookup",
    "get_bbox_geospatial_relationship",
    "get_mask_geospatial_relationship",
    "normalize_bounding_boxes",
    "basic_calculator",
}


def test_tools_bear_the_thirty_five_published_names() -> None:
    assert set(ToolView.of(FAMILIES)) == PUBLISHED
    assert len(PUBLISHED) == 35


def test_skill_subsets_have_the_published_sizes() -> None:
    # Table 13: multispectral, fMoW, FAIR1M, DIOR / DOTA / xView, xBD, M4-SAR, SARDet-100K
    assert [len(SKILLS[source]) for source in get_args(Source)] == [15, 12, 11, 10, 9, 7, 5]


def test_skill_subsets_hold_tools_that_there_are() -> None:
    assert all(short(id) in PUBLISHED for ids in SKILLS.values() for id in ids)


def test_renaming_changes_every_first_word_and_comes_back() -> None:
    view = ToolView.of(FAMILIES, shown_name)
    assert not set(view) & PUBLISHED
    assert {published_name(name) for name in view} == PUBLISHED
