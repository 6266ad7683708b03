"""Winds aloft over a box in an analysis of pressure levels: the jet, its place, and the shear below it."""

from __future__ import annotations

import io

import numpy as np

from mesocosm.suites.terra.real_data.plain_means import box_mean
from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded, numbers_of
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

EAST, NORTH, WARMTH = "u-component_of_wind_isobaric", "v-component_of_wind_isobaric", "Temperature_isobaric"
WHERE = """import xarray as xr
speed = xr.open_dataset("{path}", engine="h5netcdf")["wind_speed"].squeeze()
west, south, east, north = {box}
inside = speed.where((speed.longitude >= west) & (speed.longitude <= east)
                     & (speed.latitude >= south) & (speed.latitude <= north))
top = inside.where(inside == inside.max(), drop=True).squeeze()
print(float(top.latitude), float(top.longitude))
"""


def _plan(hands: Hands) -> Plan:
    path, level, box = hands.text("file"), int(hands.number("level")), hands.given["box"]
    winds = yield from hands.use("atmosphere.winds", path=path, u=EAST, v=NORTH, level=level)
    yield from hands.use("map.field", path=winds.path, variable="wind_speed", box=box)
    speed = yield from hands.use("reanalysis.read", path=winds.path, variable="wind_speed", box=box)
    mean = yield from hands.use("region.reduce", path=winds.path, variable="wind_speed", box=box, statistics=["mean"])
    where = yield from hands.use("execution.python", code=WHERE.format(path=winds.path, box=box), after=[winds])
    warmth = yield from hands.use("region.reduce", path=path, variable=WARMTH, box=box, level=850, statistics=["mean"])
    shear = yield from hands.use("atmosphere.vertical_shear", path=path, top=500, bottom=850, u=EAST, v=NORTH)
    steep = yield from hands.use("reanalysis.read", path=shear.path, variable="shear", box=box)
    celsius = yield from hands.calculate(f"{warmth.number('fields', 'mean', 'mean')} - 273.15")
    latitude, longitude = (float(word) for word in where.text.split()[:2])
    return {
        "strongest_m_s": speed.number("max"),
        "strongest_latitude": latitude,
        "strongest_longitude": longitude,
        "mean_m_s": mean.number("fields", "mean", "mean"),
        "warmth_850_c": celsius,
        "shear_m_s": steep.number("max"),
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    import xarray as xr

    west, south, east, north = numbers_of(given, "box")
    with xr.open_dataset(io.BytesIO(files[str(given["recorded"])])) as dataset:
        grid = dataset.isel(time=0).rename({"isobaric3": "p", "lat": "latitude", "lon": "longitude"}).load()
    grid = (
        grid.assign_coords(p=grid.p / 100, longitude=(grid.longitude + 180) % 360 - 180)
        .sortby("longitude")
        .sortby("latitude")
    )
    box = grid.sel(longitude=slice(west, east), latitude=slice(south, north))

    def at(name: str, hpa: float, of: xr.Dataset = box) -> xr.DataArray:
        return of[name].sel(p=hpa).astype("float64")

    level = float(str(given["level"]))

    def wind_speed(of: xr.Dataset) -> xr.DataArray:
        return (at(EAST, level, of) ** 2 + at(NORTH, level, of) ** 2) ** 0.5

    speed = wind_speed(box)
    top = speed.stack(cell=("latitude", "longitude"))
    latitude, longitude = top.cell.values[int(top.values.argmax())]
    shear = np.hypot(at(EAST, 500) - at(EAST, 850), at(NORTH, 500) - at(NORTH, 850))
    return {
        "strongest_m_s": float(speed.max()),
        "strongest_latitude": float(latitude),
        "strongest_longitude": float(longitude),
        "mean_m_s": float(box_mean(wind_speed(grid), numbers_of(given, "box"))),
        "warmth_850_c": float(box_mean(at(WARMTH, 850, grid), numbers_of(given, "box")) - 273.15),
        "shear_m_s": float(shear.max()),
    }


WORKFLOW = RealWorkflow(__name__, domain="weather", level=0, plan=_plan, recompute=_recompute)
