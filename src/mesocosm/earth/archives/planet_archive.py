"""The archive of a planet: its weather, air, forecasts and projections on grids of degrees, computed when requested."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.archives import planet_projections as projections
from mesocosm.earth.archives import planet_seasons as seasons
from mesocosm.earth.archives.archive import Collection, FieldArchive, Request, collection_of
from mesocosm.earth.archives.land import Gauging
from mesocosm.earth.archives.planet_collections import TABLES, grid_step, model_nodes, node_plane, tile_plane
from mesocosm.earth.archives.planet_collections import collections as listed
from mesocosm.earth.archives.planet_land import PlanetLand
from mesocosm.earth.archives.request_checks import check_request, meets, start_years
from mesocosm.earth.archives.resampling import Lattice, lattice
from mesocosm.earth.archives.time_steps import aggregate_steps
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.planet.forecast_fields import ensemble_fields
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.errors import InvalidRecord
from mesocosm.types import TimeInterval

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.imagery.raster import Raster
    from mesocosm.earth.planet.planet import Planet

RECORD_YEARS = 30
"""Years of observed weather, as climatological normals need them (WMO-No. 1203)."""
LAST_YEAR = 2100
"""Last year of the scenarios."""
Singles = NDArray[np.floating]
Floats = NDArray[np.float64]
Times = NDArray[np.datetime64]


class PlanetArchive(FieldArchive):
    """What is known of a planet at a moment: observations until then, forecasts and projections beyond."""

    def __init__(self, planet: Planet, now: datetime | None = None) -> None:
        self.planet = planet
        self.record = TimeInterval(
            start=datetime(FIRST_YEAR, 1, 1, tzinfo=UTC),
            end=now or datetime(FIRST_YEAR + RECORD_YEARS, 1, 1, tzinfo=UTC),
        )
        self._land = PlanetLand(planet, self.record)
        self._month = functools.lru_cache(maxsize=2400)(self._month_truth)

    @functools.cached_property
    def _collections(self) -> tuple[Collection, ...]:
        turn = datetime(FIRST_YEAR + RECORD_YEARS, 1, 1, tzinfo=UTC)
        ahead = TimeInterval(start=turn, end=datetime(LAST_YEAR + 1, 1, 1, tzinfo=UTC))
        past = TimeInterval(start=self.record.start, end=turn)
        return listed(self.planet.regions, self.record, past, ahead)

    def collections(self) -> Sequence[Collection]:
        return self._collections

    def choices(self, collection: str, chosen: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """Return everything that the collection has: any choice goes with any other."""
        known_collection = collection_of(self, collection)
        every: dict[str, list[str]] = {
            "variables": [variable.name for variable in known_collection.variables],
            "levels": [f"{level:g}" for level in known_collection.levels],
            "scenario": [name for name in known_collection.periods if name],
            "model": list(known_collection.models),
            "step": list(known_collection.steps),
        }
        return {name: options for name, options in every.items() if options and name not in chosen}

    def fetch(self, request: Request) -> xr.Dataset:
        collection = check_request(self, request)
        region = self._region(request)
        make = {
            "reanalysis": self._surface, "reanalysis_levels": self._levels, "air_quality": self._air,
            "ensemble": self._ensemble, "seasonal": self._seasonal, "projections": self._projections,
        }[collection.name]  # fmt: skip
        fields = make(request, region)
        cells = {variable.name: variable.cell for variable in collection.variables}
        hourly = collection.name in ("reanalysis", "reanalysis_levels", "air_quality")
        dataset = aggregate_steps(fields, request.step, cells) if hourly else fields
        return dataset.assign_attrs(title=collection.about, licence=collection.licence)

    def elevation(self, box: BoundingBox) -> Raster:
        return self._land.elevation(box)

    def soils(self, box: BoundingBox) -> Raster:
        return self._land.soils(box)

    def discharge(self, asked: Gauging) -> xr.Dataset:
        return self._land.discharge(asked)

    def _region(self, request: Request) -> Region:
        covers = zip(self.planet.regions, collection_of(self, request.collection).coverage, strict=True)
        met = [(region, cover) for region, cover in covers if meets(request.box, cover)]
        if len(met) > 1:
            choices = " or ".join(cover.describe() for _, cover in met[:4])
            raise InvalidRecord(f"the box {request.box.describe()} meets several regions: ask for one, {choices}")
        return met[0][0]

    def _surface(self, request: Request, region: Region) -> xr.Dataset:
        grid = lattice(node_plane(region), grid_step("reanalysis", region), request.box)
        count = _hours(request)
        sky = self.planet.sky(region.key)
        values = sky.some(grid.rows, grid.columns, request.interval.start, count, request.variables)
        return grid.fields(values, TABLES["reanalysis"], {"time": _times(request.interval.start, count)})

    def _levels(self, request: Request, region: Region) -> xr.Dataset:
        grid = lattice(node_plane(region), grid_step("reanalysis_levels", region), request.box)
        count = _hours(request)
        levels = sorted(set(request.levels))
        profiles = self.planet.sky(region.key).levels(request.interval.start, count).sel(level=levels)
        chosen = {name: grid.cut(profiles[name].values) for name in request.variables}
        axes = {"time": _times(request.interval.start, count), "level": ("level", levels, {"units": "hPa"})}
        return grid.fields(chosen, TABLES["reanalysis_levels"], axes)

    def _air(self, request: Request, region: Region) -> xr.Dataset:
        grid = lattice(tile_plane(region), grid_step("air_quality", region), request.box)
        count = _hours(request)
        hours = self.planet.air(region.key).hours(request.interval.start, count, request.variables)
        chosen = {name: grid.cut(hours[name].values) for name in request.variables}
        return grid.fields(chosen, TABLES["air_quality"], {"time": _times(request.interval.start, count)})

    def _ensemble(self, request: Request, region: Region) -> xr.Dataset:
        grid = lattice(node_plane(region), grid_step("ensemble", region), request.box)
        issued = request.interval.start
        ensemble = _ensemble_of(self.planet.sky(region.key), issued, _hours(request))
        chosen = {name: grid.cut(ensemble[name].values) for name in request.variables}
        leads = ensemble["lead_time"].values.astype("timedelta64[h]")
        times = np.datetime64(issued.replace(tzinfo=None), "ns") + leads.astype("timedelta64[ns]")
        axes = {"member": np.arange(ensemble.sizes["member"]), "time": times}
        fields = grid.fields(chosen, TABLES["ensemble"], axes)
        return fields.assign_attrs(run=f"{issued:%Y-%m-%dT%H:%MZ}")

    def _seasonal(self, request: Request, region: Region) -> xr.Dataset:
        grid, at = self._model_grid(request, region)
        sky, leads, years = self.planet.sky(region.key), sorted(request.lead_months), start_years(request)
        truth = functools.partial(self._month, region.key, *at)
        made = [[seasons.issue(sky, at, year, request.start_month, lead, truth) for lead in leads] for year in years]
        chosen = {
            name: np.stack([np.stack([of_lead[name] for of_lead in of_year], axis=1) for of_year in made])
            for name in request.variables
        }
        starts = np.array([f"{year}-{request.start_month:02d}-01" for year in years], "datetime64[ns]")
        axes = {"issued": starts, "member": np.arange(seasons.MEMBERS), "lead_month": np.array(leads)}
        return grid.fields(chosen, TABLES["seasonal"], axes)

    def _month_truth(
        self, key: str, rows: tuple[int, ...], columns: tuple[int, ...], year: int, month: int
    ) -> dict[str, Floats]:
        return seasons.month_truth(self.planet.sky(key), (rows, columns), year, month)

    def _projections(self, request: Request, region: Region) -> xr.Dataset:
        return self.projected(request, region, projections.MODELS[request.model])

    def projected(self, request: Request, region: Region, law: projections.ModelLaw) -> xr.Dataset:
        """Return days or months of a climate model by a law; with `faithful(law)`, the true values, for judges."""
        grid, at = self._model_grid(request, region)
        days = _hours(request) // 24
        since = self._collections[-1].periods["ssp126"]
        passed = (request.interval.start - since.start) / timedelta(days=1) + np.arange(days, dtype=np.float64)
        share = np.asarray(passed / ((since.end - since.start) / timedelta(days=1)), np.float64)
        warming = projections.warming_k(request.scenario, share)
        projected_days = projections.project_days(
            self.planet.sky(region.key), at, request.interval.start, days, law, warming
        )
        chosen: dict[str, Singles] = {name: projected_days[name] for name in request.variables}
        times = _times(request.interval.start, days, 24)
        if request.step == "month":
            chosen, times = _by_month(chosen, times)
        return grid.fields(chosen, TABLES["projections"], {"time": times})

    def _model_grid(self, request: Request, region: Region) -> tuple[Lattice, tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return the cells of the coarse grid, and rows and columns of the weather's nodes around them."""
        plane, rows, columns = model_nodes(region)
        grid = lattice(plane, grid_step(request.collection, region), request.box)
        return grid, (tuple(rows[at] for at in grid.rows), tuple(columns[at] for at in grid.columns))


@functools.lru_cache(maxsize=32)  # a request is drawn, answered and checked from the same few forecasts
def _ensemble_of(sky: Sky, issued: datetime, hours: int) -> xr.Dataset:
    """Return a forecast, which is shared and must not be changed."""
    return ensemble_fields(sky, issued, hours)


def _hours(request: Request) -> int:
    return int((request.interval.end - request.interval.start) / timedelta(hours=1))


def _times(start: datetime, count: int, step_h: int = 1) -> Times:
    first = np.datetime64(start.replace(tzinfo=None), "ns")
    return np.asarray(first + np.arange(count) * np.timedelta64(step_h, "h"))


def _by_month(daily: Mapping[str, Singles], times: Times) -> tuple[dict[str, Singles], Times]:
    """Return means of whole months; for precipitation, sums."""
    months, begins = np.unique(times.astype("datetime64[M]"), return_index=True)
    days = np.diff([*begins, times.size]).reshape(-1, 1, 1)
    made: dict[str, Singles] = {
        name: np.add.reduceat(values, begins, axis=0) / (1 if name == "precipitation" else days)
        for name, values in daily.items()
    }
    return made, np.asarray(months.astype("datetime64[ns]"))
