"""Distances between splits, worked out by hand."""

import math

import pytest

from mesocosm.suites.eo.audit import Audit, Point, audit, nearest_km, scope
from mesocosm.suites.eo.lake.sites import sites

DEGREE_KM = 6371.0 * math.pi / 180
"""Length of one degree of a great circle, in km."""


def test_the_nearest_of_several():
    train = [Point(0.0, 0.0), Point(0.0, 3.0)]
    assert nearest_km([Point(0.0, 1.0), Point(1.0, 3.0)], train) == pytest.approx([DEGREE_KM, DEGREE_KM])
    assert nearest_km([Point(0.0, 0.0)], []) == []


def test_a_scope_by_hand():
    # Test sources lie 0, 1/100 and 1 degree from the only training source: 0, 1.1 and 111 km.
    figures = scope("x", {"a": Point(0, 0), "b": Point(0, 0.01), "c": Point(0, 1)}, {"a": Point(0, 0)})
    assert (figures.sources, figures.others, figures.shared) == (3, 1, 1)
    assert figures.median_km == pytest.approx(DEGREE_KM / 100)
    assert (figures.within_1_km, figures.within_5_km) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert figures.nearest_km == 0.0
    assert not Audit(scopes=(figures,), by_square=0).clean


def test_squares_must_lie_farther_apart_than_spots():
    far = scope("x", {"a": Point(0, 0)}, {"b": Point(0, 6.0 / DEGREE_KM)})
    assert Audit(scopes=(far,), by_square=0).clean
    assert not Audit(scopes=(far,), by_square=1).clean


def test_the_lake_shares_nothing():
    # Sites placed by their region: every region far from the others.
    report = audit(lambda site: Point(0.0, 5.0 * int(site.region[1:])))
    assert report.clean
    assert {own.scope for own in report.scopes} >= {"sites", "towns", "rgb pictures", "sentinel-2 pictures"}
    assert (report.scopes[0].sources, report.scopes[0].others) == (len(sites("test")), len(sites("train")))
    assert {(own.split, own.other) for own in report.scopes} == {
        ("test", "train"),
        ("test", "validation"),
        ("validation", "train"),
    }
    assert all(own.shared == 0 for own in report.scopes)


def test_a_town_in_both_splits_is_found():
    report = audit(lambda site: Point(0.0, 0.0))
    assert not report.clean
    assert report.scopes[0].within_1_km == 1.0
