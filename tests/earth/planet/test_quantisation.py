"""Values in whole steps."""

import numpy as np

from mesocosm.earth.planet.quantisation import settled


def test_last_bits_do_not_matter():
    values = np.array([0.1, 12.34, -7.77])
    assert (settled(values, 0.1) == settled(np.nextafter(values, np.inf), 0.1)).all()


def test_values_are_multiples_and_nan_stays():
    found = settled([0.26, -0.26, np.nan], 0.5)
    assert found[:2].tolist() == [0.5, -0.5]
    assert np.isnan(found[2])
