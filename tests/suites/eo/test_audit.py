"""Distances between splits, worked by hand."""

import math

import pytest

from mesocosm.suites.eo.audit import Audit, Point, audit, nearest_km, scope
from mesocosm.suites.eo.lake.sites import sites

DEGREE_KM = 6371.0 * math.pi / 180
"""Of a great circle."""


def test_the_nearest_of_several():
    train = [Point(0.0, 0.0), Point(0.0, 3.0)]
    assert nearest_km([Point(0.0, 1.0), Point(1.0, 3.0)], train) == pytest.approx([DEGREE_KM, DEGREE_KM])
    assert nearest_km([Point(0.0, 0.0)], []) == []


def test_a_scope_by_hand():
    # Test sources lie 0, 1/100 and 1 degree from the only training source: 0, 1.1 and 111 km.
    told = scope("x", {"a": Point(0, 0), "b": Point(0, 0.01), "c": Point(0, 1)}, {"a": Point(0, 0)})
    assert (told.sources, told.others, told.shared) == (3, 1, 1)
    assert told.median_km == pytest.approx(DEGREE_KM / 100)
    assert (told.within_1_km, told.within_5_km) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert told.nearest_km == 0.0
    assert not Audit(scopes=(told,), by_square=0).clean


def test_squares_must_lie_farther_apart_than_spots():
    far = scope("x", {"a": Point(0, 0)}, {"b": Point(0, 6.0 / DEGREE_KM)})
    assert Audit(scopes=(far,), by_square=0).clean
    assert not Audit(scopes=(far,), by_square=1).clean


def test_the_lake_shares_nothing():
    # Sites placed by their region: every region far from the others.
    told = audit(lambda site: Point(0.0, 5.0 * int(site.region[1:])))
    assert told.clean
    assert {own.scope for own in told.scopes} >= {"sites", "towns", "rgb pictures", "sentinel-2 pictures"}
    assert (told.scopes[0].sources, told.scopes[0].others) == (len(sites("test")), len(sites("train")))
    assert {(own.split, own.other) for own in told.scopes} == {
        ("test", "train"),
        ("test", "validation"),
        ("validation", "train"),
    }
    assert all(own.shared == 0 for own in told.scopes)


def test_a_town_in_both_splits_is_found():
    told = audit(lambda site: Point(0.0, 0.0))
    assert not told.clean
    assert told.scopes[0].within_1_km == 1.0
