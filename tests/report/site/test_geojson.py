"""GeoJSON in answers and truths: on a map, and summarised in words."""

import json

import pytest

from mesocosm.report.site.geojson import collection_of, fields_of, in_words, shapes_map

SQUARE = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}
FEATURE = {"type": "Feature", "geometry": SQUARE, "properties": {"level": 5, "name": "east"}}
COLLECTION = {"type": "FeatureCollection", "features": [FEATURE, FEATURE]}


@pytest.mark.parametrize(
    ("value", "shapes"),
    [(SQUARE, 1), (FEATURE, 1), (COLLECTION, 2), (json.dumps(COLLECTION), 2)],
    ids=["geometry", "feature", "collection", "text"],
)
def test_geojson_is_found(value, shapes):
    assert len(collection_of(value)["features"]) == shapes


@pytest.mark.parametrize(
    "value", [None, 3, "words", "{broken", {"type": "Polygon"}, {"type": "a kind of cloud"}, [SQUARE], "{" * 100_000]
)
def test_what_is_no_geojson_is_left_alone(value):
    assert collection_of(value) is None


def test_a_shape_tells_its_properties():
    [feature] = collection_of(FEATURE)["features"]
    assert feature["properties"] == {"label": "level: 5, name: east"}


@pytest.mark.parametrize(("count", "words"), [(0, "no shape"), (1, "1 shape, "), (2, "2 shapes, ")])
def test_shapes_are_counted(count, words):
    assert in_words({"type": "FeatureCollection", "features": [FEATURE] * count}).startswith(words)


def test_a_form_has_fields_and_a_shape_has_none():
    assert fields_of({"area": SQUARE, "count": 2}) == {"area": SQUARE, "count": 2}
    assert fields_of(SQUARE) == {"": SQUARE}


def test_answer_and_truth_lie_on_one_map():
    block = shapes_map({"area": SQUARE, "count": 2}, {"area": COLLECTION, "count": 3})
    assert [(layer.name, layer.is_answer, layer.filled) for layer in block.layers] == [
        ("answer: area", True, True),
        ("truth: area", False, False),
    ]


def test_without_shapes_there_is_no_map():
    assert shapes_map({"count": 2}, None) is None
