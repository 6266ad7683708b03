"""A model river of one reach, driven by the mean weather of a district, with and without storms: for second ways."""

from __future__ import annotations

import functools
import json
from datetime import date, timedelta

import numpy as np
from pydantic import JsonValue

from mesocosm import registry
from mesocosm.earth.planet.sky.clock import EPOCH
from mesocosm.simulators.simulator import Result, RunLimits
from mesocosm.suites.terra.requests.documents import number, numbers
from mesocosm.suites.terra.requests.waters import MM_KM2
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.workflow import Given

WET = ("storm", "cyclone", "deluge")
AFTER_DAYS, LEAD_DAYS = 6, 60


def wet_storms(land: Land) -> dict[str, tuple[date, date]]:
    """Return the wet storms of the year by id: first day, and the day after the last."""
    storms = {}
    for event in land.planet.events(land.region, 2031):
        ends = [str((EPOCH + np.timedelta64(hour, "h")).astype("datetime64[D]"))
                for hour in (event.start_hour, event.end_hour - 1)]  # fmt: skip
        first, after = date.fromisoformat(ends[0]), date.fromisoformat(ends[1]) + timedelta(days=1)
        if event.kind in WET and date(2031, 1, 20) < first and after < date(2031, 12, 20):
            storms[event.id] = first, after
    return storms


def storm_days(given: Given) -> list[tuple[date, date]]:
    """Return the storms of a request: first day, and the day after the last."""
    every = given["storms"]
    assert isinstance(every, list)
    return [(date.fromisoformat(str(pair[0])), date.fromisoformat(str(pair[1]))) for pair in every
            if isinstance(pair, list)]  # fmt: skip


def model_span(given: Given) -> tuple[date, date]:
    """Return the first day of the run of the river, and the day after its last."""
    storms = storm_days(given)
    first = min(start for start, _ in storms) - timedelta(days=LEAD_DAYS)
    last = max(end for _, end in storms) + timedelta(days=AFTER_DAYS)
    return max(first, date(2031, 1, 1)), last


@functools.lru_cache(maxsize=8)
def _weather(land: Land, first: date, last: date, box: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return the daily means of rain and temperature over the box, with cells weighted by area."""
    fields = land.fetch(["precipitation", "temperature_2m"], (first, last), [*box], "day")
    weights = np.cos(np.radians(np.asarray(fields.latitude.values, float)))[None, :, None]
    shape = np.asarray(fields.precipitation.transpose("time", "latitude", "longitude").values, float)
    warmth = np.asarray(fields.temperature_2m.transpose("time", "latitude", "longitude").values, float)
    whole = (weights * np.ones_like(shape)).sum(axis=(1, 2))
    rain, degrees = ((weights * values).sum(axis=(1, 2)) / whole for values in (shape, warmth))
    return rain, degrees


@functools.lru_cache(maxsize=64)
def _run(land: Land, request: str, without: int) -> Result:
    """Run the river without the rain of one storm, or with all rain (-1)."""
    parameters = json.loads(request)
    first, last = model_span(parameters)
    rain, warmth = _weather(land, first, last, tuple(numbers(parameters, "box")))
    storms = storm_days(parameters)
    fallen = np.round(rain, 3)
    if without >= 0:
        start, end = ((day - first).days for day in storms[without])
        fallen[start:end] = 0.0
    columns: dict[str, JsonValue] = {
        "precipitation_mm": {"main": [float(each) for each in fallen]},
        "temperature_c": {"main": [float(each) for each in np.round(warmth, 3)]},
        "reference_evaporation_mm": {"main": [number(parameters, "evaporation")] * len(rain)},
    }
    reach = {"id": "main", "length_km": number(parameters, "length"), "bankfull_m3_s": number(parameters, "bankfull"),
             "catchment_km2": number(parameters, "catchment"), "soil": parameters["soil"],
             "cover": parameters["cover"]}  # fmt: skip
    inputs: dict[str, JsonValue] = {"reaches": [reach], "first_day": str(first), "weather": columns}
    result: Result = registry.load("simulators", "river_routing").run(inputs, seed=0, limits=RunLimits(seconds=60))
    return result


def _crests(land: Land, request: str, without: int) -> tuple[float, ...]:
    parameters = json.loads(request)
    (first, _), storms = model_span(parameters), storm_days(parameters)
    head, *lines = _run(land, request, without).artifacts["discharge_m3_s.csv"].decode().split()
    flow = np.array([float(line.split(",")[head.split(",").index("main")]) for line in lines])
    return tuple(float(flow[(start - first).days : (end - first).days + AFTER_DAYS].max()) for start, end in storms)


def runoff_coefficient(land: Land, given: Given) -> float:
    """Return the runoff of the river's catchment over its rain, both of the whole run."""
    rain, _ = _weather(land, *model_span(given), tuple(numbers(given, "box")))
    run = _run(land, _parameters(given), -1)
    return run.values["runoff_volume"].magnitude / (number(given, "catchment") * MM_KM2) / float(rain.sum())


def _parameters(given: Given) -> str:
    names = ("storms", "box", "evaporation", "length", "bankfull", "catchment", "soil", "cover")
    return json.dumps({key: given[key] for key in names})


def model_crests(land: Land, given: Given, without: int) -> tuple[float, ...]:
    """Return the crest of the river during and after each storm, without the rain of one storm (-1: with all rain)."""
    return _crests(land, _parameters(given), without)
