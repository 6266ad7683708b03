"""Crop simulations under the weather of a file, by AquaCrop, WOFOST and DSSAT."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.arguments import Name, Path, Point
from mesocosm.suites.terra.inputs.columns import Columns, Paths
from mesocosm.suites.terra.inputs.tables import number_in, rows_of
from mesocosm.suites.terra.inputs.weather import daily_weather
from mesocosm.suites.terra.toolkit.engine_runs import AS_GIVEN, Description, Kind, Plan, Runs, carried_out, engine_of
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

Day = Annotated[str, Field(min_length=10, max_length=10, examples=["2031-05-01"])]
Irrigation = Literal["rainfed", "threshold", "schedule"]
Schedule = Annotated[dict[str, Annotated[float, Field(ge=0, le=500)]], Field(max_length=365)]
Percent = Annotated[float, Field(ge=0, le=100)]
Metres = Annotated[float, Field(ge=-400, le=6000)]
Numbers = Annotated[dict[str, float], Field(max_length=40)]
LAYER = ("thickness_m", "wilting_point", "field_capacity", "saturation", "conductivity_mm_day")
OTHER_CROPS = "crop.aquacrop and crop.wofost grow crops from daily weather"
WATER_USED = ("irrigation", "evapotranspiration", "water_stress_days")


@tool(simulator=True)
def aquacrop(
    workspace: Workspace,
    runs: Runs,
    /,
    weather: Paths,
    crop: Name,
    planting_date: Day,
    soil: Path,
    initial_water_percent: Percent,
    irrigation: Irrigation = "rainfed",
    threshold_percent: Annotated[float, Field(gt=0, le=100)] | None = None,
    schedule_mm: Schedule = {},
    season_limit_mm: Annotated[float, Field(ge=0, le=10_000)] | None = None,
    co2_ppm: Annotated[float, Field(ge=100, le=2000)] | None = None,
    crop_parameters: Numbers = {},
    point: Point | None = None,
    elevation_m: Metres = 0.0,
    columns: Columns = {},
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Simulate one season of a crop with AquaCrop: yield, biomass, water used, stress, phenology and daily values.

    Args:
        weather: CSV or NetCDF of days: lowest and highest temperature, rain, and reference evapotranspiration or what
            it is computed from.
        crop: Crop, such as Maize, Wheat or PaddyRice.
        planting_date: A day of the weather.
        soil: Soil texture such as Loam, or a CSV file of layers from the top (thickness_m, wilting_point,
            field_capacity, saturation, conductivity_mm_day).
        initial_water_percent: Soil water, percent of what plants can use, on the first day of the weather.
        irrigation: threshold fills the root zone when it falls below threshold_percent; schedule gives schedule_mm.
        threshold_percent: Percent of available water.
        schedule_mm: Irrigation depth by date, mm.
        season_limit_mm: Limit on the season's irrigation, mm.
        co2_ppm: CO2 concentration; default: that of the year.
        crop_parameters: Changed parameters, by AquaCrop's own names.
        point: [longitude, latitude] of the field: for grids, and where evapotranspiration is computed.
        elevation_m: Height above the sea.
        columns: Column of each quantity, such as {"rain_mm": "tp [m]"} or, of one of several files, {"tmax_c":
            "FILE.nc:temperature_2m"}.
        scenario: Role of the run.
        description: Note on the run.
    """
    days, read, notes = daily_weather(workspace, weather, columns, point)
    ground, more = _soil(workspace, soil)
    inputs: dict[str, JsonValue] = {
        "weather": {name: column for name, column in days.items() if name not in ("e0_mm", "es0_mm")},
        "crop": crop, "planting_date": planting_date, "soil": ground, "crop_parameters": dict(crop_parameters),
        "initial_water": {"available_percent": initial_water_percent}, "elevation_m": elevation_m,
        "irrigation": _irrigation(irrigation, threshold_percent, schedule_mm) | _limit(season_limit_mm),
        "co2_ppm": co2_ppm, "latitude": None if point is None else point[1],
    }  # fmt: skip
    return carried_out(
        workspace,
        runs,
        Plan(
            "aquacrop",
            inputs,
            read.files | more,
            scenario,
            description,
            assumptions=notes,
            headline=("dry_yield", "biomass", *WATER_USED),
            instead="crop.wofost grows crops from daily weather, too",
        ),
    )


@tool(simulator=True)
def wofost(
    workspace: Workspace,
    runs: Runs,
    /,
    weather: Paths,
    crop: Name,
    planting_date: Day,
    point: Point,
    mode: Literal["potential", "water_limited"],
    starts_at: Literal["sowing", "emergence"] = "sowing",
    soil: Name | None = None,
    soil_depth_m: Annotated[float, Field(ge=0.1, le=5)] = 1.2,
    initial_available_mm: Annotated[float, Field(ge=0, le=5000)] | None = None,
    irrigation: Irrigation = "rainfed",
    threshold_percent: Annotated[float, Field(gt=0, lt=100)] | None = None,
    amount_mm: Annotated[float, Field(gt=0, le=250)] | None = None,
    schedule_mm: Schedule = {},
    crop_parameters: Numbers = {},
    elevation_m: Metres = 0.0,
    columns: Columns = {},
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Simulate one season of a crop with WOFOST, from light and temperature, with or without lack of water.

    Args:
        weather: CSV or NetCDF of days: temperatures, rain, radiation, vapour pressure, dew point or relative humidity,
            wind or its parts.
        crop: winter_wheat, grain_maize, spring_barley, potato, winter_rapeseed or sunflower.
        planting_date: A day of the weather.
        point: [longitude, latitude] of the field.
        mode: Production level; potential never lacks water.
        starts_at: Event on the planting date.
        soil: Soil texture such as Loam; for water_limited.
        soil_depth_m: Depth that roots can reach, m.
        initial_available_mm: Water above the wilting point on the first day; for water_limited.
        irrigation: threshold gives amount_mm below threshold_percent; schedule gives schedule_mm.
        threshold_percent: Percent of available water.
        amount_mm: Irrigation depth each time, mm.
        schedule_mm: Irrigation depth by date, mm.
        crop_parameters: Changed parameters, by WOFOST's own names.
        elevation_m: Height above the sea.
        columns: Column of each quantity, such as {"rain_mm": "tp [m]"} or, of one of several files, {"tmax_c":
            "FILE.nc:temperature_2m"}.
        scenario: Role of the run.
        description: Note on the run.
    """
    needed = ("tmin_c", "tmax_c", "rain_mm", "radiation_mj_m2", "vapour_pressure_kpa", "wind_m_s")
    days, read, notes = daily_weather(workspace, weather, columns, point, needed)
    if "e0_mm" not in days or "es0_mm" not in days:  # the engine takes all three kinds of evaporation or none
        days = {name: column for name, column in days.items() if name not in ("et0_mm", "e0_mm", "es0_mm")}
    water = _irrigation(irrigation, threshold_percent, schedule_mm) | ({"amount_mm": amount_mm} if amount_mm else {})
    inputs: dict[str, JsonValue] = {
        "mode": mode, "weather": days, "latitude": point[1], "elevation_m": elevation_m, "crop": crop,
        "planting_date": planting_date, "starts_at": starts_at, "crop_parameters": dict(crop_parameters),
        "soil": None if soil is None else {"texture": soil, "depth_m": soil_depth_m},
        "initial_available_mm": initial_available_mm, "irrigation": water,
    }  # fmt: skip
    return carried_out(
        workspace,
        runs,
        Plan(
            "wofost",
            inputs,
            read.files,
            scenario,
            description,
            assumptions=notes,
            headline=("yield", "biomass", "leaf_area_index_max", *WATER_USED),
            instead="crop.aquacrop grows crops from daily weather, too",
        ),
    )


@tool(simulator=True)
def dssat(
    workspace: Workspace,
    runs: Runs,
    /,
    experiment: Path,
    weather: Paths,
    soil: Path,
    genotype: Annotated[list[Path], Field(max_length=6)] = [],
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Run every treatment of a DSSAT experiment: yield, biomass, water, nitrogen, phenology and daily growth.

    Args:
        experiment: An experiment file (FileX).
        weather: Weather files (.WTH) of the experiment's station.
        soil: Soil profiles (.SOL), including the experiment's own.
        genotype: Cultivar, ecotype or species files that replace the shipped ones, such as MZCER048.CUL.
        scenario: Role of the run.
        description: Note on the run.
    """
    engine_of("dssat", OTHER_CROPS)
    stations = [weather] if isinstance(weather, str) else weather
    texts = {path: workspace.read_text(path) for path in (experiment, *stations, soil, *genotype)}
    inputs: dict[str, JsonValue] = {
        "experiment": texts[experiment], "weather": [texts[path] for path in stations], "soil": texts[soil],
        "genotype": {os.path.basename(path): texts[path] for path in genotype},
    }  # fmt: skip
    files = {path: hashlib.sha256(text.encode()).hexdigest() for path, text in texts.items()}
    headline = tuple(f"treatment_{number}_{name}" for number in range(1, 5) for name in ("yield", "biomass"))
    plan = Plan("dssat", inputs, files, scenario, description, headline=headline, instead=OTHER_CROPS)
    return carried_out(workspace, runs, plan)


def _irrigation(method: Irrigation, threshold: float | None, schedule: Mapping[str, float]) -> dict[str, JsonValue]:
    days = sorted(schedule)
    depths: list[JsonValue] = [schedule[day] for day in days]
    return {"method": method, "threshold_percent": threshold, "dates": list(days), "depth_mm": depths}


def _limit(season_limit_mm: float | None) -> dict[str, JsonValue]:
    return {} if season_limit_mm is None else {"most_season_mm": season_limit_mm}


def _soil(workspace: Workspace, soil: str) -> tuple[dict[str, JsonValue], dict[str, str]]:
    """Return a texture, or the layers of a file."""
    if not soil.lower().endswith(".csv"):
        return {"texture": soil}, {}
    data = workspace.read_bytes(soil)
    rows = rows_of(data, soil)
    missing = [name for name in LAYER if name not in rows[0]]
    if missing:
        raise ToolError(f"`soil` {soil!r} lacks {', '.join(missing)}; a layer has {', '.join(LAYER)}")
    layers: list[JsonValue] = [{name: number_in(row[name]) for name in LAYER} for row in rows]
    return {"layers": layers}, {soil: hashlib.sha256(data).hexdigest()}


FAMILY = "simulation"
PUBLISHED = {"impact_aquacrop_run": "crop.aquacrop", "impact_dssat_run": "crop.dssat"}
