"""Knowledge against reasoning."""

import math

from tests.report import checks
from tests.stats.making import answers, episode

from mesocosm.suites.atmos.analyses.knowledge import kind_split


def mixed(knows: list[bool], reasons: list[bool]):
    return [
        episode(f"{kind}-{item}", right, kind=kind)
        for kind, own in (("knowledge", knows), ("reasoning", reasons))
        for item, right in enumerate(own)
    ]


def test_by_hand():
    # Three of four against one of four; an item of no kind counts nowhere.
    found = kind_split([*mixed([True, True, True, False], [True, False, False, False]), episode("x", True)])
    assert (found.knowledge.right, found.knowledge.n) == (3, 4)
    assert (found.reasoning.right, found.reasoning.n) == (1, 4)
    assert found.difference == found.clustered.item_mean == 0.5
    assert found.clustered.items == 8


def test_a_kind_without_items_is_no_data():
    found = kind_split(mixed([True, False], []))
    assert found.reasoning.n == 0
    assert all(math.isnan(value) for value in (found.difference, found.low, found.high, found.clustered.item_mean))


def test_no_kinds_at_all():
    assert kind_split(answers(True, False)).knowledge.n == 0


def test_it_keeps_the_contract(tmp_path):
    checks.check_telling("knowledge")
    checks.check_order("knowledge")
    checks.check_figure("knowledge", tmp_path)
    checks.check_nothing_counted(
        "knowledge", tmp_path, missing="no item of these logs says whether it asks for knowledge or reasoning"
    )


def test_known_kinds_that_nothing_scored_show_dashes(tmp_path):
    checks.check_nothing_counted("knowledge", tmp_path, kind="knowledge")
