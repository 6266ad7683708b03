"""Regions: the same for the same seed, each within its belt and its zone."""

import pytest

from mesocosm.earth.geo.distance import great_circle_km
from mesocosm.earth.planet.regions import BELTS, make_regions
from mesocosm.errors import UserError


def test_one_seed_gives_one_planet_and_another_gives_another():
    assert make_regions(1, "small") == make_regions(1, "small")
    assert not set(make_regions(1, "small")) & set(make_regions(2, "small"))


def test_a_larger_planet_adds_regions_and_changes_none():
    assert make_regions(1, "large")[:4] == make_regions(1, "small")


def test_climates_take_turns():
    assert {region.climate for region in make_regions(5, "large")[:6]} == set(BELTS)


@pytest.mark.parametrize("region", make_regions(3, "large"), ids=lambda region: region.key)
def test_a_region_lies_in_its_belt_and_its_zone(region):
    belt = BELTS[region.climate]
    longitude, latitude = region.grid.lonlat()
    assert belt.lowest_latitude <= region.latitude <= belt.highest_latitude
    assert abs(longitude.mean() - region.longitude) < 0.1
    assert abs(latitude.mean() - region.latitude) < 0.1
    # Zones are six degrees wide, zone 31 begins at the prime meridian.
    assert int((region.longitude + 180) // 6) + 1 == region.zone
    assert all(edge % 1000 == 0 for edge in region.grid.edges)


def test_an_unknown_size_is_named_with_those_that_are_known():
    with pytest.raises(UserError, match="size must be one of tiny, small, large, got 'huge'"):
        make_regions(1, "huge")


@pytest.mark.parametrize("seed", [1, 7, 11])
def test_no_two_regions_touch(seed):
    """On planet 7 the first draws of r005 and r010 are a kilometre apart."""
    regions = make_regions(seed, "large")
    for place, region in enumerate(regions[:-1]):
        others = regions[place + 1 :]
        away = great_circle_km(
            region.latitude, region.longitude, [o.latitude for o in others], [o.longitude for o in others]
        )
        assert away.min() > 283  # the diagonal of a square of 200 km
