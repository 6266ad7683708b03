"""A flooded region and the documents about it, made once for all tests of the folder."""

import numpy as np
import pytest

from mesocosm.earth.planet.causal_graph import Story
from mesocosm.earth.planet.documents.document import KINDS, write_from
from mesocosm.earth.planet.documents.facts import month
from mesocosm.earth.planet.documents.weather_facts import gather
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.regions import make_region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.water.land import first_state, make_plot
from mesocosm.earth.planet.water.reaches import make_reaches
from mesocosm.earth.planet.water.water import WaterState

STORM = "r005.storm.2031.3"


@pytest.fixture(scope="session")
def flooded():
    """Return a region with a spring storm of fifteen times its rain, in a year that begins with half-wet ground."""
    ground = make_ground(make_region(3, 5, 40))
    none = np.zeros(make_reaches(ground).channels.reach.size, np.int64)
    opening = WaterState(first_state(make_plot(ground)), none)
    return Story(
        ground,
        make_settlement(ground),
        FIRST_YEAR,
        {STORM: {"rain_mm": 300.0, "x_km": 0.0, "y_km": 0.0}},
        {FIRST_YEAR - 1: opening},
    )


@pytest.fixture(scope="session")
def events(flooded):
    return {event.id: event for event in flooded.sky.events(FIRST_YEAR)}


@pytest.fixture(scope="session")
def storm_facts(flooded, events):
    return gather(flooded, events[STORM])


@pytest.fixture(scope="session")
def all_facts(flooded, events, storm_facts):
    """Return the facts of a flood, a heat wave, a cold spell and a month."""
    others = (events["r005.heat_wave.2031.0"], events["r005.cold_spell.2031.0"], month(FIRST_YEAR, 10))
    return [storm_facts, *(gather(flooded, about) for about in others)]


@pytest.fixture(scope="session")
def documents(flooded, all_facts):
    """Return eight documents of each kind about each subject."""
    return [write_from(flooded, facts, kind, number) for facts in all_facts for kind in KINDS for number in range(1, 9)]
