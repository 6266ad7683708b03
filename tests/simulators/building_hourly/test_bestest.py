"""ASHRAE Standard 140-2020: the engine against the ranges of six programs on the standard's own weather."""

import functools

import pytest
from tests.shared import SHARED
from tests.simulators.building_hourly.bestest import CASES, LOADS, SUNSHINE, TEMPERATURES

from mesocosm.earth.weather.epw import read_epw
from mesocosm.earth.weather.sunshine import tilted_light
from mesocosm.simulators.building_hourly.building import Building
from mesocosm.simulators.building_hourly.engine import run_building

DENVER = SHARED / "data/real/building/ashrae140_bestest/725650TYCST.epw"
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif(not DENVER.exists(), reason="the shared building data is not beside the checkout"),
]
MARGIN = 0.10
"""Tolerance beyond the range, relative to its upper end, for a reduced-order engine with fixed surface coefficients."""


@functools.cache
def denver():
    return read_epw(DENVER.read_text())


def outside(value, low, high):
    """Return the distance of a value from a range."""
    return max(low - value, value - high, 0.0)


def run(case):
    result = run_building(Building.model_validate(CASES[case]), denver())
    return {name: value.magnitude for name, value in result.values.items()}


QUICK = ("600", "640", "900", "980")
LOAD_CASES = [pytest.param(case, marks=() if case in QUICK else pytest.mark.exhaustive) for case in LOADS]


@pytest.mark.parametrize("case", LOAD_CASES)
def test_loads_lie_in_or_near_the_range(case):
    values = run(case)
    heating, cooling, peak_heating, peak_cooling = LOADS[case]
    assert values["energy_balance_error"] <= 1e-3
    assert outside(values["heating_energy"] / 1000, *heating) <= MARGIN * heating[1]
    assert outside(values["cooling_energy"] / 1000, *cooling) <= MARGIN * cooling[1]
    assert outside(values["heating_peak"], *peak_heating) <= 1.5 * MARGIN * peak_heating[1]
    assert outside(values["cooling_peak"], *peak_cooling) <= MARGIN * peak_cooling[1]


@pytest.mark.parametrize("case", TEMPERATURES)
def test_free_temperatures_lie_in_the_range(case):
    values, (highest, lowest, mean) = run(case), TEMPERATURES[case]
    assert outside(values["air_temperature_max"], *highest) <= 0.5
    assert outside(values["air_temperature_min"], *lowest) <= 0.5
    assert outside(values["air_temperature_mean"], *mean) <= 0.2


@pytest.mark.parametrize("side", SUNSHINE)
def test_sunshine_on_every_side_lies_in_the_range(side):
    tilt, azimuth, low, high = SUNSHINE[side]
    fallen = sum(part.sum() for part in tilted_light(denver().light, tilt, azimuth, 0.2)) / 1000
    assert low <= fallen <= high
