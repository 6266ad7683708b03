"""What each tool looks at, by published name."""

from __future__ import annotations

from typing import Literal

Kind = Literal["picture", "list", "scene", "boxes", "object", "mask", "index", "relation", "reckoning"]

NEIGHBOURS: dict[str, int] = {
    "get_next_optical_image": 1,
    "get_previous_optical_image": -1,
    "get_next_multispectral": 1,
    "get_previous_multispectral": -1,
}
"""Tools that step in time, each with its step."""
LISTS = frozenset({"get_optical_image_list", "get_multispectral_list"})
THEMES: dict[str, str] = {
    "compute_vegetation_mask_by_multispectral": "vegetation",
    "compute_water_mask_by_multispectral": "water",
    "compute_urban_mask_by_multispectral": "urban",
    "compute_ndvi_by_multispectral": "ndvi",
    "compute_ndwi_by_multispectral": "ndwi",
    "compute_ndbi_by_multispectral": "ndbi",
    "compute_ndsi_by_multispectral": "ndsi",
}
"""Spectral tools, each with the theme that it measures."""
COVERS: dict[str, str] = {
    "get_building_mask_by_optical_image": "buildings",
    "get_road_mask_by_optical_image": "roads",
}
"""Tools that mask one cover, each with the cover; the tool for any object takes the cover as an argument."""
OBJECT_MASK = "get_object_mask_by_optical_image"
SCENE = "analyze_optical_scene"
DESCRIBE = "describe_optical_object"
CALCULATE = "basic_calculator"
NORMALISE = "normalize_bounding_boxes"
THEME_LOOKUP = "theme_index_lookup"
PAIRED = "get_object_bbox_by_optical_sar_image"
RELATE_BOXES = "get_bbox_geospatial_relationship"
RELATE_MASKS = "get_mask_geospatial_relationship"


def kind_of(tool: str) -> Kind:
    """Return the kind of result that a published tool gives."""
    if tool in LISTS:
        return "list"
    if tool == SCENE:
        return "scene"
    if tool == DESCRIBE:
        return "object"
    if tool.startswith("get_object_bbox"):
        return "boxes"
    if "_mask_by_" in tool:
        return "mask"
    if tool.startswith("compute_"):
        return "index"
    if tool.endswith("_geospatial_relationship"):
        return "relation"
    return "reckoning" if tool in (CALCULATE, NORMALISE, THEME_LOOKUP) else "picture"


PICTURES = ("image", "optical_image", "sar_image")
"""Arguments that name a picture."""
MEASURES: frozenset[Kind] = frozenset({"boxes", "object", "mask", "index"})
"""Looks that measure something in a picture, beyond showing or naming it."""
