"""How towns change from year to year: blocks and single houses that are not yet built on the earlier days.

The planet's own towns as of a date could replace `opened`; all questions about what stands on a day come here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from mesocosm.earth.planet.people.town import Building, Town
from mesocosm.earth.planet.sensors.photo.index import boxes_about
from mesocosm.earth.planet.sensors.photo.scenery import Scenery, gather_rings
from mesocosm.earth.planet.sensors.window import Bools, Floats
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.seeding import seed_of
from mesocosm.suites.eo.lake.sites import LAKE_SEED

GROWING = ("suburb", "estate", "industry", "terrace")
"""Zones in which whole blocks are built within the years of the lake."""
BLOCK_SHARE, HOUSE_SHARE = 0.16, 0.05
"""Shares of blocks, and of single buildings outside them, that are built within the lake's years."""
YEARS_DAYS = 3 * 365
Opened = Mapping[str, date]
"""Ids of the buildings that are finished within the lake's years, each with the day on which it is finished."""


def _share(*path: str) -> float:
    return seed_of("eo", LAKE_SEED, "growth", *path) / 2.0**128


def _day(*path: str) -> date:
    """Draw a day within the lake's years, after the first months."""
    return date(FIRST_YEAR, 7, 1) + timedelta(days=int(_share("day", *path) * YEARS_DAYS))


def opening_dates(town: Town) -> dict[str, date]:
    """Return the day on which each building is finished, for those finished within the lake's years."""
    zones = {block.id: block.zone for block in town.blocks}
    blocks = {parcel.id: parcel.block for parcel in town.parcels}
    days: dict[str, date] = {}
    for building in town.buildings:
        block = blocks.get(building.parcel, building.parcel)
        if zones.get(block) in GROWING and _share("block", block) < BLOCK_SHARE:
            # A block fills up within half a year.
            days[building.id] = _day("block", block) + timedelta(days=int(180 * _share("house", building.id)))
        elif building.use in ("house", "flats", "warehouse", "industry") and _share("own", building.id) < HOUSE_SHARE:
            days[building.id] = _day("house", building.id)
    return days


def as_of(town: Town, days: Opened, day: date) -> Town:
    """Return the town with the buildings that stand on a day."""
    return replace(town, buildings=tuple(building for building in town.buildings if stands(building, days, day)))


def stands(building: Building, days: Opened, day: date) -> bool:
    return building.id not in days or days[building.id] <= day


def without(scenery: Scenery, gone: Mapping[str, Floats]) -> Scenery:
    """Return a scenery without some things, their faces and their shadows; `gone` has their rings."""
    if not gone:
        return scenery
    kept_things = np.asarray([thing.id not in gone for thing in scenery.things], np.bool_)
    number = np.cumsum(kept_things) - 1
    kept_faces = (scenery.owners < 0) | kept_things[scenery.owners]
    owners = np.where(scenery.owners < 0, -1, number[scenery.owners])[kept_faces]
    corners, starts = gather_rings(scenery.corners, scenery.starts, np.flatnonzero(kept_faces))
    casting = ~_within(scenery, list(gone.values()))
    casters, caster_starts = gather_rings(scenery.caster_corners, scenery.caster_starts, np.flatnonzero(casting))
    outlines, outline_starts = gather_rings(
        scenery.outline_corners, scenery.outline_starts, np.flatnonzero(kept_things)
    )
    return Scenery(
        corners=corners,
        starts=starts,
        colours=scenery.colours[kept_faces],
        normals=scenery.normals[kept_faces],
        layers=scenery.layers[kept_faces],
        owners=owners,
        rows=scenery.rows[kept_faces],
        boxes=boxes_about(corners, starts),
        caster_corners=casters,
        caster_starts=caster_starts,
        caster_heights=scenery.caster_heights[casting],
        caster_lows=scenery.caster_lows[casting],
        caster_convex=scenery.caster_convex[casting],
        caster_boxes=boxes_about(casters, caster_starts),
        things=tuple(thing for thing, kept in zip(scenery.things, kept_things, strict=True) if kept),
        outline_corners=outlines,
        outline_starts=outline_starts,
        thing_boxes=boxes_about(outlines, outline_starts),
    )


def _within(scenery: Scenery, rings: list[Floats]) -> Bools:
    """Return which shadows belong to removed buildings: those whose rings lie within a building's bounds."""
    import shapely

    footprints = shapely.box(*np.asarray([[*ring.min(axis=0) - 0.02, *ring.max(axis=0) + 0.02] for ring in rings]).T)
    casters = shapely.box(*scenery.caster_boxes.bounds)
    inside = np.zeros(casters.size, np.bool_)
    inside[shapely.STRtree(footprints).query(casters, "covered_by")[0]] = True
    return inside
