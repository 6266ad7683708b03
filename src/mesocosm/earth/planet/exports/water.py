"""The water as files, year by year: daily fields, discharge at gauges, flood depth on the peak days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.exports import File, describe_origin
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.cf import netcdf
from mesocosm.earth.planet.products.rasters import NOT_A_VALUE, cog, quantise_layer
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.region_cache import Arrays, stored_arrays
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.water.water import WaterYear

if TYPE_CHECKING:
    import xarray as xr

STEPS = {"soil_wetness": 0.01, "snow_mm": 1.0, "evaporation_mm": 0.1, "runoff_mm": 0.1}
DISCHARGE_STEP = 0.01
"""Step of discharge, m³/s, fine enough for creeks; rivers of thousands of m³/s then need 32 bits."""
FLOODED_M = 0.1
"""Mean depth of a cell above which it counts as flooded."""
MOUTHS = 3
FLOW = {
    "units": "m3 s-1",
    "standard_name": "water_volume_transport_in_river_channel",
    "cell_methods": "time: mean",
}
PEAKS = 3
"""Number of days of a year whose flood is written."""


def parts(planet: Planet, region: Region) -> list[str]:
    return [str(year) for year in planet.years]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    water, source = planet.water_year(region.key, int(part)), describe_origin(planet, region)
    daily = _round_digits(water.dataset(planet.ground(region.key))[list(STEPS)], STEPS)
    yield f"water/daily-{part}.nc", netcdf(daily, STEPS, crs=region.crs, source=source)
    gauges = gauge_discharge(planet, region, water)
    yield f"water/discharge-{part}.nc", discharge_file(gauges, region.crs, source)
    for day in flood_days(water):
        layer = quantise_layer("flood depth", water.flood_depth_m[day], "m", step=0.01, lowest=0.0)
        when = np.datetime64(part, "D") + day
        content = cog(region.grid, region.crs, [layer], nodata=NOT_A_VALUE, source=source, time=f"{when}T23:59:59Z")
        yield f"water/flood-{when}.tif", content


def discharge_file(gauges: xr.Dataset, crs: str, source: str) -> bytes:
    """Return the result of `gauge_discharge` as a NetCDF file."""
    return netcdf(gauges, {"discharge": DISCHARGE_STEP}, crs=crs, source=source, bits=32)


@dataclass(frozen=True)
class Gauge:
    """A place where discharge is measured."""

    id: str
    name: str
    cell: int
    x: float
    y: float


def gauges_of(planet: Planet, region: Region) -> list[Gauge]:
    """Return a gauge in every place on a river, and one at each of the largest mouths."""
    ground = planet.ground(region.key)
    towns = [place for place in planet.settlement(region.key).places if place.river_cell >= 0]
    ends = ground.order[ground.downstream.ravel()[ground.order] < 0]
    largest = sorted(ends.tolist(), key=lambda cell: (-ground.upstream_km2.ravel()[cell], cell))[:MOUTHS]
    x, y = region.grid.x(), region.grid.y()
    mouths = [
        Gauge(f"{region.key}-m{number}", f"mouth {number}", cell, float(x[cell % x.size]), float(y[cell // x.size]))
        for number, cell in enumerate(largest)
    ]
    return [Gauge(place.id, place.name, place.river_cell, place.x, place.y) for place in towns] + mouths


def stored_discharge(planet: Planet, region: Region, year: int) -> xr.Dataset:
    """Return the discharge of a year at every gauge, from the cache or from a run of the region's water."""
    cells = [gauge.cell for gauge in gauges_of(planet, region)]

    def measure() -> Arrays:
        return {"m3_s": _at_cells(planet.water_year(region.key, year), cells)}

    stored = stored_arrays(planet.stored_name(region.key, f"gauges-{year}"), measure)
    return _series_of_gauges(planet, region, year, stored["m3_s"])


def gauge_discharge(planet: Planet, region: Region, water: WaterYear) -> xr.Dataset:
    """Return the discharge at every gauge, as a CF time series of stations."""
    cells = [gauge.cell for gauge in gauges_of(planet, region)]
    return _series_of_gauges(planet, region, water.year, _at_cells(water, cells))


def _at_cells(water: WaterYear, cells: list[int]) -> NDArray[np.float32]:
    return water.discharge_m3_s.reshape(len(water.discharge_m3_s), -1)[:, cells]


def _series_of_gauges(planet: Planet, region: Region, year: int, m3_s: NDArray[np.generic]) -> xr.Dataset:
    import xarray as xr

    gauges, flow = gauges_of(planet, region), round_to_step(m3_s, DISCHARGE_STEP)
    cells = [gauge.cell for gauge in gauges]
    longitude, latitude = region.grid.from_plane([gauge.x for gauge in gauges], [gauge.y for gauge in gauges])
    area = planet.ground(region.key).upstream_km2.ravel()[cells]
    return xr.Dataset(
        {
            "discharge": (("station", "time"), flow.T.astype(np.float32), FLOW),
            "upstream_area": ("station", area, {"units": "km2", "long_name": "land that drains to the gauge"}),
            "station_name": ("station", np.array([gauge.name for gauge in gauges], "S40"), {"long_name": "place"}),
        },
        coords={
            "time": (np.datetime64(f"{year}-01-01") + np.arange(len(flow))).astype("datetime64[ns]"),
            "station": ("station", np.array([gauge.id for gauge in gauges], "S12"), {"cf_role": "timeseries_id"}),
            "latitude": ("station", np.round(latitude, 5), {"units": "degrees_north", "standard_name": "latitude"}),
            "longitude": ("station", np.round(longitude, 5), {"units": "degrees_east", "standard_name": "longitude"}),
        },
        attrs={"Conventions": "CF-1.11", "title": "Discharge, daily", "featureType": "timeSeries"},
    )


def flood_days(water: WaterYear) -> list[int]:
    """Return the peak days of the year's largest floods, in order.

    Between two of them the flooded area falls to half of that on the lesser of the two days.
    """
    flooded = (water.flood_depth_m > FLOODED_M).sum(axis=(1, 2))
    chosen: list[int] = []
    for day in np.argsort(-flooded, kind="stable").tolist():
        if flooded[day] == 0 or len(chosen) == PEAKS:
            break
        if all(flooded[min(day, other) : max(day, other)].min() <= flooded[day] / 2 for other in chosen):
            chosen.append(day)
    return sorted(chosen)


def _round_digits(dataset: xr.Dataset, steps: dict[str, float]) -> xr.Dataset:
    return dataset.assign(
        {name: dataset[name].copy(data=round_to_step(dataset[name], step)) for name, step in steps.items()}
    )
