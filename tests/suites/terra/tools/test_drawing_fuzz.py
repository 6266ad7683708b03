"""Whatever an agent sends to the tools that draw, it gets a picture or an error it can act on, and no half a file."""

import numpy as np
import pytest
import xarray as xr
from tests.suites.terra.tools.fuzzing import DRAWS, check_names, drawn, tools_of, tried

from mesocosm.earth.geo.backdrop import BareBackdrop
from mesocosm.seeding import generator
from mesocosm.suites.terra.inputs.files import saved_fields
from mesocosm.suites.terra.tools import chart, feature_map, image
from mesocosm.suites.terra.tools import map as maps
from mesocosm.tools.sampling import sample
from mesocosm.workspace.workspace import Workspace

MODULES = (maps, feature_map, chart, image)
TOOLS = tools_of(MODULES)


def field(values, latitudes=(0.0, 1.0, 2.0), longitudes=(5.0, 6.0, 7.0)):
    axes = {"latitude": list(latitudes), "longitude": list(longitudes)}
    shape = tuple(len(ticks) for ticks in axes.values())
    return xr.DataArray(np.broadcast_to(values, shape).copy(), axes, tuple(axes), "t", {"units": "K"}).to_dataset()


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    with Workspace(tmp_path_factory.mktemp("fuzz")) as workspace:
        made = {
            "plain": field(0.5),
            "empty": field(np.nan),
            "infinite": field(np.inf),
            "cell": field(1.0, [0.0], [5.0]),
            "poles": field(1.0, [-90.0, 0.0, 90.0], [-180.0, -60.0, 60.0]),
            "huge": field(1e30),
            "series": field(1.0).isel(latitude=0, longitude=0, drop=True),
        }
        paths = [saved_fields(workspace, name, dataset) for name, dataset in made.items()]
        whole = workspace.read_bytes(paths[0])
        workspace.write_bytes("gamma", whole)  # a word that random arguments hold
        workspace.write_bytes("damaged.nc", whole[: len(whole) // 2])
        workspace.write_text("words.csv", "track,time,latitude,longitude\n1,then,1,2\n")
        workspace.write_text("numbers.csv", "time,name,value\n2031-01-01,a,1\n2031-01-02,$b$,inf\n")
        workspace.write_text("point.geojson", '{"type": "Point", "coordinates": [180, 90]}')
        workspace.write_text("empty.geojson", '{"type": "GeometryCollection", "geometries": []}')
        others = ["damaged.nc", "words.csv", "numbers.csv", "point.geojson", "empty.geojson", "absent.nc"]
        yield workspace, [*paths, *others]


def drawn_or_refused(tool, workspace, arguments):
    output = tried(tool, workspace, arguments, BareBackdrop())
    assert output is None or len(output.images[0].png) <= 400_000


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.id)
def test_random_arguments_are_answered_or_refused(tool, space, draws):
    for arguments in drawn(tool, draws):
        drawn_or_refused(tool, space[0], arguments)


@pytest.mark.exhaustive
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.id)
def test_files_that_do_not_fit_are_answered_or_refused(tool, space):
    workspace, paths = space
    draw = generator("misfits", tool.id)
    for path in paths:
        for _ in range(3):
            arguments = _with(sample(tool, draw), path)
            for name in [name for name in arguments if name in ("time", "level", "at", "variable", "dots", "start")]:
                del arguments[name]
            drawn_or_refused(tool, workspace, arguments)


def _with(value, path, name=""):
    """Arguments whose every path is a given one."""
    if isinstance(value, dict):
        return {
            key: _with(inner, path, key) for key, inner in value.items() if not (name and key in ("variable", "at"))
        }
    if isinstance(value, list):
        return [_with(inner, path, name) for inner in value]
    return path if name in ("path", "paths", "zones", "field") else value


def test_every_tool_is_short_and_every_published_name_leads_to_one():
    check_names(MODULES, TOOLS, 23)
