"""Invented names: no duplicates, all pronounceable, the same for the same seed."""

import re

import pytest

from mesocosm.earth.planet.names import SOUNDS, place_names
from mesocosm.earth.planet.regions import BELTS, make_region

KINDS = ("town", "river", "lake", "hill", "street", "island")
REGIONS = [make_region(1, index, 40) for index in range(6)]


@pytest.mark.parametrize("region", REGIONS, ids=lambda region: region.climate)
def test_no_name_is_given_twice_in_a_region(region):
    names = [name for kind in KINDS for name in place_names(region, kind, 200)]
    assert len(set(names)) == len(names) == 1200


@pytest.mark.parametrize("region", REGIONS, ids=lambda region: region.climate)
def test_names_can_be_spoken(region):
    for name in place_names(region, "town", 300):
        assert re.fullmatch(r"[A-Z][a-z]{3,15}", name), name
        assert not re.search(r"[bcdfghjklmnpqrstvwxz]{5}|[aeiou]{4}|(.)\1\1", name.lower()), name


def test_a_longer_list_begins_with_the_shorter():
    assert place_names(REGIONS[0], "town", 50)[:10] == place_names(REGIONS[0], "town", 10)


def test_regions_seeds_and_towns_have_names_of_their_own():
    region = REGIONS[0]
    other = make_region(2, 0, 40)
    assert not set(place_names(region, "street", 20)) & set(place_names(region, "street", 20, within="t01"))
    assert place_names(region, "town", 20) != place_names(other, "town", 20)


def test_every_climate_has_sounds():
    assert set(SOUNDS) == set(BELTS)
