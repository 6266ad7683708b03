"""Trees from above: crowns of clumps of leaves, each lit from its own direction, over a dark and ragged rim."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.people.town import Area
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Climate
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.window import Bools, Floats, Ints

SIDES = 10
"""Number of sides of the rim and of every clump."""
NEEDLES: dict[Climate, float] = {"continental": 0.4, "oceanic": 0.18, "mediterranean": 0.2, "humid_subtropical": 0.15}
"""Share of conifers, by climate; elsewhere few."""
SUNFLOWER = 2.399963
"""Angle from one seed of a sunflower to the next, radians; it spreads any number of clumps evenly over a disc."""
LEAVES, PALE, FIRS = (66, 94, 46), (104, 112, 54), (46, 72, 50)
"""Colours of broad leaves, from dark to pale, and of needles."""


def draw_trees(sketch: Sketch, trees: Floats, prefix: str, draw: Generator, climate: Climate, most: int = 9) -> None:
    """Draw trees from rows of x, y, crown radius and height.

    A crown has a clump for every half metre of radius, at most `most`.
    """
    if len(trees) == 0:
        return
    first = len(sketch.things)
    fir = draw.uniform(0.0, 1.0, len(trees)) < NEEDLES.get(climate, 0.05)
    rims = _rims(trees, fir, draw)
    for number, (ring, (_, _, radius, height)) in enumerate(zip(rims, trees.tolist(), strict=True)):
        sketch.thing(f"{prefix}-t{number:05d}", "tree", ring, height, crown_m=round(2 * radius, 1))
    sketch.shadows(trees[:, None, :2] + 0.96 * trees[:, 2, None, None] * _circle(), trees[:, 3] * 0.8)
    clumps = np.clip(np.round(2.0 * trees[:, 2]), 3, most).astype(np.int64)
    tree = np.repeat(np.arange(len(trees)), clumps + 1)
    # For every tree the rim is drawn first and the top clump last.
    place = np.arange(tree.size) - np.repeat(np.cumsum(clumps + 1) - clumps - 1, clumps + 1)
    faces, normals = _clumps(trees, tree, clumps[tree] - place, clumps[tree], fir[tree], draw)
    rim = place == 0
    faces[rim], normals[rim] = rims, (0.0, 0.0, 1.0)
    sketch.faces(faces, _colours(tree, rim, fir, draw), Layer.CROWN, 30, normals, first + tree)


def _circle() -> Floats:
    angle = np.arange(SIDES) / SIDES * 2.0 * np.pi
    return round_to_step(np.stack([np.cos(angle), np.sin(angle)], axis=-1), 1e-6)


def _rims(trees: Floats, fir: Bools, draw: Generator) -> Floats:
    """Return the outlines of crowns: rounds with two, three and four bulges; stars for conifers."""
    angle = np.arange(SIDES) / SIDES * 2.0 * np.pi
    reach = np.ones((len(trees), SIDES))
    for bulges, strength in ((2, 0.11), (3, 0.09), (4, 0.06)):
        size = draw.uniform(0.0, strength, (len(trees), 1))
        reach = reach + size * np.cos(bulges * angle + draw.uniform(0.0, 2.0 * np.pi, (len(trees), 1)))
    star = np.where(np.arange(SIDES) % 2, 0.78, 1.06)
    reach = np.where(fir[:, None], star * (0.7 + 0.3 * reach), reach)
    return round_to_step(trees[:, None, :2] + (trees[:, 2, None] * reach)[..., None] * _circle(), 0.01)


def _clumps(trees: Floats, tree: Ints, rank: Ints, count: Ints, fir: Bools, draw: Generator) -> tuple[Floats, Floats]:
    """Return rings of clumps, from the crown's middle (rank 0) outwards, and the direction each faces."""
    turn = rank * SUNFLOWER + draw.uniform(0.0, 2.0 * np.pi, len(trees))[tree] + draw.uniform(-0.5, 0.5, tree.size)
    away = 0.74 * np.sqrt((np.maximum(rank, 0) + 0.3) / count) * draw.uniform(0.88, 1.1, tree.size)
    offset = np.stack([np.cos(turn), np.sin(turn)], axis=-1) * away[:, None]
    radius = trees[tree, 2]
    size = radius * np.where(fir, 0.62, 0.82) / np.sqrt(count) * draw.uniform(0.8, 1.3, tree.size)
    ragged = draw.uniform(0.78, 1.16, (tree.size, SIDES))
    middle = trees[tree, :2] + offset * radius[:, None]
    rings = middle[:, None] + (size[:, None] * ragged)[..., None] * _circle()
    tilt = offset * np.where(fir, 0.95, 0.72)[:, None] + draw.uniform(-0.12, 0.12, (tree.size, 2))
    up = np.sqrt(np.maximum(1.0 - (tilt * tilt).sum(axis=1), 0.1))
    return rings, round_to_step(np.column_stack([tilt, up]), 1e-4)


def _colours(tree: Ints, rim: Bools, fir: Bools, draw: Generator) -> Floats:
    """Return colours: a green for each tree, a slight variation for each clump, a darker shade for rims."""
    hue = draw.uniform(0.0, 1.0, fir.size)[:, None] ** 1.6
    own = np.where(fir[:, None], np.asarray(FIRS), np.asarray(LEAVES) * (1.0 - hue) + np.asarray(PALE) * hue)
    own = own * draw.uniform(0.85, 1.15, (fir.size, 1))
    shade = np.where(rim, 0.6, draw.uniform(0.86, 1.18, tree.size))
    return np.clip(np.round(own[tree] * shade[:, None]), 0, 255)


def wood_trees(areas: tuple[Area, ...], draw: Generator) -> Floats:
    """Return crowns that fill woods, one per about 36 m²."""
    import shapely

    groups = [np.zeros((0, 4))]
    for area in areas:
        if area.kind != "wood":
            continue
        west, south, east, north = area.outline.bounds
        x, y = np.meshgrid(np.arange(west, east, 6.0), np.arange(south, north, 6.0))
        points = np.stack([x.ravel(), y.ravel()], axis=-1) + draw.uniform(-2.4, 2.4, (x.size, 2))
        points = points[shapely.contains_xy(area.outline, points[:, 0], points[:, 1])]
        radius = draw.uniform(2.6, 4.6, len(points))
        groups.append(np.column_stack([points, radius, radius * 3.2]))
    return round_to_step(np.concatenate(groups), 0.01)
