"""Moist air compared with MetPy and with textbook values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.weather import thermodynamics as air

PRESSURE = np.array([1010.0, 925, 850, 700, 500, 300])
TEMPERATURE = np.array([303.0, 298, 291, 281, 260, 228])
DEWPOINT = np.array([297.0, 295, 285, 270, 241, 210])


@pytest.fixture
def metpy():
    return pytest.importorskip("metpy.calc", reason="MetPy comes with requirements/dev.txt")


@pytest.fixture
def units():
    return pytest.importorskip("metpy.units", reason="MetPy comes with requirements/dev.txt").units


def test_vapour_pressure_at_known_points() -> None:
    # 6.11 hPa at freezing, 23.4 hPa at 20 degrees (any table), within half a percent.
    values = air.saturation_vapour_pressure(np.array([273.15, 293.15]))
    np.testing.assert_allclose(values, [6.11, 23.4], rtol=0.005)


@pytest.mark.filterwarnings("ignore")
def test_the_same_formulas_as_metpy(metpy, units) -> None:
    p, t, d = PRESSURE * units.hPa, TEMPERATURE * units.K, DEWPOINT * units.K
    given_air, theirs_air = (PRESSURE, TEMPERATURE, DEWPOINT), (p, t, d)
    pairs = [
        (air.saturation_vapour_pressure(TEMPERATURE), metpy.saturation_vapor_pressure(t).to("hPa")),
        (air.saturation_mixing_ratio(PRESSURE, DEWPOINT), metpy.saturation_mixing_ratio(p, d)),
        (air.equivalent_potential_temperature(*given_air), metpy.equivalent_potential_temperature(*theirs_air)),
        (air.condensation_level(*given_air), metpy.lcl(*theirs_air)[0].to("hPa")),
        (air.potential_temperature(PRESSURE, TEMPERATURE), metpy.potential_temperature(p, t)),
    ]
    for ours, theirs in pairs:
        np.testing.assert_allclose(ours, theirs.m, rtol=1e-6)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("start", "warmth"), [(1000.0, 298.3), (900.0, 291.7), (700.0, 271.2), (600.0, 262.4)])
def test_pseudoadiabats_follow_metpys(metpy, units, start: float, warmth: float) -> None:
    pressure = np.linspace(start, 100.0, 60)
    theirs = metpy.moist_lapse(pressure * units.hPa, warmth * units.K).m
    ours = air.along_adiabat(air.adiabat_through(np.array(start), np.array(warmth)), pressure)
    # The table is linear between nodes half a kelvin apart.
    np.testing.assert_allclose(ours, theirs, atol=0.01)


@given(st.floats(-40, 45), st.floats(0.1, 30), st.floats(500, 1050))
def test_wet_bulb_lies_between_dew_point_and_temperature(celsius: float, spread: float, pressure: float) -> None:
    warmth, dew = np.array([celsius + 273.15]), np.array([celsius + 273.15 - spread])
    [wet] = air.wet_bulb(np.array([pressure]), warmth, dew)
    assert dew[0] - 0.02 <= wet <= warmth[0] + 0.02


@given(st.floats(190, 310))
def test_the_dew_point_undoes_the_vapour_pressure(warmth: float) -> None:
    [back] = air.dewpoint_of(air.saturation_vapour_pressure(np.array([warmth])))
    assert back == pytest.approx(warmth, abs=1e-6)


def test_saturated_air_condenses_where_it_is() -> None:
    [level] = air.condensation_level(np.array([900.0]), np.array([285.0]), np.array([285.0]))
    assert level == pytest.approx(900.0, abs=0.01)


def test_missing_air_stays_missing() -> None:
    wet = air.wet_bulb(np.array([900.0, 500]), np.array([285.0, 260]), np.array([280.0, np.nan]))
    assert np.isfinite(wet[0])
    assert np.isnan(wet[1])
