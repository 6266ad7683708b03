"""Random arguments to every tool on fields: refused with a message or answered, without partial files."""

import inspect

import pytest
from tests.suites.terra.tools.conftest import aloft, months, surface

from mesocosm.errors import ToolError
from mesocosm.seeding import generator
from mesocosm.suites.terra.inputs.files import saved_fields
from mesocosm.suites.terra.tools import air_quality, atmosphere, climate, reanalysis, region
from mesocosm.tools.sampling import sample
from mesocosm.tools.tool import make

TOOLS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": function
    for module in (reanalysis, region, atmosphere, air_quality, climate)
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if hasattr(function, "__mesocosm_tool__") and function.__module__ == module.__name__
}
PATHS = ("path", "climatology", "mask", "model", "observed", "past", "future", "tmax", "tmin", "other_path")
VARIABLES = ("t2m", "u10", "pr", "u", "q", "z", "nothing", "mean")
NAMES = (
    "u",
    "v",
    "q",
    "temperature",
    "geopotential",
    "dew_point",
    "specific_humidity",
    "pressure",
    "precipitation",
    "evaporation",
)
UNITS = ("K", "degC", "mm/day", "m s-1", "µg/m**3", "nonsense (")


def drawn(tool, files, draw):
    """Return arguments that fit the schema, with paths and variables that mostly exist."""
    arguments = sample(tool, draw)
    names = [*files.values(), "missing.nc"]
    for key in arguments:
        if key in PATHS and arguments[key] is not None and draw.random() < 0.95:
            arguments[key] = str(draw.choice(names[:3] if draw.random() < 0.8 else names))
        elif key == "paths":
            arguments[key] = [str(each) for each in draw.choice(names, 2)]
        elif key == "unit":
            arguments[key] = str(draw.choice(UNITS))
        elif key == "pm2_5":
            arguments[key] = str(draw.choice(["pm2p5", "t2m", "nothing"]))
        elif key in NAMES or key.endswith("variable"):
            arguments[key] = str(draw.choice(VARIABLES))
    return arguments


@pytest.fixture
def files(workspace):
    """Write the same kinds of files as elsewhere, smaller."""
    workspace.write_bytes("broken.nc", b"\x89HDF\r\n\x1a\n" + b"x" * 200)
    made = {"surface": surface(40), "aloft": aloft(), "months": months(11)}
    return {name: saved_fields(workspace, name, dataset) for name, dataset in made.items()} | {"broken": "broken.nc"}


def tried(name, workspace, files, draws: int) -> int:
    """Call a tool so many times; return how many calls were answered."""
    tool, draw, answered = make(name, TOOLS[name]), generator("arguments", name), 0
    before = {artifact.path for artifact in workspace.files()}
    for _ in range(draws):
        arguments = tool.check(drawn(tool, files, draw))
        try:
            tool.function(workspace, **arguments)
            answered += 1
            before = {artifact.path for artifact in workspace.files()}
        except ToolError:
            assert {artifact.path for artifact in workspace.files()} == before, arguments
    return answered


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_random_arguments_are_refused_in_words_or_answered(name, workspace, files):
    tried(name, workspace, files, 8)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", sorted(TOOLS))
def test_a_hundred_random_arguments_are_refused_in_words_or_answered(name, workspace, files):
    tried(name, workspace, files, 100)


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_a_description_is_short(name):
    tool = make(name, TOOLS[name])
    assert len(tool.description) < 300
    assert all("description" in rule for rule in tool.schema["properties"].values())
