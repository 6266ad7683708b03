"""Whatever an agent sends to a simulation, it gets a result or an error it can act on, and no half a file."""

import inspect
import os

import numpy as np
import pytest
from tests.suites.terra.tools.run_making import table, write_inputs

from mesocosm.errors import ToolError
from mesocosm.seeding import generator
from mesocosm.suites.terra.runs import Runs
from mesocosm.suites.terra.tools import crop, environment, impact, infrastructure, simulation
from mesocosm.tools.sampling import sample
from mesocosm.tools.tool import make
from mesocosm.workspace.workspace import Workspace

MODULES = (crop, environment, impact, infrastructure, simulation)
TOOLS = [
    make(f"{module.__name__.rpartition('.')[2]}.{name}", function)
    for module in MODULES
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if hasattr(function, "__mesocosm_tool__") and function.__module__ == module.__name__
]
DRAWS = [4, pytest.param(100, marks=pytest.mark.exhaustive)]
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
        columns = {"tmin_c": [0.0, 1.0], "tmax_c": [9.0, np.nan], "rain_mm": [0, 0]}
        table(workspace, "gamma", {"date": ["2031-01-01", "2031-01-02"]} | columns)  # a word that random arguments hold
        workspace.write_bytes("damaged.nc", b"\x89HDF\r\n\x1a\n" + b"x" * 300)
        workspace.write_bytes("damaged.tif", b"II*\x00" + b"\x08" * 64)
        workspace.write_bytes("damaged.csv", b"\xff\xfe,\x00\n1,2\n")
        workspace.write_text("empty.csv", "")
        workspace.write_text("list.json", "[1, 2, 3]")
        workspace.write_text("empty.geojson", '{"type": "FeatureCollection", "features": []}')
        yield workspace, Runs(), [file.path for file in workspace.files()]


def tried(tool, space, arguments):
    """Whether a call was answered; any other error than those for agents fails the test."""
    workspace, runs, _ = space
    before = sorted(os.listdir(workspace.root))
    given = {Workspace: workspace, Runs: runs}
    try:
        output = tool.function(*(given[kind] for kind in tool.provided), **tool.check(arguments))
    except ToolError as error:
        problem = str(error)
    else:
        assert output.text
        assert len(output.text) < 3000
        return True
    assert sorted(os.listdir(workspace.root)) == before
    assert str(workspace.root) not in problem
    assert "/tmp/" not in problem
    return False


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.id)
def test_random_arguments_are_answered_or_refused(tool, space, draws):
    draw = generator("fuzz", tool.id)
    for _ in range(draws):
        tried(tool, space, sample(tool, draw))


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
            tried(tool, space, arguments)


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
