"""The second way gives the right letter, and none if the options do not fit the question's input."""

import pytest

from mesocosm import registry
from mesocosm.suites.phreeqc.catalogue import catalogue

pytest.importorskip("phreeqc", reason="install mesocosm[phreeqc]")

from mesocosm.suites.phreeqc.second import SECOND_DATABASES, second


@pytest.mark.parametrize("index", [0, 1])
def test_the_second_way_finds_the_right_option(index):
    item, reference = registry.load("suites", "phreeqc").case(0, index)
    assert second(item) == reference.answer


def test_options_multiplied_by_one_and_a_half_are_none_of_its_answers():
    item, reference = registry.load("suites", "phreeqc").case(0, 0)
    true = item.data.options[reference.answer]
    options = {letter: f"{1.5 * float(true) * factor:.6g}" for letter, factor in zip("ABCD", (1, 2, 3, 4), strict=True)}
    wrong = item.model_copy(update={"data": item.data.model_copy(update={"options": options})})
    assert float(second(wrong)) == pytest.approx(float(true), rel=0.01)


def test_second_databases_are_of_scenarios_that_use_another():
    for name, database in SECOND_DATABASES.items():
        assert catalogue()[name].database != database
