"""Facts about water and roads: rivers at their gauges, flooded land, closed roads, delayed journeys."""

from __future__ import annotations

import math

import numpy as np

from mesocosm.earth.planet.consequences.roads import STOPS_MM, closed_roads, journey_minutes, water_on_road
from mesocosm.earth.planet.documents.facts import Notebook, Watch
from mesocosm.earth.planet.ground.ground import Floats, Ground
from mesocosm.earth.planet.names import place_names
from mesocosm.earth.planet.people.settlement import Place, Road, Settlement

GAUGES = 3
LEAST_KM2 = 10.0
"""Least catchment of a stream with a gauge."""
FLOODED_M = 0.1
FLOW, AREA, DEPTH, MINUTES = ("m³/s", 0.001), ("km²", 1.0), ("m", 0.01), ("minutes", 1.0)


def gauged_towns(settlement: Settlement, ground: Ground) -> list[Place]:
    """Return towns with a gauge on their river, the largest river first."""
    area = ground.upstream_km2.ravel()
    wet = [place for place in settlement.places if place.river_cell >= 0 and area[place.river_cell] >= LEAST_KM2]
    return sorted(wet, key=lambda place: (-area[place.river_cell], place.id))[:GAUGES]


def river_name(ground: Ground, cell: int) -> str:
    """Return the name of the river through a cell: cells with one outlet share it, the largest river has the first."""
    area, down = ground.upstream_km2.ravel(), ground.downstream.ravel()
    while down[cell] >= 0:
        cell = int(down[cell])
    rank = int((area[ground.order][down[ground.order] < 0] > area[cell]).sum())
    return place_names(ground.region, "river", rank + 1)[rank]


def note_rivers(watch: Watch, book: Notebook) -> None:
    ground = watch.story.ground
    for place in gauged_towns(watch.story.settlement, ground):
        flow = np.asarray(watch.story.water.discharge_m3_s, np.float64).reshape(-1, ground.sea.size)
        seen = flow[watch.wet_days, place.river_cell]
        peak = int(seen.argmax())
        where = f"{river_name(ground, place.river_cell)} at {place.name}"
        before = float(seen[: max(peak, 1)].max())
        book.note(("peak", place.id), "peak discharge", where, float(seen[peak]), FLOW, before)
        book.day(("peak day", place.id), "day of the peak", where, watch.first_day + peak)
        book.note(("first flow", place.id), "discharge on the first day", where, float(seen[0]), FLOW)
        book.note(("last flow", place.id), "discharge on the last day", where, float(seen[-1]), FLOW)
        book.note(("low flow", place.id), "lowest discharge", where, float(seen.min()), FLOW)
        usual = float(ground.mean_flow_m3_s.flat[place.river_cell])
        book.note(("usual flow", place.id), "long-term mean discharge", where, usual, FLOW)
        book.note(
            ("basin", place.id), "area of the basin", where, float(ground.upstream_km2.flat[place.river_cell]), AREA
        )
        book.note(("flow share", place.id), "peak against the mean", where, float(seen[peak]) / usual, ("times", 0.1))


def note_floods(watch: Watch, book: Notebook) -> None:
    depth = _depths(watch)
    area = (depth > FLOODED_M).sum(axis=(1, 2))
    peak = int(area.argmax())
    if not area[peak]:
        return
    book.note(("flooded", ""), "flooded area", "", float(area[peak]), AREA, float(area[: max(peak, 1)].max()))
    book.day(("flooded day", ""), "day of the largest flood", "", watch.first_day + peak)
    day, cell = divmod(int(depth.reshape(len(depth), -1).argmax()), depth[0].size)
    near = _nearest(watch, cell)
    book.note(("deepest", near.id), "deepest water", near.name, float(depth[day].flat[cell]), DEPTH)
    book.day(("deepest day", near.id), "day of the deepest water", near.name, watch.first_day + day)


def note_roads(watch: Watch, book: Notebook) -> None:
    settlement, depth = watch.story.settlement, _depths(watch)
    wet = [day for day in range(len(depth)) if depth[day].max() >= STOPS_MM / 1000]
    closed = {day: closed_roads(settlement, depth[day]) for day in wet}
    roads = [road for road in settlement.roads if any(road.id in ids for ids in closed.values())]
    book.note(("closed", ""), "closed roads", "", float(len({road.name for road in roads})), ("roads", 1.0))
    for road in roads:
        days = [day for day in wet if road.id in closed[day]]
        where = f"{road.name}, {road_ends(watch.story.settlement, road)}"
        deepest = max(water_on_road(road, settlement, depth[day]) for day in days)
        book.note(("road depth", road.id), "deepest water on the road", where, deepest, DEPTH)
        book.day(("shut", road.id), "first day closed", where, watch.first_day + days[0])
        book.day(("open", road.id), "last day closed", where, watch.first_day + days[-1])
        book.note(("shut days", road.id), "days closed", where, float(len(days)), ("days", 1.0))


def note_journeys(watch: Watch, book: Notebook) -> None:
    """Record journeys from the largest town to the others, on dry roads and on the day of the worst roads."""
    settlement, depth = watch.story.settlement, _depths(watch)
    usual = journey_minutes(settlement)
    worst = depth[int(depth.sum(axis=(1, 2)).argmax())]
    slow = journey_minutes(settlement, worst) if worst.max() > 0 else usual
    first = settlement.places[0]
    for at, place in enumerate(settlement.places[1:], start=1):
        if not math.isfinite(usual[0, at]):
            continue
        where = f"{first.name} to {place.name}"
        book.note(("journey", place.id), "usual journey", where, float(usual[0, at]), MINUTES)
        if not math.isfinite(slow[0, at]):
            book.note(("cut off", place.id), "places cut off", place.name, 1.0, ("places", 1.0))
        elif slow[0, at] >= usual[0, at] + 1:
            book.note(("delay", place.id), "delay", where, float(slow[0, at] - usual[0, at]), MINUTES)


def road_ends(settlement: Settlement, road: Road) -> str:
    """Describe where a stretch of road leads: `between Ayle and Brand`, or `near Ayle`."""
    ends = [_by_distance(settlement, *road.line.coords[end])[0] for end in (0, -1)]
    if ends[0].id == ends[1].id:
        return f"near {ends[0].name}"
    return f"between {ends[0].name} and {ends[1].name}"


def _depths(watch: Watch) -> Floats:
    return np.asarray(watch.story.water.flood_depth_m[watch.wet_days], np.float64)


def _nearest(watch: Watch, cell: int) -> Place:
    grid = watch.story.ground.region.grid
    row, column = divmod(cell, watch.story.ground.sea.shape[1])
    return _by_distance(watch.story.settlement, float(grid.x()[column]), float(grid.y()[row]))[0]


def _by_distance(settlement: Settlement, x: float, y: float) -> list[Place]:
    return sorted(settlement.places, key=lambda place: ((place.x - x) ** 2 + (place.y - y) ** 2, place.id))
