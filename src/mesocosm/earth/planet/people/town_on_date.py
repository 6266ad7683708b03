"""A town on a date, and what was built or demolished between two dates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Literal

import numpy as np

from mesocosm.earth.planet.ground.ground import Bools, Floats
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.people.town import Area, Building, Field, Site, Town
from mesocosm.earth.planet.people.town_growth import make_town
from mesocosm.earth.planet.people.town_history import Programme, Work, programme
from mesocosm.earth.planet.regions import Region

if TYPE_CHECKING:
    from shapely.geometry import Polygon


@dataclass(frozen=True)
class Change:
    """Something that exists from a day on, or no longer exists."""

    id: str
    """Id of the building, or of the part of a site."""
    kind: Literal["built", "demolished"]
    day: date
    work: str
    """Id of the work that it belongs to."""


def town_on(region: Region, index: int, day: date) -> Town:
    """Return the town of a rank as it is on a day."""
    ground = make_ground(region)
    return as_of(make_town(ground, make_settlement(ground), index), programme(region, index), day)


def changes_between(region: Region, index: int, first: date, last: date) -> tuple[Change, ...]:
    """Return what was finished or demolished after the first day and until the last, in order."""
    made = [
        Change(thing, "demolished" if work.kind == "demolition" else "built", day, work.id)
        for work in programme(region, index).works
        for thing, day in work.finished
        if first < day <= last
    ]
    return tuple(sorted(made, key=lambda change: (change.day, change.id)))


def as_of(town: Town, plan: Programme, day: date) -> Town:
    """Return a town on a day from its records at the end: without what is not built yet, with what still stands.

    Buildings of the programme come last in the list, in the order in which they were finished, so that a picture that
    draws buildings one after the other draws the older ones alike on every date.
    """
    waiting = [work for work in plan.works if day < work.begins and work.kind != "demolition"]
    under_way = [work for work in plan.works if work.begins <= day < work.ends]
    unbuilt = {work.target for work in waiting if work.kind != "house"}
    open_ = unbuilt | {work.target for work in under_way if work.kind == "block"}
    outlines = {block.id: block.outline for block in town.blocks}
    outlines |= {parcel.id: parcel.outline for parcel in town.parcels}
    outlines |= {site.id: site.outline for site in town.sites}
    unpaved = {street for street, laid in plan.streets if day < laid}
    parcels = tuple(parcel for parcel in town.parcels if parcel.block not in unbuilt)
    rising = [Area(f"{work.id}-ground", "construction_site", outlines[work.target]) for work in under_way]
    cleared = [outlines[target] for target in sorted(open_)] + [area.outline for area in rising]
    cleared += [street.line.buffer(9.0) for street in town.streets if street.id in unpaved]
    return replace(
        town,
        streets=tuple(street for street in town.streets if street.id not in unpaved),
        blocks=tuple(block for block in town.blocks if block.id not in unbuilt),
        parcels=parcels,
        buildings=_buildings(town, plan, day),
        areas=(*_kept_areas(town.areas, cleared), *rising),
        sites=tuple(_site(site, plan, day) for site in town.sites if site.id not in unbuilt),
        fields=(*town.fields, *_fields(town, waiting, outlines)),
        trees=town.trees[~_within(town.trees[:, :2], cleared)] if cleared and len(town.trees) else town.trees,
    )


def _buildings(town: Town, plan: Programme, day: date) -> tuple[Building, ...]:
    finished = [(at, key) for work in plan.works if work.kind != "demolition" for key, at in work.finished]
    new = {key for _, key in finished}
    records = {building.id: building for building in town.buildings if building.id in new}
    steady = [building for building in town.buildings if building.id not in new]
    risen = [replace(records[key], built=at.year) for at, key in sorted(finished) if at <= day and key in records]
    falls = {key: at for work in plan.works if work.kind == "demolition" for key, at in work.finished}
    return (*steady, *risen, *(building for building in plan.old if day < falls[building.id]))


def _site(site: Site, plan: Programme, day: date) -> Site:
    """Return the site with the parts that stand."""
    missing = {key for work in plan.works if work.target == site.id for key, at in work.finished if at > day}
    return replace(site, parts=tuple(part for part in site.parts if part.id not in missing)) if missing else site


def _fields(town: Town, waiting: list[Work], outlines: dict[str, Polygon]) -> list[Field]:
    """Return the fields on blocks and sites before they are built on, like the nearest field."""
    import shapely

    chosen = [work for work in waiting if work.kind in ("block", "site")]
    if not chosen or not town.fields:
        return []
    near = shapely.STRtree([field.outline for field in town.fields]).nearest([outlines[work.target] for work in chosen])
    return [
        replace(town.fields[int(at)], id=f"{work.id}-field", outline=outlines[work.target])
        for work, at in zip(chosen, near, strict=True)
    ]


def _kept_areas(areas: tuple[Area, ...], cleared: list[Polygon]) -> list[Area]:
    """Return the areas whose middles do not lie on ground that is cleared or not yet built on."""
    if not cleared or not areas:
        return list(areas)
    middles = np.array([area.outline.representative_point().coords[0] for area in areas])
    gone = _within(middles, cleared)
    return [area for area, away in zip(areas, gone, strict=True) if not away or area.kind in ("wood", "grass")]


def _within(points: Floats, shapes: list[Polygon]) -> Bools:
    import shapely

    whole = shapely.union_all(shapes)
    shapely.prepare(whole)
    return np.asarray(shapely.contains_xy(whole, points[:, 0], points[:, 1]))
