"""Properties of every engine."""

import copy
from concurrent.futures import ThreadPoolExecutor

import pytest

from mesocosm import registry
from mesocosm.errors import InvalidRecord, MissingExtra, ToolError, ToolUnavailable, UserError
from mesocosm.isolation.selection import why_none
from mesocosm.registry import submodules
from mesocosm.simulators.simulator import RunLimits
from mesocosm.units import quantity

ENGINES = sorted(name for name in submodules("mesocosm.simulators") if name != registry.SINGULAR["simulators"])


def engine(name):
    try:
        return registry.load("simulators", name)
    except MissingExtra as missing:
        pytest.skip(str(missing))


def numbers(value, place=()):
    """Yield the paths of an input's numbers; of a list only the first."""
    if isinstance(value, dict):
        return [found for name, inner in value.items() for found in numbers(inner, (*place, name))]
    if isinstance(value, list | tuple):
        return numbers(value[0], (*place, 0)) if value else []
    return [place] if isinstance(value, int | float) and not isinstance(value, bool) else []


def replaced(inputs, place, value):
    changed = copy.deepcopy(dict(inputs))
    inner = changed
    for part in place[:-1]:
        inner = inner[part]
    inner[place[-1]] = value
    return changed


@pytest.mark.parametrize("name", ENGINES)
def test_a_truth_value_is_no_number(name):
    simulator = engine(name)
    for place in numbers(simulator.example):
        with pytest.raises(InvalidRecord, match=str(place[-1]) if isinstance(place[-1], str) else str(place[0])):
            simulator.validate(replaced(simulator.example, place, True))


SANDBOXED = {"aquacrop", "climada", "dssat", "energyplus", "phreeqc", "sumo", "wofost"}
IN_PROCESS = [name for name in ENGINES if name not in SANDBOXED]
SPELLINGS = {"1", "°C", "d", "h", "s", "mm", "mm/d", "m", "km", "m²", "m³", "m³/s", "t/ha", "kg/ha", "kW", "kWh"}
SPELLINGS |= {"kWh/m²", "MJ/m²/d", "1/year"}
WORTH = {"USD", "EUR 2010"}
"""Units of value in the examples."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.exhaustive if name in SANDBOXED else ()) for name in ENGINES]
)
def test_units_are_spelt_as_everywhere(name):
    if name in SANDBOXED and why_none():
        pytest.skip(f"no isolator works here: {why_none()}")
    simulator = engine(name)
    try:
        result = simulator.run(simulator.example, seed=0, limits=RunLimits(seconds=120))
    except (UserError, ToolUnavailable) as missing:
        pytest.skip(str(missing))
    assert {value.unit.removesuffix("/year") for value in result.values.values()} - WORTH <= SPELLINGS


def test_every_spelling_is_a_unit_of_its_own():
    assert len({str(quantity(1.0, unit).to_base_units()) for unit in SPELLINGS}) == len(SPELLINGS)


@pytest.mark.parametrize("name", IN_PROCESS)
def test_time_is_limited_in_process_too(name):
    simulator = engine(name)
    with pytest.raises(ToolError, match=rf"^{simulator.engine.name} was stopped: it ran longer than 1e-09 s$"):
        simulator.run(simulator.example, seed=0, limits=RunLimits(seconds=1e-9))


@pytest.mark.parametrize("name", IN_PROCESS)
def test_memory_is_limited_in_process_too(name):
    simulator = engine(name)
    with pytest.raises(ToolError, match=rf"^{simulator.engine.name} was not started: inputs of .* allows 1 MiB$"):
        simulator.run(simulator.example, seed=0, limits=RunLimits(memory_bytes=2**20))


@pytest.mark.parametrize("name", IN_PROCESS)
def test_the_usual_limit_of_memory_is_enough_for_the_example(name):
    simulator = engine(name)
    assert not simulator.run(simulator.example, seed=0, limits=RunLimits()).errors


LONG = SANDBOXED | {"building_hourly"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.exhaustive if name in LONG else ()) for name in ENGINES]
)
def test_the_same_hashes_alone_and_eight_at_once(name):
    if name in SANDBOXED and why_none():
        pytest.skip(f"no isolator works here: {why_none()}")
    simulator = engine(name)
    inputs, limits = dict(simulator.example), RunLimits(seconds=600)
    try:
        alone = [simulator.run(inputs, seed=3, limits=limits) for _ in range(2)]
    except (UserError, ToolUnavailable) as missing:
        pytest.skip(str(missing))
    with ThreadPoolExecutor(8) as pool:
        at_once = list(pool.map(lambda _: simulator.run(inputs, seed=3, limits=limits), range(8)))
    assert len({run.model_copy(update={"runtime_s": 0.0}).fingerprint() for run in (*alone, *at_once)}) == 1
