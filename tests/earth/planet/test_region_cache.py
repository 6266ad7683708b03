"""What follows from a region's weather, in the cache: as computed, and computed once."""

from dataclasses import replace

import numpy as np
import pytest
from tests.caches import stored

from mesocosm.earth.planet.documents.facts import month
from mesocosm.earth.planet.documents.facts_cache import stored_facts
from mesocosm.earth.planet.documents.weather_facts import gather
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.region_cache import YEARS
from mesocosm.earth.planet.sizes import Size

SIZE = Size(regions=1, cells=40, towns=1, days=366)


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MESOCOSM_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def cached():
    return Planet(5, SIZE, cached=True)


@pytest.fixture(scope="module")
def plain():
    return Planet(5, SIZE)


@pytest.fixture
def no_water(monkeypatch):
    """Any run of the water model fails."""
    monkeypatch.setattr("mesocosm.earth.planet.water.water.Water._run", lambda *_: pytest.fail("water runs again"))


def refuse():
    pytest.fail("what is stored is made again")


@pytest.fixture(scope="module")
def made():
    """A planet whose water, fires and facts of 2031 are stored."""
    planet = cached()
    planet.water_year("r000", 2031)
    planet.fires("r000", 2031)
    stored_facts(
        planet.stored_name("r000", "facts-2031-06"), lambda: gather(planet.story("r000", 2031), month(2031, 6))
    )
    return planet


def test_the_state_of_the_land_is_read_by_another_planet(made, no_water):
    states = cached().water("r000").left_before(2032), cached().water("r000").state_before(2032)
    assert states[0] == {}  # nothing is read before it is asked for
    for name in ("snow", "soil", "quick", "slow"):
        ours, theirs = (getattr(state.land, name) for state in (states[1], made._left_in("r000")[2031]))
        assert np.array_equal(ours, theirs)
    assert np.array_equal(states[1].river, made._left_in("r000")[2031].river)


def test_stored_fires_are_those_that_burnt(made, no_water):
    again, before = cached().fires("r000", 2031), made.fires("r000", 2031)
    assert [replace(fire, arrival_h=None) for fire in again] == [replace(fire, arrival_h=None) for fire in before]
    for ours, theirs in zip(again, before, strict=True):
        assert np.array_equal(ours.arrival_h, theirs.arrival_h)


def test_stored_facts_are_those_that_were_gathered(made, plain):
    again = stored_facts(cached().stored_name("r000", "facts-2031-06"), refuse)
    assert again == gather(plain.story("r000", 2031), month(2031, 6))


def test_a_changed_region_is_not_stored(made):
    planet = cached()
    event = planet.events("r000", 2031)[0]
    assert planet.intervene(event.id, None).stored_name("r000", "fires-2031") is None
    assert Planet(5, SIZE).stored_name("r000", "fires-2031") is None


def test_damaged_facts_are_gathered_again(made, plain, capsys):
    for path in stored(YEARS):
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    facts = gather(plain.story("r000", 2031), month(2031, 6))
    assert stored_facts(cached().stored_name("r000", "facts-2031-06"), lambda: facts) == facts
    assert "is not what was stored there" in capsys.readouterr().err
