"""The second way gives the right letter, and none if the options do not fit the question."""

import pytest

from mesocosm import registry
from mesocosm.suites.atmos.catalogue import catalogue
from mesocosm.suites.atmos.second import second, solution


def test_every_template_has_a_second_solution():
    assert all(solution(name) is not None for name in catalogue())


def test_the_second_way_finds_the_right_option():
    suite = registry.load("suites", "atmos")
    for item, reference in suite.cases(3, 10):
        assert second(item) == reference.answer, item.id


def test_options_multiplied_by_one_and_a_half_are_none_of_its_answers():
    item, reference = registry.load("suites", "atmos").case(0, 1)
    true = float(item.data.options[reference.answer])
    options = {letter: f"{1.5 * true * factor:.6g}" for letter, factor in zip("ABCD", (1, 2, 3, 4), strict=True)}
    wrong = item.model_copy(update={"data": item.data.model_copy(update={"options": options})})
    assert float(second(wrong)) == pytest.approx(true, rel=0.01)


def test_friction_against_the_motion_does_not_turn_a_puck():
    """The direction of motion turns at the rate f whatever the speed: the drift is f times the integral of v t."""
    puck = catalogue()["sliding_puck_deflection"]
    p = {"south": 30, "north": 60, "near": 40, "far": 80, "quick": 6, "slow": 12}
    f = 2 * 7.2921e-5 * 0.5
    steps = [(index + 0.5) * 0.006 for index in range(1000)]
    drift = sum(f * (2 * 40 / 6) * (1 - t / 6) * t * 0.006 for t in steps)
    assert puck.values(p, frozenset({"rough"}))["d"] == pytest.approx(100 * drift, rel=1e-3)
    assert puck.values(p, frozenset())["d"] == pytest.approx(100 * f * 40 * 6 / 2, rel=1e-3)
