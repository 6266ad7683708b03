"""Fires: by the published equations, and downwind."""

from datetime import UTC, datetime

import numpy as np
import pytest
from tests.earth.planet.small_ground import small_ground

from mesocosm.earth.planet.ground.ground import Cover
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.vegetation.fires import fire_danger, run_fire, travel_hours
from mesocosm.earth.planet.water.water import Water
from mesocosm.seeding import generator


@pytest.fixture(scope="module")
def world():
    ground = small_ground("continental", cells=20)
    sky = Sky(ground)
    water = Water(ground, sky)
    return ground, sky, Water(ground, sky, left={2030: water.guess()}).year(2031)


def test_danger_is_that_of_the_published_equation():
    # T 40 °C, humidity 15 %, wind 60 km/h, drought 10: 2 exp(-0.45 + 2.2726 - 0.5175 + 1.352 + 1.404) = 116.
    vapour = 0.15 * np.exp(17.27 * 40 / 277.3)
    dew = 237.3 * np.log(vapour) / (17.27 - np.log(vapour))
    danger = fire_danger(np.array([40.0]), np.array([dew]), np.array([60 / 3.6]), np.array([0.0]))
    assert danger[0] == pytest.approx(116, abs=1.5)


def test_fire_runs_farthest_downwind_and_uphill():
    flat, fuel = np.zeros((81, 81)), np.full((81, 81), 12.0)
    blown = travel_hours(fuel, flat, (40, 40), 40.0, (10.0, 0.0), 6.0, generator("test", "fire"))
    rows, columns = np.nonzero(np.isfinite(blown))
    assert columns.max() - 40 > 2 * (40 - columns.min())
    assert columns.max() - columns.min() > rows.max() - rows.min()
    tilted = np.linspace(0, 1600, 81)[:, None].repeat(81, axis=1)
    risen = travel_hours(fuel, tilted, (40, 40), 40.0, (0.0, 0.0), 3.0, generator("test", "fire"))
    rows, _ = np.nonzero(np.isfinite(risen))
    assert rows.max() - 40 > 40 - rows.min()


def test_a_fire_burns_no_water_and_is_the_same_twice(world):
    ground, sky, _ = world
    cell = int(np.flatnonzero(ground.cover.ravel() == Cover.TREES)[40])
    start = datetime(2031, 7, 20, 12, tzinfo=UTC)
    burn = [
        run_fire(ground, sky, "r000.fire.2031.200", start, cell, 15.0, generator("test", "one fire")) for _ in range(2)
    ]
    assert burn[0].arrival_h.tobytes() == burn[1].arrival_h.tobytes()
    assert burn[0].burnt_ha >= 1
    assert burn[0].arrival_h[125, 125] == 0
