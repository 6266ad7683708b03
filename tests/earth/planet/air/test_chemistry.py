"""The photostationary state: oxidant is conserved, and ozone and NO do not coexist at night."""

import numpy as np
import pytest

from mesocosm.earth.planet.air.chemistry import NO2_UG_PPB, O3_UG_PPB, PRIMARY, nitrogen_dioxide_and_ozone


def balance(nox_ppb, ozone_ppb, sun):
    no2, o3 = nitrogen_dioxide_and_ozone(
        np.array([nox_ppb * NO2_UG_PPB]), np.array([ozone_ppb * O3_UG_PPB]), np.array([sun])
    )
    return float(no2[0]) / NO2_UG_PPB, float(o3[0]) / O3_UG_PPB


def test_at_night_the_scarcer_of_no_and_ozone_is_used_up():
    no2, o3 = balance(100.0, 40.0, 0.0)
    assert (no2, o3) == (pytest.approx(40 + PRIMARY * 100), pytest.approx(0))
    no2, o3 = balance(10.0, 40.0, 0.0)
    assert (no2, o3) == (pytest.approx(10), pytest.approx(40 + PRIMARY * 10 - 10))


@pytest.mark.parametrize("nox", [1.0, 20.0, 150.0])
def test_by_day_the_leighton_ratio_holds(nox):
    no2, o3 = balance(nox, 35.0, 800.0)
    assert o3 * (nox - no2) / no2 == pytest.approx(20.0 * 0.8, rel=1e-6)
    assert o3 + no2 == pytest.approx(35 + PRIMARY * nox)


def test_clean_air_has_the_background_ozone():
    assert balance(0.0, 35.0, 500.0) == (0, pytest.approx(35))
