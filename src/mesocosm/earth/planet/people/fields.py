"""Farmland about a town: fields of 2 to 20 ha with a crop, its dates and its irrigation; woods and grass between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Cover, Ground
from mesocosm.earth.planet.people import shapes
from mesocosm.earth.planet.people.frame import Frame
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.people.streets import WIDTHS_M
from mesocosm.earth.planet.people.town import AreaKind, Crop, Field, Site
from mesocosm.earth.planet.regions import CELL_M, Climate

if TYPE_CHECKING:
    from shapely.geometry import MultiPolygon, Polygon

SMALLEST_M2, LARGEST_M2 = 20_000.0, 200_000.0
CROPS: dict[Climate, tuple[tuple[Crop, float, int, int], ...]] = {
    "oceanic": (
        ("wheat", 0.3, 285, 218), ("barley", 0.16, 78, 205), ("rapeseed", 0.14, 240, 200), ("maize", 0.12, 118, 275),
        ("potato", 0.08, 105, 255), ("pasture", 0.2, 80, 310),
    ),
    "mediterranean": (
        ("wheat", 0.26, 320, 168), ("olives", 0.22, 75, 320), ("vines", 0.2, 90, 262), ("maize", 0.1, 110, 255),
        ("sunflower", 0.08, 95, 235), ("lucerne", 0.08, 60, 290), ("fallow", 0.06, 1, 365),
    ),
    "continental": (
        ("wheat", 0.32, 262, 212), ("maize", 0.22, 125, 280), ("sunflower", 0.14, 118, 258), ("barley", 0.12, 95, 205),
        ("rapeseed", 0.1, 235, 192), ("pasture", 0.1, 100, 290),
    ),
    "humid_subtropical": (
        ("maize", 0.24, 88, 225), ("soya", 0.26, 135, 285), ("cotton", 0.2, 122, 288), ("rice", 0.1, 105, 248),
        ("pasture", 0.2, 70, 320),
    ),
    "semi_arid": (
        ("wheat", 0.34, 275, 180), ("sorghum", 0.14, 140, 275), ("lucerne", 0.12, 85, 285), ("cotton", 0.1, 115, 285),
        ("fallow", 0.3, 1, 365),
    ),
    "tropical": (
        ("rice", 0.26, 165, 290), ("maize", 0.2, 140, 255), ("sugar_cane", 0.2, 60, 30), ("cassava", 0.14, 125, 40),
        ("sorghum", 0.1, 170, 285), ("pasture", 0.1, 130, 330),
    ),
}  # fmt: skip
"""Crop, share, and the days of the year on which it is sown and harvested in the middle of the belt."""
WATERED: dict[Climate, float] = {
    "oceanic": 0.03,
    "mediterranean": 0.3,
    "continental": 0.06,
    "humid_subtropical": 0.2,
    "semi_arid": 0.3,
    "tropical": 0.2,
}


def make_fields(
    ground: Ground, frame: Frame, extent: MultiPolygon, sites: list[Site], draw: Generator
) -> tuple[list[Field], list[tuple[AreaKind, Polygon]]]:
    """Return the fields, and the woods and grass that are not farmed, over all open land of the window."""
    fields: list[Field] = []
    wild: list[tuple[AreaKind, Polygon]] = []
    for piece in _pieces(frame, extent, sites, draw):
        cover = _cover_at(ground, frame.place, piece)
        chance = draw.uniform()
        if piece.area >= SMALLEST_M2 and (chance < 0.92 if cover in (Cover.CROPS, Cover.BUILT) else chance < 0.3):
            fields.append(_field(f"{frame.place.id}-f{len(fields):03d}", piece, ground.region.climate, draw))
        else:
            wild.append(("wood" if cover == Cover.TREES or chance > 0.965 else "grass", piece))
    return fields, wild


def _pieces(frame: Frame, extent: MultiPolygon, sites: list[Site], draw: Generator) -> list[Polygon]:
    """Cut the open land into pieces, with headlands between them."""
    import shapely

    taken = [shapely.buffer(extent, 8.0), shapely.buffer(frame.water, 9.0)]
    taken += [shapely.buffer(site.outline, 6.0) for site in sites]
    taken += [shapely.buffer(artery.line, WIDTHS_M["motorway"] / 2 + 3.0) for artery in frame.arteries]
    taken += [shapely.buffer(line, 9.0) for line in frame.railways]
    open_land = shapely.difference(frame.window, shapely.union_all(taken))
    pieces = [
        piece
        for part in shapes.polygons(shapes.round_to_centimetres(open_land), 3000.0)
        for piece in _split(part, draw)
    ]
    inner = [part for piece in pieces for part in shapes.polygons(shapely.buffer(piece, -2.5), 1500.0)]
    return [
        part
        for piece in inner
        for part in shapes.polygons(shapes.round_to_centimetres(shapely.simplify(piece, 0.5)), 1500.0)
    ]


def _split(land: Polygon, draw: Generator) -> list[Polygon]:
    """Cut land across its longer side until it is small enough for a field."""
    import shapely
    from shapely.ops import split

    if land.area < LARGEST_M2 * draw.uniform(0.28, 0.95):
        return [land]
    middle, along, length, breadth = shapes.axes(land)
    across = shapes.unit(np.array([-along[1], along[0]]) + draw.uniform(-0.12, 0.12) * along)
    at = middle + draw.uniform(-0.12, 0.12) * length * along
    reach = length + breadth
    cut = shapely.linestrings(shapes.place_corners(np.array([[-reach, 0.0], [reach, 0.0]]), at, across))
    pieces = shapes.polygons(split(land, cut), 1.0)
    return (
        [land]
        if len(pieces) < 2
        else [part for piece in pieces for part in _split(shapes.round_to_centimetres(piece), draw)]
    )


def _cover_at(ground: Ground, place: Place, piece: Polygon) -> Cover:
    import shapely

    x, y = shapely.get_coordinates(shapely.point_on_surface(piece))[0]
    grid = ground.region.grid
    column = int(np.clip(round((x + place.x - grid.x0) / CELL_M), 0, grid.nx - 1))
    row = int(np.clip(round((y + place.y - grid.y0) / CELL_M), 0, grid.ny - 1))
    return Cover(int(ground.cover[row, column]))


def _field(key: str, piece: Polygon, climate: Climate, draw: Generator) -> Field:
    chance, total = draw.uniform(), 0.0
    crop, sown, reaped = CROPS[climate][0][0], CROPS[climate][0][2], CROPS[climate][0][3]
    for name, share, sowing, harvest in CROPS[climate]:
        total += share
        if chance < total:
            crop, sown, reaped = name, sowing, harvest
            break
    shift = int(draw.integers(-9, 10)) if crop not in ("fallow", "pasture") else 0
    watered = crop == "rice" or (crop not in ("fallow", "pasture") and draw.uniform() < WATERED[climate])
    return Field(key, piece, crop, (sown + shift - 1) % 365 + 1, (reaped + shift - 1) % 365 + 1, bool(watered))
