"""Scales: round numbers, a neutral 0, and the same colours as in the legend."""

import io

import numpy as np
import pytest

from mesocosm.earth.drawing.scales import DRY, NEUTRAL, is_water, scale_of, tercile_pixels, tercile_scale
from mesocosm.earth.drawing.sheet import as_png
from mesocosm.errors import InvalidRecord


def hexes(scale, values):
    return ["#" + bytes(pixel.tolist()).hex() for pixel in scale.pixels(np.asarray(values, float))]


def test_an_anomaly_is_alike_on_both_sides_of_a_neutral_zero():
    scale = scale_of(np.array([-3.0, 7.0]), "anomaly")
    assert scale.levels == tuple(-level for level in reversed(scale.levels))
    assert scale.levels[-1] >= 7
    assert hexes(scale, [0.0]) == [NEUTRAL]
    red, _, blue = scale.pixels(np.array([7.0]))[0]
    assert red > blue
    red, _, blue = scale.pixels(np.array([-7.0]))[0]
    assert blue > red


def test_every_colour_of_a_map_stands_in_its_legend():
    values = np.linspace(-2, 37, 500)
    scale = scale_of(values, "values")
    assert set(hexes(scale, values)) <= set(scale.colours)
    assert scale.levels[0] <= -2
    assert scale.levels[-1] >= 37
    assert (scale.under, scale.over) == (None, None)


def test_what_lies_beyond_the_asked_limits_has_colours_of_its_own():
    scale = scale_of(np.array([0.0, 5.0, 50.0]), "values", 1.0, 10.0)
    assert scale.under is not None
    assert scale.over is not None
    assert scale.over not in scale.colours


def test_few_large_amounts_of_rain_get_doubling_levels():
    values = np.concatenate([np.zeros(500), np.linspace(0, 2, 500), [67.0]])
    scale = scale_of(values, "amount")
    assert scale.levels == (0.0, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
    assert hexes(scale, [0.0]) == [DRY]


def test_lightness_falls_along_a_ramp_of_amounts():
    scale = scale_of(np.linspace(0, 10, 50), "spread")
    table = scale.pixels(np.array([(a + b) / 2 for a, b in zip(scale.levels, scale.levels[1:], strict=False)])) / 255.0
    lightness = table @ [0.2126, 0.7152, 0.0722]
    assert (np.diff(lightness) < 0).all()


def test_skill_below_zero_has_one_colour():
    scale = scale_of(np.array([-3.0, -0.1, 0.5]), "skill")
    assert scale.levels[0] == 0
    assert len(set(hexes(scale, [-3.0, -0.1]))) == 1


def test_one_value_alone_can_be_drawn():
    assert scale_of(np.array([280.0]), "values").levels[0] < 280
    assert hexes(scale_of(np.array([0.0, np.nan]), "amount"), [0.0])


@pytest.mark.parametrize("style", ["values", "anomaly", "skill", "probability"])
def test_nothing_but_gaps_is_refused(style):
    with pytest.raises(InvalidRecord, match="every value is missing"):
        scale_of(np.array([np.nan]), style)


def test_terciles_have_the_colours_of_their_category():
    table = tercile_pixels(np.array([0, 1, 2]), np.array([0.36, 0.45, 0.8]), ("below", "normal", "above"), False)
    for pixel, (category, place) in zip(table, (("below", 0), ("normal", 1), ("above", 4)), strict=True):
        assert "#" + bytes(pixel.tolist()).hex() == tercile_scale(category, water=False).colours[place]


@pytest.mark.parametrize(
    ("name", "unit", "water"),
    [
        ("tp", "m", True),
        ("precipitation", "", True),
        ("t2m", "K", False),
        ("pressure", "hPa", False),
        ("x", "mm", True),
    ],
)
def test_water_is_known_by_name_or_unit(name, unit, water):
    assert is_water(name, unit) == water


def test_a_ramp_below_a_large_picture_stays_smooth():
    from PIL import Image

    noise = np.random.default_rng(1).integers(0, 256, (600, 600, 3), dtype=np.uint8)
    ramp = np.repeat(np.linspace(0, 255, 600).astype(np.uint8)[None, :, None], 3, axis=2).repeat(20, axis=0)
    data = as_png(np.concatenate([noise, ramp]), strip=20)
    seen = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    posterised = np.asarray(Image.open(io.BytesIO(as_png(np.concatenate([noise, ramp])))).convert("RGB")).astype(int)
    steps = [len(np.unique(picture[-5, :, 0])) for picture in (seen, posterised)]
    assert len(data) < 600 * 620 * 3 / 2
    assert steps[0] >= 8
    assert np.abs(seen[-5] - ramp[0]).max() < np.abs(posterised[-5] - ramp[0]).max()
