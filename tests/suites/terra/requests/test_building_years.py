"""What a building can lose, worked by hand, which its demand must not exceed."""

import numpy as np
import pytest

from mesocosm.suites.terra.requests.building_years import loss_w_k, stoppable_kwh

BUILDING = {
    "floor_area_m2": 200, "storeys": 2, "gains_w_m2": 4.0, "wall_u_w_m2k": 0.5, "roof_u_w_m2k": 0.2,
    "floor_u_w_m2k": 0.4, "window_share": {"north": 0.1, "east": 0.2, "south": 0.4, "west": 0.3},
    "heating_setpoint_c": 20.0, "cooling_setpoint_c": 26.0,
}  # fmt: skip


def test_losses_per_degree_worked_by_hand():
    # A square of 10 m, 6 m high: 240 m2 of facade, of which 60 m2 are windows of 1.3 W/(m2 K); 0.3 changes of 600 m3.
    walls, windows, roof_and_floor, air = 180 * 0.5, 60 * 1.3, 100 * 0.6, 0.34 * 0.3 * 600
    parts = loss_w_k(BUILDING)
    assert parts["all"] == pytest.approx(walls + windows + roof_and_floor + air)
    assert (parts["walls_m2"], parts["roof_m2"]) == pytest.approx((180, 100))


def test_degrees_that_walls_can_stop_worked_by_hand():
    # At 7 degrees under a clear sky 16 K below 20; at 30 degrees with 500 W/m2 of sun 24 K above 26; at 23 nothing.
    hours = {"temperature_2m": np.array([7.0, 30.0, 23.0]), "shortwave": np.array([0.0, 500.0, 0.0])}
    assert stoppable_kwh(hours, BUILDING) == pytest.approx((16 + 24) / 1000)
