"""The second way gives the right letter, and none where the options are not what the question gives."""

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
