"""Clusters solved or missed completely."""

from tests.stats.making import MINERALS

from mesocosm.report.analyses.clusters import all_correct, all_wrong


def test_solved_and_missed_completely():
    assert (all_correct(MINERALS), all_wrong(MINERALS)) == (["halite"], ["gypsum"])
