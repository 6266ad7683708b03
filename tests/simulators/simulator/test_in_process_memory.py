"""Runs in process are refused before they can exceed their memory limit."""

import tracemalloc
from datetime import date, timedelta

import pytest

from mesocosm import registry
from mesocosm.errors import InvalidRecord, MissingExtra, ToolError
from mesocosm.simulators.simulator import Engine, Result, RunLimits
from mesocosm.simulators.simulator.in_process_memory import LEAST_BYTES, in_memory, size_bytes


class Hungry:
    """An engine that declares ten bytes for each byte of its inputs."""

    engine = Engine(name="hungry", version="1", kind="table")
    runs = 0

    def validate(self, inputs):
        if "wrong" in inputs:
            raise InvalidRecord("wrong is not an input")

    @in_memory(times=10)
    def run(self, inputs, *, seed, limits):
        self.runs += 1
        return Result(engine=self.engine, values={}, seed=seed)


def test_what_fits_runs_and_a_byte_more_does_not():
    hungry = Hungry()
    limits = RunLimits(memory_bytes=LEAST_BYTES + 10 * (1 + 8 * 1000))
    assert hungry.run({"a": [1.0] * 1000}, seed=4, limits=limits).seed == 4
    with pytest.raises(
        ToolError, match=r"^hungry was not started: inputs of .* MiB may take 8\.0\d+ MiB of memory, and"
    ):
        hungry.run({"ab": [1.0] * 1000}, seed=4, limits=limits)
    assert hungry.runs == 1


def test_bad_inputs_are_refused_before_large_ones():
    with pytest.raises(InvalidRecord, match="wrong is not an input"):
        Hungry().run({"wrong": 1}, seed=0, limits=RunLimits(memory_bytes=1))


def test_a_thousand_thousand_years_are_refused_by_their_field():
    simulator = registry.load("simulators", "weather_generator")
    for_ever = {name: value * 10_000 if isinstance(value, list) else value for name, value in simulator.example.items()}
    with pytest.raises(InvalidRecord, match="^month: "):
        simulator.run(for_ever, seed=0, limits=RunLimits())


def test_sizes_are_counted_by_hand():
    # Names 1 + 1 + 2, a text of 3, numbers 2 × 8, a truth value and an empty one 2 × 8, inner 1 + 8.
    assert size_bytes({"a": "xyz", "b": [1, 2.5], "cc": [True, None, {"d": 1}]}) == 4 + 3 + 16 + 16 + 9


def days(count):
    return [str(date(1700, 1, 1) + timedelta(days=day)) for day in range(count)]


def longer(name, times, left=(), **columns):
    example = dict(registry.load("simulators", name).example)
    repeated = {
        key: value * times if isinstance(value, list) and key not in left else value for key, value in example.items()
    }
    return repeated | columns


LARGE = {
    "weather_generator": lambda: longer(
        "weather_generator", 80, month=[f"{1700 + n // 12}-{n % 12 + 1:02d}" for n in range(960)]
    ),
    "fire_weather": lambda: longer("fire_weather", 240, date=days(14_400)),
    "exposure_response": lambda: longer("exposure_response", 800, ("lag_weights",), date=days(24_800)),
    "heat_stress": lambda: longer("heat_stress", 1000, ("indices",)),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "weather_generator" else pytest.mark.exhaustive) for name in LARGE]
)
def test_no_run_takes_more_than_it_is_refused_for(name):
    try:
        simulator = registry.load("simulators", name)
        inputs = LARGE[name]()
        simulator.run(simulator.example, seed=0, limits=RunLimits())  # loads its libraries
    except MissingExtra as missing:
        pytest.skip(str(missing))
    tracemalloc.start()
    try:
        simulator.run(inputs, seed=0, limits=RunLimits(seconds=600))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak > 8 * 10**6  # else the run is too small to tell
    with pytest.raises(ToolError, match="was not started"):
        simulator.run(inputs, seed=0, limits=RunLimits(memory_bytes=peak))
