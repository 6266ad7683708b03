"""Maps of features, each at its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.earth.drawing.maps import map_sheet
from mesocosm.earth.drawing.scales import Scale, scale_of
from mesocosm.earth.drawing.window import Window, around, window_of_box
from mesocosm.earth.geo.backdrop import Backdrop
from mesocosm.earth.places.features import Feature
from mesocosm.earth.places.map_features import draw_features, middle_of, write_feature_names
from mesocosm.errors import ToolError
from mesocosm.suites.terra.drawing.field_maps import (
    bar_label,
    panel_data,
    picture_data,
    scale_words,
    shade,
    values_style,
)
from mesocosm.suites.terra.drawing.field_slices import Plane, extremes, place_words, pretty, range_words
from mesocosm.suites.terra.drawing.pictures import save_picture
from mesocosm.suites.terra.inputs.arguments import box_of
from mesocosm.suites.terra.inputs.geodata import opened_features
from mesocosm.suites.terra.replies.lists import unit_after
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

Points = NDArray[np.float64]
FEATURE = "#c1121f"
MOST_FEATURES = 20_000
KINDS = {"Polygon": "area", "LineString": "line", "Point": "point"}
UNKNOWN = "#bdbdbd"
"""Colour of a feature without a value."""


def overlay_map(
    workspace: Workspace,
    backdrop: Backdrop,
    plane: Plane,
    zones: str,
    box: list[float] | None,
    label: str | None,
    title: str | None,
) -> Output:
    """Draw a field in colour with features over it."""
    title = title or plane.label
    features, more = opened_features(workspace, zones)
    window = plane.window(box)
    figures = extremes(plane.inside(window))
    style = values_style(plane)
    scale = scale_of(plane.inside(window).values.astype(np.float64), style)
    with map_sheet(window, backdrop, title, plane.line) as drawn:
        shade(drawn, plane.field, scale, bar_label(plane, style))
        seen = draw_features(drawn, features, [FEATURE] * len(features), filled=False)
        write_feature_names(drawn, [feature for feature, there in zip(features, seen, strict=True) if there], label)
    if not any(seen):
        raise ToolError(f"no feature of {zones!r} lies on the map of {_edges(window)}")
    unit = pretty(plane.unit)
    lines = [
        f"{title}, {plane.when}".rstrip(", "), f"{sum(seen)} of {len(features)} features lie on the map",
        range_words(figures, unit), scale_words(scale, unit),
    ]  # fmt: skip
    data = {**picture_data(drawn, plane, figures, scale), "features": len(features), "features_shown": sum(seen)}
    return save_picture(
        workspace, f"map overlay {plane.field.name}", drawn.sheet.png, *lines, data=data, inputs=plane.inputs | more
    )


def places_map(
    workspace: Workspace,
    backdrop: Backdrop,
    zones: str,
    value: str | None,
    label: str | None,
    box: list[float] | None,
    unit: str,
    title: str | None,
) -> Output:
    """Draw features in one colour, or each in the colour of its value."""
    features, inputs = opened_features(workspace, zones)
    if len(features) > MOST_FEATURES:
        raise ToolError(f"{zones!r} holds {len(features)} features; a map shows {MOST_FEATURES} at most")
    window = _window(features, box)
    values = _numbers(features, value)
    scale = None if values is None else scale_of(values, "values")
    colours = [FEATURE] * len(features) if scale is None or values is None else _colour(scale, values)
    kinds = kinds_of(features)
    title = title or (f"{value.replace('_', ' ')} of {kinds}" if value else kinds)
    with map_sheet(window, backdrop, title, zones, more=0 if scale is not None else -68) as drawn:
        seen = draw_features(drawn, features, colours, filled=scale is not None)
        write_feature_names(drawn, [feature for feature, there in zip(features, seen, strict=True) if there], label)
        if scale is not None:
            drawn.bar(scale, f"{value} ({pretty(unit) or 'unit not told'})")
    if not any(seen):
        raise ToolError(f"no feature of {zones!r} lies in the box {_edges(window)}")
    lines = [title, f"{sum(seen)} of {len(features)} features lie on the map {_edges(window)}"]
    data: dict[str, JsonValue] = {"features": len(features), "features_shown": sum(seen), **panel_data(drawn)}
    if scale is not None and values is not None:
        least, most = int(np.nanargmin(values)), int(np.nanargmax(values))
        at = [place_words(list(middle_of(features[number]))) for number in (least, most)]
        lines.append(
            f"{value}: {values[least]:g} at {at[0]} to {values[most]:g}{unit_after(unit)} at {at[1]}; "
            f"{int(np.isnan(values).sum())} without"
        )
        data |= {"min": float(values[least]), "max": float(values[most]), "levels": list(scale.levels)}
    return save_picture(workspace, "map places", drawn.sheet.png, *lines, data=data, inputs=inputs)


def kinds_of(features: Sequence[Feature]) -> str:
    """Describe how many features of each kind there are, such as 1 line and 6 points."""
    kinds = Counter(feature.shape.geom_type.removeprefix("Multi") for feature in features)
    words = [_count(kinds.pop(kind, 0), word) for kind, word in KINDS.items()]
    words.append(_count(kinds.total(), "other shape"))
    phrases = [word for word in words if word]
    return " and ".join([*([", ".join(phrases[:-1])] if phrases[1:] else []), phrases[-1]])


def _count(number: int, word: str) -> str:
    return "" if not number else f"{number} {word}{'s' if number > 1 else ''}"


def _window(features: Sequence[Feature], box: list[float] | None) -> Window:
    import shapely

    if box is not None:
        return window_of_box(box_of(box))
    points = shapely.get_coordinates([feature.shape for feature in features])
    if not len(points):
        raise ToolError("the features have no points: there is nothing to draw")
    return around(points[:, 0], points[:, 1])


def _numbers(features: Sequence[Feature], name: str | None) -> Points | None:
    """Return a property of each feature as a number; NaN if it is none."""
    if name is None:
        return None
    known = sorted({key for feature in features for key in feature.properties})
    if name not in known:
        raise ToolError(f"`value` {name!r} is no property of the features, they have {', '.join(known[:20]) or 'none'}")
    numbers = np.array([_number(feature.properties.get(name)) for feature in features])
    if not np.isfinite(numbers).any():
        raise ToolError(f"`value` {name!r} is a number in none of the features")
    return numbers


def _number(value: object) -> float:
    try:
        number = float(str(value))
    except ValueError:
        return np.nan
    return number if np.isfinite(number) and not isinstance(value, bool) else np.nan


def _colour(scale: Scale, values: Points) -> list[str]:
    pixels = scale.pixels(values)
    return [
        f"#{red:02x}{green:02x}{blue:02x}" if known else UNKNOWN
        for (red, green, blue), known in zip(pixels.tolist(), np.isfinite(values), strict=True)
    ]


def _edges(window: Window) -> str:
    return f"[{window.west:.6g}, {window.south:.6g}, {window.east:.6g}, {window.north:.6g}]"
