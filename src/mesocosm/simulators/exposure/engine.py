"""The exposure engine; it runs in process, because its work is geometry of bounded size."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import JsonValue

from mesocosm.simulators.exposure.assets import Asset, assign_people, check_zones, make_assets
from mesocosm.simulators.exposure.buildings import Found, read_buildings
from mesocosm.simulators.exposure.inputs import CLASSES, ExposureInputs
from mesocosm.simulators.simulator import Cell, Engine, Result, RunLimits, Table, Value
from mesocosm.simulators.simulator.csv_tables import as_sheet
from mesocosm.simulators.simulator.deadline import in_time
from mesocosm.simulators.simulator.in_process_memory import in_memory
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.optional_engines import needs_extra
from mesocosm.simulators.simulator.rounding import round_digits, round_each

ASSETS, EXPOSURE = "assets.csv", "exposure.json"
HEADINGS = ("use", "buildings", "floor_area_m2", "value", "people")


def _box(west: float, south: float, east: float, north: float) -> dict[str, JsonValue]:
    ring: list[JsonValue] = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {"type": "Polygon", "coordinates": [ring]}


def _example() -> dict[str, JsonValue]:
    """Return a street of four houses, a shop and a works, with sixty people in two zones."""
    features: list[JsonValue] = []
    kinds = [("residential", 2), ("residential", 2), ("residential", 3), ("residential", 1)]
    for number, (use, storeys) in enumerate([*kinds, ("commercial", 2), ("industrial", 1)]):
        west = round(10 + number * 0.0004, 6)
        properties: dict[str, JsonValue] = {"id": f"b{number}", "use": use, "storeys": storeys}
        box = _box(west, 45.0, round(west + 0.0002, 6), 45.0001)
        features.append({"type": "Feature", "properties": properties, "geometry": box})
    return {
        "buildings": {"type": "FeatureCollection", "features": features},
        "gdp_per_capita_usd_2010": 30_000,
        "population": [
            {"id": "west", "people": 40, "area": _box(9.999, 44.999, 10.0007, 45.001)},
            {"id": "east", "people": 20, "area": _box(10.0007, 44.999, 10.01, 45.001)},
        ],
    }


@needs_extra("exposure", "networks")
@dataclass(frozen=True)
class ExposureSimulator:
    """Assets with value, people and place, from the footprints of buildings."""

    engine: ClassVar[Engine] = Engine(name="exposure", version="1.1", kind="real")
    example: ClassVar[Mapping[str, JsonValue]] = _example()

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        given = read_inputs(ExposureInputs, inputs)
        read_buildings(given)
        check_zones(given.population)

    @in_time
    @in_memory(times=40)
    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Compute the assets; nothing is random, so the seed is only recorded."""
        given = read_inputs(ExposureInputs, inputs)
        started = time.perf_counter()
        check_zones(given.population)
        found = read_buildings(given)
        assets, nowhere = assign_people(make_assets(found.buildings, given), given.population)
        return Result(
            engine=self.engine,
            values=_values(assets, found, nowhere, given.unit),
            tables=(_by_class(assets), _people_without_home(nowhere)),
            artifacts={ASSETS: _csv(assets), EXPOSURE: _exposure(assets, given.unit)},
            warnings=_warnings(found, nowhere, given),
            seed=seed,
            runtime_s=time.perf_counter() - started,
        )


def _values(assets: Sequence[Asset], found: Found, nowhere: Mapping[str, float], unit: str) -> dict[str, Value]:
    sums = {
        "value": (math.fsum(asset.value for asset in assets), unit),
        "people": (math.fsum(asset.people for asset in assets), "1"),
        "people_without_homes": (math.fsum(nowhere.values()), "1"),
        "footprint": (math.fsum(asset.footprint_m2 for asset in assets), "m²"),
        "floor_area": (math.fsum(asset.floor_area_m2 for asset in assets), "m²"),
    }
    counts = {"assets": len(assets), "buildings_left_out": found.left_out, "buildings_of_unknown_use": found.taken_for}
    values = {name: Value(magnitude=number, unit="1") for name, number in counts.items()}
    return values | {name: Value(magnitude=round_digits(total), unit=of) for name, (total, of) in sums.items()}


def _by_class(assets: Sequence[Asset]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for use in CLASSES:
        some = [asset for asset in assets if asset.use == use]
        sums = [math.fsum(getattr(asset, name) for asset in some) for name in HEADINGS[2:]]
        rows.append((use, len(some), *round_each(sums)))
    return Table(file="by_use", headings=HEADINGS, rows=tuple(rows))


def _people_without_home(nowhere: Mapping[str, float]) -> Table:
    return Table(file="zones_without_homes", headings=("zone", "people"), rows=tuple(nowhere.items()))


def _csv(assets: Sequence[Asset]) -> bytes:
    return as_sheet(list(vars(assets[0])), [list(vars(asset).values()) for asset in assets])


def _exposure(assets: Sequence[Asset], unit: str) -> bytes:
    """Return the input `exposure` of the event-loss engine."""
    columns = {name: [getattr(asset, name) for asset in assets] for name in ("latitude", "longitude", "value", "curve")}
    return (json.dumps({"value_unit": unit, **columns}) + "\n").encode()


def _warnings(found: Found, nowhere: Mapping[str, float], given: ExposureInputs) -> tuple[str, ...]:
    warnings = []
    if found.taken_for:
        warnings.append(f"{found.taken_for} buildings of unknown use are taken for {given.unknown_use}")
    if found.unassembled:
        warnings.append(f"{found.unassembled} multipolygons of buildings are left out: their ways make no area")
    if nowhere:
        warnings.append(f"{sum(nowhere.values()):g} people of {len(nowhere)} zones have no home among the buildings")
    return tuple(warnings)


simulator = ExposureSimulator()
