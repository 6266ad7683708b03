"""The axes on which an evaluation may vary: response, prompt, tools and names."""

from __future__ import annotations

from collections.abc import Mapping

from mesocosm.suites.eo.records import Source
from mesocosm.suites.eo.tool_renaming import published_name, renamed_tool
from mesocosm.tools.view import short

__all__ = ["SKILLS", "SUBMIT", "published_name", "renamed_tool", "shown_name"]
RELATIONS = ("relate.get_bbox_geospatial_relationship", "relate.get_mask_geospatial_relationship")
CALCULATOR = "relate.basic_calculator"
CROP = "gather.crop_optical_or_sar_image"
FIND = "detect.get_object_bbox_by_optical_image"
OBJECT_MASK = "mask.get_object_mask_by_optical_image"
BUILDINGS = "mask.get_building_mask_by_optical_image"
ROADS = "mask.get_road_mask_by_optical_image"
WORDS = ("detect.analyze_optical_scene", "detect.describe_optical_object")
SKILLS: Mapping[Source, tuple[str, ...]] = {
    "multispectral": (
        "gather.get_multispectral_list",
        "gather.get_previous_multispectral",
        "gather.get_next_multispectral",
        "gather.crop_multispectral_image",
        "index.compute_ndvi_by_multispectral",
        "index.compute_ndwi_by_multispectral",
        "index.compute_ndbi_by_multispectral",
        "index.compute_ndsi_by_multispectral",
        "mask.compute_water_mask_by_multispectral",
        "mask.compute_vegetation_mask_by_multispectral",
        "mask.compute_urban_mask_by_multispectral",
        *RELATIONS,
        CALCULATOR,
        "index.theme_index_lookup",
    ),
    "series": (
        "gather.get_optical_image_list",
        "gather.get_previous_optical_image",
        "gather.get_next_optical_image",
        CROP,
        FIND,
        OBJECT_MASK,
        ROADS,
        BUILDINGS,
        *RELATIONS,
        CALCULATOR,
        "relate.normalize_bounding_boxes",
    ),
    "wide": (
        CROP,
        "move.zoom_out_optical_image",
        "move.move_up_optical_image",
        "move.move_down_optical_image",
        "move.move_left_optical_image",
        "move.move_right_optical_image",
        CALCULATOR,
        FIND,
        *RELATIONS,
        OBJECT_MASK,
    ),
    "tile": (CROP, FIND, OBJECT_MASK, ROADS, BUILDINGS, *RELATIONS, CALCULATOR, *WORDS),
    "disaster": (CROP, FIND, OBJECT_MASK, BUILDINGS, *RELATIONS, CALCULATOR, *WORDS),
    "paired": (
        "detect.get_object_bbox_by_optical_sar_image",
        "gather.get_optical_from_sar",
        "gather.get_sar_from_optical",
        CROP,
        *RELATIONS,
        CALCULATOR,
    ),
    "radar": (CROP, "detect.get_object_bbox_by_sar_image", *RELATIONS, CALCULATOR),
}
"""Tools by the source of an item, as in Table 13 of the paper: 15, 12, 11, 10, 9, 7 and 5."""
SUBMIT = "submit.submit"


def shown_name(id: str) -> str:
    """Return the name that a tool is shown under when names are changed."""
    return renamed_tool(short(id))
