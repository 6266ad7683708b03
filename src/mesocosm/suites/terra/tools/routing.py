"""Routes along the roads of a map: travel times, service areas, and effects of closures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.geo.measures import area_m2
from mesocosm.earth.places.features import Feature
from mesocosm.earth.places.roads import Mode
from mesocosm.earth.places.routes import Network, fastest, network, service_area, single_links, times_s
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.arguments import Name, Path, Point
from mesocosm.suites.terra.inputs.closed_roads import Passage, open_roads, read_zone
from mesocosm.suites.terra.inputs.geodata import opened_features, saved_features
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

Points = Annotated[list[Point], Field(min_length=1, max_length=50)]
Minutes = Annotated[float, Field(gt=0, le=600)]
ENGINE = "networkx"
MOST_FACILITIES = 500
FAR_M = 1000.0
"""Distance from a road in metres beyond which the way to a facility takes longer than the minutes say."""
EXTENTS = {
    "at_map_edge": "the area comes to the edge of the map: more may lie beyond",
    "all_roads": "all roads of the map that lead on from the point are reached",
}


@tool()
def route(
    workspace: Workspace,
    /,
    path: Path,
    start: Point,
    end: Point,
    mode: Mode = "drive",
    closures: Path | None = None,
    zones: Path | None = None,
) -> Output:
    """Find the fastest way between two points along the roads of a map, and save its line as GeoJSON.

    Each point is moved to the nearest point of a road; the answer says how far.

    Args:
        path: An OpenStreetMap XML file.
        start: [longitude, latitude], degrees.
        end: [longitude, latitude], degrees.
        mode: Means of travel; cars take `maxspeed` or the speed of the road's class; bicycles 15 km/h; on foot 4.8
            km/h.
        closures: JSON of closed and slowed roads, as a hazard over roads gives it.
        zones: Polygons in which all roads are closed, a GeoJSON file.
    """
    from shapely import LineString, Point

    passage = open_roads(workspace, path, mode, closures, zones)
    (first, last), moved = passage.roads.nearest([start, end])
    way = fastest(passage.roads, first, last)
    if way is None:
        why = passage.note or "the network is in parts"
        raise ToolError(f"no way leads from {start} to {end} for the mode {mode!r}; {why}")
    summary: dict[str, JsonValue] = {
        "length_km": round(way.length_m / 1e3, 6), "minutes": round(way.seconds / 60, 6), "mode": mode,
        "moved_m": [round(metres, 2) for metres in moved],
    }  # fmt: skip
    line = LineString(way.points) if len(way.points) > 1 else Point(way.points[0])
    saved_path = saved_features(workspace, f"route {mode}", [Feature(line, dict(summary))])
    text = (
        f"{saved_path}: {way.length_m / 1e3:.3f} km in {way.seconds / 60:.2f} min by {mode}, "
        f"via {', '.join(way.names[:8]) or 'unnamed roads'}\nends moved to roads by {moved[0]:.0f} and {moved[1]:.0f} m"
    )
    names: list[JsonValue] = list(way.names[:20])
    data: JsonValue = {"path": saved_path, **summary, "roads": names}
    return Output(text=_note(text, passage), data=data, inputs=passage.inputs, engine=ENGINE)


@tool(read_only=True)
def travel_times(
    workspace: Workspace,
    /,
    path: Path,
    origins: Points,
    destinations: Points,
    mode: Mode = "drive",
    closures: Path | None = None,
    zones: Path | None = None,
) -> Output:
    """Compute travel times in minutes along roads from each origin to each destination; null where there is no way.

    Args:
        path: An OpenStreetMap XML file.
        origins: Points [longitude, latitude], degrees.
        destinations: Points [longitude, latitude], degrees.
        mode: Means of travel.
        closures: JSON of closed and slowed roads.
        zones: GeoJSON polygons that close all roads.
    """
    passage = open_roads(workspace, path, mode, closures, zones)
    starts, moved = passage.roads.nearest(origins)
    ends, more = passage.roads.nearest(destinations)
    minutes = times_s(passage.roads, starts, ends) / 60
    rows: list[JsonValue] = [[_plain(value) for value in row] for row in minutes.tolist()]
    lines = [f"origin {at}: {', '.join(_describe(value) for value in row[:8])} min" for at, row in enumerate(minutes)]
    shifts: JsonValue = [[round(metres, 2) for metres in shift] for shift in (moved, more)]
    lines.append(f"points moved to roads by at most {max(*moved, *more):.0f} m")
    text = _note("\n".join(lines[-5:]), passage)
    return Output(text=text, data={"minutes": rows, "moved_m": shifts}, inputs=passage.inputs, engine=ENGINE)


@tool(read_only=True)
def nearest_facility(
    workspace: Workspace,
    /,
    path: Path,
    facilities: Path,
    origins: Points,
    mode: Mode = "drive",
    closures: Path | None = None,
    zones: Path | None = None,
) -> Output:
    """Name the facility that is reached first along roads from each origin, with the minutes it takes.

    Origins and facilities are moved to the nearest point of a road; the answer says how far.

    Args:
        path: An OpenStreetMap XML file of roads.
        facilities: Features such as hospitals, a GeoJSON file; areas count by a point within.
        origins: Points [longitude, latitude], degrees.
        mode: Means of travel.
        closures: JSON of closed and slowed roads.
        zones: GeoJSON polygons that close all roads.
    """
    passage = open_roads(workspace, path, mode, closures, zones)
    held, more = opened_features(workspace, facilities)
    if len(held) > MOST_FACILITIES:
        raise ToolError(f"`facilities` must hold at most {MOST_FACILITIES} features, got {len(held)}")
    points = [each.shape.representative_point() for each in held]
    ends, shifts = passage.roads.nearest([(point.x, point.y) for point in points])
    starts, moved = passage.roads.nearest(origins)
    minutes = times_s(passage.roads, starts, ends) / 60
    rows: list[JsonValue] = []
    for row in minutes:
        at = int(np.nanargmin(row)) if np.isfinite(row).any() else None
        name = None if at is None else _name(held[at], at)
        rows.append({"facility": at, "name": name, "minutes": None if at is None else _plain(float(row[at]))})
    lines = [f"origin {at}: {row}" for at, row in enumerate(rows)]
    shift = {"moved_m": [round(metres, 2) for metres in moved], "facilities_moved_most_m": round(max(shifts), 2)}
    text = "\n".join([*lines[:5], *_shift(held, shifts)])
    return Output(
        text=_note(text, passage), data={"nearest": rows, **shift}, inputs=passage.inputs | more, engine=ENGINE
    )


def _name(feature: Feature, at: int) -> str:
    return str(feature.properties.get("name") or feature.properties.get("osm_id") or at)


def _shift(held: Sequence[Feature], shifts: Sequence[float]) -> list[str]:
    """Describe how far facilities were moved to roads, and warn if one is too far off for its minutes to be true."""
    lines = [f"facilities moved to roads by at most {max(shifts):.0f} m"]
    far = [at for at, metres in enumerate(shifts) if metres > FAR_M]
    if far:
        worst = max(far, key=lambda at: shifts[at])
        lines.append(
            f"note: {len(far)} of {len(held)} facilities lie over {FAR_M / 1e3:g} km from a road, "
            f"{_name(held[worst], worst)} {shifts[worst] / 1e3:.2f} km; the minutes leave out the way off the road"
        )
    return lines


@tool()
def reach(
    workspace: Workspace,
    /,
    path: Path,
    point: Point,
    minutes: Annotated[list[Minutes], Field(min_length=1, max_length=6)],
    mode: Mode = "drive",
    reach_m: Annotated[float, Field(gt=0, le=2000)] = 100.0,
    closures: Path | None = None,
    zones: Path | None = None,
) -> Output:
    """Draw service areas: all land near roads that can be reached from a point within given times, as GeoJSON.

    Args:
        path: An OpenStreetMap XML file.
        point: [longitude, latitude], degrees.
        minutes: Travel times, one area each.
        mode: Means of travel.
        reach_m: Greatest distance of land from a reached road, metres.
        closures: JSON of closed and slowed roads.
        zones: GeoJSON polygons that close all roads.
    """
    passage = open_roads(workspace, path, mode, closures, zones)
    (start,), (moved,) = passage.roads.nearest([point])
    areas = []
    for limit in sorted(minutes):
        area = service_area(passage.roads, start, limit * 60, reach_m)
        properties = {"minutes": limit, "area_km2": round(area_m2(area.shape) / 1e6, 6)}
        areas.append(Feature(area.shape, properties | {"at_map_edge": area.is_cut, "all_roads": area.is_whole}))
    saved_path = saved_features(workspace, f"reach {mode}", areas)
    rows: list[JsonValue] = [dict(each.properties) for each in areas]
    lines = [f"{each.properties['minutes']:g} min: {each.properties['area_km2']:.4g} km2" for each in areas]
    text = f"{saved_path}; point moved to a road by {moved:.0f} m\n{', '.join(lines)}"
    for key, meaning in EXTENTS.items():
        least = next((each.properties["minutes"] for each in areas if each.properties[key]), None)
        text += "" if least is None else f"\nfrom {least:g} min on {meaning}"
    data: JsonValue = {"path": saved_path, "areas": rows, "moved_m": round(moved, 2)}
    return Output(text=_note(text, passage), data=data, inputs=passage.inputs, engine=ENGINE)


@tool(read_only=True)
def connectivity(workspace: Workspace, /, path: Path, mode: Mode = "drive") -> Output:
    """Describe how a road network is connected: length, connected parts, junctions, dead ends, and single links.

    Single links are stretches without which the network splits, by the length of road that each cuts off.

    Args:
        path: An OpenStreetMap XML file.
        mode: Means of travel.
    """
    passage = open_roads(workspace, path, mode)
    figures, links = network(passage.roads), single_links(passage.roads, 10)
    rows: list[JsonValue] = [
        {**link.properties, "point": [round(value, 6) for value in link.shape.coords[0]], "cuts_off_km": round(km, 6)}
        for link, km in links
    ]
    worst = [f"the worst single link, way {link.properties['way']}, cuts off {km:.3f} km" for link, km in links[:1]]
    text = f"{_network(figures)}\n{worst[0] if worst else 'no single link'}"
    return Output(text=text, data={**_figures(figures), "single_links": rows}, inputs=passage.inputs, engine=ENGINE)


@tool(read_only=True)
def closures(
    workspace: Workspace,
    /,
    path: Path,
    roads: Annotated[list[Name], Field(max_length=50)] = [],
    zones: Path | None = None,
    mode: Mode = "drive",
) -> Output:
    """Compare a road network before and after roads are closed, by name or number or wherever they meet zones.

    Args:
        path: An OpenStreetMap XML file.
        roads: Names, references or way numbers of roads.
        zones: Polygons that close what meets them, such as a flood: a GeoJSON file.
        mode: Means of travel.
    """
    passage = open_roads(workspace, path, mode)
    zone, more = read_zone(workspace, zones)
    if not roads and zone is None:
        raise ToolError("give `roads` or `zones`: nothing is closed")
    whole = passage.roads
    known = {attributes[key] for _, _, attributes in whole.graph.edges(data=True) for key in ("way", "name")}
    unknown = [name for name in roads if name not in known]
    if unknown:
        raise ToolError(f"`roads` names {unknown[0]!r}, which is no road open to {mode} in {path!r}")
    before, after = network(whole), network(whole.without(roads, zone))
    text = f"before: {_network(before)}\nafter: {_network(after)}"
    data: JsonValue = {"before": _figures(before), "after": _figures(after)}
    return Output(text=text, data=data, inputs=passage.inputs | more, engine=ENGINE)


def _note(text: str, passage: Passage) -> str:
    return f"{text}\n{passage.note}" if passage.note else text


def _figures(figures: Network) -> dict[str, JsonValue]:
    return {
        "nodes": figures.nodes, "length_km": round(figures.length_km, 6), "parts": len(figures.parts),
        "largest_parts": list(figures.parts[:5]), "junctions": figures.junctions, "dead_ends": figures.dead_ends,
        "connected_share": _plain(figures.connected_share),
    }  # fmt: skip


def _network(figures: Network) -> str:
    return (
        f"{figures.length_km:.3f} km, {len(figures.parts)} parts, {_share(figures.connected_share)} of the length in "
        f"the largest, {figures.junctions} junctions, {figures.dead_ends} dead ends"
    )


def _share(value: float) -> str:
    return f"{value:.4f}" if np.isfinite(value) else "none"


def _plain(value: float) -> float | None:
    return round(value, 6) if np.isfinite(value) else None


def _describe(value: float) -> str:
    return f"{value:.2f}" if np.isfinite(value) else "none"


FAMILY = "gis"
PUBLISHED = {"osm_travel_time_matrix": "routing.travel_times"}
