"""A model river of one reach, driven by a district's mean weather, with the rain of storms or without: second ways."""

from __future__ import annotations

import functools
import json
from datetime import date, timedelta

import numpy as np
from pydantic import JsonValue

from mesocosm import registry
from mesocosm.earth.planet.sky.clock import EPOCH
from mesocosm.simulators.simulator import RunLimits
from mesocosm.suites.terra.requests.documents import number, numbers
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.workflow import Given

WET = ("storm", "cyclone", "deluge")
AFTER_DAYS, LEAD_DAYS = 6, 60


def wet_storms(land: Land) -> dict[str, tuple[date, date]]:
    """Wet storms of the year by id: first day, and the day after the last."""
    told = {}
    for event in land.planet.events(land.region, 2031):
        ends = [str((EPOCH + np.timedelta64(hour, "h")).astype("datetime64[D]"))
                for hour in (event.start_hour, event.end_hour - 1)]  # fmt: skip
        first, after = date.fromisoformat(ends[0]), date.fromisoformat(ends[1]) + timedelta(days=1)
        if event.kind in WET and date(2031, 1, 20) < first and after < date(2031, 12, 20):
            told[event.id] = first, after
    return told


def storm_days(given: Given) -> list[tuple[date, date]]:
    """The storms of a request: first day, and the day after the last."""
    every = given["storms"]
    assert isinstance(every, list)
    return [(date.fromisoformat(str(pair[0])), date.fromisoformat(str(pair[1]))) for pair in every
            if isinstance(pair, list)]  # fmt: skip


def model_span(given: Given) -> tuple[date, date]:
    """The days that the river is run through."""
    held = storm_days(given)
    first = min(start for start, _ in held) - timedelta(days=LEAD_DAYS)
    last = max(end for _, end in held) + timedelta(days=AFTER_DAYS)
    return max(first, date(2031, 1, 1)), last


@functools.lru_cache(maxsize=8)
def _weather(land: Land, first: date, last: date, box: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Daily rain and temperature over the box, every cell by its area."""
    fields = land.fetch(["precipitation", "temperature_2m"], (first, last), [*box], "day")
    weights = np.cos(np.radians(np.asarray(fields.latitude.values, float)))[None, :, None]
    shape = np.asarray(fields.precipitation.transpose("time", "latitude", "longitude").values, float)
    warmth = np.asarray(fields.temperature_2m.transpose("time", "latitude", "longitude").values, float)
    whole = (weights * np.ones_like(shape)).sum(axis=(1, 2))
    rain, degrees = ((weights * values).sum(axis=(1, 2)) / whole for values in (shape, warmth))
    return rain, degrees


@functools.lru_cache(maxsize=64)
def _crest(land: Land, told: str, without: int) -> tuple[float, ...]:
    """Crests of the model river in the window of each storm, with the rain of one storm (-1: none) left out."""
    given = json.loads(told)
    first, last = model_span(given)
    rain, warmth = _weather(land, first, last, tuple(numbers(given, "box")))
    held = storm_days(given)
    fallen = np.round(rain, 3)
    if without >= 0:
        start, end = ((day - first).days for day in held[without])
        fallen[start:end] = 0.0
    columns: dict[str, JsonValue] = {
        "precipitation_mm": {"main": [float(each) for each in fallen]},
        "temperature_c": {"main": [float(each) for each in np.round(warmth, 3)]},
        "reference_evaporation_mm": {"main": [number(given, "evaporation")] * len(rain)},
    }
    reach = {"id": "main", "length_km": number(given, "length"), "bankfull_m3_s": number(given, "bankfull"),
             "catchment_km2": number(given, "catchment"), "soil": given["soil"], "cover": given["cover"]}  # fmt: skip
    inputs: dict[str, JsonValue] = {"reaches": [reach], "first_day": str(first), "weather": columns}
    made = registry.load("simulators", "river_routing").run(inputs, seed=0, limits=RunLimits(seconds=60))
    head, *lines = made.artifacts["discharge_m3_s.csv"].decode().split()
    flow = np.array([float(line.split(",")[head.split(",").index("main")]) for line in lines])
    return tuple(float(flow[(start - first).days : (end - first).days + AFTER_DAYS].max()) for start, end in held)


def model_crests(land: Land, given: Given, without: int) -> tuple[float, ...]:
    """Crests in the window of each storm, with the rain of one storm (-1: none) left out."""
    kept = ("storms", "box", "evaporation", "length", "bankfull", "catchment", "soil", "cover")
    return _crest(land, json.dumps({key: given[key] for key in kept}), without)
