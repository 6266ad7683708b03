"""Heights, soils and discharge of a planet as an archive returns them: on the kilometre grid of a region, in its UTM
zone.

Heights and soils take the few seconds in which the ground of a region is made. Discharge takes a run of the region's
water model, from the first year to the requested one: on one core about 18 s for the first year of a region of 200 km,
and 13 s for each year after it. The record of the gauges in a year is cached, so that it is computed once.
"""

from __future__ import annotations

import functools
import math
import re
from datetime import timedelta
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.archives.land import Gauging
from mesocosm.earth.archives.request_checks import format_interval, meets
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.raster import Raster, crop_to_box
from mesocosm.earth.planet.exports.water import FLOW, Gauge, gauges_of, stored_discharge
from mesocosm.earth.planet.ground.ground import Soil
from mesocosm.earth.planet.regions import Region
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.types import TimeInterval

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.planet.planet import Planet

SHOWN: WeakKeyDictionary[Planet, dict[tuple[str, int], xr.Dataset]] = WeakKeyDictionary()
"""Records of a region's gauges in a year, some kilobytes each, shared by all archives of a planet."""
MOST_DAYS = 366
MOST_GAUGES = 40
WORD = re.compile(r"[^a-z0-9]+")


class PlanetLand:
    """The land of a planet, with discharge at gauges until the end of a record."""

    def __init__(self, planet: Planet, record: TimeInterval) -> None:
        self.planet, self.record = planet, record
        self._years = SHOWN.setdefault(planet, {})

    def elevation(self, box: BoundingBox) -> Raster:
        region = self._region(box)
        ground = self.planet.ground(region.key)
        heights = np.where(ground.sea, np.nan, ground.elevation_m)
        return crop_to_box(_raster(region, "elevation", heights, "m", {}), box)

    def soils(self, box: BoundingBox) -> Raster:
        region = self._region(box)
        ground = self.planet.ground(region.key)
        codes = np.where(ground.sea, np.nan, ground.soil.astype(np.float64))
        names = {f"code {int(code)}": code.name.lower() for code in Soil}
        return crop_to_box(_raster(region, "soil", codes, "", names), box)

    def discharge(self, asked: Gauging) -> xr.Dataset:
        import xarray as xr

        _check_days(asked.interval, self.record)
        region, gauges = self._gauges(asked)
        first, last = asked.interval.start.date(), asked.interval.end.date() - timedelta(days=1)
        years = [self._gauged(region.key, year) for year in range(first.year, last.year + 1)]
        whole = xr.concat(years, "time", data_vars="minimal", coords="minimal", compat="override")
        days = whole.sel(time=slice(str(first), str(last)))
        return xr.Dataset(
            {name: _series(days, gauge) for name, gauge in _gauges_by_name(gauges).items()},
            attrs={"Conventions": "CF-1.11", "title": "Discharge, daily"},
        )

    def _gauged(self, key: str, year: int) -> xr.Dataset:
        if (key, year) not in self._years:
            made = stored_discharge(self.planet, self.planet.region(key), year)
            self._years[key, year] = made
        return self._years[key, year]

    def _gauges(self, asked: Gauging) -> tuple[Region, list[Gauge]]:
        around = _around(asked)
        region = self._region(around)
        known = gauges_of(self.planet, region)
        places = list(zip(*region.grid.from_plane([g.x for g in known], [g.y for g in known]), strict=True))
        if asked.point is not None:
            x, y = region.grid.to_plane(*asked.point)
            known = sorted(known, key=lambda gauge: math.hypot(gauge.x - float(x), gauge.y - float(y)))
            return region, _choose(known, asked.names) if asked.names else known[:1]
        inside = [gauge for gauge, at in zip(known, places, strict=True) if around.contains(float(at[0]), float(at[1]))]
        if not inside:
            raise InvalidRecord(f"no gauge stands in the box {around.describe()}; widen it, or give `point`")
        return region, _choose(inside, asked.names)

    def _region(self, box: BoundingBox) -> Region:
        box.demand_no_crossing("any land that is known")
        covers = [(region, _cover(region)) for region in self.planet.regions]
        met = [(region, cover) for region, cover in covers if meets(box, cover)]
        if len(met) == 1:
            return met[0][0]
        choices = " or ".join(cover.describe() for _, cover in (met or covers)[:4])
        wrong = "meets several regions: ask for one," if met else "contains no known land; known land lies in"
        raise InvalidRecord(f"the box {box.describe()} {wrong} {choices}")


def _around(asked: Gauging) -> BoundingBox:
    if asked.box is not None:
        return asked.box
    if asked.point is None:
        raise InvalidRecord("give either `box` or `point`")
    longitude, latitude = asked.point
    return BoundingBox(west=longitude, south=latitude, east=longitude, north=latitude)


def _choose(gauges: list[Gauge], names: tuple[str, ...]) -> list[Gauge]:
    """Return the gauges with these names or ids; without names, all."""
    by_name = {word.lower(): gauge for gauge in reversed(gauges) for word in (gauge.id, gauge.name)}
    for name in names:
        if name.lower() not in by_name:
            raise UnknownName("gauge here", name, [gauge.name for gauge in gauges])
    chosen = [by_name[name.lower()] for name in dict.fromkeys(names)] or gauges
    if len(chosen) > MOST_GAUGES:
        raise InvalidRecord(f"{len(chosen)} gauges stand in the box; at most {MOST_GAUGES} are returned at once")
    return chosen


def _check_days(interval: TimeInterval, record: TimeInterval) -> None:
    if any((moment.hour, moment.minute, moment.second) != (0, 0, 0) for moment in (interval.start, interval.end)):
        raise InvalidRecord(f"`start` and `end` must be whole days, got {format_interval(interval)}")
    if interval.start < record.start or interval.end > record.end:
        raise InvalidRecord(f"discharge covers {format_interval(record)}, got {format_interval(interval)}")
    days = (interval.end - interval.start).days
    if days > MOST_DAYS:
        raise InvalidRecord(
            f"this spans {days:,} days, discharge is returned for at most {MOST_DAYS} at once: ask in parts"
        )


@functools.lru_cache(maxsize=64)
def _cover(region: Region) -> BoundingBox:
    from rasterio.warp import transform_bounds

    west, south, east, north = transform_bounds(region.crs, "EPSG:4326", *region.grid.edges)
    return BoundingBox(west=west, south=south, east=east, north=north)


def _raster(region: Region, name: str, values: NDArray[np.float64], unit: str, tags: dict[str, str]) -> Raster:
    """Turn values with rows from south to north into a raster with north on top."""
    from rasterio.crs import CRS
    from rasterio.transform import Affine

    west, _, _, north = region.grid.edges
    at = Affine(region.grid.dx, 0.0, west, 0.0, -region.grid.dy, north)
    return Raster({name: values[::-1]}, at, CRS.from_string(region.crs), {name: unit} if unit else {}, tags)


def _gauges_by_name(gauges: list[Gauge]) -> dict[str, Gauge]:
    """Return the gauges by variable name; where two places share a name, by id."""
    words = [WORD.sub("_", gauge.name.lower()).strip("_") for gauge in gauges]
    return {
        f"discharge_{word if words.count(word) == 1 else WORD.sub('_', gauge.id.lower())}": gauge
        for word, gauge in zip(words, gauges, strict=True)
    }


def _series(days: xr.Dataset, gauge: Gauge) -> xr.DataArray:
    at = int(np.flatnonzero(days["station"].values == gauge.id.encode())[0])
    here = days.isel(station=at)
    attributes = {
        "long_name": f"discharge at {gauge.name}",
        "gauge": gauge.id,
        "longitude": float(here["longitude"]),
        "latitude": float(here["latitude"]),
        "upstream_area_km2": float(here["upstream_area"]),
    }
    return here["discharge"].drop_vars(["station", "latitude", "longitude"]).assign_attrs({**FLOW, **attributes})
