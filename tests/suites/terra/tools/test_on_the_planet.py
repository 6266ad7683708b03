"""Every tool of the suite on the files and sources of a small planet; later calls use what earlier ones made."""

import json
from datetime import UTC, datetime

import pytest
from tests.suites.terra.tools.planet_calls import (
    air,
    climate,
    desk,
    drawings,
    engines,
    fields,
    forecasts,
    ground,
    seasons,
)
from tests.suites.terra.tools.planet_calls.call import Call, Walk

from mesocosm.earth.planet.documents.document import write_document
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.suites.terra.inputs.files import NAME_DIGITS
from mesocosm.suites.terra.toolkit.published_names import modules
from mesocosm.suites.terra.toolkit.toolbox import toolbox
from mesocosm.suites.terra.workbench import LIVE_ONLY, workbench
from mesocosm.types import TimeInterval

NOW = datetime(2037, 1, 1, tzinfo=UTC)
JULY = TimeInterval(start=datetime(2031, 7, 1, tzinfo=UTC), end=datetime(2031, 8, 1, tzinfo=UTC))
USUAL = [*desk.CALLS, *fields.CALLS, *forecasts.CALLS]
"""Over a third of the tools, in seconds; air, rivers, scenes, streets and years of climate take a minute more."""
REST = [
    *desk.PAPERS, *seasons.CALLS, *ground.CALLS, *drawings.CALLS, *engines.CALLS, *climate.CALLS, *air.CALLS,
]  # fmt: skip
NAMED_BY_AGENTS = {"files.write_file", "execution.python"}
MOST_TEXT, MOST_DATA = 3000, 8000
"""Most characters of an answer, and of its data as JSON."""


@pytest.fixture(scope="module")
def planet():
    return Planet(6, Size(regions=1, cells=60, towns=1, days=366))


def calls(steps):
    return [step for step in steps if isinstance(step, Call)]


def test_every_tool_has_a_call_on_the_planet():
    walked = {call.tool for call in calls([*USUAL, *REST, *desk.LAST])}
    assert walked == {tool.id for tool in toolbox("all", without=LIVE_ONLY).values()}


def test_those_left_out_ask_services_of_the_web_alone():
    everything = {tool.id for tool in toolbox("all").values()}
    left = everything - {tool.id for tool in toolbox("all", without=LIVE_ONLY).values()}
    assert left
    assert {tool.partition(".")[0] for tool in left} == set(LIVE_ONLY) <= set(modules())


def test_a_third_of_the_tools(planet):
    assert len({call.tool for call in calls(USUAL)}) >= 50
    with workbench(planet, NOW) as world:
        walk_over(world, planet, USUAL)


@pytest.mark.exhaustive
def test_all_tools(planet):
    bulletin = write_document(planet.story("r000", 2031), "weather bulletin", JULY, number=1)
    with workbench(planet, NOW, documents=[bulletin]) as world:
        absent = walk_over(world, planet, [*USUAL, *REST, *desk.LAST])
    assert len(absent) <= 5, f"engines that are not installed here: {absent}"


def walk_over(world, planet, steps):
    """Return tools whose engine is not installed, by their own statement; all others must fulfil the contract."""
    region, absent = planet.regions[0], []
    walk = Walk(region.longitude, region.latitude, world.workspace)
    names = {tool.id: name for name, tool in world.tools.items()}
    for step in steps:
        if not isinstance(step, Call):
            step(walk)
            world.workspace.take_fresh()  # what it wrote is of no call
            continue
        seen = world.call(names[step.tool], step.ask(walk))
        if seen.error is not None and seen.error.kind == "unavailable" and "not installed here" in seen.error.message:
            absent.append(step.tool)
            continue
        check(step, seen)
        walk.made[step.key or step.tool] = seen.data
    return absent


def check(step, seen):
    name = step.key or step.tool
    assert seen.error is None, f"{name}: {seen.text}"
    assert 0 < len(seen.text) < MOST_TEXT, name
    assert len(json.dumps(seen.data, allow_nan=False)) < MOST_DATA, name
    for artifact in seen.artifacts:
        assert step.tool in NAMED_BY_AGENTS or artifact.sha256[:NAME_DIGITS] in artifact.path, artifact.path
        provenance = artifact.provenance
        assert provenance is not None, artifact.path
        assert (provenance.tool, bool(provenance.call), bool(provenance.engine)) == (step.tool, True, True)
        assert provenance.engine_kind in ("real", "reduced_order", "table"), artifact.path
