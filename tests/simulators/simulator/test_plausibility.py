"""A harvest that no field gives gets a warning."""

import pytest

from mesocosm.simulators.simulator.plausibility import growth_doubts, refuse_outside


def test_a_usual_harvest_raises_no_doubt():
    assert growth_doubts(25.0, 12.0) == ()


def test_impossible_harvests_give_warnings():
    (heavy,) = growth_doubts(2400.0, 1100.0)
    assert heavy.startswith("the biomass, 2400 t/ha, is more than any field gives (100 t/ha)")
    (lopsided,) = growth_doubts(10.0, 11.0, whose="treatment 2")
    assert lopsided == "the yield of treatment 2, 11 t/ha, is more than the biomass, 10 t/ha"


def test_a_parameter_outside_of_its_range_is_named():
    with pytest.raises(ValueError, match=r"crop_parameters.WP must lie in \[5, 40\], got 41"):
        refuse_outside("crop_parameters", {"WP": (5, 40)}, "WP", (20.0, 41.0))
