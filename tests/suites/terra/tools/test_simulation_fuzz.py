"""Random calls of simulations: an agent gets a result or an error that it can act on, and no partial file is left."""

import numpy as np
import pytest
from tests.suites.terra.tools.fuzzing import DRAWS, drawn, tools_of, tried
from tests.suites.terra.tools.run_making import areas, table, write_inputs

from mesocosm.seeding import generator
from mesocosm.simulators.building_hourly.engine import example_weather
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.tools import crop, environment, impact, infrastructure, simulation
from mesocosm.tools.sampling import sample
from mesocosm.workspace.workspace import Workspace

MODULES = (crop, environment, impact, infrastructure, simulation)
TOOLS = tools_of(MODULES)
PROVIDED = {Workspace, Runs}
PUBLISHED = {
    "impact_aquacrop_run", "impact_dssat_run", "impact_climada_run", "impact_energyplus_run", "impact_sumo_run",
    "impact_health_utci", "impact_health_erf", "weather_monthly_to_daily", "weather_to_epw", "hazard_overlay_osm",
    "extract_exposure_layers",
}  # fmt: skip


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    with Workspace(tmp_path_factory.mktemp("fuzz")) as workspace:
        write_inputs(workspace)
        write_valid(workspace)
        columns = {"tmin_c": [0.0, 1.0], "tmax_c": [9.0, np.nan], "rain_mm": [0, 0]}
        table(workspace, "gamma", {"date": ["2031-01-01", "2031-01-02"]} | columns)  # a word that random arguments hold
        workspace.write_bytes("damaged.nc", b"\x89HDF\r\n\x1a\n" + b"x" * 300)
        workspace.write_bytes("damaged.tif", b"II*\x00" + b"\x08" * 64)
        workspace.write_bytes("damaged.csv", b"\xff\xfe,\x00\n1,2\n")
        workspace.write_text("empty.csv", "")
        workspace.write_text("list.json", "[1, 2, 3]")
        workspace.write_text("empty.geojson", '{"type": "FeatureCollection", "features": []}')
        yield workspace, Runs(), [file.path for file in workspace.files()]


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.id)
def test_random_arguments_are_answered_or_refused(tool, space, draws):
    for arguments in drawn(tool, draws):
        tried(tool, space[0], arguments, space[1])


@pytest.mark.exhaustive
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.id)
def test_files_that_do_not_fit_are_answered_or_refused(tool, space):
    draw = generator("misfits", tool.id)
    names = [name for name in tool.schema["properties"] if _is_path(name)]
    for first in space[2]:
        for second in (first, "maize.csv", "town.osm"):
            arguments = sample(tool, draw)
            for at, name in enumerate(names):
                path = first if at == 0 else second
                arguments[name] = [path, path] if _is_list(tool, name) else path
            tried(tool, space[0], arguments, space[1])


CURVES = {"house": {"intensity": [0, 1], "damage": [0, 0.5]}}
HOUSE = {"floor_area_m2": 90, "wall_u_w_m2k": 0.3, "roof_u_w_m2k": 0.2, "floor_u_w_m2k": 0.3, "window_share": {}}
VALID = {
    "impact.event_loss": {"hazard": ["flood.geojson"], "exposure": "assets.csv", "curves": CURVES,
                          "intensity_unit": "m", "value_unit": "USD", "frequency_per_year": [0.1]},
    "impact.exposure_layers": {"buildings": "houses.geojson", "gdp_per_capita_usd_2010": 30_000},
    "impact.heat_stress": {"weather": "heat.csv"},
    "impact.attributable_cases": {"series": "air.csv", "exposure_column": "pm25_ug_m3", "step": "day",
                                  "function": "no2_mortality_hrapie", "baseline_rate_per_100000_year": 900,
                                  "population": 1000},
    "infrastructure.building_hourly": {"epw": "year.epw", "building": HOUSE},
    "infrastructure.hazard_on_roads": {"map": "town.osm", "hazard": "flood.geojson", "effect": "flood"},
    "environment.river_routing": {"reaches": "reaches.csv", "runoff": "runoff.csv"},
    "environment.fire_weather": {"weather": "noon.csv", "point": [10.0, 45.0]},
    "simulation.monthly_to_daily": {"monthly": "months.csv", "latitude": 45, "seed": 1},
}  # fmt: skip


def write_valid(workspace):
    days = ["2031-05-01", "2031-05-02"]
    table(workspace, "assets.csv", {"latitude": [45.003], "longitude": [10.0037], "value": [1], "curve": ["house"]})
    ring = [[10.0, 45.0], [10.001, 45.0], [10.001, 45.001], [10.0, 45.0]]
    areas(workspace, "houses.geojson", ring, id="a", use="residential", storeys=2, people=3)
    warm = {"temperature_c": [30, 31], "rh_percent": [40, 41], "wind_speed_10m_m_s": [2, 2], "mrt_c": [40, 41]}
    table(workspace, "heat.csv", {"time": days} | warm)
    table(workspace, "air.csv", {"date": days, "pm25_ug_m3": [30, 31]})
    table(workspace, "reaches.csv", {"id": ["a"], "length_km": [2], "bankfull_m3_s": [5], "catchment_km2": [9]})
    table(workspace, "runoff.csv", {"date": days, "a": [1, 2]})
    noon = {"temperature_c": [17, 18], "rh_percent": [42, 43], "wind_km_h": [25, 25], "rain_mm": [0, 0]}
    table(workspace, "noon.csv", {"date": days} | noon)
    workspace.write_text("year.epw", example_weather())


@pytest.mark.parametrize("name", [name for name in VALID if "building" not in name])
def test_calls_that_fit_are_answered(space, name):
    assert tried(next(tool for tool in TOOLS if tool.id == name), space[0], VALID[name], space[1])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", VALID)
def test_a_single_argument_that_does_not_fit_is_answered_or_refused(space, name):
    tool = next(tool for tool in TOOLS if tool.id == name)
    draw = generator("single", name)
    for argument in tool.schema["properties"]:
        others = [sample(tool, draw) for _ in range(12)]
        wrong = [other[argument] for other in others if argument in other]
        wrong += [[path] if _is_list(tool, argument) else path for path in space[2]] if argument in FILES else []
        for given in wrong:
            tried(tool, space[0], VALID[name] | {argument: given}, space[1])


FILES = {
    "weather", "soil", "experiment", "genotype", "reaches", "runoff", "hazard", "exposure", "buildings", "population",
    "series", "epw", "idf", "map", "trips", "zones", "closures", "baseline", "other", "paths", "monthly",
    "precipitation", "temperature", "reference_evaporation",
}  # fmt: skip


def _is_path(name):
    return name in FILES


def _is_list(tool, name):
    return tool.schema["properties"][name].get("type") == "array"


def test_every_tool_is_short_and_every_published_name_leads_to_one():
    ids = {tool.id for tool in TOOLS}
    published = {name: place for module in MODULES for name, place in module.PUBLISHED.items()}
    assert published.keys() == PUBLISHED
    assert set(published.values()) <= ids
    assert len(ids) == 20
    assert all(len(tool.description) < 400 for tool in TOOLS)
    assert all(set(tool.provided) <= PROVIDED for tool in TOOLS)


def test_what_runs_an_engine_is_marked_so():
    plain = {
        "simulation.describe_engine",
        "simulation.compare_runs",
        "simulation.summarize_runs",
        "simulation.weather_to_epw",
    }
    assert {tool.id for tool in TOOLS if not tool.marks.simulator} == plain
