"""Options may choose other items: without such an option, seed and number stay as they are."""

from types import SimpleNamespace

from mesocosm import registry
from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.suite import Suite


class Chooser(Suite):
    """The toy suite with an `items.py` whose options choose three items of seed 9."""

    def _defines(self, part, name):
        return True

    def _part(self, name):
        return SimpleNamespace(seed_under=lambda seed, options: 9, count_under=lambda options: 3)


def test_without_such_an_option_seed_and_number_are_those_given():
    toy = registry.load("suites", "toy")
    assert (toy.seed_under(7), toy.count_under()) == (7, toy.card.items)
    plan = RunPlan(suite="toy", models=("mesocosm/null",), seed=7, items=2)
    assert (plan.item_seed, plan.item_count) == (7, 2)


def test_a_suite_whose_options_choose_items_is_asked():
    chooser = Chooser(registry.load("suites", "toy").package)
    assert (chooser.seed_under(7), chooser.count_under()) == (9, 3)
