import math

import numpy as np
import pytest

from mesocosm.earth.weather.soundings.composites import significant_tornado_parameter, supercell_composite_parameter


def test_every_factor_is_one_at_its_own_measure():
    assert significant_tornado_parameter(1500, 1000, 150, 20) == 1
    assert significant_tornado_parameter(1500, 1000, 150, 20, -50) == 1
    assert supercell_composite_parameter(1000, 50, 20) == 1


def test_a_field_gives_what_its_places_give():
    cape, base, helicity, shear, cin = (
        np.random.default_rng(0).uniform([0, 0, -100, 0, -300], [4000, 3000, 500, 45, 0], (50, 5)).T
    )
    field = significant_tornado_parameter(cape, base, helicity, shear, cin)
    places = [significant_tornado_parameter(*place) for place in zip(cape, base, helicity, shear, cin, strict=True)]
    assert field.tolist() == [float(one) for one in places]


@pytest.mark.parametrize(("base", "expected"), [(500, 1), (1500, 0.5), (2500, 0), (math.nan, 0)])
def test_low_bases_count_fully_and_missing_ones_are_high(base, expected):
    assert significant_tornado_parameter(1500, base, 150, 20) == expected


@pytest.mark.parametrize(("shear", "expected"), [(12.4, 0), (12.5, 0.625), (30, 1.5), (50, 1.5)])
def test_shear_counts_between_bounds(shear, expected):
    assert significant_tornado_parameter(1500, 1000, 150, shear) == expected


def test_metpy_agrees_on_the_fixed_layer():
    calc, units = pytest.importorskip("metpy.calc"), pytest.importorskip("metpy.units").units
    theirs = calc.significant_tornado(
        2200 * units("J/kg"), 1300 * units.m, 210 * units("m^2/s^2"), 24 * units("m/s")
    ).magnitude
    assert significant_tornado_parameter(2200, 1300, 210, 24) == pytest.approx(theirs.item())
