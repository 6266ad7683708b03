"""Shapes from other people: what a map can draw is kept, and the rest is counted."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.report.site.maps import UNKNOWN_COLOUR, map_record, outlines
from mesocosm.suite.blocks import MapBlock, MapLayer

SQUARE = [[[0, 0], [1, 0], [1, 1], [0, 0]]]


def layer(*geometries, colour="#b2182b", label="two"):
    features = [{"geometry": geometry, "properties": {"label": label}} for geometry in geometries]
    shapes = {"type": "FeatureCollection", "features": features}
    block = MapBlock(alt="a map", layers=(MapLayer(name="forecast", colour=colour, shapes=shapes),))
    [made] = map_record(block)["layers"]
    return made


def test_a_polygon_is_kept_with_its_label():
    made = layer({"type": "Polygon", "coordinates": SQUARE})
    assert made["shapes"] == [{"type": "Polygon", "coordinates": SQUARE, "label": "two"}]
    assert made["note"] == ""


@pytest.mark.parametrize(
    "geometry",
    [
        None,
        {"type": "Polygon"},
        {"type": "Polygon", "coordinates": []},
        {"type": "Polygon", "coordinates": [[0, 0]]},
        {"type": "Point", "coordinates": [float("nan"), 0]},
        {"type": "Point", "coordinates": [0, 91]},
        {"type": "Point", "coordinates": ["<script>", 0]},
        {"type": "GeometryCollection", "geometries": []},
        {"type": "MultiPoint", "coordinates": [[0, 0]] * 60_000},
    ],
)
def test_what_cannot_be_drawn_is_counted(geometry):
    made = layer(geometry, {"type": "Point", "coordinates": [0, 0]})
    assert len(made["shapes"]) == 1
    assert made["note"] == "1 shape cannot be drawn"


def test_a_colour_that_is_none_is_grey():
    assert layer(colour="url(x)")["colour"] == UNKNOWN_COLOUR


@given(
    st.recursive(st.none() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
)
def test_any_document_gives_a_map(document):
    block = MapBlock(alt="a map", layers=(MapLayer(name="x", colour="#000000", shapes=document),))
    json.dumps(map_record(block), allow_nan=False)


def test_the_outlines_lie_in_the_package_and_are_small():
    lines = outlines()
    assert len(json.dumps(lines)) < 600_000
    assert all(len(line) > 1 and -180 <= line[0][0] <= 180 for line in lines)
