"""The planet of an item's seed: kept in the cache, unless the seed is sealed."""

from mesocosm.suites.terra.items import lands, workflow_of
from mesocosm.suites.terra.workflows.region_snapshot import planet_of


def test_nothing_of_a_sealed_planet_is_stored():
    sealed = next(lands(workflow_of(-5, 0), -5, 0)).planet
    assert sealed.stored_name("r000", "places") is None
    assert not sealed.cached


def test_the_planets_of_all_other_seeds_are_stored():
    assert planet_of(2_999_999).stored_name("r000", "places")
