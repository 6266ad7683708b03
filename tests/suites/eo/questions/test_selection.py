"""The question of each index."""

from __future__ import annotations

from collections import Counter

import pytest

from mesocosm.suite import SPLITS, Split
from mesocosm.suites.eo.lake.sites import sites
from mesocosm.suites.eo.questions.catalogue import drawn_kinds, kind_named
from mesocosm.suites.eo.questions.selection import BLOCK, _pools, classes_in_order


def test_answer_classes_take_turns() -> None:
    kind = kind_named("spatial_relation")
    rounds = 3 * len(kind.classes)
    firsts = Counter(classes_in_order(kind, "test", 7, turn)[0] for turn in range(rounds))
    assert set(firsts.values()) == {3}


def test_every_class_stands_in_once() -> None:
    kind = kind_named("damage_severity")
    assert sorted(classes_in_order(kind, "test", 7, 2)) == sorted(kind.classes)


def test_the_first_items_share_three_sites() -> None:
    sites = {site.key for index in range(10) for kind in drawn_kinds() for site in next(_pools(kind, "test", 7, index))}
    assert len(sites) <= 3


def test_items_spread_over_many_sites() -> None:
    sites = {
        site.key
        for index in range(0, 1500, BLOCK)
        for kind in drawn_kinds()
        for site in next(_pools(kind, "test", 7, index))
    }
    assert len(sites) >= 35


@pytest.mark.parametrize("split", SPLITS)
def test_a_question_is_about_a_site_of_its_split(split: Split) -> None:
    pools = [pool for kind in drawn_kinds() for index in range(0, 500, BLOCK) for pool in _pools(kind, split, 7, index)]
    assert {site for pool in pools for site in pool} <= set(sites(split))
    assert all(any(pool for pool in _pools(kind, split, 7, 0)) for kind in drawn_kinds())


def test_disasters_are_asked_of_struck_sites_alone() -> None:
    from mesocosm.suites.eo.lake.overpasses import struck

    kind = kind_named("damage_count")
    assert all(struck(site) for pool in _pools(kind, "test", 7, 0) for site in pool)
