"""Transport moves whole milligrams: none appears, none is lost, and they go where the wind blows."""

import numpy as np
import pytest

from mesocosm.earth.planet.air.mixing import deepen_layer, exchange, mixed_heights
from mesocosm.earth.planet.air.simulation import Run, Weather
from mesocosm.earth.planet.air.transport import STEP_S, Exchange, exchange_mass, lose_mass, move_with_wind, reach


def still(shape, at, amount=1_000_003.0):
    mass = np.zeros((1, 1, *shape))
    mass[0, 0, *at] = amount
    return mass


def test_a_wind_of_whole_tiles_moves_a_puff_without_spreading_it():
    # 10 m/s for 600 s are three tiles of 2 km.
    moved, out = move_with_wind(still((3, 20), (1, 4)), reach(np.full((1, 3, 20), 10.0)))
    assert moved[0, 0, 1].nonzero()[0].tolist() == [7]
    assert moved.sum() == 1_000_003
    assert out.tolist() == [0]


def test_the_middle_of_a_puff_goes_as_far_as_the_wind():
    wind, mass = reach(np.full((1, 1, 60), 4.7)), still((1, 60), (0, 5))
    for _ in range(12):
        mass, _ = move_with_wind(mass, wind)
    middle = (mass[0, 0, 0] * np.arange(60)).sum() / mass.sum()
    assert middle == pytest.approx(5 + 12 * 4.7 * STEP_S / 2000, abs=0.001)


@pytest.mark.parametrize("seed", range(5))
def test_in_any_wind_mass_is_kept_whole_and_positive(seed):
    rng = np.random.default_rng(seed)
    mass = rng.integers(0, 10**9, (2, 3, 7, 15)).astype(float)
    # Some winds converge more strongly than in any storm.
    after, out = move_with_wind(mass, reach(rng.normal(0, 15, (3, 7, 15))))
    assert (after >= 0).all()
    assert (after == np.rint(after)).all()
    assert (after.sum(axis=(1, 2, 3)) + out == mass.sum(axis=(1, 2, 3))).all()


def test_what_is_blown_over_the_edge_has_left():
    after, out = move_with_wind(still((1, 10), (0, 9)), reach(np.full((1, 1, 10), 10.0)))
    assert after.sum() == 0
    assert out.tolist() == [1_000_003]


@pytest.mark.parametrize("seed", range(5))
def test_exchange_keeps_mass_and_takes_no_more_than_there_is(seed):
    rng = np.random.default_rng(seed)
    mass = rng.integers(0, 50, (2, 3, 6, 6)).astype(float)
    up = rng.uniform(0, 0.99, (3, 6, 6)).round(6)
    down = np.minimum(rng.uniform(0, 1, (2, 6, 6)), 0.999999 - up[1:])
    after, top = exchange_mass(mass, Exchange(up, down))
    assert (after >= 0).all()
    assert (after.sum(axis=(1, 2, 3)) + top == mass.sum(axis=(1, 2, 3))).all()


def test_winds_that_meet_do_not_thicken_the_air():
    """Uniform concentrations stay uniform within a few percent where winds converge: the excess air rises."""
    height = 1030.0
    east = np.broadcast_to(np.linspace(4, -4, 40), (3, 40, 40))
    along, across = reach(east), reach(np.zeros((3, 40, 40)))
    mixing = exchange(np.full((40, 40), 0.02), height, along, across)
    depth = np.array([30.0, 1000.0, 1970.0])[:, None, None]
    mass = np.broadcast_to(1e4 * depth, (1, 3, 40, 40)).copy()
    for _ in range(3):
        mass, _ = move_with_wind(mass, along)
        mass, _ = exchange_mass(mass, mixing)
    inner = mass[0, 0, 10:30, 10:30] / 3e5
    assert np.abs(inner - 1).max() < 0.05


def test_turbulence_evens_out_concentrations():
    calm = reach(np.zeros((3, 4, 4)))
    mixing = exchange(np.full((4, 4), 5.0), 330.0, calm, calm)
    mass = np.zeros((1, 3, 4, 4))
    mass[:, 0] = 1e9
    for _ in range(20):
        mass, top = exchange_mass(mass, mixing)
        assert top.sum() == 0
    # Depths of 30 and 300 m hold one and ten parts of eleven; nothing mixes through the lid.
    assert mass[0, 0, 0, 0] == pytest.approx(1e9 / 11, rel=1e-5)
    assert mass[0, 2].sum() == 0


def test_a_growing_layer_takes_in_what_lies_above_it():
    mass = np.ones((1, 3, 2, 2)) * 1000
    grown = deepen_layer(mass, 500.0, 1500.0)
    # 1000 of the 2500 m between 500 and 3000 m.
    assert grown[0, 1, 0, 0] == 1400
    sunk = deepen_layer(grown, 1500.0, 765.0)
    # The layer leaves behind half of the mass between 30 and 1500 m.
    assert sunk[0, 1, 0, 0] == 700
    assert sunk.sum() == mass.sum()


def test_losses_are_booked():
    left, gone = lose_mass(np.full((2, 1, 3, 3), 100.0), np.array([0.25, 0.5])[:, None, None, None])
    assert gone.tolist() == [225, 450]
    assert left.sum() == 1800 - 675


def test_the_mixed_layer_grows_by_day_and_collapses_at_night():
    hours = np.arange(48) % 24
    sun = np.maximum(900 * np.sin((hours - 6) / 12 * np.pi), 0)
    height = mixed_heights(np.broadcast_to(sun[:, None, None], (48, 2, 2)).astype(np.float32), np.full(48, 2.0))
    day = height[24:]
    assert (day[:6] == 200).all()  # 70 + 65 x 2, stirred by wind alone
    assert (np.diff(day[7:16]) > 0).all()
    assert 1200 < day.max() < 2500
    assert day[20] == 200


def test_a_steady_plume_carries_what_its_source_emits():
    """Under a steady wind without mixing, a cross-section holds emission / (wind x depth): Q = C u H W."""
    shape, hours, wind, source = (11, 30), 8, 7.3, 3.6e9
    calm = np.zeros((hours, *shape))
    weather = Weather(calm + wind, calm, calm, calm, calm, np.full(hours, 500.0))
    sources = np.zeros((hours, 1, 3, *shape))
    sources[:, 0, 0, 5, 4] = source
    air = Run(weather, sources, ("pm",))
    mass, (ledger,) = air.until(len(sources)), air.ledgers()
    across = mass[-1, 0].sum(axis=0)
    # 10⁶ mg/s through 30 m by 2 km, in µg/m³; a tenth falls out in an hour, which is 26 km.
    expected = source / 3600 * 1000 / (wind * 30 * 2000)
    assert across[6:12] == pytest.approx(np.full(6, expected), rel=0.15)
    assert across[18:24].mean() == pytest.approx(0.89**1.2 * expected, rel=0.08)
    # Over the source itself the plume has half its mass, since it is emitted along the whole tile.
    assert across[4] == pytest.approx(expected / 2, rel=0.25)
    assert across[:4].sum() == 0
    assert ledger.emitted == hours * source
