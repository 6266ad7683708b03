"""Accuracy by listing size."""

import math

import pytest
from tests.report import checks
from tests.report.checks import options
from tests.stats.making import episode

from mesocosm.errors import UnknownName
from mesocosm.report import analysis
from mesocosm.stats.listing_size import NAMES
from mesocosm.suites.phreeqc.analyses.sizes import item_sizes, size_bins


def test_bins_by_hand():
    found = size_bins(
        [
            episode(0, True, output_characters=5_000, tokens=10),
            episode(1, False, output_characters=9_000, tokens=30),
            episode(2, True, output_characters=600_000, tokens=7),
            episode(3, None, output_characters=600_000, tokens=999),
        ]
    )
    by_name = {one.name: one for one in found}
    assert tuple(by_name) == NAMES  # empty bins are there too
    assert (by_name["≤10k"].accuracy.share, by_name["≤10k"].mean_tokens) == (0.5, 20)
    assert (by_name[">500k"].accuracy.n, by_name[">500k"].mean_tokens) == (1, 7)
    assert by_name["10–20k"].accuracy.n == 0
    assert math.isnan(by_name["10–20k"].mean_tokens)


def test_a_reference_run_places_the_items():
    reference = item_sizes([episode(0, output_characters=30_000), episode(0, epoch=2, output_characters=200_000)])
    found = size_bins([episode(0, output_characters=5), episode(1)], sizes=reference)
    assert {one.name: one.accuracy.n for one in found if one.accuracy.n} == {"100–250k": 1}  # item 1 is unknown there


def test_it_keeps_the_contract(tmp_path):
    checks.check_telling("sizes")
    checks.check_order("sizes")
    checks.check_figure("sizes", tmp_path)
    checks.check_nothing_counted("sizes", tmp_path)


def test_sizes_by_a_reference_run():
    episodes = [
        episode(0, options=options("toc"), output_characters=30_000),
        episode(0, options=options("raw"), output_characters=5),
    ]
    result = analysis.load("sizes").analyse(episodes, baseline="one [toc]")
    assert [[one.name for one in row.bins if one.accuracy.n] for row in result.rows] == [["20–50k"], ["20–50k"]]
    with pytest.raises(UnknownName, match=r"no run is called 'toc'"):
        analysis.load("sizes").analyse(episodes, baseline="toc")
