"""Settlements of a planet: read from the cache by the next planet of the seed."""

import pytest

from mesocosm.earth.places.planet_places import PlanetGazetteer
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size

SIZE = Size(regions=1, cells=40, towns=1, days=366)


def test_settlements_are_read_from_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    plain = PlanetGazetteer(Planet(5, SIZE)).settlements("r000")
    assert PlanetGazetteer(Planet(5, SIZE, cached=True)).settlements("r000") == plain
    monkeypatch.setattr(Planet, "settlement", lambda *_: pytest.fail("settlements are made again"))
    again = PlanetGazetteer(Planet(5, SIZE, cached=True)).settlements("r000")
    assert again == plain
    assert len(again) >= 1
