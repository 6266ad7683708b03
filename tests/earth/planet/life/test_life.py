"""Leaves, crops and fires: by the published equations, and downwind."""

from datetime import UTC, datetime

import numpy as np
import pytest
from tests.earth.planet.small_ground import small_ground

from mesocosm.earth.planet.ground.ground import Cover
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.vegetation.fires import fire_danger, run_fire, travel_hours
from mesocosm.earth.planet.vegetation.greenness import crop_stage, greenness, growing_season, running_mean
from mesocosm.earth.planet.vegetation.yields import crop_yield, relative_yield
from mesocosm.earth.planet.water.water import Water
from mesocosm.seeding import generator


@pytest.fixture(scope="module")
def world():
    ground = small_ground("continental", cells=20)
    sky = Sky(ground)
    water = Water(ground, sky)
    return ground, sky, Water(ground, sky, left={2030: water.guess()}).year(2031)


def test_leaves_are_out_in_warm_long_moist_days_only():
    least, wet, day = (
        np.array([10.0, -5.0, 10.0, 10.0]),
        np.array([0.6, 0.6, 0.02, 0.6]),
        np.array([14.0, 14.0, 14.0, 9.0]),
    )
    alone = [float(growing_season(least[n : n + 1], wet[n : n + 1], day[n : n + 1])[0]) for n in range(4)]
    assert alone == [1.0, 0.0, 0.0, 0.0]


def test_a_running_mean_is_that_of_the_days_up_to_each():
    assert running_mean(np.array([1.0, 2.0, 3.0, 4.0]), 2).tolist() == [1.0, 1.5, 2.5, 3.5]


def test_crops_green_up_in_spring_and_are_cut_in_autumn():
    mean = 8 - 14 * np.cos(2 * np.pi * (np.arange(365) - 19) / 365)
    stage = crop_stage(mean)
    assert stage[60] < 0.05
    assert stage[190:215].max() > 0.9
    assert stage[290] < 0.05


def test_greenness_is_high_in_summer_and_lower_in_winter(world):
    ground, sky, water = world
    index = greenness(ground, sky, water)
    trees = ground.cover == Cover.TREES
    assert index[195][trees].mean() > index[15][trees].mean() + 0.2
    assert index.min() >= -0.2
    assert index.max() <= 0.9
    assert (index[:, ground.sea] == np.float32(-0.1)).all()


def test_yield_falls_with_the_water_that_lacked():
    # FAO-33: maize, Ky 1.25, a fifth of the water lacking costs a quarter.
    assert relative_yield(np.array([400.0]), np.array([500.0]), 1.25)[0] == pytest.approx(0.75)
    assert relative_yield(np.array([0.0]), np.array([500.0]), 1.25)[0] == 0
    assert np.isnan(relative_yield(np.array([0.0]), np.array([0.0]), 1.25)[0])


def test_only_farm_land_yields(world):
    ground, _, water = world
    made = crop_yield(ground, water, "wheat")
    assert np.isfinite(made[ground.cover == Cover.CROPS]).all()
    assert np.isnan(made[ground.cover != Cover.CROPS]).all()
    assert 0 <= np.nanmin(made) <= np.nanmax(made) <= 7


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
