"""GeoJSON in answers and truths: found, summarised in words, and shown on a map instead of as text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import JsonValue

from mesocosm.report.site.maps import DEPTH
from mesocosm.suite.blocks import MapBlock, MapLayer

LONGEST = 2_000_000
"""Characters of a text that is searched."""
ANSWER, TRUTH = "#b2182b", "#2171b5"
Collection = dict[str, JsonValue]


def collection_of(value: JsonValue) -> Collection | None:
    """Return the feature collection that a value is, or contains as text; None if it is no GeoJSON."""
    found = _parse(value)
    if not isinstance(found, dict):
        return None
    if found.get("type") == "FeatureCollection" and isinstance(found.get("features"), list):
        return {"type": "FeatureCollection", "features": [_label(feature) for feature in found["features"]]}
    if found.get("type") == "Feature":
        return {"type": "FeatureCollection", "features": [_label(found)]}
    if found.get("type") in DEPTH and "coordinates" in found:
        return {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": found, "properties": {}}]}
    return None


def _parse(value: JsonValue) -> Any:
    if not isinstance(value, str):
        return value
    if len(value) > LONGEST or not value.lstrip().startswith("{"):
        return None
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None


def _label(feature: Any) -> Any:
    """Return a feature with its properties as label, if it has no label."""
    properties = feature.get("properties") if isinstance(feature, dict) else None
    if not isinstance(properties, dict) or "label" in properties:
        return feature
    parts = [f"{name}: {value}" for name, value in properties.items() if isinstance(value, str | int | float)]
    return {**feature, "properties": {"label": ", ".join(parts)}}


def in_words(collection: Collection) -> str:
    """Return the number of shapes in words, in place of their coordinates."""
    features = collection["features"]
    count = len(features) if isinstance(features, list) else 0
    return f"{count} shape{'' if count == 1 else 's'}, drawn on the map" if count else "no shape"


def fields_of(value: JsonValue) -> dict[str, JsonValue]:
    """Return an answer by field; an answer without fields is under an empty name."""
    is_form = isinstance(value, dict) and collection_of(value) is None
    return dict(value) if is_form and isinstance(value, dict) else {"": value}


def shapes_map(answer: JsonValue, truth: JsonValue) -> MapBlock | None:
    """Return a map of all GeoJSON in an answer and in its truth; None if there is none."""
    layers = [*_layers("answer", ANSWER, fields_of(answer)), *_layers("truth", TRUTH, fields_of(truth))]
    if not layers:
        return None
    names = ", ".join(layer.name for layer in layers)
    return MapBlock(title="Answer and truth on a map", layers=tuple(layers), alt=f"Drawn are: {names}.")


def _layers(side: str, colour: str, fields: Mapping[str, JsonValue]) -> Iterator[MapLayer]:
    is_answer = side == "answer"
    for name, value in fields.items():
        collection = collection_of(value)
        if collection is not None and collection["features"]:
            title = f"{side}: {name}" if name else side
            yield MapLayer(name=title, colour=colour, shapes=collection, filled=is_answer, is_answer=is_answer)
