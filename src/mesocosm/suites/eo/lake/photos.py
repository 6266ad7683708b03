"""Photographs of a site: pixels, every thing with its outline, and exact masks."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.people.town import Town
from mesocosm.earth.planet.sensors.painter import (
    Numbers,
    Polygons,
    cover_polygons,
    paint,
    place_rings,
    ribbon,
    snap_corners,
)
from mesocosm.earth.planet.sensors.photo.grounds import holes_of, rings_of
from mesocosm.earth.planet.sensors.photo.photograph import annotate, render
from mesocosm.earth.planet.sensors.photo.rings import ring_of
from mesocosm.earth.planet.sensors.photo.scenery import Layer, Scenery, gather_rings
from mesocosm.earth.planet.sensors.sun import sun_at
from mesocosm.earth.planet.sensors.window import Bools, Floats, Window
from mesocosm.suites.eo.lake.colours import colour_name
from mesocosm.suites.eo.lake.disaster import flooded_pixels
from mesocosm.suites.eo.lake.frame import Pixels, Thing
from mesocosm.suites.eo.lake.growth import without
from mesocosm.suites.eo.lake.overpasses import Look
from mesocosm.suites.eo.lake.site_scene import Stage, stage_of

LEAST_INSIDE = 0.25
"""Smallest share of a thing within the picture for it to count as in it."""
MOST_HIDDEN = 0.6
"""Largest share of a thing that crowns or other roofs may hide before it counts as unseen."""
REACHES = (0.0, 0.35, 0.7, 0.92)
"""Points between a thing's middle (0) and its corners (1) where it is tested for being hidden."""
ON_WHEELS = ("car", "truck", "bus", "train")
HAZES = (0.03, 0.12)


@dataclass(frozen=True)
class Photo:
    pixels: Pixels
    things: tuple[Thing, ...]
    masks: dict[str, Bools]


def take(stage: Stage, look: Look) -> Photo:
    """Make the photograph of one look."""
    window, sceneries = stage.photo_window, shown_sceneries(stage, look)
    sun, under = sun_at(stage.region.latitude, look.day), under_water(stage, look)
    haze = HAZES[0] + (HAZES[1] - HAZES[0]) * (int(look.name[:4], 16) / 65536)
    pixels = render(window, sceneries, sun, round(haze, 3), under)
    return Photo(pixels, things_in(window, sceneries), photo_masks(window, stage.town_on(look.day), under))


def shown_sceneries(stage: Stage, look: Look) -> tuple[Scenery, ...]:
    """Return all layers that a picture of a look shows, from the ground up."""
    *standing, moving = stage.sceneries(look.day, look.event == "after")
    under = under_water(stage, look)
    return (*standing, moving if under is None else _driven_off(stage.photo_window, moving, under))


def under_water(stage: Stage, look: Look) -> Bools | None:
    """Return where a flood hides the ground of photographs; bridges stand out of it. None on looks without a flood."""
    return _flood(stage.site.key) if look.event == "after" and stage.disaster is not None else None


@functools.lru_cache(maxsize=2)
def _flood(key: str) -> Bools | None:
    stage = stage_of(key)
    wet = None if stage.disaster is None else flooded_pixels(stage.photo_window, stage.disaster)
    decks = [ring_of(bridge.deck) for bridge in stage.part.bridges]
    return None if wet is None else wet & ~cover_polygons(place_rings(stage.photo_window, decks, 1), wet.shape)


def _driven_off(window: Window, moving: Scenery, under: Bools) -> Scenery:
    """Remove the vehicles and trains that would stand in the water from the moving things."""
    west, _, _, north = window.bounds
    gone = {}
    for thing in moving.things:
        x, y = (thing.outline.min(axis=0) + thing.outline.max(axis=0)) / 2
        column, row = int((x - west) / window.resolution_m), int((north - y) / window.resolution_m)
        inside = 0 <= row < window.rows and 0 <= column < window.columns
        if thing.label in ON_WHEELS and inside and under[row, column]:
            gone[thing.id] = thing.outline
    return without(moving, gone)


def things_in(window: Window, sceneries: tuple[Scenery, ...]) -> tuple[Thing, ...]:
    """Return everything visible in a picture with exact outlines, and the colour that most of each thing has."""
    things: list[Thing] = []
    canopy, first = _canopy(window, sceneries), 1
    for scenery in sceneries:
        colours = _paints(scenery)
        numbers = {thing.id: number for number, thing in enumerate(scenery.things)}
        for note in annotate(window, (scenery,), LEAST_INSIDE):
            number = numbers[note.thing.id]
            if note.thing.label != "tree" and _hidden(canopy, note.polygon, first + number) > MOST_HIDDEN:
                continue
            attributes = dict(note.thing.attributes)
            attributes.setdefault("colour", colours[number])
            things.append(Thing(note.thing.id, note.thing.label, note.polygon, note.box, note.inside, attributes))
        first += len(scenery.things)
    return tuple(things)


def _canopy(window: Window, sceneries: tuple[Scenery, ...]) -> Numbers:
    """Return which roof, crown or higher thing is topmost at every pixel; 0 where the ground is open."""
    shape = (window.rows, window.columns)
    canvas, first = np.zeros(shape, np.int32), 1
    for scenery in sceneries:
        near = scenery.boxes.near(window)
        high = near[(scenery.layers[near] >= Layer.ROOF) & (scenery.owners[near] >= 0)]
        corners, starts = gather_rings(scenery.corners, scenery.starts, high)
        polygons = Polygons(snap_corners(window, corners, 1), starts)
        painted = paint(polygons, first + scenery.owners[high], shape)
        canvas = np.where(painted > 0, painted, canvas)
        first += len(scenery.things)
    return canvas


def _hidden(canopy: Numbers, outline: Floats, number: int) -> float:
    """Return the share of a thing that others cover, tested at points between its middle and its corners."""
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
    places = np.concatenate([middle + reach * (outline - middle) for reach in REACHES]).astype(np.int64)
    rows, columns = canopy.shape
    x, y = places[:, 0], places[:, 1]
    seen = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    top = canopy[y[seen], x[seen]]
    return float(((top != 0) & (top != number)).mean()) if top.size else 0.0


def _paints(scenery: Scenery) -> list[str]:
    """Return the colour of the largest face of each thing."""
    x, y = scenery.corners[:, 0], scenery.corners[:, 1]
    following = np.arange(1, len(x) + 1)
    following[scenery.starts[1:] - 1] = scenery.starts[:-1]
    twice = np.add.reduceat(x * y[following] - x[following] * y, scenery.starts[:-1]) if len(x) else np.zeros(0)
    area = np.round(np.abs(twice) * 50.0).astype(np.int64)
    order = np.lexsort((np.arange(area.size), area))
    largest = np.full(len(scenery.things), -1)
    owned = scenery.owners[order] >= 0
    largest[scenery.owners[order][owned]] = order[owned]  # later, larger faces replace earlier ones
    names: dict[tuple[int, int, int], str] = {}
    paints = []
    for face in largest.tolist():
        red, green, blue = (int(value) for value in scenery.colours[face, :3]) if face >= 0 else (128, 128, 128)
        paints.append(names.setdefault((red, green, blue), colour_name(red, green, blue)))
    return paints


def photo_masks(window: Window, town: Town, under: Bools | None) -> dict[str, Bools]:
    """Return masks of buildings, roads and open water, each pixel by its middle."""
    import shapely

    shape = (window.rows, window.columns)

    def filled(rings: list[Floats]) -> Bools:
        return cover_polygons(place_rings(window, rings, 1), shape)

    building = filled([ring_of(building.outline) for building in town.buildings])
    decks = [ring_of(bridge.deck) for bridge in town.bridges]
    streets = [ribbon(shapely.get_coordinates(street.line), street.width_m) for street in town.streets]
    sites = filled([ring_of(site.outline) for site in town.sites])  # their yards cover what was there
    road = (filled(streets) & ~sites | filled(decks)) & ~building
    water = np.zeros(shape, np.bool_)
    for body in (town.standing, town.rivers):
        water |= filled(rings_of(body)) & ~filled(holes_of(body))
    water &= ~(sites | filled(decks))
    if under is not None:
        water |= under & ~building
    return {"building": building, "road": road, "water": water & ~building}
