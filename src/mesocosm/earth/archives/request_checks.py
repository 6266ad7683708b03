"""Checks of a request before anything is fetched: names, dates, boxes, number of values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

from mesocosm.earth.archives.archive import STEP_HOURS, Collection, FieldArchive, Request, Step, collection_of
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.types import TimeInterval


def check_request(archive: FieldArchive, request: Request) -> Collection:
    """Return the collection of a request that can be fulfilled; refuse any other and say what there is."""
    collection = collection_of(archive, request.collection)
    if not request.variables:
        raise InvalidRecord(f"`variables` must name at least one of {_names(collection)}")
    for name in request.variables:
        collection.variable(name)
    _check_levels(collection, request.levels)
    _check_named("scenario", request.scenario, list(collection.periods))
    _check_named("model", request.model, list(collection.models) or [""])
    if request.step not in collection.steps:
        raise InvalidRecord(f"`step` must be one of {', '.join(collection.steps)}, got {request.step!r}")
    _check_leads(collection, request)
    _check_interval(collection, request)
    _check_box(collection, request.box)
    days = days_asked(collection, request)
    if days > collection.most_days:
        raise InvalidRecord(
            f"this spans {days:,} days, {collection.name} gives at most {collection.most_days:,} at once: ask in parts"
        )
    count = values_asked(collection, request)
    if count > collection.most_values:
        raise InvalidRecord(
            f"this asks for about {count:,} values, {collection.name} gives at most {collection.most_values:,} "
            "at once: take a smaller box, a shorter time, a longer step or fewer variables"
        )
    return collection


def values_asked(collection: Collection, request: Request) -> int:
    """Count the values of a request: variables x levels x members x times x cells."""
    many = len(request.variables) * max(1, len(request.levels)) * collection.members
    return many * len_times(collection, request) * cells_in(collection, request.box)


def days_asked(collection: Collection, request: Request) -> int:
    """Count the days of fields that a request needs."""
    if collection.kind == "seasonal":
        return 30 * len_times(collection, request)
    return math.ceil((request.interval.end - request.interval.start) / timedelta(days=1))


def len_times(collection: Collection, request: Request) -> int:
    """Count the time steps of a request."""
    if collection.kind == "seasonal":
        return len(start_years(request)) * len(request.lead_months)
    return times_in(request.interval, request.step)


def times_in(interval: TimeInterval, step: Step) -> int:
    """Count the steps that begin in an interval."""
    if step == "month":
        months = _months(interval.end - timedelta(microseconds=1)) - _months(interval.start)
        return months + 1
    return math.ceil((interval.end - interval.start) / timedelta(hours=STEP_HOURS[step]))


def start_years(request: Request) -> list[int]:
    """Return the years in which the first day of the start month lies in the interval."""
    first, last = request.interval.start, request.interval.end
    years = range(first.year, last.year + 1)
    return [y for y in years if first <= datetime(y, request.start_month, 1, tzinfo=first.tzinfo) < last]


def cells_in(collection: Collection, box: BoundingBox) -> int:
    """Count the cells of a collection's grid in the part of a box that is covered."""
    pieces = [met for cover in collection.coverage if (met := _common(box, cover))] if collection.coverage else [box]
    return sum(_across(piece, collection.grid_degrees) for piece in pieces)


def meets(box: BoundingBox, cover: BoundingBox) -> bool:
    """Say whether two boxes have a point in common."""
    return _common(box, cover) is not None


def nearest_covered(collection: Collection, longitude: float, latitude: float) -> tuple[BoundingBox, float, float]:
    """Return a box with the cell nearest to a point and its neighbours, and the place in it to search from.

    A point of a region beyond the middles of its outer cells moves to the nearest of these; the box meets no other
    region. A point outside all regions stays where it is.
    """
    around = _box_about(longitude, latitude, collection.grid_degrees)
    for ground, cover in zip(collection.grounds, collection.coverage, strict=False):  # `grounds` may be empty
        if ground.contains(longitude, latitude):
            east, north = min(max(longitude, cover.west), cover.east), min(max(latitude, cover.south), cover.north)
            around = _box_about(east, north, collection.grid_degrees)
            return _common(around, cover) or around, east, north
    return around, longitude, latitude


def _box_about(longitude: float, latitude: float, degrees: float) -> BoundingBox:
    west, east = ((longitude + side * degrees + 180.0) % 360.0 - 180.0 for side in (-1, 1))
    return BoundingBox(west=west, south=max(-90.0, latitude - degrees), east=east, north=min(90.0, latitude + degrees))


def _common(box: BoundingBox, cover: BoundingBox) -> BoundingBox | None:
    """Return the part of a box in a cover, where the cover does not cross the antimeridian."""
    south, north = max(box.south, cover.south), min(box.north, cover.north)
    sides = [(box.west, 180.0), (-180.0, box.east)] if box.crosses_antimeridian else [(box.west, box.east)]
    for west, east in sides:
        west, east = max(west, cover.west), min(east, cover.east)
        if west <= east and south <= north:
            return BoundingBox(west=west, south=south, east=east, north=north)
    return None


def _across(box: BoundingBox, degrees: float) -> int:
    width = (box.east - box.west) % 360.0
    return (int(width / degrees) + 1) * (int((box.north - box.south) / degrees) + 1)


def _check_levels(collection: Collection, levels: Sequence[float]) -> None:
    known = ", ".join(f"{level:g}" for level in collection.levels)
    if collection.levels and not levels:
        raise InvalidRecord(f"`levels` is needed: {collection.name} has {known} hPa")
    for level in levels:
        if level not in collection.levels:
            raise InvalidRecord(f"`levels`: {collection.name} has {known or 'no levels'} hPa, got {level:g}")


def _check_named(argument: str, given: str, known: Sequence[str]) -> None:
    if given not in known:
        raise UnknownName(argument, given, [name for name in known if name])


def _check_leads(collection: Collection, request: Request) -> None:
    if collection.kind == "seasonal":
        leads = request.lead_months
        if not leads or len(set(leads)) < len(leads) or not all(1 <= lead <= collection.longest_lead for lead in leads):
            raise InvalidRecord(
                f"`lead_months` must be different numbers from 1 (the month of the start) to "
                f"{collection.longest_lead}, got {list(leads)}"
            )
    if collection.kind == "ensemble":
        hours = (request.interval.end - request.interval.start) / timedelta(hours=1)
        if hours > collection.longest_lead:
            raise InvalidRecord(f"{collection.name} reaches {collection.longest_lead} hours ahead, got {hours:g}")


def _check_interval(collection: Collection, request: Request) -> None:
    period = collection.periods[request.scenario]
    asked = request.interval
    if collection.kind == "seasonal" and not start_years(request):
        raise InvalidRecord(f"no first day of month {request.start_month} lies in {format_interval(asked)}")
    late = asked.start >= period.end if collection.kind == "ensemble" else asked.end > period.end
    if asked.start < period.start or late:
        raise InvalidRecord(
            f"{collection.name}{f' ({request.scenario})' * bool(request.scenario)} covers {format_interval(period)}, "
            f"got {format_interval(asked)}"
        )
    if any(moment.minute or moment.second or moment.microsecond for moment in (asked.start, asked.end)):
        raise InvalidRecord(f"`start` and `end` must be whole hours, got {format_interval(asked)}")
    if collection.kind != "seasonal" and not _whole_steps(asked, request.step):
        raise InvalidRecord(f"`start` to `end` must hold whole steps of a {request.step}, got {format_interval(asked)}")


def _whole_steps(interval: TimeInterval, step: Step) -> bool:
    if step == "month":
        return all(moment.day == 1 and moment.hour == 0 for moment in (interval.start, interval.end))
    return not (interval.end - interval.start) % timedelta(hours=STEP_HOURS[step])


def format_interval(interval: TimeInterval) -> str:
    """Write an interval as text."""
    first, last = (f"{moment:%Y-%m-%dT%H:%M}".removesuffix("T00:00") for moment in (interval.start, interval.end))
    return f"{first} to {last}"


def _check_box(collection: Collection, box: BoundingBox) -> None:
    covers, step = collection.coverage, collection.grid_degrees
    if not covers:
        return
    listed = "; ".join(cover.describe() for cover in covers[:6])
    covered = listed + (f" and {len(covers) - 6} more" if len(covers) > 6 else "")
    if max(cover.east for cover in covers) + step < 180.0 or min(cover.west for cover in covers) - step > -180.0:
        box.demand_no_crossing(f"{collection.name} (it covers {covered})")
    if not any(meets(box, cover) for cover in covers):
        raise InvalidRecord(f"there are no data in the box {box.describe()}; {collection.name} covers {covered}")


def _names(collection: Collection) -> str:
    return ", ".join(variable.name for variable in collection.variables)


def _months(moment: datetime) -> int:
    return moment.year * 12 + moment.month
