import numpy as np
import pytest

from mesocosm.earth.weather.barb import Form, feathers, rounded_knots, wind_barb

FORM = Form(staff=20.0, feather=8.0, lean=2.0, gap=4.0, flag_foot=4.0, flag_tip=1.0, flag_gap=6.0)
FOOT, FROM_NORTH, FROM_EAST = np.zeros(2), np.array([0.0, -1.0]), np.array([1.0, 0.0])


@pytest.mark.parametrize(
    ("speed", "kinds"),
    [
        (0, []),
        (5, [5]),
        (12, [10]),
        (15, [10, 5]),
        (48, [50]),
        (65, [50, 10, 5]),
        (110, [50, 50, 10]),
        (123, [50, 50, 10, 10, 5]),
    ],
)
def test_feathers_add_up_to_the_speed(speed, kinds):
    assert feathers(speed) == kinds
    assert sum(kinds) == rounded_knots(speed)


def test_a_northerly_of_ten_knots_has_its_feather_on_the_eastern_side_of_the_tip():
    barb = wind_barb(FOOT, FROM_NORTH, 10, FORM)
    assert barb.staff.tolist() == [[0, 0], [0, -20]]
    assert [line.tolist() for line in barb.feathers] == [[[0, -20], [8, -22]]]
    assert barb.flags == []


def test_a_lone_half_feather_stands_off_the_tip():
    [half] = wind_barb(FOOT, FROM_EAST, 5, FORM).feathers
    assert half.tolist() == [[16, 0], [17, 4]]


def test_a_flag_comes_first_and_feathers_below_it():
    barb = wind_barb(FOOT, FROM_EAST, 60, FORM)
    assert [corners.tolist() for corners in barb.flags] == [[[20, 0], [19, 8], [16, 0]]]
    assert [line.tolist() for line in barb.feathers] == [[[14, 0], [16, 8]]]


def test_south_of_the_equator_feathers_and_flags_stand_on_the_other_side():
    barb = wind_barb(FOOT, FROM_NORTH, 60, FORM, southern=True)
    assert [corners.tolist() for corners in barb.flags] == [[[0, -20], [-8, -19], [0, -16]]]
    assert [line.tolist() for line in barb.feathers] == [[[0, -14], [-8, -16]]]
