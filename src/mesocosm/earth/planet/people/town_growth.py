"""A town grown from its frame: streets, blocks, parcels, houses, sites, fields and trees."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.names import place_names
from mesocosm.earth.planet.people import shapes
from mesocosm.earth.planet.people.civic import choose_civic, make_civic
from mesocosm.earth.planet.people.fields import make_fields
from mesocosm.earth.planet.people.frame import SQUARE, Frame, make_extent, make_frame
from mesocosm.earth.planet.people.houses import (
    HABITS,
    Draft,
    car_park,
    clip_to_parcel,
    describe_building,
    draft,
    raise_building,
)
from mesocosm.earth.planet.people.plots import Plot, make_plots
from mesocosm.earth.planet.people.settlement import Settlement
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.people.sites import make_sites
from mesocosm.earth.planet.people.streets import PAVEMENT_M, WIDTHS_M, Network, make_network, make_street_bridges
from mesocosm.earth.planet.people.town import Area, Block, Building, Parcel, Site, Town, Zone
from mesocosm.earth.planet.people.trees import make_trees
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Region
from mesocosm.errors import UserError
from mesocosm.seeding import generator

if TYPE_CHECKING:
    from shapely.geometry import LineString, Polygon

FURTHEST_M = 58.0
"""Greatest distance of a building from the middle of a street."""


@dataclass(frozen=True)
class Rail:
    line: LineString


@dataclass
class Growth:
    """Everything that has been built so far."""

    key: str
    blocks: list[Block] = field(default_factory=list)
    parcels: list[Parcel] = field(default_factory=list)
    buildings: list[Building] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)

    def next(self, letter: str, count: int) -> str:
        return f"{self.key}-{letter}{count:05d}"


def make_town(ground: Ground, settlement: Settlement, index: int) -> Town:
    """Make the town of a rank at the scale of metres; 0 is the largest of the region."""
    if not 0 <= index < len(settlement.places):
        raise UserError(f"town must lie in 0..{len(settlement.places) - 1}, got {index}")
    return _town(ground.region, index)


@functools.lru_cache(maxsize=4)
def _town(region: Region, index: int) -> Town:
    ground = make_ground(region)
    settlement = make_settlement(ground)
    place = settlement.places[index]
    path = ("planet", region.seed, "people", region.key, "town", place.id)
    frame = make_frame(ground, settlement, place, generator(*path, "frame"))
    grounds = make_sites(frame, index, region.climate, generator(*path, "sites"))
    frame, sites = grounds.frame, list(grounds.sites)
    extent = make_extent(frame, [site.outline for site in sites], generator(*path, "extent"))
    names = place_names(region, "street", 220, within=place.id)
    network = make_network(frame, extent, names, generator(*path, "streets"))
    growth = Growth(place.id)
    _grow(growth, frame, network, sites, region, path)
    growth.buildings += grounds.buildings
    fields, wild = make_fields(ground, frame, extent, sites, generator(*path, "fields"))
    growth.areas += [Area(growth.next("a", len(growth.areas) + n), kind, part) for n, (kind, part) in enumerate(wild)]
    trees = make_trees(growth.parcels, growth.buildings, growth.areas, network.streets, generator(*path, "trees"))
    town = Town(
        id=place.id,
        place=place,
        window=frame.window,
        extent=extent,
        rivers=frame.rivers,
        standing=frame.standing,
        streets=network.streets,
        bridges=make_street_bridges(frame, network.streets),
        railways=frame.railways,
        blocks=tuple(growth.blocks),
        parcels=tuple(growth.parcels),
        buildings=tuple(growth.buildings),
        areas=tuple(growth.areas),
        sites=tuple(sites),
        fields=tuple(fields),
        trees=trees,
    )
    return _on_plane(town)


def _on_plane(town: Town) -> Town:
    """Convert a town from metres from its market square to metres of the region's plane."""
    at = (town.place.x, town.place.y)
    for name in ("window", "extent", "rivers", "standing"):
        (town,) = shapes.move_to_centimetres([town], name, *at)
    sites = tuple(replace(site, parts=shapes.move_to_centimetres(site.parts, "outline", *at)) for site in town.sites)
    trees = town.trees + np.array([*at, 0.0, 0.0])
    trees[:, :2] = round_to_step(trees[:, :2], shapes.STEP_M)
    trees.setflags(write=False)
    return replace(
        town,
        streets=shapes.move_to_centimetres(town.streets, "line", *at),
        bridges=shapes.move_to_centimetres(town.bridges, "deck", *at),
        railways=tuple(
            rail.line for rail in shapes.move_to_centimetres([Rail(line) for line in town.railways], "line", *at)
        ),
        blocks=shapes.move_to_centimetres(town.blocks, "outline", *at),
        parcels=shapes.move_to_centimetres(town.parcels, "outline", *at),
        buildings=shapes.move_to_centimetres(town.buildings, "outline", *at),
        areas=shapes.move_to_centimetres(town.areas, "outline", *at),
        sites=shapes.move_to_centimetres(sites, "outline", *at),
        fields=shapes.move_to_centimetres(town.fields, "outline", *at),
        trees=trees,
    )


def _grow(
    growth: Growth, frame: Frame, network: Network, sites: list[Site], region: Region, path: tuple[str | int, ...]
) -> None:
    """Build every block in turn: public ones by their plan, others parcel by parcel."""
    cells = _insets(frame, network, sites)
    civic = choose_civic(cells, SQUARE, frame.place.population, generator(*path, "civic"))
    meant: list[tuple[Block, Plot, Draft | None]] = []
    for number, (outline, zone) in enumerate(cells):
        draw = generator(*path, "block", number)
        block = Block(growth.next("k", number), civic.get(number, zone), outline)
        growth.blocks.append(block)
        if number in civic:
            _grow_civic(growth, block, region, draw)
            continue
        plots = make_plots(outline, *HABITS[zone].parcel, draw)
        meant += [(block, plot, draft(plot, zone, region.climate, draw)) for plot in plots]
    _grow_houses(growth, meant)
    _grow_car_parks(growth, meant)
    _near_streets(growth, network)


def _insets(frame: Frame, network: Network, sites: list[Site]) -> list[tuple[Polygon, Zone]]:
    """Return the blocks without carriageways, pavements, railways, water and sites."""
    import shapely

    wide = [
        shapely.buffer(street.line, street.width_m / 2 + PAVEMENT_M)
        for street in network.streets
        if street.kind != "residential"
    ]
    taken = [*wide, shapely.buffer(frame.water, 5.0), *(shapely.buffer(line, 8.0) for line in frame.railways)]
    taken += [shapely.buffer(site.outline, 3.0) for site in sites]
    tree = shapely.STRtree(taken)
    cells: list[tuple[Polygon, Zone]] = []
    for face, zone in network.cells:
        inset = shapely.buffer(face, -(WIDTHS_M["residential"] / 2 + PAVEMENT_M), join_style="mitre", mitre_limit=2.0)
        near = np.sort(tree.query(face))
        if near.size:
            inset = shapely.difference(inset, shapely.union_all([taken[n] for n in near]))
        # Morphological opening removes slivers that are too narrow for a wall.
        inset = shapely.buffer(shapely.buffer(inset, -3.0, join_style="mitre"), 3.0, join_style="mitre")
        inset = shapely.intersection(shapely.simplify(inset, 0.3), shapely.buffer(face, -1.0))
        cells += [(part, zone) for part in shapes.polygons(shapes.round_to_centimetres(inset), 220.0)]
    return cells


def _grow_civic(growth: Growth, block: Block, region: Region, draw: np.random.Generator) -> None:
    import shapely

    plan = make_civic(block.outline, block.zone, draw)
    for kind, outline in plan.areas:
        growth.areas.append(Area(growth.next("a", len(growth.areas)), kind, outline))
    if plan.building is not None:
        use, form, outline = plan.building
        zone: Zone = "core" if use == "hospital" else "terrace"
        house = describe_building(form, use, shapely.get_coordinates(outline), zone, region.climate, draw)
        growth.buildings.append(raise_building(growth.next("h", len(growth.buildings)), block.id, house, outline))


def _grow_houses(growth: Growth, meant: list[tuple[Block, Plot, Draft | None]]) -> None:
    """Add parcels, and on each the part of its draft that fits; all at once, which is fastest in shapely."""
    import shapely

    rings = [shapely.linearrings(plot.corners) for _, plot, _ in meant]
    outlines = shapely.polygons(rings)
    broken = np.flatnonzero(~shapely.is_valid(outlines))
    outlines[broken] = [_sound(outline) for outline in outlines[broken]]
    growth.parcels += [
        Parcel(growth.next("p", number), block.id, outline)
        for number, ((block, _, _), outline) in enumerate(zip(meant, outlines, strict=True))
    ]
    drafted = [number for number, (_, _, plan) in enumerate(meant) if plan is not None]
    plans = [plan for _, _, plan in meant if plan is not None]
    for number, plan, outline in zip(drafted, plans, clip_to_parcel(plans, outlines[drafted].tolist()), strict=True):
        if outline is not None:
            key = growth.next("h", len(growth.buildings))
            growth.buildings.append(raise_building(key, growth.parcels[number].id, plan, outline))


def _grow_car_parks(growth: Growth, meant: list[tuple[Block, Plot, Draft | None]]) -> None:
    """Add car parks, clear of their parcels' edges."""
    import shapely

    for parcel, (block, plot, plan) in zip(growth.parcels, meant, strict=True):
        corners = car_park(plot, plan, block.zone)
        if corners is None:
            continue
        room = shapely.buffer(parcel.outline, -1.5)
        for part in shapes.polygons(
            shapes.round_to_centimetres(shapely.intersection(shapely.polygons(corners), room)), 180.0
        ):
            growth.areas.append(Area(growth.next("a", len(growth.areas)), "car_park", part))


def _sound(outline: Polygon) -> Polygon:
    import shapely

    parts = shapes.polygons(shapes.round_to_centimetres(shapely.make_valid(outline)), 0.0)
    return max(parts, key=lambda part: part.area)


def _near_streets(growth: Growth, network: Network) -> None:
    """Remove buildings that no street reaches and those that a street would cross."""
    import shapely

    if not growth.buildings:
        return
    outlines = [building.outline for building in growth.buildings]
    lines = [street.line for street in network.streets]
    _, distance = shapely.STRtree(lines).query_nearest(outlines, return_distance=True, all_matches=False)
    lanes = shapely.buffer(lines, [street.width_m / 2 + 0.2 for street in network.streets])
    crossed, _ = shapely.STRtree(lanes).query(outlines, predicate="intersects")
    stands = distance <= FURTHEST_M
    stands[crossed] = False
    growth.buildings = [building for building, kept in zip(growth.buildings, stands, strict=True) if kept]
