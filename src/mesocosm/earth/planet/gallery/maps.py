"""The region's map and the plan of a town."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.gallery.figure_style import WATER, Picture, base_map, cover_image, extent_km, paper, to_km
from mesocosm.earth.planet.ground.courses import river_courses
from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.people.town import Town
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import BELTS, Region

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from shapely.geometry.base import BaseGeometry

ROADS = {
    "motorway": ("#a33b20", 1.5),
    "primary": ("#c06c3e", 1.0),
    "secondary": ("#8f7f70", 0.5),
    "railway": ("#333333", 0.6),
}
LABELS = 14
USES = {
    "house": "#d9a48f", "flats": "#c98b76", "shop": "#d68fa0", "office": "#b79bc4", "school": "#e0b64f",
    "hospital": "#d9534f", "station": "#6d6d6d", "church": "#8a6fae", "industry": "#8f9aa6", "warehouse": "#a9b2ba",
}  # fmt: skip
AREAS = {
    "park": "#bfe0a8", "square": "#e9e2d3", "car_park": "#dcdce0", "wood": "#9dbf86", "grass": "#d7e6b8",
    "playground": "#d3ecc4", "tennis_court": "#c98b5e", "basketball_court": "#c9785e", "football_pitch": "#a5d18b",
    "construction_site": "#c9a27a",
}  # fmt: skip
CROPS = ("#efe3b0", "#e5dc9a", "#d8dba0", "#e9d59b", "#cfd99a")
STREETS = {"motorway": 2.4, "primary": 1.9, "secondary": 1.5, "residential": 0.9, "service": 0.5}


def region_map(planet: Planet, region: Region) -> Picture:
    """Draw hills, land cover, rivers, roads and the names of towns."""
    ground, settlement = planet.ground(region.key), planet.settlement(region.key)
    with paper(9, 8.6) as (_, (axis,), buffer):
        base_map(axis, ground, cover_image(ground, settlement.cover))
        draw_rivers(axis, ground, region)
        for road in settlement.roads:
            colour, width = ROADS[road.kind]
            dashes = (0, (4, 2)) if road.kind == "railway" else "-"
            axis.plot(*to_km(ground, np.asarray(road.line.coords)).T, color=colour, lw=width, ls=dashes, zorder=3)
        for rank, place in enumerate(settlement.places):
            draw_place(axis, ground, place.x, place.y, place.name if rank < LABELS else "", place.population)
    caption = (
        f"Region {region.key}, {region.climate.replace('_', ' ')} ({BELTS[region.climate].koppen}), about "
        f"{region.latitude:.1f}° N: land cover over hillshade, rivers, motorways (red), main roads (orange), railways "
        f"(dashed) and the {LABELS} largest of {len(settlement.places)} places. {settlement.places[0].name} has "
        f"{settlement.places[0].population:,} people."
    )
    return Picture("region", "The region", caption, buffer.getvalue())


def draw_rivers(axis: Axes, ground: Ground, region: Region) -> None:
    """Draw every river course, wider where the river is wider."""
    from matplotlib.collections import LineCollection

    courses = river_courses(region)
    lines = [to_km(ground, np.asarray(line.coords)) for line in courses.lines]
    axis.add_collection(LineCollection(lines, colors=WATER, linewidths=0.25 + courses.width_m / 45.0, zorder=2))


def draw_place(axis: Axes, ground: Ground, x: float, y: float, name: str, population: int) -> None:
    from matplotlib.patheffects import withStroke

    east, north = to_km(ground, np.array([[x, y]]))[0]
    axis.plot(east, north, "o", ms=2.0 + population / 25_000, mfc="white", mec="#222222", mew=0.8, zorder=4)
    if name:
        halo = [withStroke(linewidth=2.2, foreground="white")]
        near_edge = east > 0.88 * extent_km(ground)[1]
        offset, side = ((-4, 3), "right") if near_edge else ((4, 3), "left")
        axis.annotate(
            name,
            (east, north),
            offset,
            textcoords="offset points",
            ha=side,
            fontsize=7.5,
            zorder=5,
            path_effects=halo,
            annotation_clip=True,
        )


def town_plan(planet: Planet, place: str) -> Picture:
    """Draw streets, buildings by use, fields, water and sites of a town."""
    town = planet.town(place)
    with paper(9, 9) as (_, (axis,), buffer):
        draw_town(axis, town)
        frame_town(axis, town)
        _legend(axis)
    caption = (
        f"{town.place.name} ({town.id}), {town.place.population:,} people: {len(town.buildings):,} buildings coloured "
        f"by use, {len(town.streets):,} stretches of street, {len(town.fields)} fields; the window is 4 km wide."
    )
    return Picture("town", "A town", caption, buffer.getvalue())


def frame_town(axis: Axes, town: Town) -> None:
    """Draw the frame of the town's window, with a scale."""
    west, south, east, north = town.window.bounds
    axis.set(xlim=(west, east), ylim=(south, north), aspect="equal", xticks=[], yticks=[])
    _scale_bar(axis, west, south)


def draw_town(axis: Axes, town: Town) -> None:
    """Draw fields, areas, sites, water, streets, buildings and trees."""
    axis.set_facecolor("#eef0e2")
    for number, field in enumerate(town.fields):
        _fill(axis, field.outline, CROPS[number % len(CROPS)], edge="#c9c48f")
    for area in town.areas:
        _fill(axis, area.outline, AREAS.get(area.kind, "#e2e8d2"))
    for site in town.sites:
        _fill(axis, site.outline, "#dfdcd6")
        for part in site.parts:
            _fill(axis, part.outline, "#9aa3ab", edge="#5e666d")
    for water in (*town.rivers.geoms, *town.standing.geoms):
        _fill(axis, water, WATER)
    for street in town.streets:
        axis.plot(*np.asarray(street.line.coords).T, color="#ffffff", lw=STREETS[street.kind], zorder=2)
    for track in town.railways:
        axis.plot(*np.asarray(track.coords).T, color="#444444", lw=0.9, ls=(0, (5, 2)), zorder=3)
    for building in town.buildings:
        _fill(axis, building.outline, USES.get(building.use, "#cccccc"), edge="#00000055", zorder=4)
    if len(town.trees):
        axis.scatter(town.trees[:, 0], town.trees[:, 1], s=0.25, color="#5d8a4d", zorder=3, linewidths=0)


def _fill(axis: Axes, shape: BaseGeometry, colour: str, edge: str = "none", zorder: int = 1) -> None:
    """Draw a polygon with its holes."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    for part in getattr(shape, "geoms", [shape]):
        if part.is_empty:
            continue
        rings = [Path(np.asarray(ring.coords)[:, :2], closed=True) for ring in (part.exterior, *part.interiors)]
        patch = PathPatch(Path.make_compound_path(*rings), fc=colour, ec=edge, lw=0.3, zorder=zorder)
        axis.add_patch(patch)


def _scale_bar(axis: Axes, west: float, south: float) -> None:
    axis.plot([west + 100, west + 600], [south + 100, south + 100], color="black", lw=2.5, zorder=6)
    axis.annotate("500 m", (west + 350, south + 120), ha="center", va="bottom", fontsize=8, zorder=6)


def _legend(axis: Axes) -> None:
    from matplotlib.patches import Patch

    keys = [Patch(color=colour, label=use) for use, colour in USES.items()]
    axis.legend(handles=keys, loc="upper right", fontsize=7, framealpha=0.9, ncols=2)
