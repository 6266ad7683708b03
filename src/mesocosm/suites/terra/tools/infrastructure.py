"""Buildings under a year of weather, and roads and their traffic under a hazard."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.arguments import Path
from mesocosm.suites.terra.inputs.buildings import House
from mesocosm.suites.terra.inputs.closed_roads import read_closures
from mesocosm.suites.terra.inputs.geodata import read_map
from mesocosm.suites.terra.inputs.hazards import read_grid
from mesocosm.suites.terra.inputs.tables import number_in, rows_of
from mesocosm.suites.terra.toolkit.engine_runs import AS_GIVEN, Description, Kind, Plan, Runs, carried_out, engine_of
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

Seconds = Annotated[float, Field(ge=0, le=604_800)]
ENERGY = ("heating_energy", "cooling_energy", "heating_peak", "cooling_peak", "total_site_energy",
          "electricity_energy", "discomfort_hot_hours", "unmet_cooling_hours")  # fmt: skip
TRAFFIC = ("trips_demanded", "trips_completed", "trips_dropped", "trips_rerouted", "completion_ratio",
           "mean_travel_time", "p95_travel_time", "total_delay")  # fmt: skip
ROADS = ("roads_touched", "roads_closed", "length_closed", "worst_intensity", "mean_speed_factor")
TRIP = ("id", "depart_s", "from_longitude", "from_latitude", "to_longitude", "to_latitude")
ZONE = ("id", "people", "jobs", "longitude", "latitude")


@tool(simulator=True)
def energyplus(
    workspace: Workspace,
    runs: Runs,
    /,
    epw: Path,
    idf: Path | None = None,
    building: House | None = None,
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Simulate a building's year hour by hour with EnergyPlus: energy, peaks, hours of discomfort, and hourly values.

    Args:
        epw: Weather year (EPW).
        idf: An EnergyPlus input of your own.
        building: Instead of idf, a box-shaped building.
        scenario: Role of the run.
        description: Note on the run.
    """
    instead = "infrastructure.building_hourly computes a box by ISO 52016-1, a reduced-order method"
    engine_of("energyplus", instead)
    inputs, files = _with_weather(workspace, epw, building)
    if (idf is None) == (building is None):
        raise ToolError("give either `idf` or `building`, and not both")
    if idf is not None:
        inputs["idf"] = workspace.read_text(idf)
        files[idf] = _sha256(workspace, idf)
    plan = Plan("energyplus", inputs, files, scenario, description, headline=ENERGY, instead=instead)
    return carried_out(workspace, runs, plan)


@tool(simulator=True)
def building_hourly(
    workspace: Workspace,
    runs: Runs,
    /,
    epw: Path,
    building: House,
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Simulate a building's year hour by hour by ISO 52016-1, a reduced-order method: heating, cooling, discomfort.

    Args:
        epw: Weather year (EPW).
        building: A box-shaped building.
        scenario: Role of the run.
        description: Note on the run.
    """
    inputs, files = _with_weather(workspace, epw, building)
    plan = Plan("building_hourly", inputs, files, scenario, description, headline=ENERGY)
    return carried_out(workspace, runs, plan)


def _with_weather(
    workspace: Workspace, epw: str, building: House | None
) -> tuple[dict[str, JsonValue], dict[str, str]]:
    inputs: dict[str, JsonValue] = {"epw": workspace.read_text(epw)}
    if building is not None:
        inputs["building"] = building.inputs()
    return inputs, {epw: _sha256(workspace, epw)}


def _sha256(workspace: Workspace, path: str) -> str:
    return hashlib.sha256(workspace.read_bytes(path)).hexdigest()


@tool(simulator=True)
def hazard_on_roads(
    workspace: Workspace,
    runs: Runs,
    /,
    map: Path,
    hazard: Path,
    effect: Literal["flood", "threshold"],
    closes_at: Annotated[float, Field(gt=0, le=1e6)] | None = None,
    bridge_clearance_m: Annotated[float, Field(ge=0, le=100)] = 0.0,
    from_s: Seconds = 0.0,
    to_s: Seconds | None = None,
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Lay a hazard over the roads of a map by geometry: each road's intensity, its speed, and which are closed.

    Args:
        map: OpenStreetMap XML.
        hazard: GeoTIFF or NetCDF, or GeoJSON areas with `intensity`.
        effect: flood takes depths in metres and slows cars down; threshold only closes roads.
        closes_at: Intensity that closes a road; default: 0.3 m of a flood.
        bridge_clearance_m: Height of bridges above the ground that depths are counted from, m.
        from_s: Start of closures, in seconds of a traffic run.
        to_s: End of closures; default: never.
        scenario: Role of the run.
        description: Note on the run.
    """
    field, files = read_grid(workspace, hazard)
    streets, files[map] = read_map(workspace, map)
    inputs: dict[str, JsonValue] = field | {
        "osm": streets, "effect": effect, "closes_at": closes_at, "from_s": from_s, "to_s": to_s,
        "bridge_clearance_m": bridge_clearance_m,
    }  # fmt: skip
    plan = Plan("network_disruption", inputs, files, scenario, description, headline=ROADS)
    return carried_out(workspace, runs, plan)


@tool(simulator=True)
def traffic(
    workspace: Workspace,
    runs: Runs,
    /,
    map: Path,
    end_s: Annotated[float, Field(gt=0, le=604_800)],
    trips: Path | None = None,
    zones: Path | None = None,
    trips_per_person: Annotated[float, Field(ge=0, le=20)] = 1.0,
    distance_scale_km: Annotated[float, Field(gt=0, le=1000)] = 5.0,
    departures_until_s: Seconds | None = None,
    closures: Path | None = None,
    closed_ways: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=500)] = [],
    notice: Literal["everywhere", "at_closure"] = "everywhere",
    snap_m: Annotated[float, Field(gt=0, le=10_000)] = 200.0,
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0,
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Simulate cars in the streets of a map with SUMO: travel times, delays, detours around closed roads.

    Args:
        map: OpenStreetMap XML.
        end_s: Seconds to simulate.
        trips: CSV with id, depart_s, from_longitude, from_latitude, to_longitude, to_latitude.
        zones: Instead, CSV with id, people, jobs, longitude, latitude, radius_m (500 if left out); trips are drawn.
        trips_per_person: For zones: trips per person.
        distance_scale_km: For zones: chances of a destination fall as exp(-distance / scale).
        departures_until_s: For zones: last departure, s; default: half of end_s.
        closures: JSON of closed and slowed roads, as a hazard over roads gives it.
        closed_ways: Further ids of the map's ways, closed from the start.
        notice: Where drivers learn of a closure.
        snap_m: Greatest distance of a trip's end from the nearest road for cars, metres.
        seed: Seed of the draw; runs that are compared must share it.
        scenario: Role of the run.
        description: Note on the run.
    """
    if (trips is None) == (zones is None):
        raise ToolError("give either `trips` or `zones`, and not both")
    streets, sha256 = read_map(workspace, map)
    inputs: dict[str, JsonValue] = {"osm": streets, "end_s": end_s, "notice": notice}
    inputs["snap_m"] = snap_m
    files = {path: _sha256(workspace, path) for path in (trips, zones, closures) if path is not None} | {map: sha256}
    if trips is not None:
        inputs["trips"] = [_trip(row) for row in _rows(workspace, trips, TRIP)]
    if zones is not None:
        until = end_s / 2 if departures_until_s is None else departures_until_s
        inputs["population"] = {
            "zones": [_zone(row) for row in _rows(workspace, zones, ZONE)], "trips_per_person": trips_per_person,
            "distance_scale_km": distance_scale_km, "to_s": until,
        }  # fmt: skip
    inputs |= _closed(workspace, closures, closed_ways)
    instead = "routing.travel_times finds travel times without other cars"
    plan = Plan("sumo", inputs, files, scenario, description, seed, headline=TRAFFIC, instead=instead)
    return carried_out(workspace, runs, plan)


def _rows(workspace: Workspace, path: str, needed: Sequence[str]) -> list[dict[str, str]]:
    rows = rows_of(workspace.read_bytes(path), path)
    missing = [name for name in needed if name not in rows[0]]
    if missing:
        raise ToolError(f"{path!r} lacks {', '.join(missing)}; a row has {', '.join(needed)}")
    for at, row in enumerate(rows):
        bad = next((name for name in needed[1:] if not np.isfinite(number_in(row[name]))), None)
        if bad:
            raise ToolError(f"{path!r}: row {at + 1} must hold a number in {bad}, got {row[bad][:40]!r}")
    return rows


def _trip(row: dict[str, str]) -> JsonValue:
    ends: dict[str, JsonValue] = {
        f"{end}_point": [float(row[f"{end}_longitude"]), float(row[f"{end}_latitude"])] for end in ("from", "to")
    }
    return {"id": row["id"], "depart_s": float(row["depart_s"]), **ends}


def _zone(row: dict[str, str]) -> JsonValue:
    radius = number_in(row.get("radius_m", ""))
    wide: dict[str, JsonValue] = {} if np.isnan(radius) else {"radius_m": radius}
    place: list[JsonValue] = [float(row["longitude"]), float(row["latitude"])]
    return {"id": row["id"], "people": float(row["people"]), "jobs": float(row["jobs"]), "point": place, **wide}


def _closed(workspace: Workspace, path: str | None, ways: list[str]) -> dict[str, JsonValue]:
    closures = {"closures": [], "slowdowns": []} if path is None else read_closures(workspace, path)
    more: list[JsonValue] = [{"ways": list(ways)}] if ways else []
    return {"closures": [*closures["closures"], *more], "slowdowns": closures["slowdowns"]}


FAMILY = "simulation"
PUBLISHED = {
    "impact_energyplus_run": "infrastructure.energyplus",
    "impact_sumo_run": "infrastructure.traffic",
    "hazard_overlay_osm": "infrastructure.hazard_on_roads",
}
