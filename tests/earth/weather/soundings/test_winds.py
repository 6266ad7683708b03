from __future__ import annotations

import math

import numpy as np
import pytest
from tests.earth.weather.soundings.making import profile

from mesocosm.earth.weather.soundings.profile import KNOT, tidy
from mesocosm.earth.weather.soundings.winds import Vector, Winds, storm_motions, winds_of

HEIGHT = np.array([0.0, 1000, 3000, 6000, 9000])


def winds(u: list[float], v: list[float]) -> Winds:
    return Winds(HEIGHT, np.log(1000 * np.exp(-HEIGHT / 8000)), np.array(u), np.array(v))


def test_shear_is_the_length_of_the_difference() -> None:
    assert winds([0, 3, 9, 30, 40], [0, 4, 12, 40, 40]).shear(0, 6000) == pytest.approx(50)
    assert winds([0, 3, 9, 30, 40], [0, 4, 12, 40, 40]).shear(0, 500) == pytest.approx(2.5)


def test_helicity_of_a_quarter_turn() -> None:
    # From (0, -10) to (10, 0) seen by a storm at rest: twice the triangle with the origin, 2 · ½ · 10 · 10.
    quarter = winds([0, 10, 10, 10, 10], [-10, 0, 0, 0, 0])
    assert quarter.helicity(0, 1000, Vector(0, 0)) == pytest.approx(-100)
    assert winds([0, 10, 10, 10, 10], [10, 0, 0, 0, 0]).helicity(0, 1000, Vector(0, 0)) == pytest.approx(100)


def test_helicity_of_a_layer_is_the_sum_of_its_parts() -> None:
    turning, storm = winds([0, 5, 12, 20, 30], [5, 10, 12, 8, 4]), Vector(8, 2)
    parts = turning.helicity(0, 700, storm) + turning.helicity(700, 3000, storm)
    assert turning.helicity(0, 3000, storm) == pytest.approx(parts)


def test_storms_move_seven_and_a_half_metres_per_second_off_the_mean() -> None:
    motions = storm_motions(winds([0, 5, 12, 20, 30], [0] * 5))
    assert motions.right.v == pytest.approx(-7.5)
    assert motions.left.v == pytest.approx(7.5)
    assert motions.right.u == motions.left.u == pytest.approx(motions.mean.u)


def test_without_shear_storms_move_with_the_wind() -> None:
    motions = storm_motions(winds([10] * 5, [0] * 5))
    assert motions.right == motions.left == motions.mean == pytest.approx(Vector(10, 0))


def test_above_the_last_wind_nothing_is_known() -> None:
    assert math.isnan(winds([0] * 5, [0] * 5).shear(0, 9500))


def test_a_westerly_comes_from_270() -> None:
    assert Vector(10, 0).direction == pytest.approx(270)
    assert Vector(0, -10).direction == pytest.approx(0)


def test_levels_without_wind_are_left_out_and_a_column_without_low_winds_has_none() -> None:
    speed = profile().wind_speed_kt.copy()
    speed[3] = np.nan
    kept = winds_of(tidy(profile(wind_speed_kt=speed)))
    assert kept is not None
    assert len(kept.height) == 14
    assert kept.at(0).speed == pytest.approx(12 * KNOT)
    speed[:4] = np.nan
    assert winds_of(tidy(profile(wind_speed_kt=speed))) is None
