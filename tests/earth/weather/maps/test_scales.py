import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.weather.maps.families import FAMILIES
from mesocosm.earth.weather.maps.scales import AT_ONCE, NO_BAND, Scale, both_signs, colour_list, ramp, steps


@given(st.sampled_from(sorted(FAMILIES)), st.lists(st.floats(-1e6, 1e6, width=32), min_size=2, max_size=50))
def test_bands_rise_with_the_value(family, values):
    bands = FAMILIES[family].bands(np.sort(np.array(values, np.float32)))
    assert (np.diff(bands.astype(int)) >= 0).all()
    assert bands.max() < len(FAMILIES[family].colours)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_a_value_on_a_level_has_the_colour_right_of_its_number(family):
    scale = FAMILIES[family]
    middles = (np.array(scale.levels[:-1]) + np.array(scale.levels[1:])) / 2
    in_file = ((middles - scale.offset) / scale.factor).astype(np.float32)
    np.testing.assert_array_equal(scale.bands(in_file), np.arange(1, len(scale.levels)))
    above = np.array([(scale.levels[-1] + abs(scale.levels[-1]) * 0.001 - scale.offset) / scale.factor], np.float32)
    assert scale.bands(above)[0] == len(scale.levels)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_the_numbers_next_to_a_level_are_distinguished(family):
    scale = FAMILIES[family]
    levels = ((np.array(scale.levels) - scale.offset) / scale.factor).astype(np.float32)
    below, above = (np.nextafter(levels, np.float32(side)) for side in (-np.inf, np.inf))
    number = np.arange(len(levels))
    for values, bands in ((below, number), (levels, number + 1), (above, number + 1)):
        np.testing.assert_array_equal(scale.bands(values), bands)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_number_has_the_band_that_counting_levels_gives(family):
    scale = FAMILIES[family]
    levels = ((np.array(scale.levels) - scale.offset) / scale.factor).astype(np.float32)
    bits = np.random.default_rng(5).integers(0, 2**32, AT_ONCE + 1000, dtype=np.uint32)
    values = np.append(bits.view(np.float32), np.array([0, -0.0, np.inf, -np.inf, np.nan, -np.nan], np.float32))
    counted = (values[:, None] >= levels).sum(axis=1)
    np.testing.assert_array_equal(scale.bands(values), np.where(np.isnan(values), NO_BAND, counted))


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - {"vegetation type", "yes or no"}))
def test_neighbouring_bands_can_be_distinguished(family):
    colours = np.array(FAMILIES[family].colours, int)
    assert np.abs(np.diff(colours, axis=0)).sum(axis=1).min() >= 4


def test_a_ramp_begins_and_ends_with_its_anchors():
    assert ramp(3, colour_list("000000 ffffff")) == ((0, 0, 0), (128, 128, 128), (255, 255, 255))


def test_steps_hold_both_ends():
    assert steps(-1, 1, 0.5) == (-1, -0.5, 0, 0.5, 1)
    assert both_signs((1, 2)) == (-2, -1, 1, 2)


@pytest.mark.parametrize(
    ("levels", "colours", "factor"), [((1.0, 2.0), 2, 1.0), ((2.0, 1.0), 3, 1.0), ((1.0, 2.0), 3, -1.0)]
)
def test_a_scale_that_cannot_be_is_refused(levels, colours, factor):
    with pytest.raises(AssertionError):
        Scale("m", levels, ((0, 0, 0),) * colours, factor)
