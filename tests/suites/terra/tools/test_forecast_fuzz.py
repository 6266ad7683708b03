"""Whatever an agent sends to the forecast families, it gets a result or an error it can act on, and no half a file."""

import numpy as np
import pytest
import xarray as xr
from tests.suites.terra.tools.fuzzing import DRAWS, check_names, drawn, tools_of, tried

from mesocosm.seeding import generator
from mesocosm.suites.terra.inputs.files import saved_fields
from mesocosm.suites.terra.tools import cyclones, ensemble, forecast, forecaster, region, seasonal
from mesocosm.tools.sampling import sample
from mesocosm.workspace.workspace import Workspace

MODULES = (ensemble, forecast, forecaster, seasonal, region, cyclones)
TOOLS = tools_of(MODULES)


def field(table, latitude, longitude, name="t2m"):
    axes = {
        "time": np.array(["2031-07-01", "2031-07-02"], "datetime64[ns]"),
        "latitude": latitude,
        "longitude": longitude,
    }
    shape = tuple(len(ticks) for ticks in axes.values())
    return xr.DataArray(np.broadcast_to(table, shape).copy(), axes, tuple(axes), name, {"units": "K"}).to_dataset()


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    with Workspace(tmp_path_factory.mktemp("fuzz")) as workspace:
        made = {
            "plain": field(280.0, [0.0, 1.0, 2.0], [5.0, 6.0, 7.0]),
            "empty": field(np.nan, [0.0, 1.0, 2.0], [5.0, 6.0, 7.0]),
            "elsewhere": field(280.0, [50.0, 51.0], [100.0, 101.0]),
            "series": field(280.0, [0.0, 1.0], [5.0, 6.0]).isel(latitude=0, longitude=0, drop=True),
            "unitless": field(280.0, [0.0, 1.0], [5.0, 6.0]).map(lambda part: part.drop_attrs()),
            "cell": field(280.0, [0.0, 1.0], [5.0, 6.0]).isel(latitude=[0], longitude=[0]),
        }
        paths = {name: saved_fields(workspace, name, dataset) for name, dataset in made.items()}
        whole = workspace.read_bytes(paths["plain"])
        workspace.write_bytes("gamma", whole)  # a word that random arguments hold
        workspace.write_bytes("damaged.nc", whole[: len(whole) // 2])
        workspace.write_text("words.csv", "track,time,latitude,longitude\n1,then,1,2\n")
        yield workspace, [*paths.values(), "damaged.nc", "words.csv"]


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.id)
def test_random_arguments_are_answered_or_refused(tool, space, draws):
    for arguments in drawn(tool, draws):
        tried(tool, space[0], arguments)


@pytest.mark.exhaustive
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.id)
def test_files_that_do_not_fit_are_answered_or_refused(tool, space):
    workspace, paths = space
    draw = generator("misfits", tool.id)
    for first in paths:
        for second in (first, paths[0]):
            arguments = {**sample(tool, draw), **_paths(tool, first, second)}
            for name in list(arguments):
                if name.endswith("variable") or name in ("weights", "level"):
                    del arguments[name]
            arguments |= {"variable": "t2m"} if "variable" in tool.schema["required"] else {}
            arguments |= {"units": "K"} if "units" in arguments else {}
            arguments |= {"issued": "2031-07-01"} if isinstance(arguments.get("issued"), str) else {}
            tried(tool, workspace, arguments)


def _paths(tool, first, second):
    names = [name for name in tool.schema["properties"] if name == "path" or name.endswith(("_path", "paths"))]
    given = {name: first if k == 0 else second for k, name in enumerate(names)}
    return {name: [path, path] if name == "paths" else path for name, path in given.items()}


def test_every_tool_is_short_and_every_published_name_leads_to_one():
    check_names(MODULES, TOOLS, 33)
