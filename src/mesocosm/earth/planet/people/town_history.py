"""A town through the years: fields become housing, houses fill gaps, sites are built, old buildings are demolished.

The town of `town_growth.make_town` is that of the end of `HORIZON_DAYS`; what is built before then is missing from it
until its day. So a town is made once, and every date is a selection from its records.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people import shapes
from mesocosm.earth.planet.people.houses import describe_building, raise_building
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.people.town import Building, Town
from mesocosm.earth.planet.people.town_growth import make_town
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.seeding import generator

WorkKind = Literal["block", "house", "site", "demolition"]
FIRST_DAY = date(FIRST_YEAR, 1, 1)
HORIZON_DAYS = 3652
"""Ten years, as long as the largest planet lasts."""
NEW_BLOCKS, NEW_HOUSES, NEW_SITES, OLD_BUILDINGS = 0.12, 0.006, 0.6, 6
"""Shares of blocks, of detached houses and of open sites that are new; number of old buildings that are demolished."""
SIDED = 0.16
"""How strongly the growth of a town depends on the direction."""
BESIDE_M = 14.0
"""Distance from the middle of a side street to the blocks along it."""
SITES = ("solar_field", "tank_farm")
CLEARS_DAYS = 120
"""Days after a demolition until the rubble is gone and grass has grown."""


@dataclass(frozen=True)
class Work:
    """One construction or demolition."""

    id: str
    kind: WorkKind
    target: str
    """Id of the block, parcel or site."""
    begins: date
    """Day on which the ground is cleared; for a demolition, on which the building falls."""
    ends: date
    finished: tuple[tuple[str, date], ...]
    """Buildings, or parts of a site, with the day on which each is finished; for a demolition, on which it falls."""


@dataclass(frozen=True)
class Programme:
    """All works in a town, in order of their beginning, and the old buildings that are demolished."""

    works: tuple[Work, ...]
    old: tuple[Building, ...]
    streets: tuple[tuple[str, date], ...]
    """Ids of streets that serve new blocks alone, with the day on which each is built."""


def programme(region: Region, index: int) -> Programme:
    """Return the works of the town of a rank, over all years."""
    return _programme(region, index)


@functools.lru_cache(maxsize=8)
def _programme(region: Region, index: int) -> Programme:
    ground = make_ground(region)
    town = make_town(ground, make_settlement(ground), index)
    path = ("planet", region.seed, "people", region.key, "town", town.id, "works")
    blocks = _blocks(town, generator(*path, "blocks"))
    new = {work.target for work in blocks}
    houses = _houses(town, new, generator(*path, "houses"))
    sites = _sites(town, generator(*path, "sites"))
    demolitions, old = _demolitions(region, town, new, generator(*path, "demolitions"))
    works = sorted([*blocks, *houses, *sites, *demolitions], key=lambda work: (work.begins, work.id))
    return Programme(tuple(works), old, _streets(town, blocks))


def _blocks(town: Town, draw: Generator) -> list[Work]:
    """Return works of the outermost blocks, the farthest last; houses are built one after the other."""
    score = _outwardness(town, draw)
    order = np.argsort(score, kind="stable")
    first = score[order[int((1 - NEW_BLOCKS) * (len(order) - 1))]] if len(order) else 0.0
    block_of = {parcel.id: parcel.block for parcel in town.parcels}
    inside: dict[str, list[str]] = {}
    for building in town.buildings:
        inside.setdefault(block_of.get(building.parcel, ""), []).append(building.id)
    works = []
    for block, value in zip(town.blocks, score.tolist(), strict=True):
        built, wait, lasts = inside.get(block.id, []), int(draw.integers(-250, 250)), int(draw.integers(240, 560))
        if value > first and built and block.zone in ("suburb", "estate", "industry", "terrace"):
            share = (value - first) / (float(score[order[-1]]) - first)
            begins = FIRST_DAY + timedelta(days=min(max(60 + round(3300 * share) + wait, 40), HORIZON_DAYS - lasts - 1))
            works.append(_block_work(block.id, [built[n] for n in draw.permutation(len(built))], begins, lasts))
    return works


def _block_work(block: str, houses: list[str], begins: date, lasts: int) -> Work:
    days = (begins + timedelta(days=lasts * (40 + 60 * (n + 1) // len(houses)) // 100) for n in range(len(houses)))
    finished = tuple(zip(houses, days, strict=True))
    return Work(f"{block}-new", "block", block, begins, begins + timedelta(days=lasts), finished)


def _outwardness(town: Town, draw: Generator) -> Floats:
    """Return each block's rank by distance from the square, 0 to 1, higher on the sides to which the town grows."""
    middles = np.array([block.outline.centroid.coords[0] for block in town.blocks]).reshape(-1, 2)
    east, north = (middles - np.array([town.place.x, town.place.y])).T
    rank = np.argsort(np.argsort(round_to_step(east * east + north * north, 1.0), kind="stable")) / max(
        len(east) - 1, 1
    )
    angle, swing = np.arctan2(north, east), np.zeros(len(east))
    for wave in (1, 2, 3):
        swing = swing + draw.uniform(0.4, 1.0) / wave * np.sin(wave * angle + draw.uniform(0.0, 2 * np.pi))
    return round_to_step(rank + SIDED * swing, 1e-6)


def _streets(town: Town, blocks: list[Work]) -> tuple[tuple[str, date], ...]:
    """Return side streets between new blocks alone, with the day on which the first of these is begun."""
    import shapely

    begins = {work.target: work.begins for work in blocks}
    side = [street for street in town.streets if street.kind == "residential" and street.line.length > 40.0]
    if not side or not begins:
        return ()
    middles = shapely.line_interpolate_point([street.line for street in side], 0.5, normalized=True)
    which, block = shapely.STRtree([block.outline for block in town.blocks]).query(middles, "dwithin", BESIDE_M)
    beside: dict[int, set[str]] = {}
    for number, at in zip(which.tolist(), block.tolist(), strict=True):
        beside.setdefault(number, set()).add(town.blocks[at].id)
    return tuple(
        (side[number].id, min(begins[block] for block in near))
        for number, near in sorted(beside.items())
        if near <= begins.keys()
    )


def _houses(town: Town, new_blocks: set[str], draw: Generator) -> list[Work]:
    """Return works of detached houses in gaps of the older town."""
    block_of = {parcel.id: parcel.block for parcel in town.parcels}
    works = []
    for building in town.buildings:
        chance, begins, lasts = float(draw.random()), *(int(draw.integers(*span)) for span in ((0, 3300), (150, 320)))
        block = block_of.get(building.parcel)
        if chance < NEW_HOUSES and block is not None and block not in new_blocks and building.form == "detached":
            start = FIRST_DAY + timedelta(days=begins)
            end = start + timedelta(days=lasts)
            works.append(Work(f"{building.id}-new", "house", building.parcel, start, end, ((building.id, end),)))
    return works


def _sites(town: Town, draw: Generator) -> list[Work]:
    """Return works of solar fields row by row and tank farms tank by tank; their buildings last."""
    works = []
    for site in town.sites:
        chance, begins, lasts = float(draw.random()), *(int(draw.integers(*span)) for span in ((120, 2600), (140, 330)))
        if site.kind not in SITES or chance >= NEW_SITES:
            continue
        start = FIRST_DAY + timedelta(days=begins)
        pieces = [part.id for part in site.parts] + [house.id for house in town.buildings if house.parcel == site.id]
        days = (start + timedelta(days=lasts * (25 + 75 * (n + 1) // len(pieces)) // 100) for n in range(len(pieces)))
        end = start + timedelta(days=lasts)
        works.append(Work(f"{site.id}-new", "site", site.id, start, end, tuple(zip(pieces, days, strict=True))))
    return works


def _demolitions(
    region: Region, town: Town, new_blocks: set[str], draw: Generator
) -> tuple[list[Work], tuple[Building, ...]]:
    """Return demolitions of old buildings, on parcels that are empty at the end."""
    import shapely

    zones = {block.id: block.zone for block in town.blocks}
    taken = {building.parcel for building in town.buildings}
    paved = shapely.union_all([area.outline for area in town.areas])
    works: list[Work] = []
    old: list[Building] = []
    for parcel in town.parcels:
        if len(old) >= OLD_BUILDINGS or parcel.id in taken or parcel.block in new_blocks:
            continue
        _, along, length, breadth = shapes.axes(parcel.outline)
        room = shapely.difference(shapely.buffer(parcel.outline, -2.5), shapely.buffer(paved, 1.0))
        outline = shapes.fit_rectangle(
            room, round(min(0.6 * length, 30.0), 1), round(min(0.55 * breadth, 14.0), 1), along
        )
        if outline is None or outline.area < 45.0 or draw.random() < 0.4:
            continue
        start = FIRST_DAY + timedelta(days=int(draw.integers(90, 3300)))
        zone = zones[parcel.block]
        key, corners = f"{parcel.id}-old", shapely.get_coordinates(outline)[:4]
        if zone == "industry":
            plan = describe_building("hall", "warehouse", corners, "industry", region.climate, draw)
        else:
            plan = describe_building("detached", "house", corners, "suburb", region.climate, draw)
        old.append(raise_building(key, parcel.id, plan, outline))
        ends = start + timedelta(days=CLEARS_DAYS)
        works.append(Work(f"{key}-gone", "demolition", parcel.id, start, ends, ((key, start),)))
    return works, tuple(old)
