"""Places, maps and measures: names to boxes, features of maps, zones, overlays, distances, figures over polygons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from mesocosm.earth.geo.measures import buffer_metres, distances_m
from mesocosm.earth.geo.openstreetmap import Unassembled
from mesocosm.earth.imagery.raster import Raster
from mesocosm.earth.places.features import Feature, features_with_tag, in_box
from mesocosm.earth.places.overlays import Operation, figures, group_by_property, overlaid
from mesocosm.earth.places.place import Gazetteer, MapSource, NamedPlace
from mesocosm.earth.places.zones import Counting, Zonal, zonal
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.arguments import Box, Name, Path, Point, box_of, sides_of
from mesocosm.suites.terra.inputs.files import save_fields
from mesocosm.suites.terra.inputs.geodata import opened_features, opened_map, opened_raster, saved_features
from mesocosm.suites.terra.replies.lists import first_lines, unit_after
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

Points = Annotated[list[Point], Field(min_length=1, max_length=100)]
Numbers = Annotated[dict[str, Annotated[float, Field(ge=-1e9, le=1e9)]], Field(max_length=10)]
MOST_ROWS = 20
"""Most rows that a text or the data list; the file holds all."""
MOST_COUNTS = 8
"""Most words that a line counts."""
MOST_ZONES = 200
DIMENSIONS = {"point": 0, "line": 1, "area": 2}


@tool(read_only=True)
def resolve_place(gazetteer: Gazetteer, /, name: Name) -> Output:
    """Find a place by name: its point and its box [west, south, east, north], in degrees.

    Args:
        name: Name of a place, such as a town, a village or a region.
    """
    places = gazetteer.places_named(name)
    if not places:
        raise ToolError(f"`name` {name!r} is no place that the gazetteer knows; check the spelling")
    others = f"\n{len(places) - 1} more of that or a like name" if len(places) > 1 else ""
    rows: list[JsonValue] = [place.describe() for place in places[:MOST_ROWS]]
    wanted = name.partition(",")[0].strip().casefold()
    if wanted not in (places[0].name.casefold(), places[0].id):
        others = f"\nthis name differs from {name!r}, which was asked for: check that it is meant{others}"
    return Output(text=_line(places[0]) + others, data={"place": rows[0], "others": rows[1:]})


@tool(read_only=True)
def reverse_geocode(gazetteer: Gazetteer, /, point: Point, most: Annotated[int, Field(ge=1, le=20)] = 3) -> Output:
    """Name the places nearest to a point, with their geodesic distances.

    Args:
        point: [longitude, latitude], degrees.
        most: Number of settlements to name.
    """
    places = gazetteer.near(point[0], point[1], most)
    if not places:
        raise ToolError("the gazetteer knows no place")
    metres = distances_m([point], [(place.longitude, place.latitude) for place in places])[0]
    rows: list[JsonValue] = [
        place.describe() | {"distance_km": round(away / 1e3, 3)}
        for place, away in zip(places, metres.tolist(), strict=True)
    ]
    lines = [f"{_line(place)}: {away / 1e3:.2f} km" for place, away in zip(places, metres.tolist(), strict=True)]
    return Output(text=first_lines(lines), data={"places": rows})


@tool()
def fetch_map(maps: MapSource, workspace: Workspace, /, box: Box) -> Output:
    """Fetch the map of a box as an OpenStreetMap XML file: roads, rivers, places, and in towns streets and buildings.

    A wide box may leave out the streets of its towns; the answer names these towns, and the box that has them.

    Args:
        box: [west, south, east, north], degrees.
    """
    document, bare = maps.document(box_of(box)), maps.without_streets(box_of(box))
    path = save_fields(workspace, "map", document, ".osm")
    ways, nodes = document.count(b"<way "), document.count(b"<node ")
    lines = [f"{path}: {ways:,} ways through {nodes:,} nodes; it may reach beyond the box"]
    if bare:
        lines.append(f"settlements that are points alone in it, without streets and buildings: {len(bare)}")
    mapped = {place.name: sides_of(place.box) for place in bare if place.box is not None}
    lines += [f"the streets of {name} are on the map of the box {sides}" for name, sides in list(mapped.items())[:4]]
    streets: dict[str, JsonValue] = {name: list(sides) for name, sides in list(mapped.items())[:MOST_ROWS]}
    left_out: dict[str, JsonValue] = {"without_streets": len(bare), "boxes_with_streets": streets}
    data: dict[str, JsonValue] = {"path": path, "nodes": nodes, "ways": ways, "bytes": len(document)}
    return Output(text="\n".join(lines), data=data | left_out)


@tool()
def features(
    workspace: Workspace,
    /,
    path: Path,
    key: Name,
    values: Annotated[list[Name], Field(max_length=50)] = [],
    box: Box | None = None,
    geometry: Literal["any", "point", "line", "area"] = "any",
) -> Output:
    """Save the features of a map that have a tag to a GeoJSON file.

    Args:
        path: An OpenStreetMap XML or GeoJSON file (also .gz, .bz2).
        key: Key of the tag, such as highway, building or amenity.
        values: Values of the tag that count; default: all.
        box: Only features that meet this box.
        geometry: Only features of this kind.
    """
    opened, inputs = opened_map(workspace, path)
    held = opened.features
    chosen = features_with_tag(held, key, values)
    chosen = chosen if box is None else in_box(chosen, *box)
    if geometry != "any":
        chosen = [each for each in chosen if _dimension(each) == DIMENSIONS[geometry]]
    if not chosen:
        keys = list(group_by_property([Feature(e.shape, {"key": name}) for e in held for name in e.properties], "key"))
        raise ToolError(f"{path!r} holds no such feature with the tag {key!r}; its tags: {', '.join(keys[:12])}")
    saved_path = saved_features(workspace, f"{key} features", chosen)
    counts: dict[str, JsonValue] = {
        name: len(group) for name, group in list(group_by_property(chosen, key).items())[:MOST_ROWS]
    }
    lacking = [each for each in opened.unassembled if key in each.tags and (not values or each.tags[key] in values)]
    line, more = _left_out(lacking)
    data: JsonValue = {"path": saved_path, **figures(chosen), "values": counts, **more}
    text = f"{saved_path}: {len(chosen):,} features with {key}; {_counts(counts)}{line}"
    return Output(text=text, data=data, inputs=inputs)


def _left_out(relations: Sequence[Unassembled]) -> tuple[str, dict[str, JsonValue]]:
    """Return the multipolygons that make no area, by reason, in words and as data; nothing if there are none."""
    if not relations:
        return "", {}
    reasons: dict[str, JsonValue] = {**Counter(relation.reason for relation in relations)}
    words = "; ".join(f"{count}: {reason}" for reason, count in reasons.items())
    return f"\nmultipolygons left out, which make no area here: {len(relations)} ({words})", {"left_out": reasons}


@tool(read_only=True)
def describe_features(workspace: Workspace, /, path: Path) -> Output:
    """Describe a file of features: kinds of shapes, extent, tags and how many features have each.

    Args:
        path: An OpenStreetMap XML or GeoJSON file.
    """
    import numpy as np
    import shapely

    opened, inputs = opened_map(workspace, path)
    held = opened.features
    edges = shapely.total_bounds([each.shape for each in held])
    box: list[JsonValue] | None = [round(float(edge), 6) for edge in edges] if np.isfinite(edges).all() else None
    kinds: dict[str, JsonValue] = {
        kind: sum(_dimension(each) == number for each in held) for kind, number in DIMENSIONS.items()
    }
    keys = group_by_property([Feature(each.shape, {"key": name}) for each in held for name in each.properties], "key")
    carried: dict[str, JsonValue] = {key: len(group) for key, group in list(keys.items())[:MOST_ROWS]}
    named = sum("name" in each.properties for each in held) / len(held)
    text = f"{path}: {len(held):,} features in {box or 'no place'}: {_counts(kinds)}\nshare with a name {named:.3f}; "
    line, more = _left_out(opened.unassembled)
    text += f"no map says what it leaves out\ntags: {_counts(carried)}{line}"
    data: JsonValue = {
        "count": len(held), "box": box, "kinds": kinds, "tags": carried, "named_share": round(named, 6), **more
    }  # fmt: skip
    return Output(text=text, data=data, inputs=inputs)


@tool(read_only=True)
def feature_statistics(workspace: Workspace, /, path: Path, group_by: Name | None = None) -> Output:
    """Count features, and measure the length of lines (km) and the area of polygons (km²) on the ellipsoid.

    Args:
        path: A GeoJSON or OpenStreetMap XML file.
        group_by: Property by whose values to group.
    """
    opened, inputs = opened_map(workspace, path)
    held, (line, more) = opened.features, _left_out(opened.unassembled)
    whole = figures(held)
    groups = {name: figures(group) for name, group in group_by_property(held, group_by).items()} if group_by else {}
    lines = [f"all: {_figures(whole)}", *(f"{name}: {_figures(group)}" for name, group in groups.items())]
    rows: dict[str, JsonValue] = {name: dict(group) for name, group in list(groups.items())[:MOST_ROWS]}
    data: JsonValue = {"all": dict(whole), "groups": rows, **more}
    return Output(text=first_lines(lines) + line, data=data, inputs=inputs)


@tool()
def buffer(
    workspace: Workspace,
    /,
    path: Path,
    metres: Annotated[float, Field(ge=-100_000, le=200_000)],
    dissolve: bool = False,
    numbers: Numbers = {},
) -> Output:
    """Draw zones around features, of a width in metres on the ground, in a GeoJSON file.

    Args:
        path: A GeoJSON or OpenStreetMap XML file.
        metres: Width of the zones; 0 keeps polygons as they are, negative shrinks them.
        dissolve: Whether all zones become one.
        numbers: Properties that each zone gets, such as {"intensity": 0.5}; zones of a hazard need an intensity.
    """
    import shapely

    held, inputs = opened_features(workspace, path)
    zones = [Feature(buffer_metres(each.shape, metres), each.properties) for each in held]
    zones = [zone for zone in zones if not zone.shape.is_empty]
    if dissolve and zones:
        zones = [Feature(shapely.union_all([zone.shape for zone in zones]), {"buffer_m": metres})]
    zones = [Feature(zone.shape, {**zone.properties, **numbers}) for zone in zones]
    if not zones:
        raise ToolError(f"nothing is left of the {len(held)} features with `metres` {metres:g}")
    return _save(workspace, f"buffer {metres:g} m", zones, inputs)


@tool()
def overlay(workspace: Workspace, /, path: Path, zones: Path, operation: Operation) -> Output:
    """Overlay features with zones in a GeoJSON file; every zone that a feature meets counts.

    Args:
        path: The features, a GeoJSON or OpenStreetMap XML file.
        zones: Polygons, such as a flood or districts.
        operation: intersection cuts features by each zone; difference keeps what lies in none; union joins all; within
            keeps features wholly in the zones; touching keeps whole features that meet one.
    """
    held, inputs = opened_features(workspace, path)
    grounds, more = opened_features(workspace, zones)
    grounds = [ground for ground in grounds if _dimension(ground) == 2]
    if not grounds:
        raise ToolError(f"`zones` {zones!r} holds no polygon")
    result = overlaid(held, grounds, operation)
    if not result:
        none: JsonValue = {"path": None, "count": 0, "length_km": 0.0, "area_km2": 0.0, "of": len(held)}
        return Output(text=f"no feature of {len(held):,} is left by the {operation}", data=none, inputs=inputs | more)
    return _save(workspace, operation, result, inputs | more, len(held))


@tool(read_only=True)
def distance_matrix(origins: Points, destinations: Points) -> Output:
    """Measure geodesic distances in kilometres between points, and the nearest destination of each origin.

    Args:
        origins: Points [longitude, latitude], degrees.
        destinations: Points [longitude, latitude], degrees.
    """
    kilometres = distances_m(origins, destinations) / 1e3
    nearest = kilometres.argmin(axis=1)
    rows: list[JsonValue] = [[round(value, 6) for value in row] for row in kilometres.tolist()]
    lines = [f"origin {at}: nearest is destination {to}, {kilometres[at, to]:.3f} km" for at, to in enumerate(nearest)]
    return Output(text=first_lines(lines), data={"kilometres": rows, "nearest": nearest.tolist()})


@tool(read_only=True)
def zonal_statistics(
    workspace: Workspace, /, path: Path, zones: Path, band: Name | None = None, counting: Counting = "share"
) -> Output:
    """Reduce a raster over each polygon: area-weighted mean, extremes, and the sum, such as of a grid of people.

    Args:
        path: A GeoTIFF, or a NetCDF file of one time.
        zones: Polygons, a GeoJSON file.
        band: Band or variable; default: the only one.
        counting: share counts each pixel by the share of it in the polygon; middle, wholly where its middle lies in it;
            touched, wholly wherever they meet.
    """
    raster, inputs = opened_raster(workspace, path, band)
    grounds, more = opened_features(workspace, zones)
    if len(grounds) > MOST_ZONES:
        raise ToolError(f"`zones` must hold at most {MOST_ZONES} features, got {len(grounds)}")
    name = band if band is not None else next(iter(raster.bands)) if len(raster.bands) == 1 else None
    rows = [_zonal_row(raster, name, counting, ground, at) for at, ground in enumerate(grounds)]
    unit = raster.units.get(name or "", "")
    lines = [_zonal_words(row, unit) for row in rows]
    outside: list[JsonValue] = [row["zone"] for row in rows if row["covered_share"] == 0.0]
    if len(outside) == len(rows):
        raise ToolError(f"no zone meets a pixel of the raster, which covers {raster.box.describe()}")
    listed: list[JsonValue] = [dict(row) for row in rows[:MOST_ROWS]]
    data: dict[str, JsonValue] = {"unit": unit, "zones": listed, "outside": outside[:MOST_ROWS]}
    return Output(text=first_lines(lines), data=data, inputs=inputs | more)


def _zonal_row(raster: Raster, band: str | None, counting: Counting, ground: Feature, at: int) -> dict[str, JsonValue]:
    """Return the figures of a zone; none if it lies outside of the raster."""
    label = str(ground.properties.get("name") or ground.properties.get("osm_id") or at)
    statistics = zonal(raster, band, ground.shape, counting)
    if statistics is None:
        none: dict[str, JsonValue] = dict.fromkeys(each.name for each in fields(Zonal))
        return {"zone": label, **none, "pixels": 0, "area_km2": 0.0, "covered_share": 0.0}
    return {
        "zone": label,
        **{key: None if value != value else round(value, 9) for key, value in vars(statistics).items()},
    }


def _zonal_words(row: dict[str, JsonValue], unit: str) -> str:
    if row["covered_share"] == 0.0:
        return f"{row['zone']}: outside of the raster, no value"
    if row["mean"] is None:
        return f"{row['zone']}: no pixel has a value"
    return (
        f"{row['zone']}: mean {_number(row['mean'])}{unit_after(unit)}, sum {_number(row['total'])}, "
        f"{_number(row['minimum'])} to {_number(row['maximum'])}, "
        f"{_number(row['area_km2'])} km2, missing {_number(row['missing_share'])}"
    )


def _dimension(feature: Feature) -> int:
    import shapely

    return int(shapely.get_dimensions(feature.shape))


def _line(place: NamedPlace) -> str:
    description = place.describe()
    return f"{place.name} ({place.kind}): point {description['point']}, box {description['box']}"


def _counts(counts: dict[str, JsonValue]) -> str:
    more = [f"and {len(counts) - MOST_COUNTS} more"] if len(counts) > MOST_COUNTS else []
    return ", ".join([*(f"{name} {count}" for name, count in list(counts.items())[:MOST_COUNTS]), *more])


def _figures(figures: dict[str, float | int]) -> str:
    return f"{figures['count']} features, {figures['length_km']:.6g} km of lines, {figures['area_km2']:.6g} km2"


def _number(value: JsonValue) -> str:
    return f"{value:.6g}" if isinstance(value, int | float) else "none"


def _save(
    workspace: Workspace, stem: str, result: list[Feature], inputs: dict[str, str], of: int | None = None
) -> Output:
    summary = figures(result)
    path = saved_features(workspace, stem, result)
    data: dict[str, JsonValue] = {"path": path, **summary}
    if of is not None:
        data["of"] = of
    return Output(text=f"{path}: {_figures(summary)}", data=data, inputs=inputs)


FAMILY = "gis"
PUBLISHED = {
    "gis_resolve_region": "gis.resolve_place",
    "gis_feature_query": "gis.features",
    "overpass_poi_search": "gis.features",
    "gis_feature_stats": "gis.feature_statistics",
    "gis_distance_matrix": "gis.distance_matrix",
    "gis_overlay": "gis.overlay",
    "gis_source_metadata": "gis.describe_features",
}
