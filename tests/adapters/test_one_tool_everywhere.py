"""One typed function, added at run time, is callable from every surface with identical schema bytes."""

import json

import anyio
import pytest
from click.testing import CliRunner
from inspect_ai import eval as inspect_eval
from inspect_ai.tool import ToolParams
from inspect_ai.util._json import json_schema_dump
from mcp import Client

from mesocosm import registry
from mesocosm.adapters.gymnasium import SuiteEnv
from mesocosm.adapters.inspect.solver import STORE_KEY
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.adapters.mcp import make_server
from mesocosm.cli.main import mesocosm_command
from mesocosm.suite import Suite
from mesocosm.tools.export import openai_tools
from mesocosm.tools.tool import Output, load, tool
from mesocosm.tools.view import ToolView
from mesocosm.trace.reader import load as load_trace
from mesocosm.types import canonical_json

ARGUMENTS = {"stations": [{"name": "Éire", "height_m": 12.5}], "datum": "sea"}
EXPECTED = "Éire stands at 12.5 m over sea"


@pytest.fixture
def added(monkeypatch):
    """The function is registered, and the toy suite shows it."""
    from typing import Annotated, Literal

    from pydantic import BaseModel, Field

    class Station(BaseModel):
        name: str
        height_m: Annotated[float, Field(gt=0, description="Height in metres.")]

    @tool(skills=("survey",))
    def describe(
        stations: Annotated[list[Station], Field(min_length=1)], datum: Literal["sea", "ground"] = "sea"
    ) -> Output:
        """Say how high the first of some stations stands.

        Args:
            stations: The stations.
            datum: What heights are measured from.
        """
        return Output(text=f"{stations[0].name} stands at {stations[0].height_m} m over {datum}")

    describe.__annotations__ |= {"stations": Annotated[list[Station], Field(min_length=1)]}
    registry.add("tools", "height.describe", describe)
    toy = registry.load("suites", "toy")
    card = toy.card.model_copy(update={"tools": (*toy.card.tools, "height.describe")})
    monkeypatch.setitem(toy.__dict__, "card", card)
    yield load("height.describe")
    registry.discard("tools", "height.describe")


@pytest.fixture
def toy() -> Suite:
    return registry.load("suites", "toy")


def test_python(added, toy):
    with toy.world(*toy.case(7, 0)) as world:
        assert world.call("describe", ARGUMENTS).text == EXPECTED


def test_openai_export(added):
    [exported] = openai_tools(ToolView([added]))
    assert canonical_json(exported["function"]["parameters"]) == added.schema_bytes


def test_inspect_shows_and_calls_it(added, toy, tmp_path):
    from mesocosm.agents import scripted
    from mesocosm.episode.agent import call

    shown = json_schema_dump(ToolParams.model_validate(added.schema))
    assert canonical_json(shown) == added.schema_bytes
    registry.add("agents", "describer", lambda case: scripted.of([call("describe", **ARGUMENTS)]))
    try:
        [log] = inspect_eval(make_task(toy, n=1), model="mesocosm/describer", log_dir=str(tmp_path), display="none")
    finally:
        registry.discard("agents", "describer")
    [(made, seen)] = load_trace(log.samples[0].store[STORE_KEY]).calls()
    assert (made.tool, seen.text) == ("describe", EXPECTED)


def test_gymnasium(added, toy):
    env = SuiteEnv("toy")
    _, info = env.reset(seed=1)
    assert canonical_json(info["tools"]["describe"]) == added.schema_bytes
    seen, *_ = env.step(json.dumps({"tool": "describe", "arguments": ARGUMENTS}))
    assert seen["text"] == EXPECTED
    env.close()


def test_mcp(added, toy):
    async def talk() -> tuple[bytes, str]:
        with toy.world(*toy.case(7, 0)) as world:
            async with Client(make_server(world)) as client:
                listed = {one.name: one for one in (await client.list_tools()).tools}
                result = await client.call_tool("describe", ARGUMENTS)
                return canonical_json(listed["describe"].input_schema), result.content[0].text

    assert anyio.run(talk) == (added.schema_bytes, EXPECTED)


def test_command_line(added):
    result = CliRunner().invoke(mesocosm_command, ["call", "height.describe", "--args", json.dumps(ARGUMENTS)])
    assert (result.exit_code, result.output.strip()) == (0, EXPECTED)
    shown = CliRunner().invoke(mesocosm_command, ["show", "height.describe", "--json"])
    assert canonical_json(json.loads(shown.output)["schema"]) == added.schema_bytes


def test_every_surface_refuses_the_same_mistake_in_the_same_words(added, toy):
    wrong = {"stations": [{"name": "Éire", "height_m": -1}]}
    with toy.world(*toy.case(7, 0)) as world:
        message = world.call("describe", wrong).error.message
    assert message == "height.describe: `stations.0.height_m` must be greater than 0, got -1"
    result = CliRunner().invoke(mesocosm_command, ["call", "height.describe", "--args", json.dumps(wrong)])
    assert message in result.output
    assert result.exit_code == 1
