"""Discomfort and demand."""

import numpy as np
import pytest

from mesocosm.earth.planet.consequences.heat import demand_mw, humidex


def test_humidex_as_environment_canada_tabulates_it():
    """Masterton and Richardson's example: 30 °C with a dew point of 15 °C feels like 34, with 25 °C like 42."""
    assert humidex(30.0, 15.0) == pytest.approx(34.0, abs=0.5)
    assert humidex(30.0, 25.0) == pytest.approx(42.3, abs=0.5)


def test_dry_cold_air_feels_no_colder_than_it_is():
    assert humidex(-5.0, -15.0) == -5.0


def test_demand_is_least_in_mild_weather():
    demand = demand_mw(np.array([-10.0, 18.0, 38.0]), 100_000)
    # By hand: 0.55 + 0.03 * 25 = 1.30; 0.55; 0.55 + 0.045 * 17 = 1.315 kW for each of 100,000 people.
    assert demand == pytest.approx([130.0, 55.0, 131.5])
