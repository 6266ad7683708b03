"""ERA5, CMIP6 and C3S seasonal forecasts of the Climate Data Store, as an archive of fields."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.archives import cds_collections as known
from mesocosm.earth.archives.archive import STEP_HOURS, Collection, FieldArchive, Request, Step, collection_of
from mesocosm.earth.archives.cds_jobs import Inputs, constraints, retrieve, unpack_answer
from mesocosm.earth.archives.request_checks import check_request, start_years
from mesocosm.earth.archives.time_steps import aggregate_steps
from mesocosm.earth.fields.axes import between, within
from mesocosm.earth.fields.field_units import convert_field
from mesocosm.earth.fields.readers import open_fields
from mesocosm.earth.forecasts.seasons import standardise_seasonal
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord
from mesocosm.sources.service import Connection
from mesocosm.types import TimeInterval

if TYPE_CHECKING:
    import xarray as xr

HOUR = timedelta(hours=1)


class CdsArchive(FieldArchive):
    """Collections of the Climate Data Store; observations end before `today`."""

    def __init__(self, connection: Connection, today: datetime | None = None) -> None:
        self.connection = connection
        self._collections = known.collections(today or datetime.now(UTC))

    def collections(self) -> Sequence[Collection]:
        return self._collections

    def fetch(self, request: Request) -> xr.Dataset:
        collection = check_request(self, request)
        make = {"reanalysis": self._reanalysis, "seasonal": self._seasonal, "projections": self._projections}
        fields = make[collection.kind](request, collection)
        return within(fields, request.box).assign_attrs(title=collection.about, licence=collection.licence)

    def choices(self, collection: str, chosen: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """Query the store with its names and translate its reply into ours."""
        known_collection = collection_of(self, collection)
        inputs = {
            known.INPUTS[name]: [known.theirs(known_collection, name, each) for each in values]
            for name, values in chosen.items()
        }
        left = constraints(self.connection, known.DATASETS[collection], inputs)
        named = {ours: left[theirs] for ours, theirs in known.INPUTS.items() if theirs in left and ours not in chosen}
        return {name: known.ours(known_collection, name, values) for name, values in named.items()}

    def _reanalysis(self, request: Request, collection: Collection) -> xr.Dataset:
        """Fetch moments at their times; date hourly sums by the beginning of the hour (the store uses the end)."""
        import xarray as xr

        cells = {name: collection.variable(name).cell for name in request.variables}
        points = [name for name in request.variables if cells[name] != "sum"]
        sums = [name for name in request.variables if cells[name] == "sum"]
        parts = []
        if points:
            thin = request.step not in ("day", "month")
            hours = self._hours(request, collection, points, request.interval, request.step if thin else "hour")
            parts.append(hours if thin else aggregate_steps(hours, request.step, cells))
        if sums:
            later = TimeInterval(start=request.interval.start + HOUR, end=request.interval.end + HOUR)
            hours = self._hours(request, collection, sums, later, "hour")
            earlier = hours.assign_coords(time=hours["time"] - np.timedelta64(1, "h"))
            parts.append(aggregate_steps(earlier, request.step, cells))
        return xr.merge(parts, join="exact", compat="override")

    def _hours(
        self, request: Request, collection: Collection, names: Sequence[str], interval: TimeInterval, step: Step
    ) -> xr.Dataset:
        import xarray as xr

        parts = []
        for month in months_of(interval):
            inputs = {
                **known.FIXED[collection.name],
                "variable": [known.theirs(collection, "variables", name) for name in names],
                **_days(month),
                "time": _times(interval.start, step),
                "area": area_of(request.box, collection.grid_degrees),
            }
            if request.levels:
                inputs["pressure_level"] = [f"{level:g}" for level in sorted(request.levels)]
            parts.append(self._open_result(collection, inputs, names))
        joined = xr.concat(parts, "time", join="exact") if len(parts) > 1 else parts[0]
        return between(joined.sortby("time"), interval.start, interval.end)

    def _projections(self, request: Request, collection: Collection) -> xr.Dataset:
        import xarray as xr

        parts = [self._projected(request, collection, name) for name in request.variables]
        return xr.merge(parts, join="exact", compat="override")

    def _projected(self, request: Request, collection: Collection, name: str) -> xr.Dataset:
        first, last = request.interval.start, request.interval.end - HOUR
        months = {moment.month for moment in _month_starts(request.interval)}
        inputs: dict[str, Sequence[str] | Sequence[float] | str] = {
            "temporal_resolution": "daily" if request.step == "day" else "monthly",
            "experiment": known.theirs(collection, "scenario", request.scenario),
            "variable": known.theirs(collection, "variables", name),
            "model": known.theirs(collection, "model", request.model),
            "year": [str(year) for year in range(first.year, last.year + 1)],
            "month": [f"{month:02d}" for month in sorted(months)],
            "area": area_of(request.box, collection.grid_degrees),
        }
        if request.step == "day":
            inputs["day"] = [f"{day:02d}" for day in range(1, 32)]
        fields = self._open_result(collection, inputs, [name])
        return between(fields.sortby("time"), request.interval.start, request.interval.end)

    def _seasonal(self, request: Request, collection: Collection) -> xr.Dataset:
        import xarray as xr

        inputs = {
            **known.FIXED[collection.name],
            "variable": [known.theirs(collection, "variables", name) for name in request.variables],
            "year": [str(year) for year in start_years(request)],
            "month": [f"{request.start_month:02d}"],
            "leadtime_month": [str(lead) for lead in sorted(request.lead_months)],
            "area": area_of(request.box, collection.grid_degrees),
        }
        fields = self._open_result(collection, inputs, request.variables)
        return xr.Dataset({name: standardise_seasonal(fields[name]) for name in request.variables})

    def _open_result(self, collection: Collection, inputs: Inputs, names: Sequence[str]) -> xr.Dataset:
        """Run a job and return its fields under our names, without the coordinates that the store adds."""
        import xarray as xr

        dataset = known.DATASETS[collection.name]
        files = unpack_answer(retrieve(self.connection, dataset, inputs), f"{dataset}")
        parts = [open_fields(file, f"an answer of {dataset}") for file in files]
        if not parts:
            raise InvalidRecord(f"{dataset} returned an archive without fields")
        whole = xr.merge([_bare(part) for part in parts], join="outer", compat="no_conflicts")
        short = {known.SHORT[collection.name][name]: name for name in names}
        missing = [name for word, name in short.items() if word not in whole]
        if missing:
            raise InvalidRecord(f"{dataset} answers without {', '.join(missing)}")
        named = whole[list(short)].rename(short)
        return named.assign({name: _in_unit(named[name], collection.variable(name).units) for name in names})


def _bare(fields: xr.Dataset) -> xr.Dataset:
    """Drop the number of the member and the version of the experiment, which are not axes."""
    return fields.drop_vars(
        [name for name in ("number", "expver") if name in fields.coords and name not in fields.dims]
    )


def _in_unit(values: xr.DataArray, unit: str) -> xr.DataArray:
    """Convert values to the collection's unit; some files write their unit in words."""
    stated = str(values.attrs.get("units", ""))
    labelled = values.assign_attrs(units=known.WORDED.get(stated, stated))
    return convert_field(labelled, unit).assign_attrs(units=unit)


def area_of(box: BoundingBox, degrees: float) -> list[float]:
    """Return north, west, south, east, in the store's order, widened to whole cells; east may exceed 180."""
    north, south = (math.ceil(box.north / degrees) * degrees, math.floor(box.south / degrees) * degrees)
    east = box.east + 360.0 if box.crosses_antimeridian else box.east
    west, east = math.floor(box.west / degrees) * degrees, math.ceil(east / degrees) * degrees
    return [round(side, 6) for side in (min(north, 90.0), west, max(south, -90.0), east)]


def months_of(interval: TimeInterval) -> list[TimeInterval]:
    """Split an interval by calendar month, since the store returns every named day of every named month."""
    starts = _month_starts(interval)
    edges = [interval.start, *starts[1:], interval.end]
    return [TimeInterval(start=first, end=last) for first, last in pairwise(edges)]


def _month_starts(interval: TimeInterval) -> list[datetime]:
    first, last = interval.start, interval.end - timedelta(microseconds=1)
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    months = [first.month - 1 + step for step in range(count)]
    return [datetime(first.year + month // 12, month % 12 + 1, 1, tzinfo=UTC) for month in months]


def _days(month: TimeInterval) -> dict[str, list[str]]:
    first, last = month.start, month.end - timedelta(microseconds=1)
    days = [f"{day:02d}" for day in range(first.day, last.day + 1)]
    return {"year": [f"{first.year}"], "month": [f"{first.month:02d}"], "day": days}


def _times(start: datetime, step: Step) -> list[str]:
    hours = STEP_HOURS[step]
    return [f"{hour:02d}:00" for hour in range(start.hour % hours, 24, hours)]
