"""The estimated cost of a run, from the protocol of its results."""

from mesocosm import registry
from mesocosm.report.estimate import estimate


def test_an_option_changes_what_results_add():
    suite = registry.load("suites", "phreeqc")
    plain, raw = (estimate(suite, items=1, options={"protocol": name}) for name in ("toc", "raw500k"))
    assert raw.item_read.high > 2 * plain.item_read.high
