"""Values are rounded to whole steps."""

import numpy as np

from mesocosm.earth.planet.quantisation import round_to_step


def test_last_bits_do_not_matter():
    values = np.array([0.1, 12.34, -7.77])
    assert (round_to_step(values, 0.1) == round_to_step(np.nextafter(values, np.inf), 0.1)).all()


def test_values_are_multiples_and_nan_stays():
    found = round_to_step([0.26, -0.26, np.nan], 0.5)
    assert found[:2].tolist() == [0.5, -0.5]
    assert np.isnan(found[2])
