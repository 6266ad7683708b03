"""Untrusted files of features."""

import json
import math

import pytest

from mesocosm.earth.places.features import features_with_tag, read_geojson
from mesocosm.errors import InvalidRecord

pytest.importorskip("shapely", reason="install the extra imagery")


def star(corners):
    """Return a ring that crosses itself about as often as the square of its corners."""
    ring = [[10 * math.cos(at * 2.399), 10 * math.sin(at * 2.399)] for at in range(corners)]
    return json.dumps({"type": "Polygon", "coordinates": [[*ring, ring[0]]]}).encode()


def test_a_ring_that_crosses_itself_is_mended():
    (feature,) = read_geojson(star(5), "star.geojson")
    assert feature.shape.is_valid


def test_a_ring_that_would_take_all_memory_to_mend_is_refused():
    with pytest.raises(InvalidRecord, match=r"star\.geojson, feature 1: crosses itself .* too many corners to mend"):
        read_geojson(star(60_000), "star.geojson")


def test_a_property_that_is_null_is_not_there():
    """GeoPandas writes null for properties that a feature does not have."""
    point = {"type": "Point", "coordinates": [0, 0]}
    members = [
        {"type": "Feature", "geometry": point, "properties": {"highway": "primary", "building": None}},
        {"type": "Feature", "geometry": point, "properties": {"highway": None, "building": "yes"}},
    ]
    document = json.dumps({"type": "FeatureCollection", "features": members}).encode()
    features = read_geojson(document, "places.geojson")
    assert [len(features_with_tag(features, key)) for key in ("highway", "building")] == [1, 1]
